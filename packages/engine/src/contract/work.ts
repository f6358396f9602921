/** What the worker is at, and how it is stopped. */

/** A run, or a question by the name of its method. */
export type Work = { readonly kind: "run" } | { readonly kind: "question"; readonly method: string };

/** `timeout`: it took longer than its limit. `crash`: the worker ended by itself. `canceled`: the user stopped it. */
export type HaltReason = "timeout" | "crash" | "canceled";

/** That the worker was stopped at something else than a run, and started again. A run says so by its event `stopped`. */
export interface Halt {
  readonly reason: HaltReason;
  /** What it was at; undefined where it was at nothing. */
  readonly work: Work | undefined;
  /** What happened and what to do, as a sentence. */
  readonly message: string;
}

/** Who follows the worker. */
export interface WorkListener {
  /** What the worker is at from now on; undefined: nothing. */
  working(work: Work | undefined): void;
  halted(halt: Halt): void;
}
