/** The questions of "why is there a boundary": about two nodes, about one. */
import type { Expr } from "@relayscope/ir";
import type { History } from "../history.ts";
import { type Boundary, boundariesOf } from "./boundaries.ts";
import type { Cause } from "./cause.ts";
import { type Ground, groundOf } from "./ground.ts";
import { NodeCauses } from "./nodeCause.ts";
import { PassOrder } from "./order.ts";
import { areJoined, PairCauses } from "./pairCause.ts";

/** A run's answers; what is found is kept. */
export class Why {
  readonly ground: Ground;
  private readonly nodes: NodeCauses;
  private readonly pairs: PairCauses;
  private list: readonly Boundary[] | undefined;

  constructor(history: History) {
    this.ground = groundOf(history);
    const order = new PassOrder(this.ground);
    this.nodes = new NodeCauses(this.ground, order);
    this.pairs = new PairCauses(this.ground, this.nodes, order);
  }

  /** Every boundary of the last stage, each with its one cause. */
  boundaries(): readonly Boundary[] {
    this.list ??= boundariesOf(this.ground, this.nodes, this.pairs);
    return this.list;
  }

  /** Why two nodes of the base are not in one region; undefined where they are. */
  between(from: Expr, to: Expr): Cause | undefined {
    return areJoined(this.ground, from, to) ? undefined : this.pairs.causeOf(from, to);
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
