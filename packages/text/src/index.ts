export { cleanPaste } from "./clean/cleanPaste.ts";
export { codeFrame, positionOf, type TextPosition } from "./codeFrame.ts";
export { character } from "./lex/characters.ts";
export { lex } from "./lex/lexer.ts";
export { type Tokens, tokenKind } from "./lex/tokens.ts";
export type { BoundValue, Mention, Mentions } from "./parse/mentions.ts";
export { parseExpression, parseModule, parseText } from "./parse/parseModule.ts";
export { type ExpressionResult, type ParseOptions, type ParseResult, parseBare } from "./parse/parseText.ts";
export type { Place } from "./print/doc.ts";
export { metaOrder, type TextComparison, type TextDifference, textDifference } from "./print/equalTexts.ts";
export { type PlacedText, printModuleWithPlaces } from "./print/placedText.ts";
export {
  type NamedText,
  type PrintOptions,
  printExpression,
  printModule,
  printModuleWithNames,
} from "./print/printModule.ts";
export { hasChanged } from "./recover/olderCalls.ts";
export { isBare } from "./saved/forms.ts";
export { type RecordedPass, type Recording, readRecording } from "./saved/recording.ts";
export { metadataSection } from "./saved/writeMetadata.ts";
