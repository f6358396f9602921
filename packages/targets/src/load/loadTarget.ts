/** Loads a target from the user's own files: its table, its rules and its messages, for an engine. */
import { type Call, type Expr, type Module, nameOf, nearestOperator } from "@relayscope/ir";
import type { AskedCondition, Pattern } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import {
  type Failure,
  type Forced,
  type LogRecord,
  type Machine,
  type Outcome,
  type PyException,
  PyFunction,
  PyMethod,
  PyPartial,
  type StackLine,
  type Traced,
  traceCall,
  type Value,
} from "@relayscope/python";
import { askedOf } from "../answers/asked.ts";
import { meant, NotBuilt, suggestion, tableForm } from "../diagnostics.ts";
import type { FlowModel } from "../flow/flowModel.ts";
import { type FlowOption, optionsOf, parametersOf, plainOf, valueOf } from "../flow/flowOptions.ts";
import { type RecordedFlow, recordFlow } from "../flow/recordFlow.ts";
import { withValues } from "../host/state.ts";
import { rulesUnder } from "../natives/ownTargets.ts";
import { noOperators } from "../objects/callOperator.ts";
import { ExprObject, wrapExpr } from "../objects/exprHolder.ts";
import { untypedNode } from "../objects/exprObjects.ts";
import { patternOf } from "../objects/patternObjects.ts";
import { ask } from "../passes/ask.ts";
import { partitionContext } from "../passes/contexts.ts";
import type { ContextData, TableEntryValue } from "../passes/passData.ts";
import { regionHookFunctions, runRegionHook } from "../passes/regionHooks.ts";
import type { GivableName } from "./givable.ts";
import type { Files } from "./paths.ts";
import {
  emptyProblem,
  flowOf,
  type LoadedProgram,
  loadProgram,
  namedTargets,
  ofTables,
  type Program,
  readingTable,
  type TargetChoices,
} from "./program.ts";
import { nearMissed } from "./unknown.ts";

/** The result of a check or a rule for a node: its answer, or why there is none. */
export type Answered = Outcome<boolean>;

export interface FileTarget {
  readonly name: string;
  /** The path of the file that defines it. */
  readonly path: string;
  /** The table that the files themselves give. */
  readonly entries: readonly FileEntry[];
  /** The table that the files' own flow has merged. */
  entriesOf(flow: RecordedFlow): readonly FileEntry[];
  /** By operator, in order of registration. */
  readonly rules: ReadonlyMap<string, Asking<Call>>;
  /** The rules that the files register for a target of another name. */
  rulesFor(target: string): ReadonlyMap<string, Asking<Call>>;
  /** Functions of the files that change the function of each region, by target. */
  readonly regionHooks: ReadonlyMap<string, RegionHook>;
  /** Modules and names that the files import and TVM 0.19.0 does not have. */
  readonly standIns: readonly string[];
  /** Names of the main file that can be given another value. */
  readonly givable: readonly GivableName[];
  /** The parameters of the file's own flow that have plain defaults. */
  readonly flowOptions: readonly FlowOption[];
  /** The file's own flow as a pipeline, under values of its options, on a model; undefined where it has none. */
  flow(options: Readonly<Record<string, unknown>>, model?: FlowModel): Outcome<RecordedFlow> | undefined;
  /** Gives names of the main file other values, as plain data. All other names get the file's own values back. */
  assign(values: Readonly<Record<string, unknown>>): void;
  /** The main file's value of a name, as plain data; undefined if the file has none. */
  valueOf(name: string): unknown;
  /** What the files printed and logged so far. */
  readonly log: readonly LogRecord[];
}

/**
 * Takes a module with a region's function as `@main` and returns the module that a file makes of it, within a context.
 */
export type RegionHook = (module: Module, context: ContextData) => Outcome<Module>;

/** A function of the file that is asked about nodes. */
export interface Asking<Node extends Expr> {
  answer(node: Node): Answered;
  /**
   * The same call with a record: the chain of reasons for its result, and what it logged. `forced`: results that
   * conditions are forced to have.
   */
  trace(node: Node, forced?: Forced): TracedAnswer;
  /** The function's name. */
  readonly name: string;
  /** Where the function begins; undefined for one that is not written in the files. */
  readonly place: CodePlace | undefined;
}

/** A call that was traced, and what the condition that decided it asked of the model. */
export interface TracedAnswer extends Traced {
  readonly asked: AskedCondition | undefined;
  /** The node whose unknown type made the call fail, if that is the reason. */
  readonly untyped: Expr | undefined;
}

