/**
 * Patterns from texts: the Python of target files over the names of `tvm.relay.dataflow_pattern`, under a small budget.
 */
import type { Diagnostic, Span } from "@relayscope/ir";
import { type Pattern, patternNodes, subPatterns } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import {
  getAttribute,
  Machine,
  PyFunction,
  PyList,
  PyTuple,
  runScript,
  type ScriptProblem,
  StandIn,
  typeName,
  type Value,
} from "@relayscope/python";
import { textMessages } from "./diagnostics.ts";
import { startState } from "./host/state.ts";
import { makeFinder } from "./load/finder.ts";
import { placeOf } from "./load/paths.ts";
import { PatternObject, patternClass, patternMembers } from "./objects/patternObjects.ts";
import { runForGood } from "./passes/runPass.ts";

/** The longest text that is read, in UTF-16 units: several times the longest table of the reference. */
const lengthLimit = 200_000;

/** Patterns inside patterns. */
const depthLimit = 1000;

const budget = { steps: 20_000, bytes: 16 * 1024 * 1024, depth: 200 };

export interface ParsedPattern {
  /** Undefined where the text holds none; the diagnostics say why. */
  readonly pattern: Pattern | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

export interface ParsedTable {
  readonly entries: readonly { readonly name: string; readonly pattern: Pattern; readonly check: string | undefined }[];
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads one pattern: an expression; lines of assignments that end in one; or a `def` whose body returns one.
 * Names given to sub-patterns become their labels; one name used twice is one pattern.
 */
export function parsePattern(text: string): ParsedPattern {
  const { value, diagnostics } = read(text);
  const pattern = patternOf(value);
  if (diagnostics.length === 0 && !pattern) diagnostics.push(textMessages.noPattern({ start: 0, end: text.length }));
  if (pattern && depthOf(pattern) > depthLimit) diagnostics.push(textMessages.tooDeep({ start: 0, end: text.length }));
  return { pattern: diagnostics.length > 0 ? undefined : pattern, diagnostics };
}

function depthOf(pattern: Pattern): number {
  const depths = new Map<Pattern, number>();
  const depthHere = (node: Pattern) => depths.get(node) ?? 0;
  for (const node of patternNodes(pattern)) depths.set(node, subPatterns(node).reduce((most, p) => Math.max(most, depthHere(p)), 0) + 1);
  return depthHere(pattern);
}

/** Reads a pattern table: what ends in a list of `(name, pattern)` or `(name, pattern, check)`. Checks stay names. */
export function parsePatternTable(text: string): ParsedTable {
  const { value, diagnostics } = read(text);
  const entries = itemsOf(value).flatMap((item) => {
    const [name, pattern, check] = itemsOf(item);
    if (typeof name !== "string" || !(pattern instanceof PatternObject)) return [];
    const checkName = check instanceof StandIn || check instanceof PyFunction ? check.name : undefined;
    return [{ name, pattern: pattern.pattern, check: checkName }];
  });
  if (entries.length === 0 && diagnostics.length === 0) diagnostics.push(textMessages.noPattern({ start: 0, end: text.length }));
  return { entries, diagnostics };
}

/** The modules of the names in pattern texts, in addition to `dataflow_pattern`, or the member of that name. */
const modules: Readonly<Record<string, string>> = {
  tvm: "tvm",
  relay: "tvm.relay",
  op: "tvm.relay.op",
  dataflow_pattern: "tvm.relay.dataflow_pattern",
  dfp: "tvm.relay.dataflow_pattern",
  dpl: "tvm.relay.dataflow_pattern",
};
const members: Readonly<Record<string, string>> = {
  const: "tvm.relay",
  TensorType: "tvm.relay",
  TupleType: "tvm.relay",
  get: "tvm.relay.op",
  register_pattern_table: "tvm.relay.op.contrib",
};

function named(machine: Machine, name: string): Value | undefined {
  const own = (table: Readonly<Record<string, Value>>) => (Object.hasOwn(table, name) ? table[name] : undefined);
  const [module, owner] = [own(modules), own(members)];
  if (typeof module === "string") return machine.importModule(module, { isGuarded: true });
  if (typeof owner === "string") return getAttribute(machine, machine.importModule(owner, { isGuarded: true }), name);
  return own(patternMembers);
}

function read(text: string): { readonly value: Value | undefined; readonly diagnostics: Diagnostic[] } {
  if (text.length > lengthLimit) return { value: undefined, diagnostics: [textMessages.tooLong({ start: 0, end: text.length })] };
  const place = placeOf("pattern.py");
  const finder = makeFinder(place, new Map());
  const machine = new Machine({ find: finder.find, standIn: finder.standIn, budget });
  startState(machine, operators, runForGood);
  const known = [patternMembers, modules, members].flatMap((table) => Object.keys(table));
  const { value, problems, exhausted } = runScript(machine, text, {
    find: (name) => named(machine, name),
    named(name, given) {
      known.push(name);
      if (given instanceof PatternObject) label(given.pattern, name);
    },
  });
  const diagnostics = problems.map((problem) => diagnosticOf(problem, known));
  if (exhausted) diagnostics.push((exhausted.what === "stack" ? textMessages.tooDeep : textMessages.tooManySteps)(spanOf(exhausted)));
  return { value, diagnostics };
}

/** A name sticks to the first pattern it is given; traces and the printer use it. */
function label(pattern: Pattern, name: string): void {
  const named = pattern as { label?: string };
  named.label ??= name;
}

function itemsOf(value: Value | undefined): readonly Value[] {
  return value instanceof PyList || value instanceof PyTuple ? value.items : [];
}

/** `("name", pattern)` counts as its pattern, since people paste entries of tables. */
function patternOf(value: Value | undefined): Pattern | undefined {
  if (value instanceof PatternObject) return value.pattern;
  const [found, ...others] = itemsOf(value)
    .map(patternOf)
    .filter((p) => p !== undefined);
  return others.length === 0 ? found : undefined;
}

const syntaxErrors = new Set(["SyntaxError", "IndentationError", "TabError"]);

const spanOf = ({ start, end }: Span): Span => ({ start, end });

/** What went wrong: an invalid name, operator, method or argument; else Python's exception. */
function diagnosticOf(problem: ScriptProblem, known: readonly string[]): Diagnostic {
  const { type, message, parts, attribute } = problem;
  const span = spanOf(problem);
  const unknown = parts.find(({ value }) => value instanceof StandIn);
  if (unknown?.value instanceof StandIn) return textMessages.unknownName(unknown.value.name, known, spanOf(unknown));
  const [callee, ...args] = parts;
  const name = args.find(({ value }) => typeof value === "string");
  if (typeof name?.value === "string" && message.includes(`Operator ${name.value} is not registered`))
    return textMessages.unknownOperator(name.value, operators.names(), spanOf(name));
  if (attribute !== undefined && callee?.value instanceof PatternObject)
    return textMessages.unknownMethod(attribute, patternClass.dict.keys(), span);
  const wrong = callee?.value instanceof PatternObject ? args.find(({ value }) => !(value instanceof PatternObject)) : undefined;
  if (wrong?.value !== undefined) return textMessages.notAPattern(typeName(wrong.value), spanOf(wrong));
  if (type === "RecursionError" || message.startsWith("too many")) return textMessages.tooDeep(span);
  return syntaxErrors.has(type) ? textMessages.syntax(message, span) : textMessages.raised(type, message, span);
}
