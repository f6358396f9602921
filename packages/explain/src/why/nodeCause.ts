/**
 * Why a node is in no region, from what its function, its target's rules, the pattern table and later passes decided.
 */
import { type Expr, keptIn, present } from "@relayscope/ir";
import type { TargetView } from "../history.ts";
import type { Cause } from "./cause.ts";
import { firstCause } from "./finder.ts";
import { type Ground, isSameWork } from "./ground.ts";
import { compositeUnlisted } from "./node/compositeUnlisted.ts";
import { externalAlready } from "./node/externalAlready.ts";
import { leftToHost } from "./node/leftToHost.ts";
import type { NodeAsked, NodeFinder, Tables } from "./node/nodeAsked.ts";
import { noTargets } from "./node/noTargets.ts";
import { notACall } from "./node/notACall.ts";
import { passFailed } from "./node/passFailed.ts";
import { pruned } from "./node/pruned.ts";
import { refused } from "./node/refused.ts";
import { skipOptimization } from "./node/skipOptimization.ts";
import { targetDefault } from "./node/targetDefault.ts";
import { orAnnotated } from "./pass/annotatedFunction.ts";
import { failedFlow } from "./pass/failedFlow.ts";
import { withOrigin } from "./pass/madeBy.ts";
import { misplacedPass } from "./pass/misplacedPass.ts";
import type { PassOrder } from "./pass/order.ts";
import type { PassFinder } from "./pass/passAsked.ts";
import { skippedPass } from "./pass/skippedPass.ts";
import { PatternTable } from "./patternTries.ts";

/**
 * Causes in the run itself, in order of priority: those that apply although a target supports the node or none could,
 * and the refusals of targets.
 */
const asTheyRan: readonly NodeFinder[] = [
  pruned,
  targetDefault,
  compositeUnlisted,
  notACall,
  where(isOutside, ofPass(skippedPass, [refused])),
  refused,
];
/** Causes of a node, in order of priority. */
export const nodePriority: readonly NodeFinder[] = [
  externalAlready,
  skipOptimization,
  passFailed,
  where((asked) => lacksTargets(asked) && asked.ground.isPartitioned, notACall),
  where(lacksTargets, leftToHost),
  where(lacksTargets, noTargets),
  // Another target has the node, so that being in a region does not count as an improvement.
  where(isOutside, ofPass(misplacedPass, asTheyRan)),
  ofPass(failedFlow, asTheyRan),
  ...asTheyRan,
];

/** Finds why nodes are in no region; results are cached. */
export class NodeCauses {
  private readonly known = new Map<string, Map<Expr, Cause>>();
  private readonly tables: Tables;

  constructor(
    readonly ground: Ground,
    private readonly order: PassOrder,
  ) {
    const { compose, history } = ground;
    const view = compose === undefined ? undefined : history.stages[compose];
    const views = view ? [] : history.stages.flatMap(({ targets }) => targets);
    const unmatched = new Map(views.map((target) => [target, new PatternTable(target.table, [], history.operators)]));
    this.tables = {
      matched: view && new PatternTable(view.table, view.decisions, history.operators),
      unmatched: (target) => unmatched.get(target),
    };
  }

  /** Why `node`, which is in no region of `target`, is not in one; without `target`, why it is in no region at all. */
  causeOf(node: Expr, target = ""): Cause {
    const known = keptIn(this.known, target, () => new Map());
    return keptIn(known, node, () => this.find(node, target));
  }

  /**
   * Whether a pattern of a target's own table, with its check, would match everything in a composite if no other
   * target's came first.
   */
  wouldMatch(composite: Expr, { table }: TargetView): boolean {
    const { ground } = this;
    const { compose, history, base } = ground;
    if (compose === undefined) return false;
    const holder = history.stages[compose - 1]?.module.functions.get(ground.functionOf(composite)?.name ?? "");
    const calls = ground
      .callsOf(composite)
      .flatMap((call) => history.follow(base, compose - 1, call).find((e) => isSameWork(call, e)) ?? []);
    return holder !== undefined && new PatternTable(table, [], history.operators).wouldTake(calls, holder);
  }

  private find(node: Expr, target: string): Cause {
    const { ground, order, tables } = this;
    const asked: NodeAsked = { ground, order, unit: ground.unitOf(node), target, tables };
    return withOrigin(ground, orAnnotated(ground, present(firstCause(nodePriority, asked)), asked.unit), asked.unit);
  }
}

/** A pass's own cause, given the other causes of a node. */
function ofPass({ codes, find }: PassFinder, others: readonly NodeFinder[]): NodeFinder {
  return {
    codes,
    find: (asked) => find({ ground: asked.ground, order: asked.order, from: asked.unit, asItIs: () => present(firstCause(others, asked)) }),
  };
}

/** A finder that applies only if its condition is met. */
function where(isMet: (asked: NodeAsked) => boolean, { codes, find }: NodeFinder): NodeFinder {
  return { codes, find: (asked) => (isMet(asked) ? find(asked) : undefined) };
}

function isOutside({ ground, unit }: NodeAsked): boolean {
  return ground.regionOf(unit) === undefined;
}

function lacksTargets({ ground }: NodeAsked): boolean {
  return ground.annotate === undefined;
}
