/**
 * `order`, or an addition to another cause: a pass before partitioning rewrote what a pattern or a rule would have
 * matched. Without that pass, the nodes would be in a region.
 */
import { calledOp, childrenOf, type Expr, keptIn, type Module, pushTo } from "@relayscope/ir";
import type { History, Rerun } from "../../history.ts";
import { lineageSteps } from "../../lineage.ts";
import { nameOf } from "../../names.ts";
import { alsoOf, type Cause, distinct, withoutOrigin } from "../cause.ts";
import type { CauseCode } from "../causes.ts";
import { type Ground, isSameWork } from "../ground.ts";
import { sentences } from "../sentences.ts";
import { isComputedWeight } from "./parameters.ts";
import type { PassAsked, PassFinder } from "./passAsked.ts";
import { betterIn, isJoinedIn } from "./reruns.ts";

/** Passes that rewrite calls, or insert some next to them. */
const rewriting: ReadonlySet<string> = new Set([
  "AlterOpLayout",
  "BackwardFoldScaleAxis",
  "CanonicalizeCast",
  "CanonicalizeOps",
  "ConvertLayout",
  "FoldScaleAxis",
  "ForwardFoldScaleAxis",
  "SimplifyExpr",
  "SimplifyInference",
]);
/** Causes that a rewritten call may have. */
const broken: readonly CauseCode[] = [
  "check-refused",
  "cycle",
  "no-rule",
  "outside-user",
  "pattern-missed",
  "pattern-shadowed",
  "rule-refused",
];
/**
 * How many are examined of the calls in question, those that prevent it or are on the path outside, and their users.
 */
const mostCalls = 24;

/** How a pass changed a node or its surroundings. */
interface Touch {
  readonly clause: string;
  /** A node of the stage before the pass that it rewrote. */
  readonly was: Expr;
  /** Whether the pass wrote it as other calls. */
  readonly isWritten: boolean;
}

/**
 * The last pass before partitioning that rewrote the surroundings, if without this pass the node is in a region, or the
 * two are in one. Each pass is left out at most once in a run.
 */
export const breakingPass: PassFinder = { codes: ["order", ...broken], find };

function find({ ground, from, to, asItIs }: PassAsked): Cause | undefined {
  const { history } = ground;
  const refusal = asItIs();
  if (ground.annotate === undefined || !broken.includes(refusal.code)) return undefined;
  // With its parameters bound it is a constant, whatever a pass made of it.
  if (refusal.blockers.length > 0 && refusal.blockers.every((node) => isComputedWeight(ground, node))) return undefined;
  const order = history.stages.slice(1).map((_, at) => at + 1);
  // A pattern can miss because the pass removed the next node that the pattern needs.
  const asked = [from, ...(to ? [to] : []), ...refusal.blockers, ...refusal.path, ...(refusal.near?.holds ?? [])];
  const units = asked.flatMap((node) => [ground.unitOf(node), ...ground.usersOf(ground.unitOf(node))]);
  const calls = [...new Set(units.flatMap((unit) => ground.callsOf(unit)))].slice(0, mostCalls);
  for (const stage of rewritingStages(ground)) {
    const touch = touched(ground, stage, calls);
    if (!touch || !canBeItsDoing(ground, stage, refusal.blockers)) continue;
    const then = history.rerun(
      order.filter((at) => at !== stage),
      [],
    );
    if (!then || !isKept(then) || !isJoinedIn(ground, then, from, to)) continue;
    const pass = history.stages[stage]?.pass ?? "";
    const better = betterIn(ground, then, from, to);
    const cause = {
      ...refusal,
      sentence: sentences.broken(pass, touch.clause, better, withoutOrigin(refusal)),
      evidence: distinct([...lineageLine(history, stage, touch.was), ...refusal.evidence]),
      pass,
      asItStands: refusal,
    };
    // A call that the pass rewrote still exists, so it stays a blocker. Calls that the pass removed or inserted are the
    // pass's doing alone.
    return touch.isWritten
      ? { ...cause, also: alsoOf(refusal.code, refusal.also, ["order"]) }
      : { ...cause, code: "order", also: alsoOf("order", [refusal.code], refusal.also), blockers: [], path: [] };
  }
  return undefined;
}

