/**
 * One run: a text read and typed (stage 0), then one stage per step of the pipeline. Stages are kept for questions; numbers of nodes, texts and
 * pictures are made when asked for.
 */
import { inferTypes } from "@relayscope/infer";
import { composeLineage, type Diagnostic, type Expr, emptyModule, type Lineage, type Module, type Span } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { type Decision, findFirstPass, notLoaded, type PassContext, runPipeline, runStep, type StepResult } from "@relayscope/passes";
import { type Place, parseModule, printModuleWithPlaces } from "@relayscope/text";
import { breathe } from "./breathe.ts";
import type { PipelineStep, Problem, RunEvent, RunRequest, StageResult } from "./contract.ts";
import { messages, reasons } from "./diagnostics.ts";
import { type Identities, indexStage, moduleOrder, newIdentities, type StageIndex } from "./identity.ts";
import { firstKit, isFirstKitEnough, type Kit, wholeKit } from "./kit.ts";
import { gathered, lineTable, toProblem } from "./problems.ts";
import { summarize } from "./summary.ts";
import { type ResolvedOptions, resolveOptions, type TargetFinder, targetFinder } from "./targets.ts";

/** A stage as the run keeps it. */
export interface HeldStage {
  readonly pass: string;
  readonly result: StageResult;
  readonly module: Module;
  /** From this module's nodes to those of the stage before; to the text's own nodes at stage 0. */
  readonly lineage: Lineage;
  readonly decisions: readonly Decision[];
}

export interface StageText {
  readonly text: string;
  readonly places: readonly Place[];
}

export interface Run {
  readonly request: RunRequest;
  readonly stages: readonly HeldStage[];
  /** Runs all stages, a turn of the event loop between them, until `isStopped` says so. Never rejects. */
  start(onEvent: (event: RunEvent) => void, isStopped: () => boolean): Promise<void>;
  /** Puts another module through the pass of a stage, with the same options; undefined where the pass is not built or its options are wrong. */
  runAgain(stage: number, module: Module): StepResult | undefined;
  /** A stage's options as its pass got them; undefined for the input. */
  optionsOf(stage: number): ResolvedOptions | undefined;
  /** The targets that the run's passes may name. */
  targets(): TargetFinder;
  readonly context: PassContext;
  /** Resolves once all stages are done or the run was stopped. */
  readonly ended: Promise<void>;
  /** The stage once it is there; rejects where the run ended without it. */
  stage(stage: number): Promise<HeldStage>;
  index(stage: number): StageIndex;
  text(stage: number): StageText;
  /** Where the input text has a node of a stage, or what it stems from. */
  sourceOf(stage: number, expr: Expr): Span | undefined;
}

interface Waiter {
  readonly stage: number;
  readonly resolve: (stage: HeldStage) => void;
  readonly reject: (error: Error) => void;
}

const keep: Lineage = { originsOf: (expr) => [expr] };

