/**
 * How the entries of the pattern table matched a node that is in no composite. The decisions of MergeComposite come
 * first; if there is none, the matcher itself runs, observed.
 */
import { calledOp, type Expr, Failure, type Func, keptIn, type OperatorTable, pushTo } from "@relayscope/ir";
import {
  type AllProblems,
  allProblems,
  groupMatches,
  type IndexedGraph,
  indexGraph,
  type MatchGroups,
  type MatchProblem,
  type Pattern,
  patternNodes,
  patternOperator,
  type TraceAround,
  type TraceStep,
  traceAround,
} from "@relayscope/match";
import type { CompositeDecision, Decision } from "@relayscope/passes";
import type { PatternEntry } from "../history.ts";
import { reasonsOf, textsOf } from "./check/refusal.ts";
import { neededOperators, operatorsAbove, operatorsAround, operatorsBelowRoot, operatorsIn } from "./operatorsNear.ts";

/** An entry that did not take a node. Nodes are those of the module before MergeComposite. */
export interface PatternTry {
  readonly entry: PatternEntry;
  /** The node that the entry was tried for. */
  readonly around: Expr;
  readonly kind: "check-refused" | "outside-user" | "shadowed" | "missed";
  /** Where it was tried. */
  readonly root: Expr;
  /** The nodes of the match, as far as there is one. */
  readonly members: readonly Expr[];
  /** Outside users, or the nodes that another match took. */
  readonly blockers: readonly Expr[];
  /** For a shadowed one: the entry that took a node. */
  readonly taker?: string;
  readonly trace?: TraceAround;
  /** How many of the pattern's operators were met. */
  readonly score: number;
  /** Whether the pattern's innermost call matches a call that the node is or comes from. */
  readonly isAnchored: boolean;
  /**
   * The number of operators feeding the node that the pattern contains. Among equally close attempts, the highest
   * number is the most relevant.
   */
  readonly nearness: number;
  /** The number of calls in the whole pattern. A shorter pattern counts as closer. */
  readonly size: number;
  /** Required operators without any call nearby: all of them would have to be added. */
  readonly absent: readonly string[];
  /** How many required operators a call nearby has. */
  readonly present: number;
}

/** Everything that an entry needs around a node and does not find. */
export interface Lacks extends AllProblems {
  /**
   * Whether the entry would match if its problems were fixed: no other entry has a node of it, no outside node uses
   * one, and the check accepts.
   */
  readonly isTaken: boolean;
  /** The reasons for which the check would then refuse the present calls, a clause each. */
  readonly refusals: readonly string[];
}

type Try = Omit<PatternTry, "around" | "nearness" | "size" | "isAnchored" | "absent" | "present">;

/** The requirements of a pattern, independent of where it is tried. */
interface PatternFacts {
  /** The operators that it names; undefined if some part could be a call of any operator. */
  readonly names: ReadonlySet<string> | undefined;
  /** The operators that every match has. */
  readonly needed: ReadonlySet<string>;
  /** The operators of the pattern's innermost calls, which take no other call. */
  readonly anchors: readonly string[];
  /** How many calls it has. */
  readonly size: number;
}

function factsOf(pattern: Pattern): PatternFacts {
  const calls = patternNodes(pattern).filter((part) => part.kind === "CallPattern");
  const takesNone = calls.filter(({ args }) => !(args ?? []).some((arg) => patternNodes(arg).some((part) => part.kind === "CallPattern")));
  return {
    names: operatorsIn(pattern),
    needed: neededOperators(pattern),
    anchors: takesNone.flatMap((call) => patternOperator(call) ?? []),
    size: calls.length,
  };
}

/** The operators that a pattern can't do without: those that no call near a node has, and how many others. */
function neededNear(needed: ReadonlySet<string>, near: () => ReadonlySet<string>): Pick<PatternTry, "absent" | "present"> {
  if (needed.size < 2) return { absent: [], present: needed.size };
  const there = near();
  const absent = [...needed].filter((name) => !there.has(name));
  return { absent, present: needed.size - absent.length };
}

