/**
 * Reads whole texts: modules, functions, expressions and fragments, as people paste them. Never throws.
 *
 * A text may hold several dumps (a log of passes, a notebook). A `#[version]` line, a bare `fn`, or a second definition
 * of a name starts a dump. The first complete one is used (all braces closed, every statement whole), since in a log of
 * passes it is the passes' input, so that they can run again. A dump is passed over if another one is many times as
 * long. If none is complete, the one with the most calls is used. `skipped` says where the others are.
 */
import {
  at,
  constant,
  type Diagnostic,
  type Expr,
  emptyModule,
  type Func,
  freeVars,
  func,
  keptIn,
  type Module,
  type OperatorTable,
  postOrder,
  present,
  rewrite,
  runTask,
  type Span,
  type TensorData,
  type Type,
  type TypeData,
  tuple,
  type Var,
} from "@relayscope/ir";
import { asWritten, type CleanText, isBlankedBetween } from "../clean/cleanText.ts";
import { laterDumps } from "../clean/laterDumps.ts";
import { report } from "../diagnostics.ts";
import { character } from "../lex/characters.ts";
import { lex } from "../lex/lexer.ts";
import { type Tokens, tokenKind } from "../lex/tokens.ts";
import type { ForeignText } from "../recover/notRelay.ts";
import { skippedSentence } from "../recover/skipped.ts";
import { isDefinition, isOperatorCall, isStatement } from "../recover/statements.ts";
import { type Metadata, noMetadata, type ReadMetadata } from "../saved/metadata.ts";
import { isWord, kindAt, near, nearType, readEnd, say, startOf, tokenName, tokenSpan, tokenText } from "./cursor.ts";
import { type Mentions, mentionRecorder } from "./mentions.ts";
import { readFunction } from "./parseBlocks.ts";
import { parseFunctionDefinition, parseTypeDefinition } from "./parseDefinitions.ts";
import { readSequence } from "./parseSequences.ts";
import { type ParseState, parseState } from "./parseState.ts";
import { commentType } from "./parseTypes.ts";

export interface ParseOptions {
  readonly operators: OperatorTable;
  /** The metadata section where it is not in the text: its JSON. */
  readonly metadata?: string | undefined;
  /**
   * The data of constants next to the text, by their `n` in `meta[relay.Constant][n]`: those of the type that the text
   * says for them get it.
   */
  readonly constants?: ReadonlyMap<number, TensorData> | undefined;
  /** What `meta[type][index]` is where the text has no section. */
  readonly references?: ((type: string, index: number) => Expr | undefined) | undefined;
  /** Every node takes its type from its comment and from nowhere else. For texts that are not inferred afterwards. */
  readonly trustComments?: boolean;
  /** Whether the result contains the meaning of each name in the text. */
  readonly mentions?: boolean;
}

export interface ParseResult {
  readonly module: Module;
  readonly diagnostics: readonly Diagnostic[];
  /** A sentence about the parts of the text that were left out; undefined if there are none. */
  readonly skipped: string | undefined;
  /** Offsets of the modules that a text holds, if it holds several; the first is that of the module that was read. */
  readonly starts?: readonly number[];
  /** Variables that nothing binds, in order of first use. Those of a fragment are parameters of its @main. */
  readonly freeVars: readonly Var[];
  /**
   * Whether the text is a module or a function as 0.19.0 would read it: nothing within it is missing, free, or in the
   * form of an older version.
   */
  readonly isWhole?: boolean;
  /** The type in the comment after a node, for nodes whose type can't be inferred. */
  readonly claims?: (expr: Expr) => Type | undefined;
  /** Set only on request, and if the text contains a module. */
  readonly mentions?: Mentions | undefined;
}

/** The options, with the signs of the text's age. */
interface ModuleOptions extends ParseOptions {
  readonly isEarly: boolean;
}

export interface ExpressionResult {
  readonly expression: Expr;
  readonly diagnostics: readonly Diagnostic[];
  readonly freeVars: readonly Var[];
}