/** A run of a request. Nothing is done before `start`. */
export function createRun(request: RunRequest): Run {
  const stages: HeldStage[] = [];
  const indices: StageIndex[] = [];
  const texts: (StageText | undefined)[] = [];
  const identities: Identities = newIdentities();
  const waiters: Waiter[] = [];
  const positionOf = lineTable(request.text);
  let hasEnded = false;
  let tellEnd: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    tellEnd = resolve;
  });

  const index = (stage: number): StageIndex => {
    for (let at = indices.length; at <= stage; at++) {
      const held = stages[at];
      if (!held) throw new Error(reasons.noStage(at));
      const module = stages[at - 1]?.module;
      const before = module && indices[at - 1];
      indices.push(indexStage(identities, held.module, before && { index: before, module }, held.lineage));
    }
    return indices[stage] as StageIndex;
  };
  const sourceOf = (stage: number, expr: Expr): Span | undefined => {
    let nodes: readonly Expr[] = [expr];
    for (let at = stage; at >= 0; at--) {
      const own = nodes.find((node) => node.span && (at === 0 || isOfText(node)));
      if (own) return own.span;
      const lineage = stages[at]?.lineage;
      if (!lineage) return undefined;
      const origins = new Set<Expr>();
      for (const node of nodes.slice(0, 64)) for (const origin of lineage.originsOf(node)) origins.add(origin);
      nodes = [...origins];
    }
    return nodes.find((node) => node.span)?.span;
  };
  let textNodes: Set<Expr> | undefined;
  const isOfText = (expr: Expr) => {
    const first = stages[0];
    if (!textNodes) textNodes = new Set(first ? index(0).order : []);
    return textNodes.has(expr);
  };
  const problems = (found: readonly Diagnostic[], stage: number): Problem[] =>
    gathered(
      found.map((d) => {
        const about = Math.min(stage, stages.length - 1);
        return toProblem(d, {
          positionOf,
          sourceOf: (expr) => expr.span ?? (about >= 0 ? sourceOf(about, expr) : undefined),
          idOf: (expr) => (about >= 0 ? index(about).idOf(expr) : undefined),
        });
      }),
    );
  const publish = (held: HeldStage, found: readonly Diagnostic[], onEvent: (event: RunEvent) => void) => {
    // A pass speaks of nodes of the module before it.
    const said = stages.length > 0 ? problems(found, stages.length - 1) : undefined;
    stages.push(held);
    onEvent({ kind: "stage", epoch: request.epoch, result: held.result, problems: said ?? problems(found, 0) });
    for (const waiter of waiters.filter((w) => w.stage === stages.length - 1)) waiter.resolve(held);
  };
  let kit = firstKit;
  let finder: TargetFinder | undefined;
  const targets = () => {
    finder ??= targetFinder(request.customTargets, kit);
    return finder;
  };
  const useWholeKit = async () => {
    kit = await wholeKit();
    finder = undefined;
  };
  const optionsOf = (stage: number): ResolvedOptions | undefined => {
    const step = request.pipeline[stage - 1];
    return step && resolveOptions(step, request.target, targets());
  };

  const start: Run["start"] = async (onEvent, isStopped) => {
    const begin = performance.now();
    const input = readInput(request);
    publish(input.held, input.diagnostics, onEvent);
    let current = input.held.module;
    let failed: string | undefined;
    const context = contextOf(request);
    if (!isFirstKitEnough(request)) await useWholeKit();
    for (const [i, step] of request.pipeline.entries()) {
      await breathe();
      if (isStopped()) break;
      const runHere = () => runOne(step, i + 1, current, failed, context, kit, optionsOf(i + 1));
      let held = runHere();
      if (held.diagnostics.some((d) => d.code === notLoaded)) {
        await useWholeKit();
        held = runHere();
      }
      if (held.stage.result.status === "failed") failed = step.pass;
      current = held.stage.module;
      publish(held.stage, held.diagnostics, onEvent);
    }
    hasEnded = true;
    tellEnd();
    for (const waiter of waiters) if (waiter.stage >= stages.length) waiter.reject(new Error(reasons.noStage(waiter.stage)));
    if (!isStopped()) onEvent({ kind: "finished", epoch: request.epoch, ms: performance.now() - begin });
  };

  return {
    request,
    stages,
    ended,
    start,
    context: contextOf(request),
    optionsOf,
    targets,
    runAgain(stage, module) {
      const step = request.pipeline[stage - 1];
      const pass = step && kit.findPass(step.pass);
      const resolved = optionsOf(stage);
      if (!pass || !resolved) return undefined;
      const { options, diagnostics } = resolved;
      return diagnostics.some((d) => d.severity === "error") ? undefined : runStep(module, { pass, options }, contextOf(request));
    },
    stage(stage) {
      const held = stages[stage];
      if (held) return Promise.resolve(held);
      if (hasEnded || stage > request.pipeline.length || stage < 0) return Promise.reject(new Error(reasons.noStage(stage)));
      return new Promise((resolve, reject) => waiters.push({ stage, resolve, reject }));
    },
    index,
    text(stage) {
      let text = texts[stage];
      if (!text) {
        text = printModuleWithPlaces(stages[stage]?.module ?? emptyModule);
        texts[stage] = text;
      }
      return text;
    },
    sourceOf,
  };
}

