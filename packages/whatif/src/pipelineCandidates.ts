/** Changes of the pipeline and of its options that may help: each is tried if the run suggests it. */
import type { Detail } from "@relayscope/explain";
import { attrOf, calledOp, type Expr, emptyModule, isCallOf, moduleOrder, numberOf } from "@relayscope/ir";
import { partitioningPasses, weightsOf } from "@relayscope/passes";
import { defaultTarget } from "@relayscope/regions";
import { targetsOf, type ValueNeed } from "@relayscope/run";
import type { Edit, PipelineStep, RunSpec, StageStatus } from "@relayscope/run/contract";
import { lastOf } from "./anchors.ts";
import { specOf } from "./applyEdit.ts";
import type { TrialGround } from "./ground.ts";

/** Passes that choose targets. */
const annotators: ReadonlySet<string> = new Set(["AnnotateTarget", "VitisAIAnnotationPass"]);
/** Passes that give regions back to the host. */
const pruning = /^(Prune|InlineNonComputeIntensive|RepartitionMrvl)/;

/** Passes that bind values or make functions, which regions then don't cross. */
const cutting: ReadonlySet<string> = new Set(["ToANormalForm", "ToBasicBlockNormalForm", "FuseOps"]);
/** Passes that help only later passes. */
const preparing: ReadonlySet<string> = new Set([
  "CanonicalizeOps",
  "ConvertLayout",
  "FoldConstant",
  "Inline",
  "SimplifyExpr",
  "SimplifyInference",
  "ToGraphNormalForm",
]);

interface Step extends PipelineStep {
  readonly at: number;
}

/** A layout that a refusal requested, and the operator whose data it is for. */
export interface WantedLayout {
  readonly operator: string;
  readonly layout: string;
  /** The layout of the weights, if that is what was requested. */
  readonly weights?: string;
}

/**
 * The suggestions in a boundary's cause: requested layouts, numbers, a pass that prevents a region, deciding settings.
 */
export interface Occasion {
  /** Pairs of arguments that a pattern needs to be one constant. */
  readonly unshared?: readonly NonNullable<Detail["unshared"]>[] | undefined;
  /** Whether a parameter is where a constant is required. */
  readonly isUnbound?: boolean;
  readonly needs?: readonly ValueNeed[] | undefined;
  readonly layouts?: readonly WantedLayout[] | undefined;
  readonly pass?: string | undefined;
  readonly settings?: readonly Edit[] | undefined;
}

/** Each candidate is a list of edits that belong together. `order` is the input's nodes. */
export function pipelineCandidates(
  ground: TrialGround,
  order: readonly Expr[],
  target: string,
  { layouts = [], needs = [], pass, settings = [] }: Occasion = {},
): readonly (readonly Edit[])[] {
  const steps = ground.spec.pipeline.map((step, at): Step => ({ ...step, at }));
  const first = firstPartitioning(steps);
  return [
    ...settings.map((setting) => [setting]),
    ...(settings.length > 1 ? [settings] : []),
    ...notDefault(ground.spec),
    ...ownArguments(ground, needs),
    ...leftOut(steps, pass),
    ...switched(steps),
    ...bound(ground),
    ...leveled(ground),
    ...annotateAdded(steps),
    ...mergeAdded(steps),
    ...pruned(ground, steps),
    ...options(steps),
    ...pruningSettings(ground, steps),
    ...ordered(steps),
    ...targetsFirst(steps, ground.spec.target, target),
    ...normalForm(order, first),
    ...simplified(ground, order, steps, first),
    ...folded(ground, steps, first),
    ...foldedQuantized(ground, first),
    ...legalized(ground, steps, first),
    ...unstopped(ground, first),
    ...converted(ground, steps, first, layouts),
  ];
}

/**
 * Changes for what the whole run may lack, each separately: bound parameters, a simplified module, the requested
 * layout, the level that passes need.
 */
export function wholeCandidates(
  ground: TrialGround,
  order: readonly Expr[],
  layouts: readonly WantedLayout[],
): readonly (readonly Edit[])[] {
  const steps = ground.spec.pipeline.map((step, at): Step => ({ ...step, at }));
  const first = firstPartitioning(steps);
  return [
    ...bound(ground),
    ...simplified(ground, order, steps, first),
    ...foldedQuantized(ground, first),
    ...legalized(ground, steps, first),
    ...converted(ground, steps, first, layouts),
    ...leveled(ground),
  ];
}

/** The place of the first pass of partitioning; 0 without any. */
export function firstPartitioning(steps: readonly PipelineStep[]): number {
  return Math.max(
    0,
    steps.findIndex((s) => partitioningPasses.includes(s.pass)),
  );
}

