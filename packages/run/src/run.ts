/**
 * One run: a text is read and typed (stage 0), then one stage per step of the pipeline. Stages are kept for questions;
 * numbers of nodes and pictures are made on demand.
 */
import { type Follower, follower } from "@relayscope/explain";
import { at, type Diagnostic, type Expr, type Module, moduleOrder, type Span } from "@relayscope/ir";
import { notLoaded, type PassContext, runStep, type StepResult } from "@relayscope/passes";
import { isBare, parseBare } from "@relayscope/text";
import { type TargetColors, targetColors } from "./colors.ts";
import type { Problem, RunEvent, RunRequest, StageResult } from "./contract/index.ts";
import { reasons } from "./diagnostics.ts";
import { type Identities, indexStage, type StageIndex } from "./identity.ts";
import { bringsPatterns, firstKit, isFirstKitEnough, wholeKit } from "./kit.ts";
import { loadOperatorsOf } from "./operators.ts";
import { lineTable, problemGatherer, toProblem } from "./problems.ts";
import { contextOf, type InputContents, offeredStep, readInput, runOne } from "./runStep.ts";
import type { InputFacts, StageContents } from "./stageContents.ts";
import { hasMarks, isMarkedAfter, summarize } from "./summary.ts";
import { type ResolvedStep, resolveStep, type TargetFinder, targetFinder } from "./targets.ts";
import { yieldTurn } from "./yieldTurn.ts";

/** A stage with the data that the run keeps. */
export interface HeldStage extends Pick<StageContents, "module" | "lineage" | "decisions">, Partial<InputFacts> {
  readonly pass: string;
  readonly result: StageResult;
}

/** An input, and the part of the request that decides about it. */
interface InputRead {
  readonly request: RunRequest;
  readonly contents: InputContents;
}

export interface Run {
  readonly request: RunRequest;
  /** The input once it is read. A later run on the same text takes it over. */
  readonly input: InputRead | undefined;
  readonly stages: readonly HeldStage[];
  readonly colors: TargetColors;
  /** Runs all stages, with a turn of the event loop between them, until `isStopped` returns true. Never rejects. */
  start(onEvent: (event: RunEvent) => void, isStopped: () => boolean): Promise<void>;
  /**
   * Runs a stage's pass on another module, with the same options; undefined if the pass does not exist or its options
   * are wrong.
   */
  runAgain(stage: number, module: Module): StepResult | undefined;
  /** A stage's options and tables as its pass got them; undefined for the input. */
  stepOf(stage: number): ResolvedStep | undefined;
  /** The targets that the run's passes may name. */
  targets(): TargetFinder;
  readonly context: PassContext;
  /** How nodes pass through the stages that are there. */
  readonly follower: Follower;
  /** Resolves once all stages are done or the run was stopped. */
  readonly ended: Promise<void>;
  /** The stage once it is there; rejects if the run ended without it. */
  stage(stage: number): Promise<HeldStage>;
  index(stage: number): StageIndex;
  /** The place in the input text of a node of a stage, or of its origin. */
  sourceOf(stage: number, expr: Expr): Span | undefined;
}

interface Waiter {
  readonly stage: number;
  readonly resolve: (stage: HeldStage) => void;
  readonly reject: (error: Error) => void;
}

