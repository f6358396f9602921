/**
 * A file's own flow as a pipeline: its partition function runs on a small module with passes that are only noted. Passes of the compiler become
 * steps with their options; passes of the file, and what the function does between passes, become steps that run the file.
 */
import { inferTypes } from "@relayscope/infer";
import { call as callNode, emptyModule, func, type Module, op, type TensorType, variable } from "@relayscope/ir";
import type { GivenOptions } from "@relayscope/passes";
import { findPass } from "@relayscope/passes/all";
import { call, type Outcome, PyTuple, type Value } from "@relayscope/python";
import { bindingNote, type StepRunner } from "../host/state.ts";
import { flowOf, type Program } from "../load/program.ts";
import { ModuleObject, moduleOfValue } from "../objects/moduleObjects.ts";
import { layoutHooksOf } from "../passes/layoutHooks.ts";
import { type BuiltInPass, levelOfPass, type PassStep } from "../passes/passData.ts";
import { runForGood } from "../passes/runPass.ts";
import { argumentsOf, type FlowOption, optionsOf, parametersOf } from "./flowOptions.ts";

/** One step of a flow. */
export interface FlowStep {
  readonly pass: string;
  readonly options: GivenOptions;
  /** The flow's own context leaves it out. */
  readonly isOff: boolean;
  /** Of a step that is the file's own: what it makes of a module. */
  readonly run?: (module: Module) => Outcome<Module>;
}

export interface RecordedFlow {
  /** The name of the partition function. */
  readonly name: string;
  readonly steps: readonly FlowStep[];
  /** The level at which the steps run as they do in the file. */
  readonly optLevel: number;
  /** Whether it makes constants of the weights that it is given. */
  readonly bindsParameters: boolean;
  readonly options: readonly FlowOption[];
  /** Options of pass contexts that it sets, which steps do not have. */
  readonly config: readonly string[];
}

/** The flow of a program under values of its options; undefined where the file has none. Reports what its function raises. */
export function recordFlow(program: Program, given: Readonly<Record<string, unknown>>): Outcome<RecordedFlow> | undefined {
  const found = flowOf(program);
  if (!found) return undefined;
  const { name, callee } = found;
  const parameters = parametersOf(callee);
  const recorder = new Recorder(program, name);
  const outcome = recorder.run(given);
  if (outcome.kind !== "value") return outcome;
  return { kind: "value", value: { ...recorder.flow(), name, options: optionsOf(parameters) } };
}

/** A module to run a flow on that asks for none in particular: one operator on an image. */
function smallModule({ state }: Program): Module {
  const type: TensorType = { kind: "TensorType", shape: [1, 3, 8, 8], dtype: "float32" };
  const x = variable("data", type);
  const main = func({ params: [x], body: callNode(op("nn.relu"), [x]), returnType: type });
  return inferTypes({ ...emptyModule, functions: new Map([["main", main]]) }, state.operators, { trust: "nothing" }).module;
}

/** Calls a partition function with passes run by `runStep`; puts everything back after it. */
function callFlow(program: Program, module: Module, given: Readonly<Record<string, unknown>>, runStep: StepRunner): Outcome<Module> {
  const { machine, state } = program;
  const flow = flowOf(program);
  const before = state.runStep;
  const contexts = state.contexts.splice(0);
  state.runStep = runStep;
  state.notes.clear();
  try {
    return machine.run(() => {
      if (!flow) return module;
      const values = argumentsOf(parametersOf(flow.callee), given);
      return moduleOfFlow(call(machine, flow.callee, [new ModuleObject(module)], values));
    });
  } finally {
    state.runStep = before;
    state.contexts.splice(0, state.contexts.length, ...contexts);
    machine.frame = undefined;
  }
}

/** What a partition function returns: a module, or a module with what a build is to be given, such as a configuration. */
function moduleOfFlow(value: Value): Module {
  const first = value instanceof PyTuple ? value.items[0] : undefined;
  return moduleOfValue(first instanceof ModuleObject ? first : value).module;
}

class Recorder {
  private readonly program: Program;
  private readonly name: string;
  private readonly steps: FlowStep[] = [];
  private readonly names = new Map<string, number>();
  private readonly config = new Set<string>();
  private given: Readonly<Record<string, unknown>> = {};
  private last: Module | undefined;
  private calls = 0;
  private level = 0;
  private binds = false;

  constructor(program: Program, name: string) {
    this.program = program;
    this.name = name;
  }

