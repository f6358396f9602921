/**
 * The only door between the page and the compiler core: plain data in, plain data out.
 * Implemented twice, in process and over a worker; the same tests run against both.
 */
import type { LanguageService, RunEvent, RunRequest, WorkListener } from "@relayscope/run/contract";
import type { Questions } from "./questions/list.ts";

export interface Engine extends Questions {
  /** Starts a run; earlier runs fall silent. Events come through `onEvent` until `finished` or `stopped`. */
  run(request: RunRequest, onEvent: (event: RunEvent) => void): void;
  /**
   * Stops the present work: the run, else the questions. Over a worker: within 100 ms, by ending the worker and
   * starting another.
   */
  cancel(): void;
  /**
   * Reports to a listener what the worker is doing. In process there is nothing to report, as the caller itself waits.
   */
  watch(listener: WorkListener): void;
  /** Cancels the running check. */
  cancelCheck(): void;
  /** Cancels the running search. */
  stopSearch(): void;
  readonly language: LanguageService;
  dispose(): void;
}
