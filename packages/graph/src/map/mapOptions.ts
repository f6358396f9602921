/** How a map is folded, and what of it is visible. */
import type { DrawableFrame, DrawableNode } from "../drawable.ts";
import type { Item } from "./fold.ts";
import type { ScopeFolding } from "./scopeItems.ts";

export interface MapOptions extends ScopeFolding {
  /** Ids of cards, stacks and folded frames that are open. */
  readonly opened: ReadonlySet<number>;
  /** By id of an open stack: which of its runs it shows; by default the first. */
  readonly repetitions: ReadonlyMap<number, number>;
  /** Ids of control frames that are folded to a card. */
  readonly folded: ReadonlySet<number>;
  /** Whether constants are left out. */
  readonly hideConstants: boolean;
  /** Control frames at this depth or deeper are folded, too. */
  readonly frameDepth: number;
  /** The most cards that the functions of the module, except the first, fold to. Without a limit they are open. */
  readonly mostFunctions: number;
  /** Whether control flow within functions folds together with the nodes around it. */
  readonly isFlat: boolean;
  /** Ids of stacks that show one run, which represents all of them. */
  readonly oneRun: ReadonlySet<number>;
  /** Ids of cards that are open unless they are folded. */
  readonly spread: ReadonlySet<number>;
  /** Ids of stacks that are split by the sizes of their runs' results. */
  readonly dealt: ReadonlySet<number>;
}

/** The content that a stack's card represents. */
export interface StackRuns {
  readonly runs: readonly (readonly Item[])[];
  /** The runs of this stack and of those that it represents. */
  readonly each?: readonly (readonly Item[])[];
  /** How many runs each of these stacks has. */
  readonly counts: readonly number[];
  /** Its title, if that does not count runs. */
  readonly name?: string;
}

/** The visible part of the map: nodes and frames without their edges. */
export interface Visible {
  readonly nodes: DrawableNode[];
  readonly frames: DrawableFrame[];
  /** By visible node: the nodes of the picture that it represents; undefined for one that represents itself. */
  readonly members: (readonly number[] | undefined)[];
  /**
   * By visible node: the number of identical cards that it represents if its stack shows one run, and the nodes of the
   * picture in the first of them.
   */
  readonly repeats: Map<number, { readonly twins: number; readonly first: readonly number[] }>;
  /** By visible node: the items of a stack's runs and of the stacks that it represents, or the name of a frame. */
  readonly stacks: Map<number, StackRuns>;
  /** By visible node: for each run or identical card that it represents, the nodes of the picture. */
  readonly alike: Map<number, readonly (readonly number[])[]>;
  /**
   * By visible node that represents the runs before or after the shown one: the open stack, and which run it shows
   * next.
   */
  readonly rests: Map<number, { readonly stack: number; readonly at: number }>;
  /** By node of the picture: which run of which stack it is in, if the stack shows one run. */
  readonly runs: Map<number, { readonly stack: number; readonly run: number }>;
  /**
   * Outermost stacks of several cards that are closed or show one run: id and number of calls, for callers that want to
   * show more of them.
   */
  readonly closed: { readonly id: number; readonly calls: number }[];
  /** Outermost stacks with runs of several sizes, and the number of their calls. */
  readonly mixed: { readonly id: number; readonly calls: number }[];
  /** Closed cards that would open to layers, and the number of their calls. */
  readonly long: { readonly id: number; readonly calls: number }[];
  /** Visible nodes that are layers of an opened card, or stacks of these. */
  readonly layers: Set<number>;
  /** By node of the picture: the visible node that represents it; -1 for none. */
  readonly shownAs: Int32Array;
}