/**
 * Whether a stage's pass can be the cause. It cannot if a later pass put one of these nodes next to calls that still
 * exist.
 */
function canBeItsDoing({ history, base }: Ground, stage: number, blockers: readonly Expr[]): boolean {
  const isStillThere = (call: Expr) => history.follow(stage, base, call).some((e) => isSameWork(call, e));
  return blockers.every((node) => {
    const origins = history.follow(base, stage, node);
    return origins.some((e) => isSameWork(node, e)) || !origins.every(isStillThere);
  });
}

/** Whether a run came to its end. */
function isKept({ history }: Rerun): boolean {
  return history.stages.every(({ status }) => status !== "failed");
}

/** The stages of passes that rewrote something before partitioning began, the last first. */
function rewritingStages({ history, annotate = 0, compose = annotate }: Ground): readonly number[] {
  return history.stages
    .flatMap(({ pass, status }, stage) => (stage < compose && status === "done" && rewriting.has(pass) ? [stage] : []))
    .reverse();
}

/** What a stage's pass did to nodes of the base or to the calls next to them; undefined if it did nothing there. */
function touched({ history, base }: Ground, stage: number, nodes: readonly Expr[]): Touch | undefined {
  for (const node of nodes) {
    const after = history.follow(base, stage, node).find((e) => isSameWork(node, e));
    if (!after) continue;
    const origins = history.follow(stage, stage - 1, after);
    const before = origins.find((e) => isSameWork(after, e));
    const [was] = origins;
    if (!before) {
      if (was && calledOp(was) !== undefined) return { clause: sentences.writes(nameOf(was), nameOf(node)), was, isWritten: true };
      continue;
    }
    const [there, here] = [besides(history, stage - 1, before), besides(history, stage, after)];
    const rewritten = there.find((e) => !here.some((other) => nameOf(other) === nameOf(e)) && !isThereStill(history, stage, e));
    const made = here.find((e) => !there.some((other) => nameOf(other) === nameOf(e)));
    if (rewritten) {
      const call = history.follow(stage - 1, stage, rewritten).find((e) => calledOp(e) !== undefined);
      const clause = call ? sentences.writes(nameOf(rewritten), nameOf(call)) : sentences.takesOut(nameOf(rewritten), nameOf(node));
      return { clause, was: rewritten, isWritten: call !== undefined };
    }
    const moved = made && history.follow(stage, stage - 1, made).find((e) => nameOf(e) === nameOf(made));
    if (made && moved) return { clause: sentences.moves(nameOf(made), nameOf(node)), was: moved, isWritten: false };
    if (made) return { clause: sentences.putsBeside(nameOf(made), nameOf(node)), was: before, isWritten: false };
  }
  return undefined;
}

/** Whether something after a stage's pass does the work of a node before it. */
function isThereStill(history: History, stage: number, node: Expr): boolean {
  return history.follow(stage - 1, stage, node).some((e) => isSameWork(node, e));
}

const users = new WeakMap<Module, ReadonlyMap<Expr, readonly Expr[]>>();

/** The calls of operators that feed a node or that it feeds. */
function besides(history: History, stage: number, node: Expr): readonly Expr[] {
  const module = history.stages[stage]?.module;
  if (!module) return [];
  const known = keptIn(users, module, () => usersIn(history.order(stage)));
  const inputs = node.kind === "Call" ? node.args : [];
  return [...inputs, ...(known.get(node) ?? [])].filter((e) => calledOp(e) !== undefined);
}

function usersIn(order: readonly Expr[]): ReadonlyMap<Expr, readonly Expr[]> {
  const found = new Map<Expr, Expr[]>();
  for (const user of order) {
    for (const child of childrenOf(user)) {
      pushTo(found, child, user);
    }
  }
  return found;
}

/** What the pass did to a node, from its history. */
function lineageLine(history: History, stage: number, was: Expr): readonly string[] {
  const step = lineageSteps(history, stage - 1, was).find((s) => s.stage === stage);
  return step ? [sentences.lineage(step.pass, nameOf(was), step.text)] : [];
}