interface Outcome {
  readonly stage: HeldStage;
  readonly diagnostics: readonly Diagnostic[];
}

function readInput(request: RunRequest): { held: HeldStage; diagnostics: readonly Diagnostic[] } {
  const begin = performance.now();
  const diagnostics: Diagnostic[] = [];
  let module = emptyModule;
  let lineage = keep;
  try {
    const read = parseModule(request.text, { operators });
    diagnostics.push(...read.diagnostics);
    if (read.skipped) diagnostics.push(messages.skippedText(read.skipped));
    module = read.module;
    const typed = inferTypes(module, operators, { trust: "nothing" });
    diagnostics.push(...typed.diagnostics);
    module = typed.module;
    lineage = typed.lineage;
    const bind = request.bindParameters ? findFirstPass("BindParameters") : undefined;
    if (bind) {
      const bound = runStep(module, { pass: bind, options: {} }, contextOf(request), true);
      diagnostics.push(...bound.diagnostics);
      module = bound.module;
      lineage = composeLineage(lineage, bound.lineage);
    }
  } catch (error) {
    diagnostics.push(messages.internal(error instanceof Error ? error.message : String(error)));
  }
  const result: StageResult = {
    stage: 0,
    pass: "Input",
    status: diagnostics.some((d) => d.severity === "error") && module.functions.size === 0 ? "failed" : "done",
    reason: "",
    ms: performance.now() - begin,
    summary: summarize(module, moduleOrder(module)),
  };
  return { held: { pass: "Input", result, module, lineage, decisions: [] }, diagnostics };
}

function runOne(
  step: PipelineStep,
  stage: number,
  module: Module,
  failed: string | undefined,
  context: PassContext,
  kit: Kit,
  resolved: ResolvedOptions | undefined,
): Outcome {
  const pass = kit.findPass(step.pass);
  const still = (status: StageResult["status"], reason: string, diagnostics: readonly Diagnostic[] = []): Outcome => {
    const result: StageResult = { stage, pass: step.pass, status, reason, ms: 0, summary: summarize(module, moduleOrder(module)) };
    return { stage: { pass: step.pass, result, module, lineage: keep, decisions: [] }, diagnostics };
  };
  if (step.isOff) return still("off", "");
  if (failed !== undefined) return still("skipped", reasons.failedBefore(failed));
  if (!pass) return still("not-built", reasons.notBuilt(step.pass));
  const { options, diagnostics } = resolved ?? { options: step.options, diagnostics: [] };
  const stamped = diagnostics.map((d) => ({ ...d, pass: step.pass }));
  const blocking = stamped.find((d) => d.severity === "error");
  if (blocking) return still("failed", blocking.message, stamped);
  let done: StepResult | undefined;
  for (const result of runPipeline(module, [{ pass, options }], context)) done = result;
  if (!done) return still("unchanged", "", stamped);
  const result: StageResult = {
    stage,
    pass: step.pass,
    status: done.status,
    reason: done.reason,
    ms: done.ms,
    summary: summarize(done.module, moduleOrder(done.module)),
  };
  const held: HeldStage = { pass: step.pass, result, module: done.module, lineage: done.lineage, decisions: done.decisions };
  return { stage: held, diagnostics: [...stamped, ...done.diagnostics] };
}

function contextOf(request: RunRequest): PassContext {
  return {
    operators,
    optLevel: request.optLevel,
    requiredPasses: [],
    disabledPasses: [],
    config: new Map(),
    target: undefined,
    trace: request.trace,
  };
}
