export { addedCodes, alikeReasons, causes, settingText } from "@relayscope/explain";
export {
  cardLines,
  changeSigns,
  type EdgeLabel,
  edgeLine,
  edgePath,
  edgeTexts,
  edgeWidth,
  endLine,
  endTexts,
  hasBoundaries,
  isGathered,
  isMap,
  type LabelOver,
  type LabelRoom,
  labelRoom,
  letters,
  netsOf,
  noBoundary,
  type PictureColors,
  paneMargin,
  placeEdgeLabel,
  placeEdgeLabels,
  type RegionEnd,
  regionsByNode,
  segmentsOf,
  targetsOf,
  touches,
  wholeZoom,
  widthIn,
} from "@relayscope/graph";
export { bytesText, counted, grouped, listed, percent, setNewest } from "@relayscope/ir";
export { semanticLegend } from "@relayscope/language";
export { partitioningPasses, standardFlow } from "@relayscope/passes";
export type * from "@relayscope/run/contract";
export { gainOf, isGain } from "@relayscope/whatif";
export type { Engine } from "./engine.ts";
export { createEngine } from "./inProcess.ts";
export { contentWords } from "./questions/askWords.ts";
export { createWorkerEngine, type WorkerEngineOptions } from "./wire/client.ts";
export { HaltError } from "./wire/haltError.ts";
export type { Port, WorkerLike } from "./wire/messages.ts";
export { serveEngine } from "./wire/serve.ts";
export { boundariesText, costText, crossingText, operatorNames } from "./words.ts";
