/**
 * Replays a case of known cause: a text, a run, and two lines that are not in one region, or one that is in none. Only
 * the text, the run and the lines are used; the answer equals that of the page.
 */
import { type Cause, takenBy, type Why } from "@relayscope/explain";
import { calledOp, type Expr } from "@relayscope/ir";
import { partitioningPasses } from "@relayscope/passes";
import { finishedRun, type Run, type TextNodes, whyOf } from "@relayscope/run";
import { catalog } from "@relayscope/run/catalog";
import type { LinePlace, PipelineStep, RunRequest, SetAnswer } from "@relayscope/run/contract";
import { whyNoNode } from "./noNode.ts";
import { recordProblem } from "./recordShape.ts";
import type { CaseError } from "./replay.ts";
import { curesFor, setFor } from "./replayCures.ts";
import type { TriedCure, WhyRecord } from "./whyRecord.ts";

export interface WhyResult {
  readonly id: string;
  /** Whether the two are in one region, or the node is in one. Then there is no cause. */
  readonly joined?: boolean;
  readonly regions?: Readonly<Record<string, number>>;
  readonly cause?: string;
  readonly also?: readonly string[];
  /** The lines of the blockers, from 1. */
  readonly lines?: readonly number[];
  readonly path?: readonly number[];
  /**
   * The first sentence of each answer, then evidence and notes. For a node in a region, the sentence reports what took
   * it.
   */
  readonly sentence?: string;
  readonly evidence?: readonly string[];
  readonly notes?: readonly string[];
  readonly cures?: readonly TriedCure[];
  readonly error?: CaseError;
}

/** Whether a record has the kind `why`. */
export function isWhyRecord(record: unknown): record is WhyRecord {
  if (typeof record !== "object" || record === null || !("kind" in record)) return false;
  return record.kind === "why" && recordProblem(record, "why") === undefined;
}

/** Answers a record. Never rejects. */
export async function replayWhy(record: WhyRecord): Promise<WhyResult> {
  try {
    const { run, froms, tos, found, ...result } = await askCase(record);
    if (result.joined !== false) return { id: record.id, ...result };
    const { base } = whyOf(run).why.ground;
    const cures = await curesFor(record, { run, base, from: froms, to: tos, cause: found }, askCase);
    return { id: record.id, ...result, cures };
  } catch (error) {
    return { id: record.id, error: { code: "internal-error", message: error instanceof Error ? error.message : String(error) } };
  }
}

/**
 * The set of operators that makes the two of a record one region, or that there is none; undefined if they are in one,
 * or missing.
 */
export async function replaySet(record: WhyRecord): Promise<SetAnswer | undefined> {
  const { run, froms, tos, joined } = await askCase(record);
  return joined === false && tos ? setFor(run, whyOf(run).why.ground.base, froms, tos) : undefined;
}

/** The cause between the two sides of a record, without cures. Rejects if the engine itself fails. */
export async function askCase(record: WhyRecord): Promise<Asked & { readonly run: Run }> {
  const run = await finishedRun(requestOfCase(record));
  return { run, ...answer(run, record.at) };
}

const ownFlow: readonly PipelineStep[] = partitioningPasses.map((pass) => ({
  pass,
  options: {},
}));

/**
 * The run of a record. Without a pipeline it is the flow of the built-in target, or the four passes of BYOC for a
 * custom target.
 */
export function requestOfCase({ text, target, customTargets = [], pipeline, optLevel, bind, offersAgain = false }: WhyRecord): RunRequest {
  const info = catalog().targets.find((t) => t.name === target);
  const given = pipeline?.map((step) =>
    typeof step === "string" ? { pass: step, options: {} } : { ...step, options: step.options ?? {} },
  );
  return {
    epoch: 0,
    text,
    pipeline: given ?? info?.pipeline ?? ownFlow,
    optLevel: optLevel ?? info?.optLevel ?? 2,
    target,
    customTargets,
    bindParameters: bind ?? false,
    offersAgain,
    trace: true,
  };
}

interface Asked extends Omit<WhyResult, "id" | "cures"> {
  /** The two sides, or a single node if `tos` is undefined. */
  readonly froms: readonly Expr[];
  readonly tos: readonly Expr[] | undefined;
  /** Why they are separate, from the nodes. */
  readonly found?: Cause;
}