/** Answers questions about nodes from the pattern table of a run's MergeComposite. */
export class PatternTable {
  private readonly merged = new Map<Expr, CompositeDecision>();
  private readonly refused = new Map<Expr, CompositeDecision[]>();
  private readonly facts = new Map<PatternEntry, PatternFacts>();
  private readonly tries = new Map<string, Map<Expr, readonly PatternTry[]>>();
  private readonly graphs = new Map<Func, IndexedGraph>();
  private readonly groups = new Map<Func, Map<PatternEntry, MatchGroups>>();

  constructor(
    private readonly entries: readonly PatternEntry[],
    decisions: readonly Decision[],
    private readonly operators: OperatorTable,
  ) {
    for (const decision of decisions) {
      if (decision.kind !== "composite") continue;
      for (const node of decision.nodes) {
        if (decision.outcome === "merged") {
          if (!this.merged.has(node)) this.merged.set(node, decision);
          continue;
        }
        pushTo(this.refused, node, decision);
      }
    }
  }

  /** The tries of a target's entries that have a place for the node's operator, in table order. */
  triesOf(node: Expr, func: Func, target: string): readonly PatternTry[] {
    const known = keptIn(this.tries, target, () => new Map());
    return keptIn(known, node, () => this.madeTries(node, func, target));
  }

  /**
   * Entries whose match would have contained the node's inputs, and which found this node instead of the expected one.
   */
  missesAt(node: Expr, func: Func, target: string): readonly PatternTry[] {
    const inputs = node.kind === "Call" ? node.args.filter((arg) => calledOp(arg) !== undefined && !this.merged.has(arg)) : [];
    return [...new Set(inputs)].flatMap((input) =>
      this.triesOf(input, func, target).filter(({ kind, trace }) => kind === "missed" && trace?.problem && missedAt(trace) === node),
    );
  }

  private madeTries(node: Expr, func: Func, target: string): readonly PatternTry[] {
    const operator = calledOp(node);
    const near = operatorsAbove(node);
    const above = operatorsBelowRoot(node);
    const around = new Map<number, ReadonlySet<string>>();
    const operatorsWithin = (steps: number) => {
      return keptIn(around, steps, () => operatorsAround(node, this.graphOf(func), steps));
    };
    const tries: PatternTry[] = [];
    for (const entry of this.entries) {
      if (!entry.name.startsWith(`${target}.`) || !this.mentions(entry, operator)) continue;
      const found = this.decidedTry(entry, node, func) ?? orNothing(() => this.watchedTry(entry, node, func));
      if (!found) continue;
      const { names, anchors, size, needed } = this.factsOf(entry);
      tries.push({
        ...found,
        around: node,
        isAnchored: anchors.some((name) => above.has(name)),
        nearness: names ? near.filter((name) => names.has(name)).length : 0,
        size,
        ...(found.kind === "missed" ? neededNear(needed, () => operatorsWithin(2 * size)) : { absent: [], present: 0 }),
      });
    }
    return tries;
  }

  /**
   * Everything that an entry lacks around a node, and whether its check would then accept the match; undefined if it is
   * not a miss.
   */
  lacksOf({ entry, trace, kind, around }: PatternTry, func: Func): Lacks | undefined {
    if (kind !== "missed" || !trace) return undefined;
    const all = orNothing(() => allProblems(entry.pattern, around, this.graphOf(func), { operators: this.operators }, trace));
    if (!all) return undefined;
    const { root, members } = all;
    const isFree = root !== undefined && members.every((m) => !this.merged.has(m)) && this.outsideUsers(members, root, func).length === 0;
    // A check examines the present calls. If the pattern needs other calls, the result could differ.
    const isOfCalls = all.problems.some(({ reason }) => reason === "operator");
    const isTaken = isFree && (isOfCalls ? entry.check === undefined : isAccepted(entry, root));
    const isOfValues = all.problems.every(({ reason }) => reason === "attribute" || reason === "constant");
    const refusal = isFree && isOfValues && !isTaken ? entry.asked?.refusalOf(root) : undefined;
    // That something is not a constant yet is a problem of its own.
    const reasons = refusal ? reasonsOf(refusal).filter(({ notConstant }) => notConstant === undefined) : [];
    return { ...all, isTaken, refusals: textsOf(reasons) };
  }

