export { type TextDifference, textDifference } from "@relayscope/text";
export { parseCases, type TextCase, textCases } from "./cases.ts";
export { brokenLaws, type Snapshot, snapshot } from "./laws.ts";
export { passContext } from "./passContext.ts";
export { moduleFrom } from "./randomModule.ts";
