/**
 * Match traces: which sub-pattern met which node, and the first failure with its reason. Made on demand by observing
 * the matcher and the grouping; there is no second matcher.
 */
import { type Expr, Failure } from "@relayscope/ir";
import { groupMatches, type MatchGroups } from "./groups.ts";
import type { IndexedGraph } from "./indexedGraph.ts";
import { type MatchOptions, PatternMatcher, patternOperator, type Refusal } from "./matcher.ts";
import type { Pattern } from "./pattern.ts";
import { plainAlternative } from "./patternGraph.ts";
import { explain, type MatchProblem, type MatchReason, nodeName, type TraceStep, wantedOneOf } from "./refusals.ts";

export interface MatchTrace {
  /** Whether the pattern matches at the root and its group is accepted. */
  readonly matched: boolean;
  readonly problem: MatchProblem | undefined;
  readonly root: TraceStep;
  /** Sub-patterns that met a node, in the attempt that went furthest. */
  readonly met: readonly { readonly pattern: Pattern; readonly node: Expr }[];
}

export interface TraceOptions extends MatchOptions {
  /** The table's check, called for the group. */
  readonly check?: ((root: Expr) => boolean) | undefined;
  /** The pattern's groups with the refused ones, if they are available. */
  readonly groups?: (() => MatchGroups) | undefined;
  /** Whether the pattern is only a part of an entry, so that it has no groups of its own. */
  readonly isPart?: boolean;
}

/** The number of recorded steps; matching continues after that. */
const stepLimit = 20_000;

interface OpenStep {
  pattern: Pattern;
  node: Expr;
  matched: boolean;
  refusal: Refusal | undefined;
  children: OpenStep[];
}

/**
 * Traces one pattern at one root of a graph. Near-linear in the graph if the match succeeds, since grouping then runs,
 * too.
 */
export function traceMatch(pattern: Pattern, root: Expr, graph: IndexedGraph, options: TraceOptions = {}): MatchTrace {
  const recorder = new Recorder();
  const matcher = new PatternMatcher(graph, { operators: options.operators, observer: recorder, forgives: options.forgives });
  let raised: Failure | undefined;
  try {
    matcher.match(pattern, root);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    raised = error;
  }
  const step = recorder.root ?? { pattern, node: root, matched: false, refusal: undefined, children: [] };
  const met: { pattern: Pattern; node: Expr }[] = [];
  if (raised) {
    const problem = {
      reason: "raises",
      pattern,
      node: raised.node ?? root,
      refusal: undefined,
      blocker: undefined,
      message: raised.message,
    } as const;
    return { matched: false, problem, root: step, met };
  }
  if (!step.matched) {
    const problem = problemOf(step, graph, options, met);
    return { matched: false, problem, root: step, met };
  }
  collectMet(step, met);
  const problem = options.isPart ? undefined : groupProblem(pattern, root, graph, options);
  return { matched: problem === undefined, problem, root: step, met };
}

class Recorder {
  root: OpenStep | undefined;
  private readonly open: (OpenStep | undefined)[] = [];
  private steps = 0;

  enter(pattern: Pattern, node: Expr): void {
    const parent = this.open[this.open.length - 1];
    const step: OpenStep | undefined =
      this.steps++ < stepLimit && (parent || !this.root) ? { pattern, node, matched: false, refusal: undefined, children: [] } : undefined;
    this.root ??= step;
    if (step) parent?.children.push(step);
    this.open.push(step);
  }

  refuse(_pattern: Pattern, _node: Expr, refusal: Refusal): void {
    const step = this.open[this.open.length - 1];
    if (step) step.refusal ??= refusal;
  }

  leave(_pattern: Pattern, _node: Expr, matched: boolean): void {
    const step = this.open.pop();
    if (step) step.matched = matched;
  }
}

/** How much of the pattern an attempt matched. Wildcards and alternatives do not count. */
function progress(step: TraceStep): number {
  let sum = step.matched && step.pattern.kind !== "WildcardPattern" && step.pattern.kind !== "AltPattern" ? 1 : 0;
  for (const child of step.children) sum += progress(child);
  return sum;
}

