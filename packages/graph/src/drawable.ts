/**
 * A graph ready to be drawn, as plain data: no expression, no DOM. It crosses from the worker to the page.
 * The page knows only this; a second dialect would build the same shapes.
 */

/** What a box stands for; drives its shape. */
export type BoxKind =
  | "call"
  | "composite-call"
  | "function-call"
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

export interface DrawableNode {
  /** Stable through the passes: a node that a pass kept has the same id before and after. */
  readonly id: number;
  readonly kind: BoxKind;
  /** The operator's short name, the variable's name, the called function. */
  readonly label: string;
  /** A second line: the salient attributes or the target. Empty where there is none. */
  readonly detail: string;
  /** The checked type as text; empty where unknown. */
  readonly type: string;
  /** The frame it stands in: index into `frames`; -1 for none. */
  readonly frame: number;
  /** Index into `regions`; -1 for none. */
  readonly region: number;
  /** Ids of the nodes of the stage before that it stems from. */
  readonly origins: readonly number[];
  /** Offsets in this stage's text; undefined where it is not printed on its own. */
  readonly span: { readonly start: number; readonly end: number } | undefined;
  /** Whether this stage's pass made or changed it. */
  readonly isNew: boolean;
}

export type FrameKind = "function" | "composite" | "external-function" | "closure" | "then" | "else" | "let" | "clause" | "primitive";

export interface DrawableFrame {
  readonly id: number;
  readonly kind: FrameKind;
  /** `@main`, `dnnl.conv2d_relu`, `then`, ... */
  readonly label: string;
  readonly detail: string;
  /** The enclosing frame: index into `frames`, always smaller than its own; -1 for none. */
  readonly parent: number;
  /** A collapsed frame holds one node that stands for all it hides; its rectangle is that node's. */
  readonly isCollapsed: boolean;
  readonly region: number;
  /** Id of the expression the frame stands for: the inlined call, the function, the If, the Let. A node of that id need not be drawn. */
  readonly node?: number;
}

export interface DrawableEdge {
  /** Indices into `nodes`: `from` produces, `to` consumes. */
  readonly from: number;
  readonly to: number;
  /** Which argument of `to`; -1 where `from` is the function that it calls. */
  readonly argument: number;
  /** What flows along it, as a type; empty where unknown. */
  readonly type: string;
}

/** A compiler region, a partitioned function, or a fused group. */
export interface DrawableRegion {
  /** The number shown; region ids of PartitionGraph where known. */
  readonly id: number;
  readonly target: string;
  /** What drew it: annotations, a partitioned function, a composite that has no region yet, a fused group. */
  readonly kind?: "annotated" | "external-function" | "composite" | "fused";
  /** `tinyai 2 · 5 ops`. */
  readonly label: string;
  /** Which of the palette's colors; one per target, in order of first appearance. -1 for `default` (uncolored). */
  readonly color: number;
  /** Indices into `nodes`. */
  readonly nodes: readonly number[];
  readonly operators: number;
  readonly inputs: number;
  readonly outputs: number;
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
  /** Four numbers a frame, in the order of `frames`; all zero where an ancestor is collapsed. */
  readonly frames: Float32Array;
  /** The points of all edges: x, y, x, y, ... */
  readonly edgePoints: Float32Array;
  /** Edge `i` owns the points from `edgeOffsets[i]` to `edgeOffsets[i + 1]`, counted in points; one entry more than edges. */
  readonly edgeOffsets: Uint32Array;
  /** Outline of each region's hull: rectangles x, y, width, height. `hullOffsets` counts rectangles as `edgeOffsets` counts points. */
  readonly hulls: Float32Array;
  readonly hullOffsets: Uint32Array;
}
