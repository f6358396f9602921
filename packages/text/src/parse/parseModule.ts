/** A module in any form that it is written in. */
import { isJson } from "../saved/isJson.ts";
import { readJsonModule } from "../saved/jsonModule.ts";
import { type ParseOptions, type ParseResult, parseText } from "./parseText.ts";

/** The module that a text holds: Relay as `parseText` reads it, or the JSON of `tvm.ir.save_json`. */
export function parseModule(text: string, options: ParseOptions): ParseResult {
  return isJson(text) ? { ...readJsonModule(text, options.operators), skipped: undefined, freeVars: [] } : parseText(text, options);
}
