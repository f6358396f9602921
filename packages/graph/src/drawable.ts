/**
 * A graph ready to be drawn, as plain data: no expression, no DOM. It crosses from the worker to the page.
 * The page knows only this; a second dialect would build the same shapes.
 */

/** The content that a box represents. Decides the box's shape. */
export type BoxKind =
  | "region"
  | "host"
  | "stack"
  | "call"
  | "composite-call"
  | "function-call"
  /** The begin or the end of a region. */
  | "annotation"
  | "tuple"
  | "tuple-item"
  | "variable"
  | "constant"
  | "global"
  | "reference"
  | "match"
  | "output"
  | "if";

/** The kind of content that a node shows. */
export type CardKind = "region" | "host" | "stack" | "operator" | "constant" | "variable";

/**
 * How a node, a card or a region differs from the stage it is compared with. `gone` is in the earlier picture, `new` in
 * the later one.
 */
export type ChangeKind = "new" | "gone" | "changed" | "moved" | "merged" | "split" | "renamed" | "extracted";

export interface OperatorCount {
  /** As a box names it: `conv2d`. */
  readonly name: string;
  readonly count: number;
}

/** The content of a card of the map: a region, a stretch of the host between regions, or a stack of repeated runs. */
export interface Card {
  /** The lines below its title, most informative first: as many as its box has room for, none wider than the box. */
  readonly lines: readonly string[];
  /** The width kept free below these for why its regions end; 0 if nothing is. */
  readonly endRoom: number;
  /** Its operators in order of first appearance. A stack's are those of one run. */
  readonly operators: readonly OperatorCount[];
  /**
   * Heavy operators that stay on the host although targets took others. Cards with such operators are marked `!`. A
   * stack has those of its parts.
   */
  readonly refused: readonly OperatorCount[];
  /** Calls of operators, of all runs. */
  readonly calls: number;
  /** The bytes of the tensors that enter and leave it; undefined if a size is unknown. */
  readonly bytesIn: number | undefined;
  readonly bytesOut: number | undefined;
  /**
   * The number of runs that a stack represents, or of identical cards that a card represents: the length of `runs`;
   * else 1.
   */
  readonly repeat: number;
  /** The uncut description: `dnnl 2`, `3 blocks of 2 regions, 1 host part`. */
  readonly what: string;
  /** How often a stack's content repeats: `3`, or `1–2` in a frame that shows one run for several. */
  readonly times: string;
  /** The cards of a stack's first run, in reading order; empty for other cards. */
  readonly parts: readonly CardPart[];
  /** Whether it is a layer of an opened card, or a stack of these. */
  readonly isLayer: boolean;
  /** Ids of the calls it holds, in model order; of a stack, run by run. */
  readonly members: readonly number[];
  /** Ids of the composites that these operators are in. */
  readonly composites: readonly number[];
  /**
   * For each run of a stack, or for each identical card that it represents, the number of its calls; empty for other
   * cards.
   */
  readonly runs: readonly number[];
  /**
   * Set if the card represents the runs before or after the shown run of an open stack: that stack, and its run to show
   * next.
   */
  readonly rest?: { readonly stack: number; readonly at: number };
}

/** One card of a stack's run, or a stack in it. */
export interface CardPart {
  readonly kind: CardKind;
  readonly title: string;
  /** Which of the palette's colors; -1 for the host, and for a stack of several targets. */
  readonly color: number;
  /** Everything that it holds, in all runs. */
  readonly operators: readonly OperatorCount[];
  /** The cards of a stack's run. */
  readonly parts?: readonly CardPart[];
}

/** A part of what a card holds that differs from the compared stage in the same way. */
export interface HeldChange {
  readonly change: ChangeKind;
  /** How many of the card's regions, or of its calls where no region differs. */
  readonly count: number;
  /** How much of the card's calls that is, at most 1. */
  readonly share: number;
}

export interface DrawableNode {
  /**
   * Stable through the passes: a node that a pass kept has the same id before and after. A closed card, stack or branch
   * has the negated id of the frame that opens in its place.
   */
  readonly id: number;
  readonly kind: BoxKind;
  readonly card: CardKind;
  /** The operator's short name, the variable's name, the called function; a card's title. */
  readonly label: string;
  /** A second line: the salient attributes or the target; may be empty. */
  readonly detail: string;
  /** The checked type as text; empty where unknown. */
  readonly type: string;
  /**
   * Dtype and shape of the result, `float32` and `1×64×56×56`; empty if it is not a tensor; the shape is also empty for
   * a scalar.
   */
  readonly dtype: string;
  readonly shape: string;
  /** Size of the result, all fields of a tuple together; undefined if unknown. */
  readonly bytes: number | undefined;
  /** The operator's name in the text, `nn.conv2d`; empty if the node does not call one. */
  readonly operator: string;
  /** How far fusion may extend across the operator, `elemwise` or `opaque`; empty if unknown. */
  readonly operatorKind: string;
  /** The number that a scalar constant is; absent for tensors, whose label is their shape. */
  readonly value?: string;
  /** The content of a card; absent for other nodes. */
  readonly summary?: Card;
  /** How it differs from the compared stage; absent if it is the same. */
  readonly change?: ChangeKind;
  /** For a card of several regions or runs that differs: what differs in it, the largest share first. */
  readonly changes?: readonly HeldChange[];
  /** The frame it is in: index into `frames`; -1 for none. */
  readonly frame: number;
  /** Index into `regions`; -1 for none. */
  readonly region: number;
  /** Whether this stage's pass made or changed it. */
  readonly isNew: boolean;
}