/** Where a function of a target file begins. */
export interface CodePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

export interface FileEntry {
  readonly name: string;
  readonly pattern: Pattern;
  readonly check?: Asking<Expr>;
}

export type LoadedTarget = { readonly kind: "ok"; readonly target: FileTarget } | LoadError;

/** Why files define no target. */
export interface LoadError {
  readonly kind: "error";
  readonly type: string;
  readonly message: string;
  readonly stack: readonly StackLine[];
  /** The import whose missing value ended the loading. A value can be given under that name. */
  readonly unknown?: string | undefined;
  /** What may be meant. */
  readonly hint?: string | undefined;
  /** The targets that the files define, where there are several. */
  readonly targets?: readonly string[] | undefined;
}

/**
 * Loads a target from files: the first that defines one, where several are given, or the first after it that defines
 * the same one and has its partition function. Else the first with a partition function, which may make its table.
 * Reports the first file's own error where none does. Never throws for what a file does; each file runs under a budget.
 * `hasHoles`: whether functions are asked about nodes of a text that lacks something.
 */
export function loadTarget(files: Files, choices: TargetChoices, hasHoles = false): LoadedTarget {
  let first: LoadedTarget | undefined;
  let withoutFlow: FileTarget | undefined;
  const empty: string[] = [];
  for (const path of files.keys()) {
    const loaded = loadFrom(files, path, choices, { hasHoles, isFlowEnough: false });
    if (loaded.kind === "ok") {
      const { hasFlow, target } = loaded;
      if (hasFlow && target.name === (withoutFlow ?? target).name) return { kind: "ok", target };
      withoutFlow ??= target;
      continue;
    }
    if (loaded.message.startsWith(emptyProblem(""))) empty.push(path);
    first ??= loaded;
  }
  if (withoutFlow) return { kind: "ok", target: withoutFlow };
  for (const path of empty) {
    const loaded = loadFrom(files, path, choices, { hasHoles, isFlowEnough: true });
    if (loaded.kind === "ok") return loaded;
  }
  return first ?? { kind: "error", type: "TargetError", message: "There is no file.", stack: [] };
}

/** What to do about an exception of a file, if that is known. */
export function hintOf(error: PyException): string | undefined {
  const [operator, table] = [noOperators.get(error), ofTables.get(error)];
  if (operator !== undefined) return suggestion(operator, operators.names(), nearestOperator)[0];
  if (table !== undefined) return tableForm(table);
  const near = nearMissed(error);
  return near === undefined ? undefined : meant(near);
}

function errorOf(failure: Failure & Pick<LoadedProgram, "near" | "unknown">): LoadError {
  const { message, stack, unknown, near } = failure;
  if (failure.kind !== "raised") return { kind: "error", type: "Exhausted", message, stack, unknown };
  const { type, exception } = failure;
  return {
    kind: "error",
    type,
    message,
    stack,
    unknown,
    hint: near === undefined ? hintOf(exception) : meant(near),
    targets: namedTargets.get(exception),
  };
}