/** Readers for rare content of texts. */
interface RareReaders {
  /** Blanks out the text around and between its Relay. */
  clean(text: string): CleanText;
  readonly metadataOf: ReadMetadata;
  /** Identifies a text that is not Relay, if it is of a known kind. */
  foreignText(text: string): ForeignText | undefined;
}

/** Reads nothing, and reports that metadata was not read. */
const noReaders: RareReaders = {
  clean: asWritten,
  metadataOf: () => ({ ...noMetadata, problem: "it is not looked at here" }),
  foreignText: () => undefined,
};

/**
 * The module that a text holds: a bare one, or any with the readers for what few texts hold. A bare function or
 * expression, or a fragment, becomes its @main.
 */
export function parseBare(text: string, given: ParseOptions, readers: RareReaders = noReaders): ParseResult {
  const read = readText(text, given, readers);
  const cut = cutStatement(text, read.diagnostics, readers);
  if (!cut) return read;
  const { diagnostics, ...again } = readText(text.slice(0, cut.start), given, readers);
  return { ...again, diagnostics: [...diagnostics, report.cutStatement(cut)], isWhole: false };
}

/**
 * The last statement, if the text ends within it in a way that can't be read. The part that was read is not a
 * statement.
 */
function cutStatement(text: string, diagnostics: readonly Diagnostic[], { clean }: RareReaders): Span | undefined {
  const errors = diagnostics.filter(({ severity, code }) => severity === "error" && cutForm.has(code)).map(({ span }) => span?.end ?? 0);
  const latest = Math.max(-1, ...errors);
  if (latest < 0) return undefined;
  const tokens = lex(clean(text).text);
  const last = tokens.count - 2;
  let depth = 0;
  for (let at = last; at >= 0 && present(tokens.ends[at]) > latest - longestTail; at--) {
    const kind = tokens.kinds[at];
    if (kind === character.openParenthesis || kind === character.openBracket) depth++;
    else if (kind === character.closeParenthesis || kind === character.closeBracket) depth--;
    else if (kind === character.semicolon || kind === character.openBrace || kind === character.closeBrace) {
      const start = present(tokens.ends[at]);
      const isWithin = depth > 0 || latest > present(tokens.starts[last - 1]);
      return at < last && latest > start && isWithin ? { start, end: text.length } : undefined;
    }
  }
  return undefined;
}

/** Characters of a statement that the text may end in. */
const longestTail = 20_000;

/** Codes of problems at the last token of a text that is cut within a statement. */
const cutForm: ReadonlySet<string> = new Set([
  "expected-token",
  "expected-expression",
  "expected-type",
  "undefined-variable",
  "unknown-dtype",
  "unknown-attribute",
  "unknown-operator",
  "attribute-type",
  "undefined-global",
]);

function readText(text: string, given: ParseOptions, readers: RareReaders): ParseResult {
  const options = { ...given, isEarly: earlyHeader.test(text) };
  const clean = readers.clean(text);
  const tokens = lex(clean.text);
  const sections = sectionsOf(options, readers.metadataOf);
  const dumps: Dump[] = [];
  let at = 0;
  let best: Dump | undefined;
  let longest: number | undefined;
  while (at < tokens.count - 1 && dumps.length < dumpLimit) {
    const dump = readDump(tokens, at, options, sections, clean);
    at = Math.max(dump.next, at + 1);
    if (dump.isEmpty) continue;
    dumps.push(dump);
    if (!dump.isComplete) {
      if (!best || (!best.isComplete && dump.calls() > best.calls())) best = dump;
      continue;
    }
    longest ??= longestOf(laterDumps(tokens, at, clean), text.length);
    const length = lengthOf(dump);
    if (!best?.isComplete || length > manyTimes * lengthOf(best)) best = dump;
    if (length * manyTimes >= longest) break;
  }
  if (!best?.isDefined) {
    const foreign = readers.foreignText(text);
    if (foreign) return { module: emptyModule, diagnostics: [report.notRelay(firstLine(text), foreign)], skipped: undefined, freeVars: [] };
  }
  best ??= readBareExpression(tokens, options, sections);
  if (!best) {
    const span = { start: 0, end: Math.min(text.length, 1) };
    return { module: emptyModule, diagnostics: text.trim() === "" ? [] : [report.nothingToRead(span)], skipped: undefined, freeVars: [] };
  }
  const others = dumps.filter((d) => d !== best && d.isDefined).map((d) => d.ranges);
  const { ranges, state } = best;
  const starts = [...others.map((spans) => spans[0]?.start ?? 0), ...laterDumps(tokens, at, clean)];
  return {
    module: best.module,
    diagnostics: listed(state),
    skipped: skippedSentence({ text, clean, ranges, leftOut: state.leftOut, others, starts }),
    starts: [ranges[0]?.start ?? 0, ...starts],
    freeVars: best.state.freeVars,
    isWhole: best.isDefined && isWhole(best.state),
    claims: claimsOf(best.state),
    mentions: mentionsOf(best),
  };
}

