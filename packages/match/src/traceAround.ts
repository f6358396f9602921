/**
 * Finds where a pattern nearly contains a node. The node is tried at each part of the pattern that could match it. From
 * there, the search follows the pattern up through the node's users and matches at each level. The result is the first
 * failure near the node, not an operator far above it.
 */
import { at, type Expr, Failure } from "@relayscope/ir";
import type { IndexedGraph } from "./indexedGraph.ts";
import { PatternMatcher, patternOperator } from "./matcher.ts";
import type { Pattern } from "./pattern.ts";
import { plainAlternative, subPatterns } from "./patternGraph.ts";
import { nodeName } from "./refusals.ts";
import { type MatchTrace, type TraceOptions, traceMatch } from "./trace.ts";

export interface TraceAround extends MatchTrace {
  /** The node at which the traced part of the pattern was tried. */
  readonly at: Expr;
  /** Whether that part is the whole pattern; otherwise the pattern continues above it. */
  readonly isWhole: boolean;
  /** Where the traced part failed at its root: the part below it, which matches one node lower. */
  readonly below: MatchTrace | undefined;
  /** The part of the pattern above the node, if everything matched and no call uses the node. */
  readonly goesOn: Pattern | undefined;
}

/** A part of the pattern for one node, and the distance in users from the node one level below. */
interface Level {
  readonly pattern: Pattern;
  readonly hops: number;
}

interface Attempt {
  readonly levels: readonly Level[];
  readonly level: number;
  readonly node: Expr;
  /** The node that met the level below. */
  readonly from: Expr | undefined;
  readonly score: number;
  /** Set if everything matched up to here and nothing uses the node. */
  readonly goesOn: Pattern | undefined;
}

const mostPaths = 64;
const mostSteps = 5_000;
const mostAttempts = 256;
const mostUsers = 8;
const deepest = 48;
/** How many attempts that went equally far up are looked at. */
const mostTies = 6;
/** The most nodes on a dominator's path for which its parent is found from below. */
const longestPath = 6;

/**
 * The trace of the attempt that got furthest up from `node`; undefined if only a bare wildcard could match the node.
 * Costs a bounded number of matches, and the pattern's groups once if the whole pattern matches.
 */
export function traceAround(pattern: Pattern, node: Expr, graph: IndexedGraph, options: TraceOptions = {}): TraceAround | undefined {
  const paths = pathsTo(pattern, node);
  if (paths.length === 0) return undefined;
  const search = new Search(graph, options);
  for (const levels of paths) search.climb(levels, 0, node);
  const ofPart: TraceOptions = { operators: options.operators, forgives: options.forgives, isPart: true };
  const [first, ...others] = search.best.map((attempt) => {
    const level = at(attempt.levels, attempt.level);
    const isWhole = attempt.level === attempt.levels.length - 1;
    return { attempt, isWhole, trace: traceMatch(level.pattern, attempt.node, graph, isWhole ? options : ofPart) };
  });
  if (!first) return undefined;
  // Of alternatives that matched equally far up, the one with the most matched operators is the best.
  const operatorsMet = ({ met }: MatchTrace) => met.filter((meeting) => meeting.pattern.kind === "ExprPattern").length;
  const furthest = others.reduce((most, one) => (operatorsMet(one.trace) > operatorsMet(most.trace) ? one : most), first);
  const { attempt: best, isWhole, trace } = furthest;
  const lower = best.levels[best.level - 1];
  const isRefusedAtOnce = !trace.root.matched && trace.problem?.reason === "operator" && !trace.root.children.some((step) => step.matched);
  const below = isRefusedAtOnce && lower && best.from ? traceMatch(lower.pattern, best.from, graph, ofPart) : undefined;
  const found = { ...trace, at: best.node, isWhole, below, goesOn: best.goesOn };
  if (!best.goesOn) return found;
  return {
    ...found,
    matched: false,
    problem: {
      reason: "operator",
      pattern: best.goesOn,
      node: best.node,
      refusal: undefined,
      blocker: undefined,
      message: `The pattern continues above ${nodeName(best.node)} with ${wantedText(best.goesOn)}, and no call uses it.`,
      goesOn: wantedText(best.goesOn),
    },
  };
}

class Search {
  /** The attempts that went furthest, all equally far. */
  best: Attempt[] = [];
  private attempts = 0;
  private readonly matcher: PatternMatcher;

  constructor(
    private readonly graph: IndexedGraph,
    options: TraceOptions,
  ) {
    this.matcher = new PatternMatcher(graph, { operators: options.operators, forgives: options.forgives });
  }

  climb(levels: readonly Level[], level: number, node: Expr, from?: Expr): void {
    if (++this.attempts > mostAttempts) return;
    const { pattern } = at(levels, level);
    if (!this.matches(pattern, node)) {
      this.keep({ levels, level, node, from, score: level, goesOn: undefined });
      return;
    }
    const next = levels[level + 1];
    if (!next) {
      this.keep({ levels, level, node, from, score: deepest + level, goesOn: undefined });
      return;
    }
    const users = this.usersAway(node, next);
    if (users.length === 0) this.keep({ levels, level, node, from, score: level + 0.5, goesOn: next.pattern });
    for (const user of users) this.climb(levels, level + 1, user, node);
  }

  private matches(pattern: Pattern, node: Expr): boolean {
    try {
      return this.matcher.match(pattern, node);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return false;
    }
  }

  private keep(attempt: Attempt): void {
    const score = this.best[0]?.score ?? Number.NEGATIVE_INFINITY;
    if (attempt.score > score) this.best = [attempt];
    else if (attempt.score === score && this.best.length < mostTies) this.best.push(attempt);
  }

