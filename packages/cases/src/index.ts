export { attackPieces, flips, repeated, truncations } from "./attacks.ts";
export { holds } from "./holds.ts";
export { type Laws, lawsOver, type Snapshot } from "./laws.ts";
export { moduleFrom } from "./randomModule.ts";
export { parseCases, type TextCase, textCases } from "./textCases.ts";
