/** The regions of a stage as a list shows them. */
import type { CauseCode } from "@relayscope/explain";

export interface RegionLine {
  /** Its place among the regions of the stage's picture. */
  readonly region: number;
  /** `tinyai 37`, with the notes of a pass. */
  readonly name: string;
  readonly target: string;
  /** Index into the palette's colors; -1 for what `default` keeps. */
  readonly color: number;
  /** `composite` and `fused` are drawn like regions but are not regions. */
  readonly kind: "region" | "composite" | "group";
  /** Calls by operator, in order of first appearance. */
  readonly operators: readonly { readonly name: string; readonly count: number }[];
  /** Calls of operators; undefined if the text lacks the function. */
  readonly calls: number | undefined;
  readonly inputs: number;
  readonly outputs: number;
  /** Bytes of its inputs and outputs of known size; undefined for something that is not a region. */
  readonly bytesIn: number | undefined;
  readonly bytesOut: number | undefined;
  /**
   * Causes of its boundaries: those to regions after it first, then to regions before it, then the others; of these the
   * costliest by bytes, then the most frequent.
   */
  readonly causes: readonly CauseCode[];
  /** Whether all of its boundaries are at its inputs, as where only the function's result is after it. */
  readonly isAtInputs: boolean;
}
