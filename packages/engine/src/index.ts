export { addedCodes, alikeReasons, causes, settingText } from "@relayscope/explain";
export {
  cardLines,
  type EdgeLabel,
  edgeLine,
  edgePath,
  edgeTexts,
  edgeWidth,
  endLine,
  endSteps,
  endText,
  endTexts,
  forcedEdgeLabel,
  hasBoundaries,
  isGathered,
  isMap,
  type LabelRoom,
  labelRoom,
  letters,
  netsOf,
  noBoundary,
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
export { bytesText } from "@relayscope/ir";
export { semanticLegend } from "@relayscope/language";
export { partitioningPasses, standardFlow } from "@relayscope/passes";
export type * from "./contract/index.ts";
export type { Engine } from "./engine.ts";
export { createEngine } from "./inProcess.ts";
export { contentWords } from "./questions/askWords.ts";
export { type JudgedSet, judgedSets } from "./replay/judgedSets.ts";
export { reduceCase } from "./replay/reduceCase.ts";
export { type CaseError, type CaseResult, type ReplayOptions, replayCase } from "./replay/replay.ts";
export { isWhyRecord, replaySet, replayWhy, requestOfCase, type WhyResult } from "./replay/replayWhy.ts";
export { type TriedCure, triedCures } from "./replay/triedCures.ts";
export type { WhyRecord } from "./replay/whyRecord.ts";
export { gainOf, isGain } from "./whatIf/gain.ts";
export { createWorkerEngine, type WorkerEngineOptions } from "./wire/client.ts";
export { HaltError } from "./wire/haltError.ts";
export type { Port, WorkerLike } from "./wire/messages.ts";
export { serveEngine } from "./wire/serve.ts";