  run(given: Readonly<Record<string, unknown>>): Outcome<Module> {
    this.given = given;
    const module = smallModule(this.program);
    this.last = module;
    const outcome = callFlow(this.program, module, given, (_m, step, current) => {
      this.noteBetween(current);
      this.noteStep(step);
      this.calls++;
      this.last = current;
      return current;
    });
    if (outcome.kind === "value") this.noteBetween(outcome.value);
    return outcome;
  }

  flow(): Pick<RecordedFlow, "steps" | "optLevel" | "bindsParameters" | "config"> {
    return { steps: this.steps, optLevel: this.level, bindsParameters: this.binds, config: [...this.config] };
  }

  /** What the function did to the module since the last pass becomes a step. */
  private noteBetween(module: Module): void {
    const { notes } = this.program.state;
    const binds = notes.delete(bindingNote);
    if (binds) this.binds = true;
    const names = [...notes];
    notes.clear();
    const isOther = module !== this.last && !(binds && hasSameFunctions(module, this.last));
    if (names.length === 0 && !isOther) return;
    const at = this.calls;
    const label = names.length > 0 ? names.join(", ") : `Rest of ${this.name}`;
    this.steps.push({ pass: this.unique(label), options: {}, isOff: false, run: (given) => this.between(at, given) });
  }

  /** Runs the function's own code between two passes on a module; what comes before it goes over the small module again. */
  private between(at: number, module: Module): Outcome<Module> {
    let calls = 0;
    let made: Module | undefined;
    const start = at === 0 ? module : smallModule(this.program);
    const outcome = callFlow(this.program, start, this.given, (_m, _step, current) => {
      if (calls === at) made = current;
      return ++calls === at ? module : current;
    });
    return made === undefined ? outcome : { kind: "value", value: made };
  }

  private noteStep(step: PassStep): void {
    const { pass, context, skipped } = step;
    const isOff = skipped !== "";
    this.level = Math.max(this.level, context.optLevel, isOff ? 0 : levelOfPass(pass));
    for (const key of context.config.keys()) this.config.add(key);
    if (pass.kind === "unsupported") this.steps.push({ pass: pass.name, options: {}, isOff });
    else if (pass.kind === "built-in") this.steps.push(this.builtIn(pass, step, isOff));
    else this.steps.push({ pass: this.unique(pass.name), options: {}, isOff, run: (module) => this.alone(step, module) });
  }

  private builtIn(pass: BuiltInPass, step: PassStep, isOff: boolean): FlowStep {
    const { name } = pass.pass;
    const isOtherTable = pass.tables !== undefined && !this.isOwnTable(pass);
    // What a file registers for layouts is known to its own program alone, and for some files only while the flow runs.
    const layouts = layoutHooksOf(this.program.machine);
    const hooks = name === "ConvertLayout" ? layouts.layoutConverters : name === "AlterOpLayout" ? layouts.layoutAlterers : undefined;
    if (isOtherTable || hooks?.size) {
      const label = this.unique(isOtherTable ? `${name} of another table` : name);
      const noted = { ...step, pass: { ...pass, layouts } };
      return { pass: label, options: {}, isOff, run: (module) => this.alone(noted, module) };
    }
    return { pass: name, options: this.optionsOf(pass), isOff };
  }

  /** Whether MergeComposite was given the target's table. */
  private isOwnTable({ tables }: BuiltInPass): boolean {
    const { entries } = this.program;
    const patterns = tables?.patterns ?? [];
    return patterns.length === entries.length && patterns.every(({ name }, at) => name === entries[at]?.name);
  }

  /** Options that are not the pass's defaults; a target that is the file's own is the run's. */
  private optionsOf({ pass, options }: BuiltInPass): GivenOptions {
    const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
    const kept = Object.entries(options).filter(([name, value]) => {
      return !same(value, pass.options[name]?.default) && !(name === "targets" && same(value, [this.program.name]));
    });
    return Object.fromEntries(kept);
  }

  /** Runs a step by itself on a module. */
  private alone(step: PassStep, module: Module): Outcome<Module> {
    const { machine, state } = this.program;
    const contexts = state.contexts.splice(0, state.contexts.length, step.context);
    try {
      return machine.run(() => runForGood(machine, { ...step, skipped: "" }, module));
    } finally {
      state.contexts.splice(0, state.contexts.length, ...contexts);
      machine.frame = undefined;
    }
  }

  /** A name that no pass of the compiler and no other step of the file has. */
  private unique(given: string): string {
    const name = findPass(given) ? `${given} of the file` : given;
    const count = (this.names.get(name) ?? 0) + 1;
    this.names.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  }
}

function hasSameFunctions(a: Module, b: Module | undefined): boolean {
  return a.functions.size === b?.functions.size && [...a.functions].every(([name, f]) => b.functions.get(name) === f);
}
