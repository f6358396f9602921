/**
 * One run of a target's files: the machine, the module of the main file, and what it registered. Follows Target in the
 * oracle's own_target.py.
 */
import { Failure } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import {
  attributeOr,
  call,
  Exhausted,
  getAttribute,
  isCallable,
  isOwnLimit,
  Machine,
  type Outcome,
  PyClass,
  PyException,
  PyFunction,
  PyModule,
  type Value,
} from "@relayscope/python";
import { startState, stateOf, type TvmState } from "../host/state.ts";
import { PatternObject } from "../objects/patternObjects.ts";
import type { TableEntryValue } from "../passes/passData.ts";
import { runForGood } from "../passes/runPass.ts";
import { entriesOf } from "../passes/table.ts";
import { type Finder, makeFinder } from "./finder.ts";
import { type GivableName, givableNames } from "./givable.ts";
import { type Files, type Placement, placeOf } from "./paths.ts";
import { givenValue, isImport, Provided } from "./provided.ts";
import { targetError } from "./standIns.ts";
import type { ReferenceTargets } from "./tableModule.ts";
import { nearImport, unknownImport } from "./unknown.ts";

/** What is specified for a target in addition to its files. */
export interface TargetChoices {
  /** Its name, where the files give none or more than one. */
  readonly name?: string | undefined;
  /** Expressions over the main file's names that give the table. */
  readonly table?: readonly string[] | undefined;
  /** Expressions to put in place of names of the main file: what only the vendor's machine can say. */
  readonly given?: Readonly<Record<string, string>> | undefined;
  /** The targets whose tables and flows the files may ask for. */
  readonly referenceTargets?: ReferenceTargets | undefined;
}

export interface Program {
  readonly machine: Machine;
  readonly state: TvmState;
  readonly finder: Finder;
  readonly place: Placement;
  readonly module: PyModule;
  readonly name: string;
  readonly entries: readonly TableEntryValue[];
  /** The function that gave them. */
  readonly maker: Value | undefined;
  readonly givable: readonly GivableName[];
  /** The UMA backend that the file defines. */
  readonly backend: Value | undefined;
  /** Functions and classes that the main file defines, by name. */
  readonly own: ReadonlyMap<string, Value>;
}

/**
 * A program, or why there is none; `unknown` is the import whose value ended the reading, `near` a name that is meant
 * by it.
 */
export type LoadedProgram = Outcome<Program> & { readonly unknown?: string | undefined; readonly near?: string | undefined };

type Loaded = Omit<Program, "name" | "entries" | "maker">;

/**
 * Loads the file at `path`. On a failure, returns the reason: the program's own exception, or that its budget is used
 * up. `isFlowEnough`: whether a partition function alone, which may make a table, defines a target.
 */
export function loadProgram(files: Files, path: string, choices: TargetChoices, isFlowEnough = false): LoadedProgram {
  const place = placeOf(path);
  const provided = new Provided(choices.given ?? {}, () => machine);
  const finder = makeFinder(place, files, provided, choices.referenceTargets);
  const text = files.get(path) ?? "";
  const isEnd = (m: Machine, module: string, error: unknown) => module === place.name && isAfterTarget(m, path, text, error);
  const machine: Machine = new Machine({ find: finder.find, standIn: finder.standIn, isEnd });
  const state = startState(machine, operators, runForGood);
  const read = (): Program => {
    const module = machine.importModule(place.name, { isGuarded: false });
    if (!(module instanceof PyModule)) throw targetError("the file is not a module");
    const givable = givableNames(machine, module, text, Object.keys(choices.given ?? {}));
    for (const [name, expression] of Object.entries(choices.given ?? {})) {
      if (isImport(name)) continue;
      if (!module.names.has(name)) throw targetError(`the file has no ${name} to put something else in its place`);
      module.names.set(name, givenValue(machine, module, name, expression));
    }
    const backend = backendOf(machine, module);
    const loaded = { machine, state, finder, place, module, givable, backend, own: ownOf(machine, module) };
    const name = choices.name || nameOf(loaded);
    const [, only] = tableFunctions(loaded)[0] ?? [];
    const maker = state.tableMakers.get(name) ?? only;
    const entries = readingTable(maker, () => tableOf(loaded, name, choices.table ?? []));
    const program = { ...loaded, name, entries, maker };
    const isEmpty = entries.length === 0 && state.attributes.under(`target.${name}`).size === 0;
    if (isEmpty && !(isFlowEnough && flowOf(program))) throw targetError(emptyProblem(name));
    return program;
  };
  let unknown: string | undefined;
  let near: string | undefined;
  const outcome = machine.run(() => {
    try {
      return read();
    } catch (error) {
      const name = unknownImport(machine, finder, files, error);
      unknown = name !== undefined && isImport(name) ? name : undefined;
      near = unknown && nearImport(machine, unknown);
      // A file that asks what a part of TVM is that is not built here has no target.
      throw error instanceof Failure ? targetError(error.message) : error;
    }
  });
  return outcome.kind === "value" ? outcome : { ...outcome, unknown, near };
}

