/** Formatting: the reference's own layout, types after the values where the text had them. */
import { inferTypes } from "@relayscope/infer";
import type { Module } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { parseModule, printExpression, printModule } from "@relayscope/text";
import { type Analysis, analyze } from "./analysis.ts";
import type { FormatAnswer } from "./answers.ts";
import { refusals } from "./sentences.ts";

/** The text as the reference prints it, or why it was left alone: laying it out would have lost something. */
export function format(analysis: Analysis): FormatAnswer {
  const { text } = analysis;
  const refusal = refusalOf(analysis);
  if (refusal !== undefined) return { text, refusal };
  // Printing reads types from the nodes, and inference writes them there: this reading is for printing alone.
  const fresh = parseModule(text, { operators }).module;
  const module = hasTypes(analysis) ? inferTypes(fresh, operators, { trust: "nothing" }).module : fresh;
  const formatted = printed(text, module);
  if (formatted === undefined) return { text, refusal: refusals.isFragment() };
  return changesMeaning(analysis, formatted) ? { text, refusal: refusals.wouldChange() } : { text: formatted, refusal: undefined };
}

function refusalOf(analysis: Analysis): string | undefined {
  const { diagnostics, skipped, mentions } = analysis.read;
  if (diagnostics.some((d) => d.severity === "error")) return refusals.hasErrors();
  if (skipped !== undefined) return refusals.holdsMore();
  if (diagnostics.length > 0 || mentions === undefined) return refusals.isFragment();
  return hasRemarks(analysis) ? refusals.hasRemarks() : undefined;
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