export type FrameKind =
  | "region"
  | "host"
  | "stack"
  | "function"
  | "composite"
  | "external-function"
  | "closure"
  | "then"
  | "else"
  | "let"
  | "clause"
  | "primitive"
  /** Some of a row of boxes that is too long to be drawn whole. */
  | "part";

export interface DrawableFrame {
  readonly id: number;
  readonly kind: FrameKind;
  /** `@main`, `dnnl.conv2d_relu`, `then`, ... */
  readonly label: string;
  readonly detail: string;
  /** The enclosing frame: index into `frames`, always smaller than its own; -1 for none. */
  readonly parent: number;
  /** A collapsed frame contains one node, which represents the whole content and has the frame's rectangle. */
  readonly isCollapsed: boolean;
  readonly region: number;
  /**
   * Id of the expression the frame represents: the inlined call, the function, the If, the Let. A node of that id need
   * not be drawn.
   */
  readonly node?: number;
  /**
   * Set if a stack shows one run for all: how many identical runs that represents. Opening the stack shows one of them.
   */
  readonly repeat?: number;
  /** For an open stack of several runs: the shown run, from 0, and the number of runs. */
  readonly repetition?: { readonly at: number; readonly of: number };
  /** A stack's description, `3 blocks of 2 regions`, the same for each shown run. */
  readonly what?: string;
  /** The call ids of a stack, run by run; the number of calls in each run; and the repeat count on its card. */
  readonly members?: readonly number[];
  readonly runs?: readonly number[];
  readonly times?: string;
}

export interface DrawableEdge {
  /** Indices into `nodes`: `from` produces, `to` consumes. */
  readonly from: number;
  readonly to: number;
  /** Which argument of `to`; -1 where `from` is the function that it calls. */
  readonly argument: number;
  /** The type of the tensor that flows along it; empty if unknown. The largest tensor's if there are several. */
  readonly type: string;
  readonly dtype: string;
  readonly shape: string;
  /** The bytes of all its tensors; undefined if a size is unknown. */
  readonly bytes: number | undefined;
  /** How many tensors it represents; more than 1 only between cards. */
  readonly tensors: number;
  /** Ids of the expressions that the (heaviest) tensor joins, which a card may hide. */
  readonly producer: number;
  readonly consumer: number;
}

/** A compiler region, a partitioned function, or a fused group. */
export interface DrawableRegion {
  /** The number shown; region ids of PartitionGraph where known. */
  readonly id: number;
  readonly target: string;
  /** Its origin: annotations, a partitioned function, a composite outside of regions, a fused group. */
  readonly kind?: "annotated" | "external-function" | "composite" | "fused";
  /** Whether its operators are only marked for the target: no pass has made a region of them yet. */
  readonly isMarked?: boolean;
  /** `tinyai 2 · 5 ops`, `tinyai 2 · ops unknown`, `tinyai 2 · 1 op marked`. */
  readonly label: string;
  /** Which of the palette's colors; one per target, in order of first appearance. -1 for `default` (uncolored). */
  readonly color: number;
  /** Indices into `nodes`. */
  readonly nodes: readonly number[];
  readonly operators: number;
  /** Whether its operators are unknown: a function that the text calls and does not have. */
  readonly hasUnknownOperators?: boolean;
  readonly inputs: number;
  readonly outputs: number;
  /** The number of its tint. No two regions that share an edge have the same tint. */
  readonly tint: number;
  readonly change?: ChangeKind;
  /**
   * Its previous name, or the regions it came from or became part of, depending on `change`: `tinyai 3`, `tinyai 3 and
   * 4`.
   */
  readonly was?: string;
}

export interface DrawableGraph {
  readonly nodes: readonly DrawableNode[];
  readonly frames: readonly DrawableFrame[];
  readonly edges: readonly DrawableEdge[];
  readonly regions: readonly DrawableRegion[];
}

/** Geometry, in CSS pixels at zoom 1, origin at the top left. Typed arrays, so that they can be transferred. */
export interface GraphLayout {
  readonly width: number;
  readonly height: number;
  /** Four numbers a node: x, y, width, height, in the order of `nodes`. */
  readonly nodes: Float32Array;
  /** The bounds of each frame, four numbers each, in the order of `frames`. All zero if an ancestor is collapsed. */
  readonly frames: Float32Array;
  /**
   * The rectangles to draw for each frame: one, or one per column if the picture wraps within the frame. Offsets as in
   * `hullOffsets`.
   */
  readonly framePieces: Float32Array;
  readonly frameOffsets: Uint32Array;
  /** The points of all edges: x, y, x, y, ... */
  readonly edgePoints: Float32Array;
  /**
   * Edge `i` owns the points from `edgeOffsets[i]` to `edgeOffsets[i + 1]`, counted in points; one entry more than
   * edges.
   */
  readonly edgeOffsets: Uint32Array;
  /**
   * Outline of each region's hull: rectangles x, y, width, height. `hullOffsets` counts rectangles as `edgeOffsets`
   * counts points. The last `hullJoins` rectangles of a region join its pieces to one shape.
   */
  readonly hulls: Float32Array;
  readonly hullOffsets: Uint32Array;
  readonly hullJoins: Uint32Array;
  /**
   * By region: the outline of all its rectangles together as an SVG path; empty for a region of one rectangle, or of
   * too many. Absent if no region has several.
   */
  readonly hullOutlines?: readonly string[];
}
