export type * from "./contract.ts";
export { type CaseError, type CaseResult, type ReplayOptions, replayCase } from "./replay.ts";
export { type RunTextOptions, type RunTextResult, runText } from "./runText.ts";