  /** The first entry whose match contains the node, independent of the pass's decisions. */
  matchAround(node: Expr, func: Func): string | undefined {
    const operator = calledOp(node);
    const graph = this.graphOf(func);
    return this.entries.find((entry) => {
      if (!this.mentions(entry, operator)) return false;
      return this.groupsOf(entry, func, graph).accepted.some((group) => group.copies.has(node));
    })?.name;
  }

  /** Whether a match of some entry would contain all of some nodes, and its check accept it. */
  wouldTake(nodes: readonly Expr[], func: Func): boolean {
    const graph = this.graphOf(func);
    return this.entries.some((entry) =>
      this.groupsOf(entry, func, graph).accepted.some(
        (group) => nodes.every((node) => group.copies.has(node)) && isAccepted(entry, group.root),
      ),
    );
  }

  private factsOf(entry: PatternEntry): PatternFacts {
    return keptIn(this.facts, entry, () => factsOf(entry.pattern));
  }

  private mentions(entry: PatternEntry, operator: string | undefined): boolean {
    const { names } = this.factsOf(entry);
    return names === undefined || (operator !== undefined && names.has(operator));
  }

  private decidedTry(entry: PatternEntry, node: Expr, func: Func): Try | undefined {
    const own = (this.refused.get(node) ?? []).filter((d) => d.pattern === entry.name);
    const [first] = own;
    if (!first) return undefined;
    const same = own.filter((d) => d.outcome === first.outcome);
    const recorded = same.flatMap((d) => (d.blocker ? [d.blocker] : []));
    const others = first.outcome === "outside-user" ? same.flatMap((d) => this.outsideUsers(d.nodes, d.root, func)) : [];
    const blockers = [...new Set([...recorded, ...others])];
    const taken = first.outcome === "overlap" ? first.blocker : undefined;
    const taker = taken && this.merged.get(taken)?.pattern;
    return {
      entry,
      kind: first.outcome === "overlap" ? "shadowed" : first.outcome === "outside-user" ? "outside-user" : "check-refused",
      root: first.root,
      members: first.nodes,
      blockers,
      ...(first.outcome === "overlap" ? { taker: taker ?? entry.name } : {}),
      score: Number.POSITIVE_INFINITY,
    };
  }

  /** All users outside of a match that forbid it by using an inner node. The pass stops at the first. */
  private outsideUsers(members: readonly Expr[], root: Expr, func: Func): readonly Expr[] {
    const { users, nodes, indexOf, dominators } = this.graphOf(func);
    const [inner, top] = [new Set(members), indexOf(root)];
    const found: Expr[] = [];
    for (const member of members) {
      const place = member === root || calledOp(member) === undefined ? undefined : indexOf(member);
      if (place === undefined || top === undefined) continue;
      for (const user of users.targets.subarray(users.offsets[place], users.offsets[place + 1])) {
        const node = nodes[user];
        if (node && !inner.has(node) && !dominators.dominates(top, user)) found.push(node);
      }
    }
    return found;
  }

  private watchedTry(entry: PatternEntry, node: Expr, func: Func): Try | undefined {
    const graph = this.graphOf(func);
    const { operators } = this;
    const groups = () => this.groupsOf(entry, func, graph);
    const trace = traceAround(entry.pattern, node, graph, { operators, groups });
    if (!trace) return undefined;
    const members = trace.met.filter(({ pattern }) => pattern.kind === "CallPattern").map((m) => m.node);
    const isOperator = (part: Pattern) => part.kind === "ExprPattern" && part.expr.kind === "Op";
    const met = [...trace.met, ...(trace.below?.met ?? [])].map(({ pattern }) => pattern);
    const score = new Set(met.filter(isOperator)).size;
    const { problem } = trace;
    if (trace.isWhole && trace.root.matched) {
      const taken = members.filter((m) => this.merged.has(m));
      const [first] = taken;
      if (first)
        return {
          entry,
          kind: "shadowed",
          root: trace.at,
          members,
          blockers: taken,
          taker: this.merged.get(first)?.pattern ?? "",
          trace,
          score,
        };
      const blockers = problem?.blocker ? [problem.blocker] : [];
      if (problem?.reason === "outside-user") return { entry, kind: "outside-user", root: trace.at, members, blockers, trace, score };
      if (problem?.reason === "overlap")
        return { entry, kind: "shadowed", root: trace.at, members, blockers, taker: entry.name, trace, score };
    }
    return problem && { entry, kind: "missed", root: trace.at, members, blockers: [], trace, score };
  }

