export { parseCases, type TextCase, textCases } from "./cases.ts";
export { equalMetadata } from "./equalMetadata.ts";
export { type TextDifference, textDifference } from "./equalTexts.ts";
export { judge } from "./judge.ts";
export { brokenLaws, type Snapshot, snapshot } from "./laws.ts";
export { passContext } from "./passContext.ts";
export { moduleFrom } from "./randomModule.ts";
