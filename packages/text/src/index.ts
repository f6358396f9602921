export { codeFrame, positionOf, type TextPosition } from "./codeFrame.ts";
export type { Place } from "./doc.ts";
export { type ExpressionResult, type ParseOptions, type ParseResult, parseExpression, parseModule } from "./parseModule.ts";
export { typeOf as parseType } from "./parseTypes.ts";
export { type PlacedText, type PrintOptions, printExpression, printModule, printModuleWithPlaces } from "./printModule.ts";
