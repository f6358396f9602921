/**
 * The module that a Python script builds. People paste such scripts in place of the Relay that they print. A script
 * runs as it is written, to its end or to the first thing that Relayscope lacks.
 */
import { emptyModule, Failure, type Func, type Module, mapFunctions, rewriteFunction } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { type GivenOptions, partitioningPasses } from "@relayscope/passes";
import {
  call,
  callMethod,
  type Failure as Ended,
  type Keywords,
  Machine,
  type Outcome,
  PyBuiltin,
  PyModule,
  type Runtime,
  type Value,
} from "@relayscope/python";
import { isSameTable } from "../flow/sameTable.ts";
import { stepOptions } from "../flow/stepOptions.ts";
import { startState } from "../host/state.ts";
import { keepingType } from "../natives/binding.ts";
import { patternTable } from "../natives/ownTargets.ts";
import { ExprObject } from "../objects/exprHolder.ts";
import { asModuleFunction, ModuleObject } from "../objects/moduleObjects.ts";
import { nameOfPass, type PassStep } from "../passes/passData.ts";
import { runForGood } from "../passes/runPass.ts";
import { entriesOf } from "../passes/table.ts";
import { makeFinder } from "./finder.ts";
import { type Files, placeOf } from "./paths.ts";
import { partitionPrefix } from "./program.ts";
import { targetError } from "./standIns.ts";
import type { ReferenceTargets } from "./tableModule.ts";

/** A pass of a script, with its options. */
interface ScriptStep {
  readonly pass: string;
  readonly options: GivenOptions;
}

/** A module as it is before a script partitions it. */
interface Origin {
  readonly module: Module;
  /** The targets for which the script partitions it. */
  readonly targets: readonly string[];
  /** The passes with which it does so; undefined if they are a target's flow, or not the compiler's alone. */
  readonly steps: readonly ScriptStep[] | undefined;
  /** The level of the last of them. */
  readonly optLevel: number;
}

export interface ScriptModule {
  /** What the script prints or compiles last, else what it holds last; undefined if it makes no module. */
  readonly made: Origin | undefined;
  /** Why the script does not run to its end. */
  readonly ended: Ended | undefined;
}

/** Runs the passes of a script, and remembers what each module was before it was partitioned. */
class Origins {
  private readonly known = new Map<Module, Origin>();

  of(module: Module): Origin {
    return this.known.get(module) ?? { module, targets: [], steps: [], optLevel: 3 };
  }

  run(m: Machine, step: PassStep, before: Module): Module {
    const after = runForGood(m, step, before);
    const flow = m
      .stack()
      .find(({ name }) => name.startsWith(partitionPrefix))
      ?.name.slice(partitionPrefix.length);
    const isPart = flow !== undefined || this.known.has(before) || partitioningPasses.includes(nameOfPass(step.pass));
    if (!isPart) return after;
    const origin = this.of(before);
    const { pass, context, skipped } = step;
    const targets = flow !== undefined ? [flow] : pass.kind === "built-in" ? namesIn(pass.options.targets) : [];
    const written = flow === undefined && skipped === "" ? writtenStep(m, step) : undefined;
    this.known.set(after, {
      module: origin.module,
      targets: [...new Set([...origin.targets, ...targets])],
      steps: written && origin.steps && [...origin.steps, written],
      optLevel: context.optLevel,
    });
    return after;
  }
}

const namesIn = (option: unknown): readonly string[] => (Array.isArray(option) ? option.map(String) : []);

/** A pass of the compiler as a step; undefined for others, and for a table that no target of the compiler has. */
function writtenStep(m: Machine, { pass, context }: PassStep): ScriptStep | undefined {
  if (pass.kind !== "built-in") return undefined;
  const [target = ""] = pass.entries?.[0]?.name.split(".") ?? namesIn(pass.options.targets);
  if (pass.entries) {
    const table = patternTable(m, target);
    if (table === null || !isSameTable(entriesOf(m, table), pass.entries)) return undefined;
  }
  return { pass: pass.pass.name, options: stepOptions(pass, context, target) };
}

