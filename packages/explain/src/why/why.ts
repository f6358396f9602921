/** The questions of "why is there a boundary": about two nodes, about one. */
import type { Expr } from "@relayscope/ir";
import type { History } from "../history.ts";
import { type Boundary, boundariesOf } from "./boundaries.ts";
import type { Cause } from "./cause.ts";
import { type Ground, groundOf } from "./ground.ts";
import { NodeCauses } from "./nodeCause.ts";
import { TargetGifts } from "./noSet.ts";
import { PassOrder } from "./order.ts";
import { areJoined, PairCauses } from "./pairCause.ts";

/** What the ways of all boundaries together may take: so many nodes for each of the module's, and some more. */
const [effortPerNode, leastEffort] = [8, 20_000];

/** A run's answers; what is found is kept. */
export class Why {
  readonly ground: Ground;
  private readonly nodes: NodeCauses;
  private readonly pairs: PairCauses;
  private readonly gifts = new Map<string, TargetGifts>();
  private list: readonly Boundary[] | undefined;

  constructor(history: History) {
    this.ground = groundOf(history);
    const order = new PassOrder(this.ground);
    this.nodes = new NodeCauses(this.ground, order);
    this.pairs = new PairCauses(this.ground, this.nodes, order);
  }

  /**
   * Every boundary of the last stage, each with its one cause. Where very many have both ends far apart, the last of them name only the blockers nearest
   * to their end; `between` names all.
   */
  boundaries(): readonly Boundary[] {
    const { effort, order } = this.ground;
    if (!this.list) {
      effort.left = effortPerNode * order.length + leastEffort;
      this.list = boundariesOf(this.ground, this.nodes, this.pairs);
      effort.left = Number.POSITIVE_INFINITY;
    }
    return this.list;
  }

  /** Why two nodes of the base are not in one region; undefined where they are. */
  between(from: Expr, to: Expr): Cause | undefined {
    return areJoined(this.ground, from, to) ? undefined : this.pairs.causeOf(from, to);
  }

  /** What a target can be given in the run. `canOverride`: whether the run matches its patterns. */
  giftsTo(target: string, canOverride: boolean): TargetGifts {
    const key = `${target} ${canOverride}`;
    const gifts = this.gifts.get(key) ?? new TargetGifts(this.ground, target, canOverride);
    this.gifts.set(key, gifts);
    return gifts;
  }

  /** Why two neighbors are apart, as it is told of a boundary: where the host has one, why that is in no region of the other's target. */
  across(from: Expr, to: Expr): Cause | undefined {
    const [a, b] = [this.ground.regionOf(from), this.ground.regionOf(to)];
    return a && b ? this.between(from, to) : this.nodes.causeOf(a ? to : from, (a ?? b)?.target);
  }

  /** Why a node of the base is in no region; undefined where it is in one. */
  of(node: Expr): Cause | undefined {
    return this.ground.regionOf(node) ? undefined : this.nodes.causeOf(node);
  }
}

const known = new WeakMap<History, Why>();

/** The answers of a run, kept with its history. */
export function whyOf(history: History): Why {
  let why = known.get(history);
  if (!why) {
    why = new Why(history);
    known.set(history, why);
  }
  return why;
}
