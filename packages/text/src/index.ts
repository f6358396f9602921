export { cleanPaste } from "./cleanPaste.ts";
export { codeFrame, positionOf, type TextPosition } from "./codeFrame.ts";
export type { Place } from "./doc.ts";
export { lex } from "./lexer.ts";
export type { BoundValue, Mention, Mentions } from "./mentions.ts";
export { type ExpressionResult, type ParseOptions, type ParseResult, parseExpression, parseModule } from "./parseModule.ts";
export { typeOf as parseType } from "./parseTypes.ts";
export { type PlacedText, type PrintOptions, printExpression, printModule, printModuleWithPlaces } from "./printModule.ts";
export { type Tokens, tokenKind } from "./tokens.ts";