/** Renames the user's own target if its name is the host's. */
function notDefault({ customTargets }: RunSpec): readonly Edit[][] {
  const own = customTargets.find(({ name, files = [] }) => name === defaultTarget && files.length === 0);
  if (!own) return [];
  let name = "npu";
  for (let i = 2; customTargets.some((t) => t.name === name); i++) name = `npu_${i}`;
  return [[{ kind: "rename-target", target: defaultTarget, name }]];
}

/** Other arguments of the flow in the target's files, if the pipeline is that flow. */
function ownArguments(
  { spec: { target, customTargets, pipeline }, kit, stages }: TrialGround,
  needs: readonly ValueNeed[],
): readonly Edit[][] {
  const own = customTargets.find(({ name, files = [] }) => name === target && files.length > 0);
  const flows = own && kit.fileFlows(own, stages[0]?.start, needs);
  const same = (a: readonly PipelineStep[], b: readonly PipelineStep[]) => JSON.stringify(a) === JSON.stringify(b);
  if (!flows || !same(flows.now.pipeline, pipeline)) return [];
  // Where passes are the same, the flow may have other tables and values.
  return flows.others.map(({ changes, flow: { pipeline: steps, optLevel } }) =>
    changes.map((change) => ({ kind: "set-argument", target, ...change, pipeline: steps, optLevel })),
  );
}

/** The flow without a pass that is to blame. The passes of partitioning are moved instead. */
function leftOut(steps: readonly Step[], pass: string | undefined): readonly Edit[][] {
  return steps
    .filter((s) => s.pass === pass && !s.isOff && !partitioningPasses.includes(s.pass))
    .map(({ at }) => [{ kind: "remove-pass", pass: pass ?? "", at }]);
}

function switched(steps: readonly Step[]): readonly Edit[][] {
  return steps.filter((s) => s.isOff).map(({ pass, at }) => [{ kind: "switch-on", pass, at }]);
}

function bound(ground: TrialGround): readonly Edit[][] {
  return hasUnbound(ground) ? [[{ kind: "bind" }]] : [];
}

/** Whether binding parameters would turn any into a constant. */
function hasUnbound({ spec, stages }: TrialGround): boolean {
  const main = stages[0]?.module.functions.get("main");
  return !spec.bindParameters && main !== undefined && weightsOf(main, spec.values?.parameters).size > 0;
}

/** Whether a stage says that its pass was skipped because the opt level is too low. */
export function isSkippedByLevel(status: StageStatus, reason: string): boolean {
  return status === "skipped" && reason.includes("opt level");
}

function leveled({ spec, stages }: TrialGround): readonly Edit[][] {
  const isSkipped = stages.some(({ status, reason }) => isSkippedByLevel(status, reason));
  return isSkipped && spec.optLevel < 3 ? [[{ kind: "opt-level", level: 3 }]] : [];
}

/** Chooses targets, if no pass of the flow does and regions are merged or partitioned. */
function annotateAdded(steps: readonly Step[]): readonly Edit[][] {
  if (steps.some((s) => annotators.has(s.pass))) return [];
  const before = steps.find((s) => (s.pass === "MergeCompilerRegions" || s.pass === "PartitionGraph") && !s.isOff);
  if (!before) return [];
  const added: Edit = { kind: "add-pass", pass: "AnnotateTarget", options: {}, at: before.at };
  const hasMerge = steps.some((s) => s.pass === "MergeCompilerRegions" && !s.isOff);
  const merged: Edit = { kind: "add-pass", pass: "MergeCompilerRegions", options: {}, at: before.at + 1 };
  return hasMerge ? [[added]] : [[added], [added, merged]];
}

function mergeAdded(steps: readonly Step[]): readonly Edit[][] {
  if (steps.some((s) => s.pass === "MergeCompilerRegions" && !s.isOff)) return [];
  const annotate = steps.findLast((s) => s.pass === "AnnotateTarget");
  if (!annotate) return [];
  return [[{ kind: "add-pass", pass: "MergeCompilerRegions", options: {}, at: annotate.at + 1 }]];
}

/** The edits by which a flow that chooses targets merges regions; empty if it merges them already. */
export function mergingEdits({ pipeline }: RunSpec): readonly Edit[] {
  const at = pipeline.findIndex((s) => s.pass === "MergeCompilerRegions");
  if (pipeline[at]?.isOff) return [{ kind: "switch-on", pass: "MergeCompilerRegions", at }];
  return mergeAdded(pipeline.map((step, at): Step => ({ ...step, at })))[0] ?? [];
}

function pruned({ stages }: TrialGround, steps: readonly Step[]): readonly Edit[][] {
  return steps
    .filter((s) => pruning.test(s.pass) && stages[s.at + 1]?.status === "done")
    .map(({ pass, at }) => [{ kind: "remove-pass", pass, at }]);
}

