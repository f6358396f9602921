/** A module in any form that it is written in, with its metadata. */
import { cleanPaste } from "../clean/cleanPaste.ts";
import { foreignText } from "../recover/notRelay.ts";
import { isJson } from "../saved/forms.ts";
import { readJsonModule } from "../saved/jsonModule.ts";
import { readMetadata } from "../saved/readMetadata.ts";
import { type ExpressionResult, type ParseOptions, type ParseResult, parseBare, parseBareExpression } from "./parseText.ts";

/** The module that a text holds: Relay as `parseText` reads it, or the JSON of `tvm.ir.save_json`. */
export function parseModule(text: string, options: ParseOptions): ParseResult {
  return isJson(text) ? { ...readJsonModule(text, options.operators), skipped: undefined, freeVars: [] } : parseText(text, options);
}

/** The module that a text holds. A bare function or expression, or a fragment, becomes its @main. */
export function parseText(text: string, options: ParseOptions): ParseResult {
  return parseBare(text, options, { clean: cleanPaste, metadataOf: readMetadata, foreignText });
}

/** The expression in a text, and its free variables. */
export function parseExpression(text: string, options: ParseOptions): ExpressionResult {
  return parseBareExpression(text, options, readMetadata);
}