/** What defines more of a target. */
const definesMore = /pattern_table|register|\bUMA\w*|\bdef partition_for_/;

/**
 * Whether a file ends in what Relayscope lacks, as a script does that runs what it compiled, after everything that
 * defines its target.
 */
function isAfterTarget(m: Machine, path: string, text: string, error: unknown): boolean {
  const isLack = error instanceof Failure || (error instanceof PyException && isOwnLimit(error));
  const { tables, attributes } = stateOf(m);
  if (!isLack || (tables.size === 0 && attributes.keys().size === 0)) return false;
  const stack = (error instanceof PyException ? error.stack : undefined) ?? m.stack();
  const line = stack.find(({ file }) => file === path)?.line;
  return line !== undefined && !definesMore.test(text.split("\n").slice(line).join("\n"));
}

/** The value of an outcome. Throws the reason if there is none. */
function unwrapped<T>(outcome: Outcome<T>): T {
  if (outcome.kind === "value") return outcome.value;
  throw outcome.kind === "raised" ? outcome.exception : new Exhausted(outcome.what, outcome.message);
}

const umaBackend = "tvm.relay.backend.contrib.uma.backend";

/** An instance of the UMA backend that the file defines. Raises where there are several. */
function backendOf(machine: Machine, module: PyModule): Value | undefined {
  const uma = machine.modules.get(umaBackend);
  const base = uma instanceof PyModule ? uma.names.get("UMABackend") : undefined;
  if (!(base instanceof PyClass)) return undefined;
  const classes = [...module.names.values()].filter(
    (value): value is PyClass => value instanceof PyClass && value.isSubclassOf(base) && value.module === module.name,
  );
  if (classes.length > 1) throw targetError(`the file has more than one UMABackend: ${classes.map((c) => c.name).join(", ")}`);
  const [cls] = classes;
  return cls && call(machine, cls, []);
}

/** What the file itself defines and can be called. */
function ownOf(machine: Machine, module: PyModule): ReadonlyMap<string, Value> {
  const isOwn = (value: Value) => isCallable(value) && attributeOr(machine, value, "__module__") === module.name;
  return new Map([...module.names].filter(([name, value]) => !name.startsWith("__") && isOwn(value)));
}

/** What the name of a partition function begins with. */
export const partitionPrefix = "partition_for_";
const rulePrefix = "target.";

/** The problem of a file that names a target and has nothing that AnnotateTarget and MergeComposite could use. */
export const emptyProblem = (name: string) => `the file has no pattern table and no operator rules for ${name}`;

/** The problem of files that run to their end and define nothing that names a target. */
export const namelessProblem = "which target? The file names none; give a name";

/** The targets between which an exception can't choose, where the files define several. */
export const namedTargets = new WeakMap<PyException, readonly string[]>();

function severalTargets(names: readonly string[]): PyException {
  const error = targetError(`which target? The file names ${names.join(", ")}; give a name`);
  namedTargets.set(error, names);
  return error;
}

/**
 * The target's name: of its table, its backend, its rules, its partition function. Raises where the first of these
 * gives not just one.
 */
