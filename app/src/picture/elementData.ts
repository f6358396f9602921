/** The data of a picture's elements, the shown part of a scene, and its look. */
import type { EdgeLabel } from "@relayscope/engine";
import type { PlacedLabel } from "@relayscope/engine/titles";
import type { Edge, Node } from "@xyflow/react";
import type { Box } from "../state/boxes.ts";
import type { BarSegment, Coloring, Tint } from "./colors/colors.ts";
import type { Scene } from "./scene.ts";
import type { TensorLabels } from "./words/tensorLabel.ts";

type DrawableNode = Scene["answer"]["graph"]["nodes"][number];

export type BoxData = {
  readonly node: DrawableNode;
  readonly tint: Tint | undefined;
  /** Whether its region is only marked, not partitioned. */
  readonly isMarked: boolean;
  readonly region: string;
  readonly isRegionColor: boolean;
  /** The bar of a stack, by color; none for other boxes. */
  readonly bar: readonly BarSegment[];
  /** Why the card's regions end; empty if that is unknown. */
  readonly end: string;
  readonly pane: string;
};
export type FrameData = {
  readonly frame: Scene["answer"]["graph"]["frames"][number];
  /** Relative to the frame's top left. */
  readonly pieces: readonly Box[];
  readonly isExternal: boolean;
};
export type HullData = {
  readonly region: string;
  readonly rectangles: readonly Box[];
  /** The path around the rectangles, and where the hull is in the picture; empty for a rectangle of its own. */
  readonly outline: string;
  readonly x: number;
  readonly y: number;
  /** Whether the region is only marked, not partitioned. */
  readonly isMarked: boolean;
  readonly tint: Tint;
  readonly pane: string;
  /** Whether the background bitmap paints the hull, so that the element only receives presses. */
  readonly isPainted: boolean;
};
export type LabelData = { readonly text: string; readonly letter: string; readonly tint: Tint | undefined; readonly scale: number };
export type TensorData = {
  readonly path: string;
  readonly head: string;
  /** In pixels. */
  readonly width: number;
  readonly label: EdgeLabel | undefined;
};

export type BoxNode = Node<BoxData, "box">;
export type CardNode = Node<BoxData, "card">;
export type FrameNode = Node<FrameData, "frame">;
export type HullNode = Node<HullData, "hull">;
export type LabelNode = Node<LabelData, "label">;
export type PictureNode = BoxNode | CardNode | FrameNode | HullNode | LabelNode;
export type TensorEdge = Edge<TensorData, "tensor">;

/** What is highlighted, by index into the graph. */
export interface Marks {
  readonly selected: ReadonlySet<number>;
  /** Inputs and outputs of the node under the pointer, or the edges of a path. */
  readonly lit: ReadonlySet<number>;
  readonly litEdges: ReadonlySet<number>;
  /** The lit edges whose tensors are labeled. Those of a whole path are not. */
  readonly labeledEdges: ReadonlySet<number>;
  /** The edges among them whose labels are never cut, whatever is in the way. */
  readonly wholeEdges: ReadonlySet<number>;
  readonly selectedEdges: ReadonlySet<number>;
  readonly pointed: ReadonlySet<number>;
  /** The nodes that prevent the step that a played pass tries. */
  readonly blocking: ReadonlySet<number>;
  /** Which nodes are not faded, if some are. */
  readonly kept?: (node: number) => boolean;
  readonly keptRegion?: (region: number) => boolean;
  /** The node that Tab focuses. */
  readonly current: number;
}

export interface Shown {
  readonly nodes: readonly number[];
  /** Those of them that are in the pane itself. */
  readonly inPane: readonly number[];
  readonly edges: readonly number[];
  /** Far ends of the shown edges. They are hidden from the start, so that a new edge adds no node. */
  readonly far: readonly number[];
  readonly frames: readonly number[];
  readonly regions: readonly number[];
  /** The zoom that labels are placed for. */
  readonly zoom: number;
  readonly labels: readonly PlacedLabel<Tint>[];
  /**
   * Labels of edges that have room or are asked for. They are computed when edges are mounted, as that takes longer
   * than everything else.
   */
  readonly tensors: (asked: Pick<Marks, "labeledEdges" | "wholeEdges">) => TensorLabels;
  readonly isPainted: boolean;
}

/** How what is shown looks. */
export interface Look {
  readonly coloring: Coloring;
  readonly marks: Marks;
  /** By node: why its regions end. */
  readonly ends: readonly string[];
}