function answer(run: Run, at: LinePlace): Asked {
  const { why, text } = whyOf(run);
  const nodesAt = (name: string | undefined, line: number | undefined) => text.nodesOf(line ?? 0, name?.split(" ")[0]);
  // A flow that fails has no regions.
  const hasFailed = run.stages.some(({ result }) => result.status === "failed");
  const summary = hasFailed ? undefined : run.stages.at(-1)?.result.summary;
  const regions = Object.fromEntries((summary?.regions ?? []).map(({ target, count }) => [target, count]));
  const single = at.line === undefined ? undefined : nodesAt(at.node, at.line);
  const [froms, tos] = single ? [single, single] : [nodesAt(at.from, at.fromLine), nodesAt(at.to, at.toLine)];
  const [from, to] = [froms[0], tos[0]];
  const sides = { froms, tos: single ? undefined : tos };
  if (!from || !to)
    return {
      ...sides,
      regions,
      error: {
        code: "no-node",
        message: whyNoNode(
          run,
          [at.line, at.fromLine, at.toLine].filter((line) => line !== undefined),
        ),
      },
    };
  const cause = single ? causeOfLine(why, single, at.node) : causeOfPair(why, froms, tos);
  if (!cause) {
    const [sentence, ...evidence] = takenWords(why, single ? froms : [...froms, ...tos]);
    return { ...sides, joined: true, regions, also: [], lines: [], path: [], ...(sentence === undefined ? {} : { sentence, evidence }) };
  }
  const lines = [...new Set(cause.blockers.flatMap((node) => text.linesOf(node)))].sort((a, b) => a - b);
  return {
    ...sides,
    found: cause,
    joined: false,
    regions,
    cause: cause.code,
    also: cause.also,
    lines,
    path: pathLines(cause, text),
    sentence: cause.sentence,
    evidence: cause.evidence,
    notes: cause.notes,
  };
}

/** The reasons why nodes are in a region, a sentence each. */
function takenWords({ ground }: Why, nodes: readonly Expr[]): readonly string[] {
  return [...new Set(nodes.filter((node) => ground.regionOf(ground.unitOf(node))).flatMap((node) => takenBy(ground, node)))];
}

/**
 * A line's call is in a region if a node that still does its work is; if there is none, if all its replacements are.
 */
function causeOfLine(why: Why, nodes: readonly Expr[], name: string | undefined): Cause | undefined {
  const operator = name?.split(" ")[0];
  const isOneOf = operator === undefined || nodes.some((node) => calledOp(node) === operator);
  if (isOneOf) return causeOfAny(nodes, (node) => why.of(node));
  for (const node of nodes) {
    const cause = why.of(node);
    if (cause) return cause;
  }
  return undefined;
}

/** The first cause; undefined if one of the nodes has none. */
function causeOfAny(nodes: readonly Expr[], causeOf: (node: Expr) => Cause | undefined): Cause | undefined {
  let first: Cause | undefined;
  for (const node of nodes) {
    const cause = causeOf(node);
    if (!cause) return undefined;
    first ??= cause;
  }
  return first;
}

function causeOfPair(why: Why, froms: readonly Expr[], tos: readonly Expr[]): Cause | undefined {
  const { unitOf, usersOf } = why.ground;
  const ends = new Set(tos.map(unitOf));
  const feeds = (node: Expr) => usersOf(unitOf(node)).some((user) => ends.has(user));
  // If a call is computed twice, the copy that the other side uses is meant.
  const inOrder = [...froms.filter(feeds), ...froms.filter((from) => !feeds(from))];
  let first: Cause | undefined;
  for (const from of inOrder) {
    const cause = causeOfAny(tos, (to) => why.between(from, to));
    if (!cause) return undefined;
    first ??= cause;
  }
  return first;
}

function pathLines(cause: Cause, text: TextNodes): readonly number[] {
  const lines: number[] = [];
  for (const node of cause.path) for (const line of text.linesOf(node)) if (lines.at(-1) !== line) lines.push(line);
  return lines;
}
