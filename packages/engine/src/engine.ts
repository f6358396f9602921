/**
 * The only door between the page and the compiler core: plain data in, plain data out.
 * Implemented twice, in process and over a worker; the same tests run against both.
 */
import type { LanguageService, RunEvent, RunRequest } from "./contract/index.ts";
import type { Questions } from "./questions/list.ts";

export interface Engine extends Questions {
  /** Starts a run; earlier runs fall silent. Events come through `onEvent` until `finished` or `stopped`. */
  run(request: RunRequest, onEvent: (event: RunEvent) => void): void;
  /** Stops the run in hand. Over a worker: within 100 ms, by ending the worker and starting another. */
  cancel(): void;
  /** Ends the check that goes on. */
  cancelCheck(): void;
  /** Ends the search that goes on. */
  stopSearch(): void;
  readonly language: LanguageService;
  dispose(): void;
}
