/**
 * Variants of a run, tried without traces and pictures. Stages that an edit does not affect are those of the run
 * itself. A stage is affected if its pass, its options, the part of the targets that it reads, or whether it runs at
 * all changes.
 */
import { drained, present } from "@relayscope/ir";
import type { Decision } from "@relayscope/passes";
import {
  builtInTable,
  contextOf,
  type InputFacts,
  type Kit,
  readInput,
  resolveStep,
  runOne,
  type StageContents,
  targetFinder,
  targetsOf,
} from "@relayscope/run";
import type { PipelineStep, RunSpec, TargetSpec } from "@relayscope/run/contract";
import { parseModule } from "@relayscope/text";
import type { BuiltInSpec } from "./applyEdit.ts";

/** A stage of a run or of a variant: stage 0 is the text as read. */
export interface TriedStage extends Pick<StageContents, "status" | "reason" | "module" | "lineage">, Partial<InputFacts> {
  readonly pass: string;
}

/** The run that variants are tried against. */
export interface TrialGround {
  readonly spec: RunSpec;
  readonly stages: readonly TriedStage[];
  readonly kit: Kit;
  readonly builtIn: BuiltInSpec;
}

export interface Variant {
  readonly spec: RunSpec;
  readonly stages: readonly TriedStage[];
  /** How many stages, from the first, are those of the ground. */
  readonly shared: number;
}

/** Built-in targets as changes edit them. Their patterns are printed once. */
export function builtInSpecs(): BuiltInSpec {
  const known = new Map<string, TargetSpec | undefined>();
  return (name) => {
    if (!known.has(name)) known.set(name, builtInTable(name));
    return known.get(name);
  };
}

/** A run from its text on, as a ground for variants. */
export function groundFromText(spec: RunSpec, kit: Kit, builtIn: BuiltInSpec): TrialGround {
  return { spec, kit, builtIn, stages: drained(stagesFrom(spec, [], kit)) };
}

/**
 * Runs a changed spec to its end. Never throws: a stage that fails reports it, and the rest is skipped, as in a run.
 */
export function tryVariant(ground: TrialGround, spec: RunSpec): Variant {
  return drained(tryInSteps(ground, spec));
}

/** The same, yielding after each stage. */
export function* tryInSteps(ground: TrialGround, spec: RunSpec): Generator<undefined, Variant> {
  const shared = sharedStages(ground, spec);
  const stages = yield* stagesFrom(spec, ground.stages.slice(0, shared), ground.kit);
  return { spec, shared, stages };
}

/** The decisions of a pipeline step on the ground's module: the step runs once more, with decisions. */
export function decisionsAt({ spec, stages, kit }: TrialGround, at: number): readonly Decision[] {
  const [step, stage] = [spec.pipeline[at], stages[at]];
  if (!step || !stage) return [];
  const start = stages[0]?.start;
  const resolved = resolveStep(step, spec.target, targetFinder(spec.customTargets, kit, start), start);
  const context = contextOf({ ...spec, trace: true }, start);
  return runOne(step, { module: stage.module, failed: undefined, context, kit, resolved }).decisions;
}

function* stagesFrom(spec: RunSpec, kept: readonly TriedStage[], kit: Kit): Generator<undefined, readonly TriedStage[]> {
  const request = { ...spec, trace: false };
  const stages: TriedStage[] = [...kept];
  if (stages.length === 0) stages.push({ pass: "Input", ...readInput(request, parseModule) });
  const start = stages[0]?.start;
  const finder = targetFinder(spec.customTargets, kit, start);
  const context = contextOf(request, start);
  let failed = stages.find((stage) => stage.status === "failed")?.pass;
  if (failed === "Input") failed = undefined;
  for (const step of spec.pipeline.slice(stages.length - 1)) {
    yield undefined;
    const { module } = present(stages.at(-1));
    const resolved = resolveStep(step, spec.target, finder, start);
    const done = runOne(step, { module, failed, context, kit, resolved });
    if (done.status === "failed") failed = step.pass;
    stages.push({ pass: step.pass, ...done });
  }
  return stages;
}

function sharedStages(ground: TrialGround, spec: RunSpec): number {
  const before = ground.spec;
  if (before.text !== spec.text || before.bindParameters !== spec.bindParameters) return 0;
  // A level reaches into the sequences that some passes are.
  if (before.optLevel !== spec.optLevel) return 1;
  const most = Math.min(spec.pipeline.length + 1, ground.stages.length);
  for (let at = 1; at < most; at++) {
    const [was, is] = [before.pipeline[at - 1], spec.pipeline[at - 1]];
    if (!was || !is || !isSameStep(ground, was, is, spec)) return at;
  }
  return most;
}

function isSameStep({ spec: before, builtIn, kit }: TrialGround, was: PipelineStep, is: PipelineStep, spec: RunSpec): boolean {
  if (was.pass !== is.pass || (was.isOff ?? false) !== (is.isOff ?? false)) return false;
  if (was.options !== is.options && JSON.stringify(was.options) !== JSON.stringify(is.options)) return false;
  if (is.pass !== "MergeComposite" && is.pass !== "AnnotateTarget") return isUnderSameSettings(kit, is.pass, before, spec);
  if (before.target !== spec.target) return false;
  return targetsOf(is.options, spec.target).every((name) => {
    const [a, b] = [before, spec].map(({ customTargets }) => customTargets.find((t) => t.name === name) ?? builtIn(name));
    if (a === b) return true;
    if (!a || !b) return false;
    if (!isSameProgram(a, b) || !isSameData(a.settings, b.settings)) return false;
    return is.pass === "AnnotateTarget" ? isSameData(a.operators, b.operators) : isSameData(a.patterns, b.patterns);
  });
}

/** Whether a target's settings that a pass reads are the same. */
function isUnderSameSettings(kit: Kit, pass: string, before: RunSpec, spec: RunSpec): boolean {
  const [a, b] = [before, spec].map(({ customTargets, target }) => customTargets.find((t) => t.name === target));
  const known = kit.findPass(pass);
  // A pass that is not the compiler's is the files'.
  if (!known) return a === b || (a !== undefined && b !== undefined && isSameProgram(a, b));
  return Object.keys(known.options ?? {}).every((name) => isSameData(a?.settings?.[name], b?.settings?.[name]));
}

/** Whether a target's files, with what their names and their flow are given, are the same. */
function isSameProgram(a: TargetSpec, b: TargetSpec): boolean {
  return a.files === b.files && isSameData(a.given, b.given) && isSameData(a.flowOptions, b.flowOptions);
}

function isSameData(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}