/** Finds the place in the text of a node of a stage, or of its origin. */
function sourceFinder(stages: readonly HeldStage[], index: (stage: number) => StageIndex): Run["sourceOf"] {
  let textNodes: Set<Expr> | undefined;
  const isOfText = (expr: Expr) => {
    const first = stages[0];
    if (!textNodes) textNodes = new Set(first ? index(0).order : []);
    return textNodes.has(expr);
  };
  return (stage, expr) => {
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
}

/** The first result of `find` over some stages. */
function firstFound<T>(stages: readonly number[], find: (stage: number) => T | undefined): T | undefined {
  for (const stage of stages) {
    const value = find(stage);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Whether the inputs of two requests are the same. Level and trace matter to the pass that binds parameters. */
function isSameInput(a: RunRequest, b: RunRequest): boolean {
  const isBoundAlike = a.optLevel === b.optLevel && a.trace === b.trace;
  return a.text === b.text && a.values === b.values && a.bindParameters === b.bindParameters && (!a.bindParameters || isBoundAlike);
}

/** A run of a request. Nothing is done before `start`. `known` is an earlier run's input: no pass changes a node. */
export function createRun(request: RunRequest, known?: InputRead): Run {
  const stages: HeldStage[] = [];
  const colors = targetColors(request);
  const indices: StageIndex[] = [];
  const identities: Identities = { byExpr: new Map(), next: 1 };
  const follow = follower(stages);
  const waiters: Waiter[] = [];
  const positionOf = lineTable(request.text);
  let hasEnded = false;
  let resolveEnd: () => void = () => {};
  const ended = new Promise<void>((resolve) => {
    resolveEnd = resolve;
  });

  const index = (stage: number): StageIndex => {
    for (let at = indices.length; at <= stage; at++) {
      const held = stages[at];
      if (!held) throw new Error(reasons.noStage(at));
      const module = stages[at - 1]?.module;
      const before = module && indices[at - 1];
      indices.push(indexStage(identities, follow, at, held.module, before && { index: before, module }));
    }
    return at(indices, stage);
  };
  const sourceOf = sourceFinder(stages, index);
  const gather = problemGatherer(request.text);
  /** A pass's diagnostics are about nodes of its input or of its result. */
  const problems = (found: readonly Diagnostic[]): Problem[] => {
    const last = stages.length - 1;
    const about = [Math.max(0, last - 1), last];
    const places = {
      positionOf,
      sourceOf: (expr: Expr) => expr.span ?? firstFound(about, (stage) => sourceOf(stage, expr)),
      idOf: (expr: Expr) => firstFound(about, (stage) => index(stage).idOf(expr)),
    };
    return gather(found.map((diagnostic) => ({ diagnostic, problem: toProblem(diagnostic, places) })));
  };
  const publish = (held: HeldStage, found: readonly Diagnostic[], onEvent: (event: RunEvent) => void) => {
    stages.push(held);
    onEvent({ kind: "stage", epoch: request.epoch, result: held.result, problems: problems(found) });
    for (const waiter of waiters.filter((w) => w.stage === stages.length - 1)) waiter.resolve(held);
  };
  let kit = firstKit;
  let finder: TargetFinder | undefined;
  const targets = () => {
    finder ??= targetFinder(request.customTargets, kit, stages[0]?.start);
    return finder;
  };
  const useWholeKit = async () => {
    kit = await wholeKit();
    finder = undefined;
  };
  const stepOf = (stage: number): ResolvedStep | undefined => {
    const step = request.pipeline[stage - 1];
    return step && resolveStep(step, request.target, targets(), stages[0]?.start);
  };

  let inputRead = known && isSameInput(known.request, request) ? known : undefined;
  const readOnce = async (): Promise<InputContents> => {
    if (inputRead) return inputRead.contents;
    await loadOperatorsOf(request.text);
    const parse = isBare(request.text) ? parseBare : (await import("./parseAny.ts")).parseModule;
    inputRead = { request, contents: readInput(request, parse) };
    return inputRead.contents;
  };

  const start: Run["start"] = async (onEvent, isStopped) => {
    const begin = performance.now();
    const read = await readOnce();
    const input = outcomeOf(0, "Input", read, colors, undefined);
    publish(input.stage, input.diagnostics, onEvent);
    let current = input.stage.module;
    /** Why no further pass can run. */
    let failed: string | undefined = input.stage.result.status === "failed" ? reasons.unread : undefined;
    const context = contextOf(request, read.start);
    // TVM ran its recorded passes whatever the module was.
    const isOffered = request.offersAgain === true && read.isPartitioned && !request.pipeline.some((step) => step.recorded !== undefined);
    if (isOffered ? bringsPatterns(request) : !isFirstKitEnough(request)) await useWholeKit();
    for (const [i, step] of request.pipeline.entries()) {
      await yieldTurn();
      if (isStopped()) break;
      const contentsHere = () =>
        isOffered && !step.isOff ? offeredStep(current) : runOne(step, { module: current, failed, context, kit, resolved: stepOf(i + 1) });
      const runHere = () => outcomeOf(i + 1, step.pass, contentsHere(), colors, stages[i]);
      let held = runHere();
      if (held.diagnostics.some((d) => d.code === notLoaded)) {
        await useWholeKit();
        held = runHere();
      }
      if (held.stage.result.status === "failed") failed = reasons.failedBefore(step.pass);
      current = held.stage.module;
      publish(held.stage, held.diagnostics, onEvent);
    }
    // The questions about a partitioned module involve all targets. The picture does not wait for them.
    if (isOffered && request.target !== "" && !isStopped()) await useWholeKit();
    hasEnded = true;
    resolveEnd();
    for (const waiter of waiters) if (waiter.stage >= stages.length) waiter.reject(new Error(reasons.noStage(waiter.stage)));
    if (!isStopped()) onEvent({ kind: "finished", epoch: request.epoch, ms: performance.now() - begin });
  };

  return {
    request,
    get input() {
      return inputRead;
    },
    stages,
    colors,
    follower: follow,
    ended,
    start,
    get context() {
      return contextOf(request, stages[0]?.start);
    },
    stepOf,
    targets,
    runAgain(stage, module) {
      const step = request.pipeline[stage - 1];
      const resolved = stepOf(stage);
      const pass = step && (kit.findPass(step.pass) ?? resolved?.pass);
      if (!pass || !resolved) return undefined;
      const { options, tables, diagnostics } = resolved;
      return diagnostics.some((d) => d.severity === "error") ? undefined : runStep(module, { pass, options, tables }, this.context);
    },
    stage(stage) {
      const held = stages[stage];
      if (held) return Promise.resolve(held);
      if (hasEnded || stage > request.pipeline.length || stage < 0) return Promise.reject(new Error(reasons.noStage(stage)));
      return new Promise((resolve, reject) => waiters.push({ stage, resolve, reject }));
    },
    index,
    sourceOf,
  };
}

/** A run that has ended, with what its passes decided. */
export async function finishedRun(request: Omit<RunRequest, "epoch" | "trace"> & Partial<RunRequest>): Promise<Run> {
  const run = createRun({ epoch: 0, trace: true, ...request });
  const isStopped = () => false;
  await run.start(() => {}, isStopped);
  return run;
}

interface Outcome {
  readonly stage: HeldStage;
  readonly diagnostics: readonly Diagnostic[];
}

/** A stage as the run keeps it, with its summary for the strip; `before` is the stage before. */
function outcomeOf(
  stage: number,
  pass: string,
  contents: StageContents & Partial<InputContents>,
  colors: TargetColors,
  before: HeldStage | undefined,
): Outcome {
  const { status, reason, ms, diagnostics, recorded, ...held } = contents;
  const mark = recorded === undefined ? {} : { recorded };
  const isMarked = isMarkedAfter({ pass, status }, before !== undefined && hasMarks(before.result.summary));
  const summary = summarize(held.module, moduleOrder(held.module), colors, isMarked);
  const result: StageResult = { stage, pass, status, reason, ms, ...mark, summary };
  return { stage: { pass, result, ...held }, diagnostics };
}