/** Whether 0.19.0 could have read the text, too: nothing of it is missing, free, or in the form of an older version. */
function isWhole({ gaps, holes, lacksMetadata, freeVars, olderForms, isEarly }: ParseState): boolean {
  return gaps === 0 && holes.size === 0 && !lacksMetadata && freeVars.length === 0 && olderForms.size === 0 && !isEarly;
}

/** Comments are read when they are asked for: most never are. */
function claimsOf(p: ParseState): (expr: Expr) => Type | undefined {
  return (expr) => {
    const place = p.claims.get(expr);
    return place && commentType(p, p.types, place);
  };
}

/** The expression that a text holds; `free_var` lines declare variables. */
export function parseBareExpression(text: string, options: ParseOptions, metadataOf: ReadMetadata): ExpressionResult {
  const tokens = lex(text);
  const state = parseState(
    tokens,
    options.operators,
    withConstants(dumpMetadata(tokens, 0, sectionsOf(options, metadataOf)), options),
    options.trustComments ?? false,
  );
  state.isInFunction = true;
  while (kindAt(state) === tokenKind.version) state.at++;
  const expression = runTask(readSequence(state, true));
  if (kindAt(state) !== tokenKind.end && kindAt(state) !== tokenKind.metadata)
    say(state, report.trailingText(tokenSpan(state), tokenText(state)));
  settleGlobals(state, new Set());
  return { expression, diagnostics: listed(state), freeVars: state.freeVars };
}

/** The place of the first line that is not blank. */
function firstLine(text: string): Span {
  const start = Math.max(0, text.search(/\S/));
  const end = text.indexOf("\n", start);
  return { start, end: end < 0 ? text.length : end };
}

// ---- dumps

/** A dump that is this many times as long as another is the intended one. */
const manyTimes = 6;

/** Length of the longest of the dumps that start at those offsets. */
function longestOf(starts: readonly number[], end: number): number {
  return Math.max(0, ...starts.map((start, i) => (starts[i + 1] ?? end) - start));
}

function lengthOf({ ranges }: Dump): number {
  return (ranges.at(-1)?.end ?? 0) - (ranges[0]?.start ?? 0);
}

/** With more broken dumps than this in a text, the others are not read. */
const dumpLimit = 64;

interface Dump {
  readonly state: ParseState;
  readonly module: Module;
  readonly isEmpty: boolean;
  readonly isComplete: boolean;
  /** How many calls it holds; counted when asked. */
  calls(): number;
  /** Whether it defines functions, in contrast to a fragment. */
  readonly isDefined: boolean;
  /** Token after it. */
  readonly next: number;
  /** The ranges of the text that it covers. */
  readonly ranges: readonly Span[];
}

function stateOf(tokens: Tokens, from: number, options: ModuleOptions, sections: Sections): ParseState {
  const metadata = withConstants(dumpMetadata(tokens, from, sections), options);
  const mentions = options.mentions ? mentionRecorder() : undefined;
  const state = parseState(tokens, options.operators, metadata, options.trustComments ?? false, mentions);
  state.isEarly = options.isEarly;
  return state;
}