type Body = (m: Runtime, args: readonly Value[], keywords: Keywords | undefined) => Value;

/** The script compiles a module. */
class Compiled extends Error {}

/** The kinds of values that can be taken for a module, the likeliest first. */
const kinds: readonly ((value: Value) => boolean)[] = [
  (value) => value instanceof ModuleObject,
  (value) => value instanceof ExprObject && value.node.kind === "Function",
  (value) => value instanceof ExprObject && value.node.kind === "Call",
];

/** Runs the script at `path` among files under a budget. Never throws for what it does. */
export function scriptModule(files: Files, path: string, referenceTargets?: ReferenceTargets): ScriptModule {
  const finder = makeFinder(placeOf(path), files, undefined, referenceTargets);
  const machine: Machine = new Machine({ find: finder.find, standIn: finder.standIn });
  const origins = new Origins();
  const text = files.get(path) ?? "";
  startState(machine, operators, (_m, step, module) => origins.run(machine, step, module));
  const shown: Value[] = [];
  const main = new PyModule("__main__", { file: path });
  const print = machine.builtins.get("print") ?? null;
  const noting = (name: string, goOn: Body) => {
    const note: Body = (m, args, keywords) => {
      shown.push(...args, ...(keywords?.values() ?? []));
      return goOn(m, args, keywords);
    };
    return new PyBuiltin(name, note);
  };
  main.names.set(
    "print",
    noting("print", (m, args, keywords) => call(m, print, args, keywords)),
  );
  // What follows runs compiled code.
  const build = noting("build", () => {
    throw new Compiled();
  });
  const run = machine.run((): Outcome<unknown> => {
    const relay = machine.importModule("tvm.relay", { isGuarded: true });
    if (relay instanceof PyModule) relay.names.set("build", build);
    seedNumbers(machine, text);
    try {
      return machine.loadText("__main__", text, path, main);
    } catch (error) {
      if (error instanceof Compiled) return { kind: "value", value: null };
      throw error instanceof Failure ? targetError(error.message) : error;
    }
  });
  const outcome = run.kind === "value" ? run.value : run;
  // Only a module is printed on purpose: checks print nodes.
  const held = [...main.names.values()];
  const printed = shown.findLast((value) => kinds.slice(0, 2).some((isOf) => isOf(value)));
  const last = printed ?? kinds.flatMap((isOf) => held.findLast(isOf) ?? [])[0];
  const made = machine.run(() => (last === undefined ? undefined : moduleOf(last)));
  const module = made.kind === "value" ? made.value : undefined;
  const origin = module && origins.of(module);
  return {
    made: origin && { ...origin, module: mapFunctions(origin.module, withTypedConstants) },
    ended: outcome.kind === "value" ? undefined : outcome,
  };
}

/** Random weights without a seed are any numbers: a script gets those of one seed. */
function seedNumbers(machine: Machine, text: string): void {
  if (text.includes("random")) callMethod(machine, machine.importModule("numpy.random", { isGuarded: true }), "take_any", []);
}

/** A function whose constants have their types, which their text needs where it is without their values. */
function withTypedConstants(f: Func): Func {
  return rewriteFunction(f, {
    post: (original, rebuilt) =>
      rebuilt.kind === "Constant" ? { ...rebuilt, checkedType: rebuilt.checkedType ?? rebuilt.tensorType } : keepingType(original, rebuilt),
  });
}

/** The module of a value that is a module, a function or a call. */
function moduleOf(value: Value): Module | undefined {
  if (value instanceof ModuleObject) return value.module;
  return value instanceof ExprObject ? { ...emptyModule, functions: new Map([["main", asModuleFunction(value.node)]]) } : undefined;
}
