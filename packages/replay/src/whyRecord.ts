/** A record of kind `why`: a run, and a boundary whose cause is asked for. */
import type { LinePlace, TargetSpec } from "@relayscope/run/contract";

/** A record of kind `why`, as far as it is used. */
export interface WhyRecord {
  readonly id: string;
  readonly kind: "why";
  readonly text: string;
  readonly target: string;
  readonly customTargets?: readonly TargetSpec[];
  readonly pipeline?: readonly (
    | string
    | { readonly pass: string; readonly options?: Readonly<Record<string, unknown>>; readonly isOff?: boolean }
  )[];
  readonly optLevel?: number;
  readonly bind?: boolean;
  /** Whether a text that has regions already is answered from those: its pipeline is not run. */
  readonly offersAgain?: boolean;
  /** Names begin with the operator; by default the line's outermost call is meant. */
  readonly at: LinePlace;
}

/** An edit that was tried: with its `run` in the record, the answer is `joined`. */
export interface TriedCure {
  readonly edit: string;
  /** Whether it only switches a check off, so that the code generator may refuse the result. */
  readonly isUnchecked: boolean;
  /** Whether it merges regions that TVM's own flow of the target keeps apart. */
  readonly isMerging: boolean;
  readonly run: Readonly<Record<string, unknown>>;
  readonly offloadedBefore: number;
  readonly offloadedAfter: number;
  readonly regionsBefore: number;
  readonly regionsAfter: number;
}
