/** The worker's current work, and how it is stopped. */

/** A run, or a question by the name of its method. */
export type Work = { readonly kind: "run" } | { readonly kind: "question"; readonly method: string };

/** `timeout`: it exceeded its limit. `crash`: the worker ended unexpectedly. `canceled`: the user stopped it. */
export type HaltReason = "timeout" | "crash" | "canceled";

/**
 * The worker was stopped while it did something other than a run, and restarted. A stopped run is reported by the event
 * `stopped` instead.
 */
export interface Halt {
  readonly reason: HaltReason;
  /** The interrupted work; undefined if the worker was idle. */
  readonly work: Work | undefined;
  /** What happened and what to do, as a sentence. */
  readonly message: string;
}

/** A listener for the worker's state. */
export interface WorkListener {
  /** Called with the worker's new work; undefined if it is idle. */
  working(work: Work | undefined): void;
  halted(halt: Halt): void;
}
