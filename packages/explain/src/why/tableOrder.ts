/**
 * What the order of a pattern table decides: which entry took a node, and which later ones would have held more.
 * MergeComposite tries entries in their order, and what an entry takes is gone for the next.
 */
import { calledOp, type Expr, type Func, keptIn, type OperatorTable, pushTo } from "@relayscope/ir";
import { groupMatches, type IndexedGraph, indexGraph, type MatchGroup } from "@relayscope/match";
import type { CompositeDecision } from "@relayscope/passes";
import type { PatternEntry } from "../history.ts";
import { type Ground, isSameWork } from "./ground.ts";
import { isAccepted, orNothing } from "./patternTries.ts";

/** A match that was lost because another entry came earlier in the table. */
export interface HeldBack {
  readonly entry: PatternEntry;
  /** The first of the entries that took calls of it. */
  readonly taker: string;
  /** The calls of the match, and those of them that the taker has; of MergeComposite's input. */
  readonly calls: readonly Expr[];
  readonly taken: readonly Expr[];
}

/** An entry that took a node. */
export interface Taker {
  readonly name: string;
  /** Its place in the table, from 1, and how many entries that has; undefined if several have its name. */
  readonly place: number | undefined;
  readonly count: number;
  readonly hasCheck: boolean;
  /** The calls that it took, of MergeComposite's input. */
  readonly calls: readonly Expr[];
}

/** The entry of a table that a match is of, and the calls that it took. */
export function takerOf(table: readonly PatternEntry[], { pattern, nodes }: CompositeDecision): Taker {
  const own = table.flatMap((entry, at) => (entry.name === pattern ? [{ entry, place: at + 1 }] : []));
  return {
    name: pattern,
    place: own.length === 1 ? own[0]?.place : undefined,
    count: table.length,
    hasCheck: own.some(({ entry }) => entry.check !== undefined),
    calls: nodes.filter((node) => calledOp(node) !== undefined),
  };
}

const orders = new WeakMap<Ground, TableOrder>();

/** The table that a run's MergeComposite matched; undefined if it did not run. */
export function tableOrderOf(ground: Ground): TableOrder | undefined {
  const { compose } = ground;
  return compose === undefined ? undefined : keptIn(orders, ground, () => new TableOrder(ground, compose));
}

export class TableOrder {
  private readonly entries: readonly PatternEntry[];
  private readonly places: ReadonlyMap<string, number>;
  private readonly operators: OperatorTable;
  private readonly merged = new Map<Expr, CompositeDecision[]>();
  private readonly matches = new Map<Func, Map<PatternEntry, ReadonlyMap<Expr, readonly MatchGroup[]>>>();
  private readonly graphs = new Map<Func, IndexedGraph>();

  constructor(
    private readonly ground: Ground,
    private readonly compose: number,
  ) {
    const { stages, operators } = ground.history;
    this.entries = stages[compose]?.table ?? [];
    this.places = new Map(this.entries.map(({ name }, place) => [name, place]));
    this.operators = operators;
    for (const decision of stages[compose]?.decisions ?? []) {
      if (decision.kind !== "composite" || decision.outcome !== "merged") continue;
      for (const node of decision.nodes) if (calledOp(node) !== undefined) pushTo(this.merged, node, decision);
    }
  }

  /** A call of the base as MergeComposite met it. */
  before(call: Expr): Expr | undefined {
    const { history, base } = this.ground;
    return history.follow(base, this.compose - 1, call).find((e) => isSameWork(call, e));
  }

  /** The calls of the base that do the work of a call of MergeComposite's input. */
  atBase(call: Expr): readonly Expr[] {
    const { history, base } = this.ground;
    return history.follow(this.compose - 1, base, call).filter((e) => isSameWork(call, e));
  }

  /** Calls of MergeComposite's input that more than one match has: each match computes them. */
  shared(): ReadonlyMap<Expr, readonly CompositeDecision[]> {
    return new Map([...this.merged].filter(([, takers]) => takers.length > 1));
  }

  /** The entries that took a call of MergeComposite's input. */
  takersOf(call: Expr): readonly Taker[] {
    return (this.merged.get(call) ?? []).map((decision) => takerOf(this.entries, decision));
  }

  /**
   * The first match of a target's entries that contains the given calls, passes its check, and failed only because an
   * earlier entry took one of its calls. With the two entries swapped, it would match.
   */
  heldBack(calls: readonly Expr[], functionName: string, target: string): HeldBack | undefined {
    const holder = this.ground.history.stages[this.compose - 1]?.module.functions.get(functionName);
    const [first] = calls;
    if (!holder || !first) return undefined;
    const placeOf = (name: string) => this.places.get(name) ?? Number.POSITIVE_INFINITY;
    for (const [place, entry] of this.entries.entries()) {
      if (!entry.name.startsWith(`${target}.`)) continue;
      const match = this.matchesOf(entry, holder)
        .get(first)
        ?.find(({ copies }) => calls.every((call) => copies.has(call)));
      if (!match) continue;
      const held = [...match.copies.keys()].filter((node) => calledOp(node) !== undefined);
      const takers = held.flatMap((call) => (this.merged.get(call) ?? []).map(({ pattern }) => pattern));
      const [taker] = takers.toSorted((a, b) => placeOf(a) - placeOf(b));
      if (taker === undefined || placeOf(taker) >= place || !isAccepted(entry, match.root)) continue;
      const taken = held.filter((call) => this.merged.get(call)?.some(({ pattern }) => pattern === taker));
      return { entry, taker, calls: held, taken };
    }
    return undefined;
  }

  /** The matches of an entry in a function, by each call that they have. */
  private matchesOf(entry: PatternEntry, func: Func): ReadonlyMap<Expr, readonly MatchGroup[]> {
    const own = keptIn(this.matches, func, () => new Map());
    return keptIn(own, entry, () => {
      const graph = keptIn(this.graphs, func, indexGraph);
      const found = new Map<Expr, MatchGroup[]>();
      for (const match of orNothing(() => groupMatches(entry.pattern, graph, { operators: this.operators }).accepted) ?? []) {
        for (const node of match.copies.keys()) pushTo(found, node, match);
      }
      return found;
    });
  }
}
