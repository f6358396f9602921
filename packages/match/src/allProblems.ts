/**
 * Finds everything that keeps a pattern from matching around a node, not only the first failure: a refusal that a
 * change of the node itself would fix is overridden, and the pattern is tried again.
 */
import type { Call, Expr } from "@relayscope/ir";
import type { IndexedGraph } from "./indexedGraph.ts";
import type { Pattern } from "./pattern.ts";
import type { MatchProblem, MatchReason, TraceStep } from "./refusals.ts";
import { type TraceOptions, traceMatch } from "./trace.ts";
import { type TraceAround, traceAround } from "./traceAround.ts";

/** A problem, and the call that it is an argument of, if any. */
export interface PlacedProblem extends MatchProblem {
  readonly call: Call | undefined;
  /** A missing call whose argument exists. It would be between the call found in its place and that call's user. */
  readonly gap?: { readonly below: Call; readonly user: Call | undefined };
}

/** The unmet requirements of a pattern on a node and its surroundings. */
export interface AllProblems {
  readonly problems: readonly PlacedProblem[];
  /**
   * Set if the whole pattern would match once all problems are fixed, apart from users outside of the match; undefined
   * if it may have further problems.
   */
  readonly root: Expr | undefined;
  /** The calls of that match. */
  readonly members: readonly Expr[];
}

/** How many problems are looked for. */
const most = 6;

/** Refusals that concern a single node, so that the nodes around it can still match. */
const ofOneNode: ReadonlySet<MatchReason> = new Set([
  "operator",
  "attribute",
  "constant",
  "constant-dtype",
  "constant-value",
  "type",
  "index",
  "name",
  "shared",
]);

/** The problems of a pattern around a node, `first` being the trace of the first. */
export function allProblems(
  pattern: Pattern,
  node: Expr,
  graph: IndexedGraph,
  options: Pick<TraceOptions, "operators">,
  first: TraceAround,
): AllProblems {
  const forgiven = new Map<Pattern, Set<Expr>>();
  const forgives = (part: Pattern, expr: Expr) => forgiven.get(part)?.has(expr) === true;
  const problems: PlacedProblem[] = [];
  let trace: TraceAround | undefined = first;
  while (trace && problems.length < most) {
    const { problem }: TraceAround = trace;
    if (!problem) {
      const members = trace.met.filter((meeting) => meeting.pattern.kind === "CallPattern").map((meeting) => meeting.node);
      return { problems, root: trace.isWhole ? trace.at : undefined, members };
    }
    const call = callOf(trace.root, problem);
    const missing = problem.reason === "operator" ? missingCall(trace.root, problem, graph, { ...options, forgives }) : undefined;
    const gap = missing && { below: missing.node, user: callOf(trace.root, missing) };
    problems.push(
      { ...problem, call, ...(gap ? { gap } : {}) },
      ...furtherAttributes(problem, graph, options).map((further) => ({ ...further, call })),
    );
    if (problem.goesOn !== undefined || !ofOneNode.has(problem.reason)) break;
    const passed = problem.reason === "operator" ? missing : problem;
    if (!passed) break;
    // If a node must meet two sub-patterns, each is also examined separately.
    if (problem.reason === "shared") {
      const alone = traceMatch(problem.pattern, problem.node, graph, { ...options, isPart: true });
      if (alone.problem) problems.push({ ...alone.problem, call });
    }
    const known = forgiven.get(passed.pattern);
    if (known) known.add(passed.node);
    else forgiven.set(passed.pattern, new Set([passed.node]));
    trace = traceAround(pattern, node, graph, { ...options, forgives, isPart: true });
  }
  return { problems, root: undefined, members: [] };
}

/**
 * The other attributes that a sub-pattern asks of the same node and that differ, too: a match names the first alone.
 */
function furtherAttributes(
  { reason, pattern, node, attribute }: MatchProblem,
  graph: IndexedGraph,
  options: Pick<TraceOptions, "operators">,
): readonly MatchProblem[] {
  if (reason !== "attribute" || pattern.kind !== "AttrPattern") return [];
  return [...pattern.attrs].flatMap(([name, value]) => {
    if (name === attribute) return [];
    const alone: Pattern = { ...pattern, attrs: new Map([[name, value]]) };
    const { problem } = traceMatch(alone, node, graph, { ...options, isPart: true });
    return problem?.reason === "attribute" && problem.attribute === name ? [problem] : [];
  });
}

/**
 * A missing call, if the present node can be its argument; undefined if another call is in its place, since the nodes
 * below may then not match.
 */
function missingCall(
  root: TraceStep,
  { pattern, node }: MatchProblem,
  graph: IndexedGraph,
  options: Pick<TraceOptions, "operators" | "forgives">,
): { readonly pattern: Pattern; readonly node: Call } | undefined {
  for (const { pattern: call, node: there, children } of stepsOf(root)) {
    const isOf = children.some((child) => child.pattern === pattern && child.node === node);
    if (!isOf || call.kind !== "CallPattern" || there.kind !== "Call" || there.op !== node) continue;
    const isBelow = (call.args ?? []).some((arg) => {
      const { matched, met } = traceMatch(arg, there, graph, { ...options, isPart: true });
      return matched && met.some((meeting) => meeting.pattern.kind === "CallPattern");
    });
    return isBelow ? { pattern: call, node: there } : undefined;
  }
  return undefined;
}

/** The call that a problem's node is an argument of. */
function callOf(root: TraceStep, { pattern, node }: Pick<MatchProblem, "pattern" | "node">): Call | undefined {
  for (const { node: there, children } of stepsOf(root)) {
    if (there.kind === "Call" && there.args.includes(node) && children.some((child) => child.pattern === pattern && child.node === node))
      return there;
  }
  return undefined;
}

function stepsOf(root: TraceStep): readonly TraceStep[] {
  const steps = [root];
  for (const step of steps) steps.push(...step.children);
  return steps;
}
