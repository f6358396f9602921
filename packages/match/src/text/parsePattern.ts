/** Patterns from text that reads like TVM's Python. The text is parsed here and never run as code. */
import type { Diagnostic, Span } from "@relayscope/ir";
import type { Pattern } from "../pattern.ts";
import type { TextReaders } from "./builtins.ts";
import { buildValue } from "./evaluation.ts";
import { tokenize } from "./lexer.ts";
import { textMessages } from "./messages.ts";
import { parseStatements } from "./parser.ts";
import type { Value } from "./values.ts";

/** The longest text that is read, in UTF-16 units: several times the longest table of the reference. */
const lengthLimit = 200_000;

export interface ParsedPattern {
  /** Undefined where the text holds none; the diagnostics say why. */
  readonly pattern: Pattern | undefined;
  readonly diagnostics: readonly Diagnostic[];
  /** Where in the text each sub-pattern was built. */
  readonly spans: ReadonlyMap<Pattern, Span>;
}

export interface ParsedTable {
  readonly entries: readonly { readonly name: string; readonly pattern: Pattern; readonly check: string | undefined }[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads one pattern: an expression; lines of assignments that end in one; or a `def` whose body returns one.
 * Names given to sub-patterns become their labels; one name used twice is one pattern.
 */
export function parsePattern(text: string, readers: TextReaders = {}): ParsedPattern {
  const { value, spans, diagnostics } = read(text, readers);
  const found = patternOf(value);
  if (!found && diagnostics.length === 0) diagnostics.push(textMessages.noPattern({ start: 0, end: text.length }));
  return { pattern: diagnostics.some((d) => d.severity === "error") ? undefined : found, diagnostics, spans };
}

/** Reads a pattern table: what ends in a list of `(name, pattern)` or `(name, pattern, check)`. Checks stay names. */
export function parsePatternTable(text: string, readers: TextReaders = {}): ParsedTable {
  const { value, diagnostics } = read(text, readers);
  const entries: { name: string; pattern: Pattern; check: string | undefined }[] = [];
  for (const item of value?.kind === "list" ? value.items : []) {
    if (item.kind !== "list") continue;
    const [name, pattern, check] = item.items;
    if (name?.kind !== "string" || pattern?.kind !== "pattern") continue;
    const checkName = check?.kind === "foreign" || check?.kind === "function" ? check.name : undefined;
    entries.push({ name: name.value, pattern: pattern.pattern, check: checkName });
  }
  if (entries.length === 0 && diagnostics.length === 0) diagnostics.push(textMessages.noPattern({ start: 0, end: text.length }));
  return { entries, diagnostics };
}

function read(
  text: string,
  readers: TextReaders,
): { value: Value | undefined; spans: ReadonlyMap<Pattern, Span>; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  if (text.length > lengthLimit) {
    diagnostics.push(textMessages.tooLong({ start: 0, end: text.length }));
    return { value: undefined, spans: new Map(), diagnostics };
  }
  const statements = parseStatements(tokenize(text, diagnostics), diagnostics);
  const { value, spans } = buildValue(statements, readers, diagnostics);
  return { value, spans, diagnostics };
}

/** `("name", pattern)` counts as its pattern, since people paste entries of tables. */
function patternOf(value: Value | undefined): Pattern | undefined {
  if (value?.kind === "pattern") return value.pattern;
  if (value?.kind !== "list") return undefined;
  const [found, ...others] = value.items.map(patternOf).filter((p) => p !== undefined);
  return others.length === 0 ? found : undefined;
}
