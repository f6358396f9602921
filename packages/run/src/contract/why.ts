/** Why there are boundaries: every boundary of the last stage with its cause, and a list of causes by their cost. */
import type { Cause, CauseCode, CauseLine, Remark } from "@relayscope/explain";
import type { NodeReference } from "./inspect.ts";

export type { CauseCode };

/** A value that decided: its node, the actual and the required value. */
export interface CauseDetail {
  /** Id at the requested stage; undefined if the node does not exist there. */
  readonly node: number | undefined;
  readonly operator: string;
  readonly attribute: string;
  readonly found: string;
  readonly wanted: string;
}

/** Why two nodes are not in one region, or one is in none. Ids are those of the requested stage. */
export interface CauseAnswer extends Pick<Cause, "code" | "sentence" | "evidence" | "notes" | "also" | "target" | "pattern" | "pass"> {
  /** The blockers: for a cycle, nodes of the host or of another target. */
  readonly blockers: readonly NodeReference[];
  /** For a cycle: every node of the path that leaves the region and returns. */
  readonly path: readonly NodeReference[];
  readonly details: readonly CauseDetail[];
  /** Lines of the input text with the blockers; empty if a pass inserted them. From 1. */
  readonly lines: readonly number[];
}

/** A region as a boundary names it. */
export interface BoundaryRegion {
  /** Its index among the regions of the picture of the requested stage; undefined if that stage does not have it. */
  readonly place: number | undefined;
  /** `tinyai 37`, as in the stage's picture or, if it is not there, as in the last stage's. */
  readonly name: string;
}

export interface BoundaryAnswer {
  /**
   * `between` two regions, with the host or nothing between them; or a region `begin`s after the host, or `end`s before
   * it.
   */
  readonly kind: "between" | "begin" | "end";
  /** The nodes that it separates, with their ids at the stage asked about. */
  readonly from: NodeReference;
  readonly to: NodeReference;
  /** Undefined for the host. */
  readonly fromRegion: BoundaryRegion | undefined;
  readonly toRegion: BoundaryRegion | undefined;
  /** Bytes of the values that cross there, as far as their sizes are known. */
  readonly bytes: number;
  /** The values that cross there: the nodes that make and take them. */
  readonly crossings: readonly { readonly from: number; readonly to: number }[];
  readonly cause: CauseAnswer;
}

/**
 * The place of a question about boundaries: a region of the stage's picture, nodes, or the value that one node passes
 * to another.
 */
export type BoundaryPlace =
  | { readonly kind: "region"; readonly region: number }
  | { readonly kind: "edge"; readonly from: number; readonly to: number }
  | { readonly kind: "nodes"; readonly from: number; readonly to: number }
  /** The whole content of a card or a stack of the picture. */
  | { readonly kind: "held"; readonly nodes: readonly number[] };

/** A line of the list of causes: boundaries that one change would end. */
export type { CauseLine };

/** A sentence of `Remark` in `@relayscope/explain`, with the nodes and the lines that it is about. */
export interface RemarkAnswer extends Omit<Remark, "calls"> {
  /** The calls' ids at the stage that was asked about. */
  readonly nodes: readonly number[];
  /** From 1, ascending. */
  readonly lines: readonly number[];
}

export interface WhyAnswer {
  readonly boundaries: readonly BoundaryAnswer[];
  /**
   * All boundaries, by culprit, costliest first: by bytes crossing, then by operators lost; last, what is so by design.
   */
  readonly lines: readonly CauseLine[];
  /** How many boundaries have no known cause. */
  readonly unknown: number;
  /** Why nothing is offloaded, in sentences; empty if something is offloaded, or if the run has no target. */
  readonly nothing: string;
  /** Facts that no boundary shows: calls that are computed twice, and host calls that are at no boundary. */
  readonly remarks: readonly RemarkAnswer[];
  /** The stage whose boundaries these are. */
  readonly stage: number;
}

/** Why calls are in no region, for all that a card or a stack of the picture holds. */
export interface HeldCausesAnswer {
  /** Each cause once, with its calls; the most frequent first. */
  readonly causes: readonly { readonly cause: CauseAnswer; readonly nodes: readonly NodeReference[] }[];
  /** The number of calls, and the number of those that were examined. */
  readonly calls: number;
  readonly asked: number;
}

/** Why two nodes are separate, or one is in no region. */
export interface WhyBetweenAnswer {
  /** Whether they are in one region at the last stage (or the node is in one); then there is no cause. */
  readonly isJoined: boolean;
  readonly cause: CauseAnswer | undefined;
  /** Whether a change can bring it into a region, or join the two: not for a variable or a constant. */
  readonly isCurable: boolean;
}