function nameOf({ machine, state, backend, own }: Loaded): string {
  const sources: readonly (() => readonly string[])[] = [
    () => [...state.tables.keys()],
    () => (backend === undefined ? [] : [String(getAttribute(machine, backend, "target_name"))]),
    () => [...state.attributes.keys()].filter((key) => key.startsWith(rulePrefix)).map((key) => key.slice(rulePrefix.length)),
    () => [...own.keys()].filter((name) => name.startsWith(partitionPrefix)).map((name) => name.slice(partitionPrefix.length)),
  ];
  for (const source of sources) {
    const names = source();
    const [only] = names;
    if (only === undefined) continue;
    if (names.length === 1) return only;
    throw severalTargets(names);
  }
  throw targetError(namelessProblem);
}

function tableFunctions({ own }: Loaded): readonly (readonly [string, Value])[] {
  return [...own].filter(([key]) => key === "pattern_table" || key.endsWith("_pattern_table"));
}

/** The functions that gave the tables of which exceptions complain. */
export const ofTables = new WeakMap<PyException, string>();

/** Reads a table. An exception that no line of a file raises gets the place of the function that gave the table. */
export function readingTable<T>(maker: Value | undefined, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof PyException && !error.stack && maker instanceof PyFunction) {
      error.stack = [{ file: maker.code.file, line: maker.code.line, name: maker.name }];
      ofTables.set(error, maker.name);
    }
    throw error;
  }
}

/**
 * The table: of the expressions, else what the file registers, else its backend's, else what its only table function
 * returns.
 */
function tableOf(loaded: Loaded, name: string, expressions: readonly string[]): readonly TableEntryValue[] {
  const { machine, state, backend } = loaded;
  if (expressions.length > 0) return expressions.flatMap((expression) => entriesOfExpression(loaded, name, expression));
  const registered = state.tables.get(name);
  if (registered !== undefined) return entriesOf(machine, registered);
  if (backend !== undefined) {
    const partitioner = getAttribute(machine, backend, "_relay_to_relay");
    return entriesOf(machine, call(machine, getAttribute(machine, partitioner, "_pattern_table"), []));
  }
  const functions = tableFunctions(loaded);
  if (functions.length > 1) throw targetError(`which table? The file has ${functions.map(([key]) => key).join(", ")}; give a table`);
  const [only] = functions;
  return only ? entriesOf(machine, call(machine, only[1], [])) : [];
}

function entriesOfExpression({ machine, module }: Loaded, name: string, expression: string): readonly TableEntryValue[] {
  const given = unwrapped(machine.evaluate(expression, module));
  const value = isCallable(given) && !(given instanceof PatternObject) ? call(machine, given, []) : given;
  const first = /^[\w.]*/.exec(expression)?.[0] ?? "";
  return value instanceof PatternObject ? [{ name: `${name}.${first}`, pattern: value, check: undefined }] : entriesOf(machine, value);
}

/** A partition function of a file. */
export interface OwnFlow {
  readonly name: string;
  readonly callee: Value;
}

/**
 * The file's own flow: its backend's, its only partition function, or the one with the target's name; undefined if
 * there is none.
 */
export function flowOf({ machine, name, backend, own }: Program): OwnFlow | undefined {
  if (backend !== undefined) return { name: "partition", callee: getAttribute(machine, backend, "partition") };
  const functions = [...own].filter(([key]) => key.startsWith(partitionPrefix)).map(([key, callee]) => ({ name: key, callee }));
  return functions.length === 1 ? functions[0] : functions.find((f) => f.name === partitionPrefix + name.replaceAll("-", "_"));
}

/** The same, as the oracle takes it. Raises where there is not just one partition function. */
export function onlyFlowOf(program: Program): OwnFlow {
  const count = [...program.own.keys()].filter((key) => key.startsWith(partitionPrefix)).length;
  const flow = flowOf(program);
  if (!flow || (program.backend === undefined && count > 1)) throw targetError(`the file has ${count} functions partition_for_*`);
  return flow;
}