  private graphOf(func: Func): IndexedGraph {
    return keptIn(this.graphs, func, indexGraph);
  }

  private groupsOf(entry: PatternEntry, func: Func, graph: IndexedGraph): MatchGroups {
    const known = keptIn(this.groups, func, () => new Map());
    return keptIn(
      known,
      entry,
      () => orNothing(() => groupMatches(entry.pattern, graph, { operators: this.operators, keepRefused: true })) ?? noGroups,
    );
  }
}

/** The node at which a pattern missed. For a missed operator, the call of this operator. */
export function missedAt({ root, problem }: TraceAround): Expr | undefined {
  if (problem?.node.kind !== "Op") return problem?.node;
  const { node, refusal } = problem;
  const pending = [root];
  for (let step = pending.pop(); step; step = pending.pop()) {
    if (step.node.kind !== "Op" && hasMiss(step, node, refusal)) return step.node;
    pending.push(...step.children);
  }
  return node;
}

/** The calls whose operators an attempt met, also where it failed beyond them. */
export function callsMet({ root, below }: TraceAround): readonly Expr[] {
  const found = new Set<Expr>();
  const pending = [root, ...(below ? [below.root] : [])];
  for (let step = pending.pop(); step; step = pending.pop()) {
    const { node, pattern, children } = step;
    if (pattern.kind === "CallPattern" && node.kind === "Call" && children.some((c) => c.matched && c.node === node.op)) found.add(node);
    pending.push(...children);
  }
  return [...found];
}

/** Whether the pattern failed at the operator of a step, perhaps after alternatives. */
function hasMiss(step: TraceStep, node: Expr, refusal: MatchProblem["refusal"]): boolean {
  return step.children.some((child) => child.node === node && (child.refusal === refusal || hasMiss(child, node, refusal)));
}

/**
 * Whether all operators that a missed pattern needs are nearby, and the node comes from the pattern's innermost calls.
 */
function isWholeNear({ kind, isAnchored, absent }: PatternTry): boolean {
  return kind === "missed" && isAnchored && absent.length === 0;
}

/** Whether two attempts are examined for what they lack before one is preferred. */
export function isEquallyNear(a: PatternTry, b: PatternTry): boolean {
  return (isWholeNear(a) && isWholeNear(b)) || (a.score === b.score && a.isAnchored === b.isAnchored);
}

/** Sorts the try that came nearer first. */
export function compareTries(a: PatternTry, b: PatternTry): number {
  // A pattern that is built on an operator which is not there was not meant, however much of the rest it met.
  if (isWholeNear(a) !== isWholeNear(b) && a.kind === b.kind) return isWholeNear(a) ? -1 : 1;
  if (a.score !== b.score) return b.score > a.score ? 1 : -1;
  // Among matches that a check refuses, the larger one was intended.
  if (a.kind === "check-refused" && b.kind === "check-refused" && a.members.length !== b.members.length)
    return b.members.length - a.members.length;
  if (a.isAnchored !== b.isAnchored) return a.isAnchored ? -1 : 1;
  return b.nearness - a.nearness || a.size - b.size;
}

/** Whether an entry's check accepts a match; one that raises does not. */
export function isAccepted({ check }: PatternEntry, root: Expr): boolean {
  return check === undefined || orNothing(() => check(root)) === true;
}

const noGroups: MatchGroups = { accepted: [], refused: [], groupAt: () => undefined };

/** The result of `ask`; undefined if the reference raises. */
export function orNothing<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return undefined;
  }
}