function loadFrom(
  files: Files,
  path: string,
  choices: TargetChoices,
  { hasHoles, isFlowEnough }: { readonly hasHoles: boolean; readonly isFlowEnough: boolean },
): { readonly kind: "ok"; readonly target: FileTarget; readonly hasFlow: boolean } | LoadError {
  const outcome = loadProgram(files, path, choices, isFlowEnough);
  if (outcome.kind !== "value") return errorOf(outcome);
  const program = outcome.value;
  const { machine, state, name, finder, givable } = program;
  state.hasHoles = hasHoles;
  const entriesOf = (table: readonly TableEntryValue[]) =>
    table.map(({ name: entry, pattern, check }): FileEntry => {
      const made = { name: entry, pattern: readingTable(program.maker, () => patternOf(pattern)) };
      return check === undefined ? made : { ...made, check: askingOf(program, check, "checks") };
    });
  const read = machine.run(() => entriesOf(program.entries));
  if (read.kind !== "value") return errorOf(read);
  const rulesFor = (target: string) => {
    const registered = machine.run(() => [...rulesUnder(machine, target)]);
    if (registered.kind !== "value") return new Map();
    return new Map(registered.value.map(([operator, rule]) => [operator, askingOf<Call>(program, rule, "rules")]));
  };
  const hooks = [...regionHookFunctions(machine)].map(([target, callee]): [string, RegionHook] => {
    const run = (module: Module) => machine.run(() => runRegionHook(machine, callee, module));
    const values = () => (state.surroundings.hooks ?? state.surroundings.end)?.values ?? [];
    return [target, (module, given) => within(program, given, () => withValues(values(), () => run(module)))];
  });
  const flow = (options: Readonly<Record<string, unknown>>, model?: FlowModel) => recordFlow(program, options, model);
  const { standIns } = finder;
  const own = flowOf(program);
  const flowOptions = own ? optionsOf(parametersOf(own.callee)) : [];
  const { names } = program.module;
  /** The file's own values of names that currently have other values. */
  const replaced = new Map<string, Value | undefined>();
  const assign = (values: Readonly<Record<string, unknown>>) => {
    for (const [given, own] of replaced) {
      if (Object.hasOwn(values, given) || own === undefined) continue;
      names.set(given, own);
      replaced.delete(given);
    }
    for (const [given, value] of Object.entries(values)) {
      const own = names.get(given);
      if (own === undefined) continue;
      if (!replaced.has(given)) replaced.set(given, own);
      names.set(given, valueOf(value, own));
    }
  };
  const plainValue = (wanted: string) => {
    const own = replaced.get(wanted) ?? names.get(wanted);
    return own === undefined ? undefined : plainOf(own);
  };
  const { log } = machine;
  const target = {
    name,
    path,
    entries: read.value,
    entriesOf: ({ table }: RecordedFlow) => (table === program.entries ? read.value : entriesOf(table)),
    rules: rulesFor(name),
    rulesFor,
    regionHooks: new Map(hooks),
    standIns,
    givable,
    log,
    flowOptions,
    flow,
    assign,
    valueOf: plainValue,
  };
  return { kind: "ok", target, hasFlow: own !== undefined };
}

/** Runs a function of the file within a pass context. */
function within<T>({ machine, state }: Program, context: ContextData, body: () => T): T {
  const { frame } = machine;
  const entered = state.contexts.length;
  state.contexts.push(context);
  try {
    return body();
  } finally {
    // A value that is unknown ends the call by a Failure: then no `with` of the file has left its context, and no
    // function its frame.
    state.contexts.length = entered;
    machine.frame = frame;
  }
}

/**
 * A check or a rule, called in the surroundings of the file's own flow, else within a pass context. Each call has a
 * budget of its own.
 */
function askingOf<Node extends Expr>(program: Program, callee: Value, kind: "checks" | "rules"): Asking<Node> {
  const { machine, state } = program;
  const asked = <T>(body: () => T): T => {
    const { end = { context: partitionContext, targets: [], values: [] }, [kind]: known = end } = state.surroundings;
    const targets = state.targets.splice(0, state.targets.length, ...known.targets);
    try {
      return within(program, known.context, () => withValues(known.values, body));
    } finally {
      state.targets.splice(0, state.targets.length, ...targets);
    }
  };
  return {
    answer: (node) => asked(() => located(machine, node, () => machine.run(() => ask(machine, callee, node), checkBudget))),
    trace: (node, forced) =>
      asked(() => {
        const traced = traceCall(machine, callee, [wrapExpr(node)], { show: shownNode, forced });
        const { outcome, decided } = traced;
        const untyped = outcome.kind === "raised" ? untypedNode(outcome.exception) : undefined;
        return { ...traced, asked: decided && askedOf(decided), untyped };
      }),
    name: writtenAs(callee)?.name ?? "check",
    place: placeOf(callee),
  };
}

/** What a question about a node gives. At a part of TVM that is not built, the failure names the node and lines. */
function located<T>(machine: Machine, node: Expr, body: () => T): T {
  try {
    return body();
  } catch (error) {
    if (!(error instanceof NotBuilt)) throw error;
    throw new NotBuilt(error.part, { node, calls: machine.stack().filter(({ file }) => !file.startsWith("<")) });
  }
}

/** A node in a list of values: its operator, or its name. */
function shownNode(value: Value): string | undefined {
  return value instanceof ExprObject ? nameOf(value.node) : undefined;
}

function writtenAs(callee: Value): PyFunction | undefined {
  const written = callee instanceof PyMethod || callee instanceof PyPartial ? callee.callee : callee;
  return written instanceof PyFunction ? written : undefined;
}

function placeOf(callee: Value): CodePlace | undefined {
  const code = writtenAs(callee)?.code;
  return code && { file: code.file, line: code.line };
}

/** A check that takes more is stopped: real ones take some hundred steps. */
const checkBudget = { steps: 2_000_000 };