  private usersAway(node: Expr, { pattern, hops }: Level): readonly Expr[] {
    let nodes: readonly Expr[] = [node];
    for (let i = 0; i < hops; i++) {
      const found = new Set<Expr>();
      for (const from of nodes) for (const user of this.usersOf(from)) if (isValue(user) || couldMeet(pattern, user)) found.add(user);
      nodes = [...found].slice(0, mostUsers);
    }
    return nodes;
  }

  private usersOf(node: Expr): readonly Expr[] {
    const { users, nodes, indexOf } = this.graph;
    const place = indexOf(node);
    if (place === undefined) return [];
    const end = Math.min(at(users.offsets, place + 1), at(users.offsets, place) + mostUsers * 4);
    return [...users.targets.subarray(users.offsets[place], end)].map((user) => at(nodes, user));
  }
}

/** Whether a node could be inside a pattern without functions and bindings. */
function isValue(node: Expr): boolean {
  return node.kind === "Call" || node.kind === "Tuple" || node.kind === "TupleGetItem";
}

/** The paths from a part of the pattern that could match the node up to the whole pattern, the node's level first. */
function pathsTo(root: Pattern, node: Expr): readonly (readonly Level[])[] {
  const paths: (readonly Level[])[] = [];
  let steps = 0;
  const descend = (pattern: Pattern, above: readonly Level[], hops: number, isAlone: boolean) => {
    if (++steps > mostSteps || paths.length >= mostPaths || above.length > deepest) return;
    // Levels are kept from the root down; `hops` is the distance from this level to the one above.
    const levels = isAlone ? [...above, { pattern, hops }] : above;
    if (isRealMeeting(pattern, node, levels.length === 1)) {
      paths.push(reversed(levels));
      if (pattern.kind === "CallPattern" && pattern.args === null) return;
    }
    for (const child of subPatterns(pattern)) {
      if (pattern.kind === "CallPattern" && child === pattern.op) continue;
      if (pattern.kind === "DominatorPattern" && child !== pattern.child) {
        for (let away = 1; away <= longestPath; away++) descend(child, levels, away, true);
      } else descend(child, levels, 1, !isWrapper(pattern));
    }
  };
  descend(root, [], 0, true);
  return paths;
}

/** Patterns whose inner pattern matches the same node. */
function isWrapper(pattern: Pattern): boolean {
  switch (pattern.kind) {
    case "AltPattern":
    case "AttrPattern":
    case "TypePattern":
    case "DataTypePattern":
    case "ShapePattern":
    case "WildcardPattern":
    case "DominatorPattern":
      return true;
    default:
      return false;
  }
}

/** Reverses levels: from root-down to node-up order. The hops of a level are always those to the level above it. */
function reversed(levels: readonly Level[]): readonly Level[] {
  return levels.map(({ pattern }, i) => ({ pattern, hops: levels[i + 1]?.hops ?? 0 })).reverse();
}

/** Wildcards match anything, so a wildcard is informative only if it is the pattern itself, or has conditions. */
function isRealMeeting(pattern: Pattern, node: Expr, isRoot: boolean): boolean {
  switch (pattern.kind) {
    case "WildcardPattern":
      return isRoot && !pattern.redirect;
    case "AttrPattern":
    case "TypePattern":
    case "DataTypePattern":
    case "ShapePattern":
      return pattern.pattern.kind === "WildcardPattern" && node.kind === "Call";
    default:
      return couldMeet(pattern, node);
  }
}

function couldMeet(pattern: Pattern, node: Expr): boolean {
  switch (pattern.kind) {
    case "CallPattern":
      return node.kind === "Call" && couldCall(pattern.op, node.op);
    case "TuplePattern":
      return node.kind === "Tuple";
    case "TupleGetItemPattern":
      return node.kind === "TupleGetItem";
    case "ConstantPattern":
      return node.kind === "Constant" || node.kind === "Var";
    case "VarPattern":
      return node.kind === "Var";
    case "ExprPattern":
      return pattern.expr.kind === node.kind || (pattern.expr.kind === "Constant" && node.kind === "Var");
    case "FunctionPattern":
      return node.kind === "Function";
    case "IfPattern":
      return node.kind === "If";
    case "LetPattern":
      return node.kind === "Let";
    default:
      return false;
  }
}

/** Whether a pattern of a callee could match an operator or a function. */
function couldCall(pattern: Pattern, op: Expr): boolean {
  switch (pattern.kind) {
    case "ExprPattern":
      return pattern.expr.kind !== "Op" || (op.kind === "Op" && op.name === pattern.expr.name);
    case "AltPattern":
      return couldCall(pattern.left, op) || couldCall(pattern.right, op);
    case "FunctionPattern":
      return op.kind === "Function";
    case "VarPattern":
      return op.kind === "Var";
    default:
      return true;
  }
}

/** What a pattern expects, in words. */
function wantedText(pattern: Pattern): string {
  switch (pattern.kind) {
    case "CallPattern": {
      const operator = patternOperator(pattern);
      return operator === undefined ? "a call" : `\`${operator}\``;
    }
    case "AltPattern": {
      const plain = plainAlternative(pattern);
      if (plain) return wantedText(plain);
      const [left, right] = [wantedText(pattern.left), wantedText(pattern.right)];
      return left === right ? left : `${left} or ${right}`;
    }
    case "TuplePattern":
      return "a tuple";
    case "TupleGetItemPattern":
      return "a tuple item";
    default: {
      const [inner] = subPatterns(pattern);
      return inner ? wantedText(inner) : "something else";
    }
  }
}
