/** Patterns in text form: what is wrong with one, and what can be written at a caret in it. */
import { at, dtypeNames, present } from "@relayscope/ir";
import { type PatternToken, type PatternWord, parsePattern, patternFunctions, patternMethods, tokenizePattern } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { positionOf } from "@relayscope/text";
import type { Completion, Range, TextProblem } from "./answers.ts";
import { fieldText, operatorCard, signatureText } from "./markdown.ts";

/** What reading the pattern reports, with places in its text. */
export function patternProblems(text: string): readonly TextProblem[] {
  return parsePattern(text, { operators }).diagnostics.map(({ code, severity, message, hints, span }) => {
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

/** What fits at the offset: operators and attributes within quotes, methods after a dot, else functions and names given above. */
export function patternCompletions(text: string, offset: number): readonly Completion[] {
  const tokens = tokenizePattern(text, []).filter(
    (t) => t.kind === "name" || t.kind === "string" || t.kind === "symbol" || t.kind === "number",
  );
  const last = tokens.findLastIndex((t) => t.span.start < offset);
  const token = tokens[last];
  const isWord = token !== undefined && offset <= token.span.end;
  if (isWord && token.kind === "number") return [];
  if (isWord && token.kind === "string") return withinQuotes(text, tokens, last, offset);
  const word = isWord && token.kind === "name" ? token : undefined;
  const range = word?.span ?? { start: offset, end: offset };
  const before = tokens[word ? last - 1 : last];
  if (before?.text !== "." || before.kind !== "symbol") return words(text, tokens, offset, range);
  const owner = tokens[(word ? last - 1 : last) - 1];
  // `relay.op.` and its like are the module, whose functions are meant; what a call gives, or a name, is a pattern.
  const isModule = owner?.kind === "name" && modules.has(owner.text);
  return isModule
    ? patternFunctions.map((w) => wordCompletion("function", w, range))
    : patternMethods.map((w) => wordCompletion("method", w, range));
}

const modules = new Set(["relay", "tvm", "op", "dfp", "dataflow_pattern", "dpl"]);

function words(text: string, tokens: readonly PatternToken[], offset: number, range: Range): readonly Completion[] {
  const previous = tokens.findLast((t) => t.span.end < Math.max(range.start, 1) || (t.span.end === range.start && t.kind === "symbol"));
  if (previous && (previous.kind === "string" || (previous.kind === "symbol" && closing.has(previous.text)))) {
    const isNewLine = text.slice(previous.span.end, offset).includes("\n");
    if (!isNewLine) return [];
  }
  const names = new Set<string>();
  tokens.forEach((t, i) => {
    if (t.kind !== "name" || t.span.start >= range.start) return;
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

/** Within quotes it is the call around them that says what is meant. */
function withinQuotes(text: string, tokens: readonly PatternToken[], at: number, offset: number): readonly Completion[] {
  const { span } = present(tokens[at]);
  const isClosed = span.end - span.start > 1 && text[span.end - 1] === text[span.start];
  if (isClosed && offset === span.end) return [];
  const range = { start: span.start + 1, end: isClosed ? span.end - 1 : span.end };
  const open = openBracket(tokens, at - 1);
  const inDictionary = tokens[open]?.text === "{";
  const callee = tokens[(inDictionary ? openBracket(tokens, open - 1) : open) - 1];
  if (callee?.kind !== "name") return [];
  if (inDictionary) return tokens[at - 1]?.text === ":" ? [] : attributeNames(tokens, at, range);
  if (callee.text === "is_op" || callee.text === "get") return operatorNames(range);
  if (callee.text === "has_dtype" || callee.text === "DataTypePattern") return dtypeNames.map((d) => plain("value", d, "", range));
  return [];
}

function openBracket(tokens: readonly PatternToken[], last: number): number {
  let depth = 0;
  for (let i = last; i >= 0; i--) {
    const { kind, text } = at(tokens, i);
    if (kind !== "symbol") continue;
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

/** Attributes of the operators that the pattern names above, the nearest first; of all operators where it names none. */
function attributeNames(tokens: readonly PatternToken[], at: number, range: Range): readonly Completion[] {
  const named = tokens.slice(0, at).flatMap((t) => (t.kind === "string" && operators.get(t.text)?.attrs ? [t.text] : []));
  const found = new Map<string, Completion>();
  for (const name of named.length > 0 ? named.reverse() : operators.names()) {
    for (const field of operators.get(name)?.attrs?.fields ?? []) {
      if (!found.has(field.name))
        found.set(field.name, plain("attribute", field.name, fieldText(field), range, `Attribute of \`${name}\`.`));
    }
  }
  return [...found.values()];
}
