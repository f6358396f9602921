export { equalMetadata } from "./equalMetadata.ts";
export { type TextDifference, textDifference } from "./equalTexts.ts";
export { judge } from "./judge.ts";
