export { hasBoundaries, regionsByNode, wholeRegions } from "./boundaries.ts";
export { type BuildOptions, buildGraph } from "./buildGraph.ts";
export { changeSigns } from "./changeSigns.ts";
export { type Changes, findChanges, markChanges } from "./changes.ts";
export type {
  BoxKind,
  Card,
  CardKind,
  CardPart,
  ChangeKind,
  DrawableEdge,
  DrawableFrame,
  DrawableGraph,
  DrawableNode,
  DrawableRegion,
  FrameKind,
  GraphLayout,
  OperatorCount,
} from "./drawable.ts";
export type { FusionGroup, FusionLabel, LabelOfFused } from "./drawRegions.ts";
export {
  type EdgeLabel,
  type LabelBox,
  type LabelOver,
  type LabelRoom,
  placeEdgeLabel,
  placeEdgeLabels,
  touches,
} from "./edgeLabels.ts";
export { edgeLine, edgePath } from "./edgePath.ts";
export { edgeTexts, edgeWidth, widthIn } from "./edgeWords.ts";
export {
  cardLines,
  endLine,
  endTexts,
  noBoundary,
  type RegionEnd,
  type RegionEnds,
} from "./ends.ts";
export { mostBoxes } from "./foldScopes.ts";
export { frameOf, ownerOf } from "./frameIds.ts";
export { isMap } from "./isMap.ts";
export { hasPieces } from "./layout/hasPieces.ts";
export { type LayoutHints, layoutGraph } from "./layout/layoutGraph.ts";
export { type Lettering, labelRoom, letteringFor, letters, paneMargin, wholeZoom } from "./layout/lettering.ts";
export { isGathered, netsOf } from "./layout/nets.ts";
export { square } from "./layout/square.ts";
export { type FittedRows, fitRows } from "./layout/wrap/fitRows.ts";
export { type PaneSize, type WrappedLayout, type Wrapping, wrapLayout } from "./layout/wrap/wrapLayout.ts";
export type { BarPart, PictureColors, PictureTint } from "./pictureColors.ts";
export { barHeight, type Segment, segmentsOf, targetsOf } from "./segments.ts";
export { fitText, monoWidth, textWidth } from "./textWidth.ts";