/** The header of texts up to 0.6, and of 0.7 while it was made. */
const earlyHeader = /(?:^|[\s>"'])v0\.0\.[0-4](?=\s|\\n)|#\[version = "0\.0\.[0-4]"\]/m;

/** Reads one dump from token `from` on. */
function readDump(tokens: Tokens, from: number, options: ModuleOptions, sections: Sections, clean: CleanText): Dump {
  const p = stateOf(tokens, from, options, sections);
  p.at = from;
  const functions = new Map<string, Func>();
  const types = new Map<string, TypeData>();
  const fragments: Expr[] = [];
  const ranges: Span[] = [];
  let isBetween = false;
  let seam: Seam | undefined;
  const isEmpty = () => functions.size === 0 && types.size === 0 && fragments.length === 0;
  for (;;) {
    const kind = kindAt(p);
    const start = startOf(p);
    const first = p.at;
    let isRead = false;
    if (kind === tokenKind.end) break;
    if (kind === tokenKind.version) {
      if (!isEmpty()) break;
      p.at++;
    } else if (kind === tokenKind.metadata) {
      p.at++;
    } else if (kind === tokenKind.name && isDefinition(p)) {
      isBetween ||= isBlankedBetween(clean, readEnd(p), start);
      if (isWord(p, "def")) {
        const name = tokenName(p, p.at + 1);
        if (name === "main" && fragments.length > 0) break;
        if (functions.has(name)) {
          if (isBetween || name === "main") {
            if (seam && name === "main") cutAt(seam, p, functions, ranges);
            break;
          }
          say(p, report.duplicateGlobal(tokenSpan(p, p.at + 1), `@${name}`));
        }
        isRead = true;
        if (isBetween && functions.has("main") && !p.globals.has(name)) seam ??= { at: p.at, ranges: ranges.length, names: [] };
        const definition = parseFunctionDefinition(p);
        if (definition) functions.set(definition.name, definition.func);
        seam?.names.push(name);
      } else {
        const data = parseTypeDefinition(p);
        types.set(data.header.name, data);
      }
      // After a definition that is cut, another dump may start.
      isBetween = kindAt(p, -1) !== character.closeBrace;
    } else if (isWord(p, "fn") && (kindAt(p, 1) === character.openParenthesis || kindAt(p, 1) === character.openBracket)) {
      if (!isEmpty()) break;
      p.at++;
      const made = runTask(readFunction(p, start));
      if (made.kind === "Function") functions.set("main", made);
      ranges.push({ start, end: p.goodEnd });
      break;
    } else if (kind === tokenKind.global && kindAt(p, 1) === character.equals && isWord(p, "primfn", 2)) {
      say(p, report.unsupportedDefinition(tokenSpan(p), tokenText(p)));
      skipBraces(p);
    } else if (isStatement(p) || isOperatorCall(p)) {
      if (functions.size > 0) break;
      isRead = true;
      p.isTopNext = true;
      fragments.push(runTask(readSequence(p, true)));
      p.isLost = false;
    } else {
      if (kind !== character.closeBrace && kind !== character.semicolon) isBetween = true;
      p.at++;
      continue;
    }
    if (p.at === first) p.at++;
    ranges.push({ start, end: isRead ? Math.max(start, p.goodEnd) : readEnd(p) });
  }
  if (fragments.length > 0) functions.set(functions.has("main") ? "fragment" : "main", fragmentFunction(p, fragments));
  if (p.undeclared.size > 0 || p.holes.size > 0) bindUnknowns(p, functions);
  settleGlobals(p, functions);
  settleTypeNames(p, types);
  const module = { ...emptyModule, functions, types };
  return {
    state: p,
    module,
    isEmpty: isEmpty(),
    isComplete: fragments.length === 0 && functions.size > 0 && !p.diagnostics.some((d) => brokenForm.has(d.code)),
    calls: () => countCalls(functions),
    isDefined: fragments.length === 0,
    next: p.at,
    ranges,
  };
}

/**
 * A gap between two functions of a text, if the earlier functions do not call the later one: another dump may start
 * there.
 */
interface Seam {
  readonly at: number;
  readonly ranges: number;
  readonly names: string[];
}

/** Leaves the text after the seam to the next dump. */
function cutAt(seam: Seam, p: ParseState, functions: Map<string, Func>, ranges: Span[]): void {
  for (const name of seam.names) functions.delete(name);
  ranges.length = seam.ranges;
  p.at = seam.at;
}

/** Codes of problems in a text that is cut or garbled, in contrast to a complete text with errors. */
const brokenForm: ReadonlySet<string> = new Set([
  "expected-token",
  "expected-expression",
  "expected-type",
  "missing-brace",
  "missing-result",
]);

/** Reads a text without any definition as one expression, from the first token that can start one. */
function readBareExpression(tokens: Tokens, options: ModuleOptions, sections: Sections): Dump | undefined {
  const p = stateOf(tokens, 0, options, sections);
  while (kindAt(p) === tokenKind.version) p.at++;
  const start = startOf(p);
  const kind = kindAt(p);
  const isExpression =
    kind === tokenKind.local ||
    kind === tokenKind.temporary ||
    kind === tokenKind.integer ||
    kind === tokenKind.float ||
    kind === tokenKind.meta ||
    kind === character.openParenthesis ||
    kind === tokenKind.global;
  if (
    !isExpression &&
    !(kind === tokenKind.name && (kindAt(p, 1) === character.openParenthesis || isWord(p, "True") || isWord(p, "False")))
  )
    return undefined;
  const body = runTask(readSequence(p, true));
  const functions = new Map([["main", fragmentFunction(p, [body])]]);
  settleGlobals(p, functions);
  return {
    state: p,
    module: { ...emptyModule, functions },
    isEmpty: false,
    isComplete: false,
    calls: () => 0,
    isDefined: false,
    next: p.at,
    ranges: [{ start, end: readEnd(p) }],
  };
}

/** A fragment as a function whose parameters are the unbound names. */
function fragmentFunction(p: ParseState, results: readonly Expr[]): Func {
  const body = results.length === 1 ? at(results, 0) : tuple(results);
  return func({ params: [...new Set(p.freeVars)], body }, { span: body.span });
}

/**
 * Turns undefined names in a function into parameters. In a function that is called here, they become constants of
 * unknown type and value.
 */
function bindUnknowns(p: ParseState, functions: Map<string, Func>): void {
  const unknown = new Set<Var>([...p.undeclared.values(), ...p.holes]);
  const called = new Set(p.globalCalls.map(({ call }) => (call.op.kind === "GlobalVar" ? call.op.name : "")));
  for (const [name, f] of functions) {
    const free = freeVars(f).filter((v) => unknown.has(v));
    if (free.length === 0) continue;
    if (!called.has(name)) {
      functions.set(name, func({ ...f, params: [...f.params, ...free] }, { span: f.span }));
      continue;
    }
    const constants = new Map<Expr, Expr>(free.map((v) => [v, constant(undefined, undefined, { span: v.span })]));
    const body = rewrite(f.body, { pre: (expr) => constants.get(expr), post: keepPlace });
    functions.set(name, func({ ...f, body }, { span: f.span }));
  }
}

/** A rebuilt node keeps the original's place and the type in its comment. */
function keepPlace(original: Expr, rebuilt: Expr): Expr {
  return rebuilt === original ? original : { ...rebuilt, span: original.span, checkedType: original.checkedType };
}

function skipBraces(p: ParseState): void {
  let depth = 0;
  while (kindAt(p) !== tokenKind.end && kindAt(p) !== tokenKind.version && !isDefinition(p)) {
    if (kindAt(p) === character.openBrace) depth++;
    if (kindAt(p) === character.closeBrace && --depth <= 0) {
      p.at++;
      return;
    }
    p.at++;
  }
}

/** Calls of functions that the text does not define take their types from their comments. */
function settleGlobals(p: ParseState, functions: { has(name: string): boolean; keys(): Iterable<string> }): void {
  let untyped: string | undefined;
  for (const { call, comment } of p.globalCalls) {
    if (call.op.kind !== "GlobalVar" || functions.has(call.op.name)) continue;
    const type = comment && commentType(p, p.types, comment);
    if (type) call.checkedType = type;
    else untyped ??= call.op.name;
  }
  const missing = [...p.globals].filter(([name]) => !functions.has(name));
  const first = missing[0];
  if (!first) return;
  const candidate = near(p, first[0], functions.keys());
  const suggestion = candidate === undefined ? undefined : `@${candidate}`;
  if (untyped === undefined) say(p, report.undefinedGlobal(first[1].span, `@${first[0]}`, missing.length - 1, suggestion));
  else say(p, report.unknownGlobal(p.globals.get(untyped)?.span ?? first[1].span, `@${untyped}`, suggestion));
}

/**
 * Reports types that definitions name but the text does not define. The reference accepts them as long as no function
 * uses them.
 */
function settleTypeNames(p: ParseState, types: ReadonlyMap<string, TypeData>): void {
  for (const [name, span] of p.types.definitionUses)
    if (!types.has(name)) say(p, report.undefinedType(span, name, nearType(p, name, types.keys())));
}

function mentionsOf({ state, ranges }: Dump): Mentions | undefined {
  const { tokens, mentions } = state;
  return mentions && { tokens, list: mentions.finish(), scopeEnds: mentions.scopeEnds, ranges };
}

function countCalls(functions: ReadonlyMap<string, Func>): number {
  let count = 0;
  for (const f of functions.values()) {
    postOrder(f, (e) => {
      if (e.kind === "Call") count++;
    });
  }
  return count;
}

/** Metadata sections by token, each read once. */
interface Sections {
  readonly read: Map<number, Metadata>;
  readonly metadataOf: ReadMetadata;
}

/** The metadata that belongs to a dump: the next section after its start, before another version line. */
function dumpMetadata(tokens: Tokens, from: number, { read, metadataOf }: Sections): Metadata {
  const section = tokens.kinds.indexOf(tokenKind.metadata, from);
  if (section < 0 || section >= tokens.count) return read.get(given) ?? noMetadata;
  const version = tokens.kinds.indexOf(tokenKind.version, from + 1);
  if (version >= 0 && version < section) return read.get(given) ?? noMetadata;
  return keptIn(read, section, () => metadataOf(tokens.text.slice(tokens.starts[section], tokens.ends[section])));
}

/** Represents the section that came next to the text. */
const given = -1;

/** A section with the data that comes next to the text for constants that the section lacks. */
function withConstants(metadata: Metadata, { constants, references }: ParseOptions): Metadata {
  return { ...metadata, beside: constants && ((index) => constants.get(index)), expression: metadata.isPresent ? undefined : references };
}

function sectionsOf({ metadata }: ParseOptions, metadataOf: ReadMetadata): Sections {
  return { read: new Map(metadata === undefined ? [] : [[given, metadataOf(metadata)]]), metadataOf };
}

/** How many changes since an older version are named. */
const mostChanges = 6;

/** Reports once which parts of the text are of an older version. */
function sayOlderForms(p: ParseState): void {
  const [first, ...others] = p.olderForms.values();
  if (!first) return;
  const named = [first, ...others.slice(0, mostChanges - 1)].map(
    ({ change: { operator, says, since } }) => `\`${operator}\` ${says} (since ${since})`,
  );
  say(p, report.olderForms(first.span, named, p.olderForms.size - named.length));
}

function listed(p: ParseState): Diagnostic[] {
  sayOlderForms(p);
  if (p.metadata.problem) say(p, report.metadataUnread({ start: 0, end: 0 }, p.metadata.problem));
  if (p.unlisted === 0) return p.diagnostics;
  return [...p.diagnostics, report.more({ start: readEnd(p), end: readEnd(p) }, p.unlisted)];
}
