/** Patterns in text form: what is wrong with one, and what can be written at a caret in it. */
import { at, dtypeNames, present } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { type Token, tokensOf } from "@relayscope/python";
import { positionOf } from "@relayscope/text";
import type { Completion, Range, TextProblem } from "./answers.ts";
import { fieldText, operatorCard, signatureText } from "./markdown.ts";
import { type PatternWord, patternFunctions, patternMethods } from "./patternWords.ts";

/** What reading the pattern reports, with places in its text. */
export async function patternProblems(text: string): Promise<readonly TextProblem[]> {
  const { parsePattern } = await import("@relayscope/targets/patternText");
  return parsePattern(text).diagnostics.map(({ code, severity, message, hints, span }) => {
    const position = span && positionOf(text, span.start);
    return {
      code,
      severity,
      message,
      hints,
      range: span && { start: span.start, end: span.end },
      line: position?.line,
      column: position?.column,
    };
  });
}

/**
 * What fits at the offset: operators and attributes within quotes, methods after a dot, else functions and names given
 * above.
 */
export function patternCompletions(text: string, offset: number): readonly Completion[] {
  const tokens = tokensOf(text).filter((t) => t.kind === "name" || t.kind === "string" || t.kind === "op" || t.kind === "number");
  const last = tokens.findLastIndex((t) => t.start < offset);
  const token = tokens[last];
  const isWord = token !== undefined && offset <= token.end;
  if (isWord && token.kind === "number") return [];
  if (isWord && token.kind === "string") return withinQuotes(text, tokens, last, offset);
  const word = isWord && token.kind === "name" ? token : undefined;
  const range = word ? { start: word.start, end: word.end } : { start: offset, end: offset };
  const before = tokens[word ? last - 1 : last];
  if (before?.text !== "." || before.kind !== "op") return words(text, tokens, offset, range);
  const owner = tokens[(word ? last - 1 : last) - 1];
  // `relay.op.` and the like are modules, so their functions fit. The result of a call, or a name, is a pattern.
  const isModule = owner?.kind === "name" && modules.has(owner.text);
  return isModule
    ? patternFunctions.map((w) => wordCompletion("function", w, range))
    : patternMethods.map((w) => wordCompletion("method", w, range));
}

const modules = new Set(["relay", "tvm", "op", "dfp", "dataflow_pattern", "dpl"]);

function words(text: string, tokens: readonly Token[], offset: number, range: Range): readonly Completion[] {
  const previous = tokens.findLast((t) => t.end < Math.max(range.start, 1) || (t.end === range.start && t.kind === "op"));
  if (previous && (previous.kind === "string" || (previous.kind === "op" && closing.has(previous.text)))) {
    const isNewLine = text.slice(previous.end, offset).includes("\n");
    if (!isNewLine) return [];
  }
  const names = new Set<string>();
  tokens.forEach((t, i) => {
    if (t.kind !== "name" || t.start >= range.start) return;
    const next = tokens[i + 1]?.text;
    if (next === "=" || tokens[i - 1]?.text === "lambda" || tokens[i - 1]?.text === "def") names.add(t.text);
  });
  return [
    ...[...names].map((name): Completion => plain("variable", name, "given here", range)),
    ...patternFunctions.map((w) => wordCompletion("function", w, range)),
  ];
}

const closing = new Set([")", "]", "}"]);

function wordCompletion(kind: "function" | "method", word: PatternWord, range: Range): Completion {
  return { kind, label: word.name, insert: word.name, detail: `(${word.params.join(", ")})`, documentation: word.doc, range };
}

function plain(kind: Completion["kind"], label: string, detail: string, range: Range, documentation = ""): Completion {
  return { kind, label, insert: label, detail, documentation, range };
}

/** Completions within quotes, which depend on the surrounding call. */
function withinQuotes(text: string, tokens: readonly Token[], at: number, offset: number): readonly Completion[] {
  const { start, end } = present(tokens[at]);
  const isClosed = end - start > 1 && text[end - 1] === text[start];
  if (isClosed && offset === end) return [];
  const range = { start: start + 1, end: isClosed ? end - 1 : end };
  const open = openBracket(tokens, at - 1);
  const inDictionary = tokens[open]?.text === "{";
  const callee = tokens[(inDictionary ? openBracket(tokens, open - 1) : open) - 1];
  if (callee?.kind !== "name") return [];
  if (inDictionary) return tokens[at - 1]?.text === ":" ? [] : attributeNames(tokens, at, range);
  if (callee.text === "is_op" || callee.text === "get") return operatorNames(range);
  if (callee.text === "has_dtype" || callee.text === "DataTypePattern") return dtypeNames.map((d) => plain("value", d, "", range));
  return [];
}

function openBracket(tokens: readonly Token[], last: number): number {
  let depth = 0;
  for (let i = last; i >= 0; i--) {
    const { kind, text } = at(tokens, i);
    if (kind !== "op") continue;
    if (closing.has(text)) depth++;
    else if (text === "(" || text === "[" || text === "{") {
      if (depth === 0) return i;
      depth--;
    }
  }
  return -1;
}

function operatorNames(range: Range): readonly Completion[] {
  return [...operators.names()].flatMap((name) => {
    const operator = operators.get(name);
    if (!operator) return [];
    const args = signatureText(operator).slice(name.length);
    return [plain("operator", name, args, range, operatorCard(operator, undefined, undefined))];
  });
}

/**
 * Attributes of the operators that the pattern names above, the nearest first; of all operators where it names none.
 */
function attributeNames(tokens: readonly Token[], at: number, range: Range): readonly Completion[] {
  const named = tokens.slice(0, at).flatMap((t) => {
    const name = t.text.slice(1, -1);
    return t.kind === "string" && operators.get(name)?.attrs ? [name] : [];
  });
  const found = new Map<string, Completion>();
  for (const name of named.length > 0 ? named.reverse() : operators.names()) {
    for (const field of operators.get(name)?.attrs?.fields ?? []) {
      if (!found.has(field.name))
        found.set(field.name, plain("attribute", field.name, fieldText(field), range, `Attribute of \`${name}\`.`));
    }
  }
  return [...found.values()];
}