function options(steps: readonly Step[]): readonly Edit[][] {
  return steps.flatMap(({ pass, at, options: given }): Edit[][] => {
    if (pass === "AnnotateTarget" && given.include_non_call_ops === false)
      return [[{ kind: "set-option", pass, at, option: "include_non_call_ops", value: true }]];
    return [];
  });
}

/** Settings by which a pass that gives regions back would keep more of them. */
function pruningSettings({ spec, stages, kit }: TrialGround, steps: readonly Step[]): readonly Edit[][] {
  const { target } = spec;
  const settings = kit.builtInTarget(target, spec.customTargets.find((t) => t.name === target)?.settings)?.settings ?? {};
  return steps
    .filter((s) => pruning.test(s.pass) && stages[s.at + 1]?.status === "done")
    .flatMap(({ pass, options: given }) => {
      const own = kit.findPass(pass)?.options ?? {};
      return Object.entries(settings)
        .filter(([name]) => Object.hasOwn(own, name) && !Object.hasOwn(given, name))
        .flatMap(([setting, { value: now, others }]) =>
          others
            .filter((value) => JSON.stringify(value) !== JSON.stringify(now))
            .map((value): Edit[] => [{ kind: "set-setting", target, setting, value }]),
        );
    });
}

/** The passes of partitioning in their order, each where another of them is. */
function ordered(steps: readonly Step[]): readonly Edit[][] {
  const own = steps.filter((s) => partitioningPasses.includes(s.pass) && !s.isOff);
  const found: Edit[][] = [];
  for (const late of own) {
    const early = own.find((s) => s.at < late.at && partitioningPasses.indexOf(s.pass) > partitioningPasses.indexOf(late.pass));
    if (early) found.push([{ kind: "move-pass", pass: late.pass, at: late.at, to: early.at }]);
  }
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return found;
  for (const { pass, at, isOff } of steps) {
    if (isOff || partitioningPasses.includes(pass)) continue;
    if (cutting.has(pass) && at < last.at) found.push([{ kind: "move-pass", pass, at, to: last.at }]);
    if (preparing.has(pass) && at > first.at && !steps.some((s) => s.pass === pass && s.at < first.at))
      found.push([{ kind: "move-pass", pass, at, to: first.at }]);
  }
  return found;
}

function targetsFirst(steps: readonly Step[], main: string, target: string): readonly Edit[][] {
  const annotate = steps.find((s) => s.pass === "AnnotateTarget");
  const targets = annotate ? targetsOf(annotate.options, main) : [];
  if (targets.length < 2 || targets[0] === target || !targets.includes(target)) return [];
  return [[{ kind: "reorder-targets", targets: [target, ...targets.filter((t) => t !== target)] }]];
}

export function normalForm(order: readonly Expr[], first: number): readonly Edit[][] {
  if (!order.some((e) => e.kind === "Let")) return [];
  return [[{ kind: "add-pass", pass: "ToGraphNormalForm", options: {}, at: first }]];
}

const simplifiable = new Set(["nn.batch_norm", "nn.dropout", "nn.layer_norm", "nn.group_norm", "nn.instance_norm", "nn.l2_normalize"]);

/** The operators that SimplifyInference would take apart, call by call. */
export function simplifiableIn(order: readonly Expr[]): readonly string[] {
  return order.flatMap((e) => calledOp(e) ?? []).filter((operator) => simplifiable.has(operator));
}

/** Operators that SimplifyInference would decompose, if no pass does. */
function simplified(ground: TrialGround, order: readonly Expr[], steps: readonly Step[], first: number): readonly Edit[][] {
  if (steps.some((s) => s.pass === "SimplifyInference" && !s.isOff)) return [];
  if (simplifiableIn(order).length === 0) return [];
  return [
    [
      ...(hasUnbound(ground) ? [{ kind: "bind" } as const] : []),
      { kind: "add-pass", pass: "SimplifyInference", options: {}, at: first },
      { kind: "add-pass", pass: "FoldConstant", options: {}, at: first + 1 },
    ],
  ];
}

/** Values computed only from constants, folded before partitioning. */
function folded({ stages }: TrialGround, steps: readonly Step[], first: number): readonly Edit[][] {
  const module = stages[first]?.module;
  if (!module || steps.some((s) => s.pass === "FoldConstant" && !s.isOff && s.at < first)) return [];
  return moduleOrder(module).some(isOfConstants) ? [[{ kind: "add-pass", pass: "FoldConstant", options: {}, at: first }]] : [];
}

