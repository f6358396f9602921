/**
 * The module that a Python script builds. People paste such scripts in place of the Relay that they print. A script
 * runs as it is written, to its end or to the first thing that Relayscope lacks.
 */
import { emptyModule, Failure, type Func, type Module, mapFunctions, rewriteFunction } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
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
import { startState } from "../host/state.ts";
import { keepingType } from "../natives/binding.ts";
import { ExprObject } from "../objects/exprHolder.ts";
import { asModuleFunction, ModuleObject } from "../objects/moduleObjects.ts";
import { makeFinder } from "./finder.ts";
import { type Files, placeOf } from "./paths.ts";
import { Ways } from "./scriptPasses.ts";
import { type ScriptFlow, scriptFlow } from "./scriptTargets.ts";
import { targetError } from "./standIns.ts";
import type { ReferenceTargets } from "./tableModule.ts";

/** What a script makes, as it is before the script partitions it. */
interface Made extends ScriptFlow {
  readonly module: Module;
  /** The targets for which the script partitions it. */
  readonly targets: readonly string[];
  /** The level of the last pass that does so. */
  readonly optLevel: number;
}

export interface ScriptModule {
  /** What the script prints or compiles last, else what it holds last; undefined if it makes no module. */
  readonly made: Made | undefined;
  /** Why the script does not run to its end. */
  readonly ended: Ended | undefined;
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
  const ways = new Ways();
  const text = files.get(path) ?? "";
  const state = startState(machine, operators, (_m, step, module) => ways.run(machine, step, module));
  state.keepsRules = true;
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
  const origin = module && ways.originOf(module);
  return {
    made: origin && {
      ...scriptFlow(machine, origin),
      targets: origin.targets,
      optLevel: origin.optLevel,
      module: mapFunctions(origin.module, withTypedConstants),
    },
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