/** Follows the attempt that went furthest, down to the sub-pattern that caused the refusal. */
function problemOf(step: TraceStep, graph: IndexedGraph, options: TraceOptions, met: { pattern: Pattern; node: Expr }[]): MatchProblem {
  let at = step;
  let alternatives: readonly string[] | undefined;
  for (;;) {
    if (at.pattern.kind === "AltPattern") alternatives ??= wantedOperators(at);
    const { furthest, most } = furthestFailure(at);
    if (!furthest || (at.refusal && most === 0 && at.refusal.reason !== "path")) break;
    for (const child of at.children) {
      if (child === furthest) break;
      if (child.matched) collectMet(child, met);
    }
    if (!isTypeUnknown(furthest) && isTurnedAround(at, graph, options)) {
      return {
        reason: "operand-order",
        pattern: at.pattern,
        node: at.node,
        refusal: undefined,
        blocker: undefined,
        message: "The operands are swapped; only `add` and `multiply` match in either order.",
      };
    }
    at = furthest;
  }
  const blocker = at.refusal?.reason === "shared" ? at.refusal.met : undefined;
  const said =
    at.refusal?.reason === "operator" && alternatives && alternatives.length > 0 ? wantedOneOf(alternatives, at.node) : explain(at);
  return { ...said, pattern: at.pattern, node: at.node, refusal: at.refusal, blocker };
}

/** The operators that alternatives expected, if the only problem of each was the operator; undefined otherwise. */
function wantedOperators({ pattern, refusal, matched, children }: TraceStep): readonly string[] | undefined {
  if (matched) return undefined;
  if (refusal?.reason === "operator") return [refusal.wanted];
  const [first] = children;
  if (pattern.kind === "CallPattern") return first && children.length === 1 ? wantedOperators(first) : undefined;
  if (pattern.kind !== "AltPattern") return undefined;
  // An optional part comes in addition to the required part.
  const plain = plainAlternative(pattern);
  const each = (plain ? children.filter((child) => child.pattern === plain) : children).map(wantedOperators);
  return each.every((names) => names !== undefined) ? [...new Set(each.flat())] : undefined;
}

/**
 * The failed attempt below a step that got furthest. On a dominator's path the parent fails at every step; only the
 * last step is informative.
 */
function furthestFailure(step: TraceStep): { furthest: TraceStep | undefined; most: number } {
  let furthest: TraceStep | undefined;
  let most = -1;
  const candidates = step.pattern.kind === "DominatorPattern" && step.refusal ? step.children.slice(-1) : step.children;
  for (const child of candidates) {
    const score = child.matched ? -1 : progress(child);
    if (score > most) {
      most = score;
      furthest = child;
    }
  }
  return { furthest, most };
}

/** Whether an unknown type was required: then nothing is known about the operands' order. */
function isTypeUnknown({ refusal, node }: TraceStep): boolean {
  return refusal?.reason === "type" && !node.checkedType;
}

/** Whether a call of two operands would match with its pattern's arguments exchanged. */
function isTurnedAround(step: TraceStep, graph: IndexedGraph, options: TraceOptions): boolean {
  const { pattern } = step;
  if (pattern.kind !== "CallPattern" || pattern.args?.length !== 2) return false;
  const operator = patternOperator(pattern);
  if (operator === "add" || operator === "multiply") return false;
  const turned: Pattern = { ...pattern, args: [...pattern.args].reverse() };
  try {
    return new PatternMatcher(graph, { operators: options.operators }).match(turned, step.node);
  } catch {
    return false;
  }
}

function collectMet(step: TraceStep, met: { pattern: Pattern; node: Expr }[]): void {
  if (!step.matched) return;
  for (const child of step.children) collectMet(child, met);
  met.push({ pattern: step.pattern, node: step.node });
}

function groupProblem(pattern: Pattern, root: Expr, graph: IndexedGraph, options: TraceOptions): MatchProblem | undefined {
  const problem = (reason: MatchReason, node: Expr, blocker: Expr | undefined, message: string): MatchProblem => ({
    reason,
    pattern,
    node,
    refusal: undefined,
    blocker,
    message,
  });
  let groups: MatchGroups;
  try {
    groups =
      options.groups?.() ?? groupMatches(pattern, graph, { operators: options.operators, forgives: options.forgives, keepRefused: true });
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return problem("raises", error.node ?? root, undefined, error.message);
  }
  if (groups.groupAt(root)) {
    if (!options.check || options.check(root)) return undefined;
    return problem("check", root, undefined, "The pattern matches, and the target's check refuses it.");
  }
  const refused = groups.refused.find((r) => r.root === root);
  if (refused?.outcome === "outside-user") {
    return problem(
      "outside-user",
      root,
      refused.blocker,
      `An inner node of the match is used outside of it, by ${nodeName(refused.blocker)}.`,
    );
  }
  if (refused) return problem("overlap", root, refused.blocker, `${nodeName(refused.blocker)} belongs to a match further down.`);
  return problem("overlap", root, root, "This node is inside an earlier match already.");
}
