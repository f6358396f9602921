export { type BuildOptions, buildGraph } from "./buildGraph.ts";
export type {
  BoxKind,
  DrawableEdge,
  DrawableFrame,
  DrawableGraph,
  DrawableNode,
  DrawableRegion,
  FrameKind,
  GraphLayout,
} from "./drawable.ts";
export type { FusionGroup, FusionLabel, LabelOfFused } from "./drawRegions.ts";
export { attrText, salientAttrs } from "./labels.ts";
export { type LayoutHints, layoutGraph } from "./layout/layoutGraph.ts";
export { type AnnotatedRegions, annotatedRegions } from "./regions.ts";
