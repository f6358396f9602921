export { type JudgedSet, judgedSets } from "./judgedSets.ts";
export { type CaseResult, replayCase } from "./replay.ts";
export { readPlain, readType } from "./replayTexts.ts";
export { askCase, isWhyRecord, replaySet, replayWhy, requestOfCase, type WhyResult } from "./replayWhy.ts";
export { type TriedCure, triedCures } from "./triedCures.ts";
export type { WhyRecord } from "./whyRecord.ts";
