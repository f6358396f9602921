/** Answers "why is there a boundary" for all boundaries, for two nodes, or for one node. All three agree. */
import { type Expr, keptIn } from "@relayscope/ir";
import type { History } from "../history.ts";
import { Boundaries, type Boundary } from "./boundary/boundaries.ts";
import type { Cause } from "./cause.ts";
import { asOfNow, earlierHistory, isOfEarlierRound } from "./earlierRound.ts";
import { type Ground, groundOf, isSameWork } from "./ground.ts";
import { NodeCauses } from "./nodeCause.ts";
import { TargetAdditions } from "./noSet.ts";
import { areJoined, PairCauses } from "./pairCause.ts";
import { breakingPass } from "./pass/breakingPass.ts";
import { undoneRegion } from "./pass/failedFlow.ts";
import { PassOrder } from "./pass/order.ts";

/**
 * The number of nodes that the path searches of all boundaries together may visit: a multiple of the module's nodes,
 * plus a constant.
 */
const [effortPerNode, leastEffort] = [8, 20_000];

/** A run's answers; results are cached. */
export class Why {
  readonly ground: Ground;
  private readonly order: PassOrder;
  private readonly nodes: NodeCauses;
  private readonly pairs: PairCauses;
  private readonly additions = new Map<string, TargetAdditions>();
  private found: Boundaries | undefined;
  private earlier: Why | undefined;
  private list: readonly Boundary[] | undefined;

  constructor(history: History) {
    this.ground = groundOf(history);
    this.order = new PassOrder(this.ground);
    this.nodes = new NodeCauses(this.ground, this.order);
    this.pairs = new PairCauses(this.ground, this.nodes, this.order);
  }

  /**
   * Every boundary of the last stage, each with its one cause. Where very many have both ends far apart, the last of
   * them name only the blockers nearest to their end; `between` names all.
   */
  boundaries(): readonly Boundary[] {
    const { effort, order } = this.ground;
    if (!this.list) {
      effort.left = effortPerNode * order.length + leastEffort;
      this.list = this.finder().all();
      effort.left = Number.POSITIVE_INFINITY;
    }
    return this.list;
  }

  /** The boundary where one node of the base passes its value to another; undefined if there is none. */
  boundaryAt(from: Expr, to: Expr): Boundary | undefined {
    return this.finder().at(this.ground.unitOf(from), this.ground.unitOf(to));
  }

  /** The boundary that concerns nodes of the last stage, or that a value crosses from one to the other. */
  boundaryOfLast(from: readonly Expr[], to: readonly Expr[]): Boundary | undefined {
    return this.finder().ofLast(new Set(from), new Set(to));
  }

  /**
   * Why two nodes of the base are not in one region; undefined if they are. For two regions with a boundary between
   * them, the cause of that boundary, with the path from one node to the other.
   */
  between(from: Expr, to: Expr): Cause | undefined {
    const { ground } = this;
    if (areJoined(ground, from, to)) return undoneRegion(ground, ground.unitOf(from), ground.regionOf(from)?.target ?? "");
    const earlier = this.betweenBefore(from, to);
    if (earlier) return earlier;
    const own = this.pairs.causeOf(from, to);
    const [a, b] = [ground.regionOf(from), ground.regionOf(to)];
    const shared = a && b && this.finder().between(a, b)?.cause;
    return shared && isSameAnswer(shared, own) ? { ...shared, path: own.path } : own;
  }

  /**
   * The boundary that separates two nodes of the base, with its cause as `between` gives it; undefined if they are in
   * one region.
   */
  boundaryBetween(from: Expr, to: Expr): Boundary | undefined {
    const { ground } = this;
    const cause = this.between(from, to);
    if (!cause) return undefined;
    const [a, b] = [ground.regionOf(from), ground.regionOf(to)];
    const known = a && b && this.finder().between(a, b);
    return { ...(known ?? this.finder().apart(from, to)), cause };
  }

  /**
   * For two nodes that an earlier partitioning of the same run put into regions: the cause that separated them there.
   */
  private betweenBefore(from: Expr, to: Expr): Cause | undefined {
    const { ground } = this;
    if (!isOfEarlierRound(ground, from) || !isOfEarlierRound(ground, to)) return undefined;
    const before = earlierHistory(ground);
    if (!before) return undefined;
    this.earlier ??= new Why(before);
    const { base } = this.earlier.ground;
    const then = (node: Expr) => ground.history.follow(ground.base, base, node).find((e) => isSameWork(node, e));
    const [a, b] = [then(from), then(to)];
    const cause = a && b && this.earlier.between(a, b);
    return cause && asOfNow(ground, cause);
  }

  private finder(): Boundaries {
    this.found ??= new Boundaries(this.ground, this.pairs);
    return this.found;
  }

  /** What a target could additionally support in the run. `canOverride`: whether the run matches its patterns. */
  additionsTo(target: string, canOverride: boolean): TargetAdditions {
    const key = `${target} ${canOverride}`;
    return keptIn(this.additions, key, () => new TargetAdditions(this.ground, target, canOverride));
  }

  /**
   * Why two neighbors are separate, as for a boundary: if one is on the host, why it is in no region of the other's
   * target.
   */
  across(from: Expr, to: Expr): Cause | undefined {
    const [a, b] = [this.ground.regionOf(from), this.ground.regionOf(to)];
    return a && b ? this.between(from, to) : this.ofNode(a ? to : from, (a ?? b)?.target);
  }

  /** Why a node of the base is in no region; undefined if it is in one. A flow that fails has no regions. */
  of(node: Expr): Cause | undefined {
    const region = this.ground.regionOf(node);
    return region ? undoneRegion(this.ground, this.ground.unitOf(node), region.target) : this.ofNode(node);
  }

  private ofNode(node: Expr, target = ""): Cause {
    const cause = this.nodes.causeOf(node, target);
    return breakingPass.find({ ground: this.ground, order: this.order, from: node, asItIs: () => cause }) ?? cause;
  }
}

const known = new WeakMap<History, Why>();

/** The answers of a run, kept with its history. */
export function whyOf(history: History): Why {
  return keptIn(known, history, () => new Why(history));
}

/** Whether two causes blame the same nodes, so that one sentence describes both. */
function isSameAnswer(a: Cause, b: Cause): boolean {
  if (a.code !== b.code || a.blockers.length !== b.blockers.length) return false;
  const own = new Set(a.blockers);
  return b.blockers.every((node) => own.has(node));
}
