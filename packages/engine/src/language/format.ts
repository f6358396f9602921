/** Formatting: the reference's own layout, types behind the values where the text had them. */
import { inferTypes } from "@relayscope/infer";
import type { Module } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule, printExpression, printModule } from "@relayscope/text";
import { type Analysis, analyze } from "./analysis.ts";

/**
 * The text as the reference prints it; the text itself where that would lose something: where it has errors or is a fragment, holds more than
 * the module (prose around it, say), or comments other than types.
 */
export function format(analysis: Analysis): string {
  const { text, read } = analysis;
  const isWhole = read.skipped === undefined && read.diagnostics.length === 0 && read.mentions !== undefined;
  if (!isWhole || hasRemarks(analysis)) return text;
  // Printing reads types from the nodes, and inference writes them there: this reading is for printing alone.
  const fresh = parseModule(text, { operators }).module;
  const module = hasTypes(analysis) ? inferTypes(fresh, operators, { trust: "nothing" }).module : fresh;
  const formatted = printed(text, module);
  return formatted === undefined || changesMeaning(analysis, formatted) ? text : formatted;
}

function printed(text: string, module: Module): string | undefined {
  const options = { showVersion: text.trimStart().startsWith("#[version"), showMetadata: text.includes("#[metadata]") };
  const body = text.replace(/^\s*#\[version[^\]]*\]/, "").trimStart();
  if (/^(?:def|type|extern)\b/.test(body)) return printModule(module, options);
  const main = module.functions.get("main");
  return /^fn\b/.test(body) && main ? `${printExpression(main, options).trimEnd()}\n` : undefined;
}

function commentsOf(analysis: Analysis): string[] {
  const { comments } = analysis.tokens;
  const found: string[] = [];
  for (let i = 0; i + 1 < comments.length; i += 2) {
    const content = analysis.text.slice(comments[i], comments[i + 1]).trim();
    if (content !== "") found.push(content);
  }
  return found;
}

function hasTypes(analysis: Analysis): boolean {
  return commentsOf(analysis).some((c) => c.startsWith("ty="));
}

/** Comments that a person wrote, in contrast to types and to the places that frontends note. */
function hasRemarks(analysis: Analysis): boolean {
  return commentsOf(analysis).some((c) => !c.startsWith("ty=") && !c.startsWith("span="));
}

/** Whether reading the formatted text gives another number of names or new problems. */
function changesMeaning(before: Analysis, formatted: string): boolean {
  const after = analyze(formatted);
  return after.read.diagnostics.length > 0 || after.module.functions.size !== before.module.functions.size;
}
