/** Calls a file's partition function. A call starts from the state that loading the files left, and changes nothing. */
import type { Module } from "@relayscope/ir";
import { call, type Outcome, PyTuple, type Value } from "@relayscope/python";
import { keptRegistry, type StepRunner } from "../host/state.ts";
import { flowOf, type Program } from "../load/program.ts";
import { ModuleObject, moduleOfValue } from "../objects/moduleObjects.ts";
import { heapOf } from "./flowHeap.ts";
import type { FlowModel } from "./flowModel.ts";
import { argumentsOf, parametersOf } from "./flowOptions.ts";

/** Values of a flow's options. */
export type Given = Readonly<Record<string, unknown>>;

/** The budget of a recording: as large as that of several checks on a large model. */
const flowBudget = { steps: 50_000_000 };

/** How a partition function is called. */
interface FlowCall {
  readonly runStep: StepRunner;
  /** Called at the end, before the state is restored. */
  atEnd?(): void;
}

/** Calls a partition function with passes run by `runStep`; restores the state afterwards. */
export function callFlow(
  program: Program,
  { module, weights, hasHoles }: FlowModel,
  given: Given,
  { runStep, atEnd }: FlowCall,
): Outcome<Module> {
  const { machine, state } = program;
  const flow = flowOf(program);
  const before = { runStep: state.runStep, hasHoles: state.hasHoles };
  const contexts = state.contexts.splice(0);
  const targets = state.targets.splice(0);
  Object.assign(state, { runStep, hasHoles });
  // The compiler refuses to register a name twice. Each call here belongs to a program that made no other call.
  state.start?.restoreRegistry();
  state.start ??= { restoreRegistry: keptRegistry(state), heap: heapOf(program) };
  const { heap } = state.start;
  const heapBefore = heap?.isNow === false ? heapOf(program) : heap;
  heap?.restore();
  state.freshNames.next = 0;
  state.notes.clear();
  state.bound.clear();
  state.weights = new Set(weights.values());
  try {
    return machine.run(() => {
      if (!flow) return module;
      const values = argumentsOf(parametersOf(flow.callee), given, weights);
      return moduleOfFlow(call(machine, flow.callee, [new ModuleObject(module)], values));
    }, flowBudget);
  } finally {
    atEnd?.();
    if (heap) heapBefore?.restore();
    Object.assign(state, before);
    state.contexts.splice(0, state.contexts.length, ...contexts);
    state.targets.splice(0, state.targets.length, ...targets);
    machine.frame = undefined;
  }
}

/**
 * What a partition function returns: a module, or a module with what a build is to be given, such as a configuration.
 */
function moduleOfFlow(value: Value): Module {
  const first = value instanceof PyTuple ? value.items[0] : undefined;
  return moduleOfValue(first instanceof ModuleObject ? first : value).module;
}