/** Quantized operators on constants, which FoldConstant leaves unless it is asked to fold them. */
function foldedQuantized({ stages }: TrialGround, first: number): readonly Edit[][] {
  const module = stages[first]?.module;
  const isFoldable = (node: Expr) => isOfConstants(node) && calledOp(node)?.startsWith("qnn.") === true;
  if (!module || !moduleOrder(module).some(isFoldable)) return [];
  return [[{ kind: "add-pass", pass: "FoldConstant", options: { fold_qnn: true }, at: first }]];
}

/**
 * Requantized layers in the form of dnnl's patterns, if the target's patterns have that form. The pass clips to 0 and
 * 255, whatever the layer clips to: other layers would have other values.
 */
function legalized({ spec, stages, builtIn }: TrialGround, steps: readonly Step[], first: number): readonly Edit[][] {
  if (steps.some((s) => s.pass === "LegalizeQnnForDnnl" && !s.isOff)) return [];
  const patterns = specOf(spec, spec.target, builtIn)?.patterns ?? [];
  const isRequantized = patterns.some(({ pattern }) => pattern.includes('"qnn.requantize"'));
  if (isRequantized || !patterns.some(({ pattern }) => /"qnn\.(conv2d|dense)"/.test(pattern))) return [];
  const clips = moduleOrder(stages[first]?.module ?? emptyModule).flatMap((e) =>
    isCallOf(e, "clip") && e.args[0] && isCallOf(e.args[0], "qnn.requantize") ? [e.attrs] : [],
  );
  const isOfBytes = clips.every((attrs) => numberOf(attrOf(attrs, "a_min")) === 0 && numberOf(attrOf(attrs, "a_max")) === 255);
  if (clips.length === 0 || !isOfBytes) return [];
  return [[{ kind: "add-pass", pass: "LegalizeQnnForDnnl", options: {}, at: first }]];
}

/** Whether a call of an operator takes constants only. */
function isOfConstants(node: Expr): boolean {
  return node.kind === "Call" && calledOp(node) !== undefined && node.args.length > 0 && node.args.every((arg) => arg.kind === "Constant");
}

/** The `stop_fusion`s that passes put there, taken out again before partitioning. */
function unstopped({ stages }: TrialGround, first: number): readonly Edit[][] {
  const hasStops = (stage: number) => moduleOrder(stages[stage]?.module ?? emptyModule).some((e) => isCallOf(e, "annotation.stop_fusion"));
  return first > 0 && hasStops(first) && !hasStops(0) ? [[{ kind: "add-pass", pass: "RemoveStopFusion", options: {}, at: first }]] : [];
}

/** Weights' layouts that targets ask for next to a data layout. */
const weightLayouts: ReadonlyMap<string, readonly string[]> = new Map([["NHWC", ["default", "OHWI"]]]);

/** The layout that a refusal requested, established before partitioning. Transforms of weights are folded. */
function converted(ground: TrialGround, steps: readonly Step[], first: number, wanted: readonly WantedLayout[]): readonly Edit[][] {
  const earlier = steps.filter((s) => s.pass === "ConvertLayout" && !s.isOff && s.at < first);
  // The flow's own conversion leaves operators that it does not list, and weights where it asks for their default.
  const isLeft = (one: WantedLayout) => earlier.every(({ options: given }) => !isConverted(given, one));
  const level: readonly Edit[] = ground.spec.optLevel < 3 ? [{ kind: "opt-level", level: 3 }] : [];
  const bind: readonly Edit[] = hasUnbound(ground) ? [{ kind: "bind" }] : [];
  return wanted.filter(isLeft).flatMap(({ operator, layout, weights: own }) =>
    (own === undefined ? (weightLayouts.get(layout) ?? ["default"]) : [own]).map((weights): Edit[] => {
      const layouts = /conv/.test(operator) ? [layout, weights] : [layout];
      return [
        ...bind,
        ...level,
        { kind: "add-pass", pass: "ConvertLayout", options: { desired_layouts: { [operator]: layouts } }, at: first },
        { kind: "add-pass", pass: "FoldConstant", options: {}, at: first + 1 },
      ];
    }),
  );
}

/** Whether options of ConvertLayout ask for a layout of an operator. */
function isConverted({ desired_layouts: desired }: PipelineStep["options"], { operator, layout, weights }: WantedLayout): boolean {
  const all: readonly [string, unknown][] = desired !== null && typeof desired === "object" ? Object.entries(desired) : [];
  const own = all.find(([name]) => name === operator)?.[1];
  return Array.isArray(own) && own[0] === layout && (weights === undefined || own[1] === weights);
}

/** Why the last stage is not complete: a pass that failed. Empty if none did. */
export function failureOf({ stages }: Pick<TrialGround, "stages">): string {
  const failed = stages.find((s) => s.status === "failed");
  return failed ? `${failed.pass}: ${failed.reason}` : lastOf(stages).status === "not-built" ? lastOf(stages).reason : "";
}
