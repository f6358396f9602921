/** Operators that a target would have to support, all together, to bring two nodes into one region, or one into any. */
import { calledOp, childrenOf, type Expr, keptIn, type Module, moduleOrder, present, pushTo, usersOf } from "@relayscope/ir";
import { partitioningPasses } from "@relayscope/passes";
import type { StageRegions } from "@relayscope/regions";
import type { Edit } from "@relayscope/run/contract";
import { lastOf, type Tracer } from "./anchors.ts";
import { specOf } from "./applyEdit.ts";
import type { TrialGround } from "./ground.ts";

/** The ground before its first pass of partitioning: what rules and patterns are asked about. */
export interface Unmerged {
  readonly stage: number;
  readonly order: readonly Expr[];
  readonly users: ReadonlyMap<Expr, readonly Expr[]>;
  /** The targets whose regions the node's descendants are in at the end. */
  targetsOf(node: Expr): ReadonlySet<string>;
}

/** The stage before partitioning begins, with what became of its nodes. */
export function unmergedOf(ground: TrialGround, tracer: Tracer, regions: StageRegions): Unmerged {
  const first = ground.spec.pipeline.findIndex((step) => partitioningPasses.includes(step.pass));
  const stage = first < 0 ? ground.stages.length - 1 : first;
  const module = (ground.stages[stage] ?? lastOf(ground.stages)).module;
  const taken = new Map<Expr, Set<string>>();
  const standing = new Map<Expr, Set<string>>();
  for (const node of moduleOrder(lastOf(ground.stages).module)) {
    const target = regions.offloadedTo(node)?.target;
    const operator = calledOp(node);
    if (operator === undefined) continue;
    for (const origin of tracer.back(node, stage)) {
      // What a later pass made of a node, such as a reshape at a region's boundary, is irrelevant if the node itself
      // still exists.
      for (const found of calledOp(origin) === operator ? [standing, taken] : [taken]) {
        const targets = found.get(origin) ?? new Set();
        if (target !== undefined) targets.add(target);
        found.set(origin, targets);
      }
    }
  }
  const none: ReadonlySet<string> = new Set();
  return {
    stage,
    order: moduleOrder(module),
    users: usersOfModule(module),
    targetsOf: (node) => standing.get(node) ?? taken.get(node) ?? none,
  };
}

/** The users of all nodes of a module. */
export function usersOfModule(module: Module): ReadonlyMap<Expr, readonly Expr[]> {
  const users = new Map<Expr, Expr[]>();
  for (const f of module.functions.values()) {
    for (const [node, list] of usersOf(f)) for (const user of list) pushTo(users, node, user);
  }
  return users;
}

/** All nodes on paths from one set to another, including both ends; empty if nothing flows from one to the other. */
export function between({ users }: Pick<Unmerged, "users">, from: readonly Expr[], to: readonly Expr[]): ReadonlySet<Expr> {
  const down = reached(from, (e) => users.get(e) ?? []);
  const up = reached(to, childrenOf);
  return new Set([...down].filter((e) => up.has(e)));
}

/** Everything reached from some nodes, themselves among it. */
function reached(from: readonly Expr[], next: (expr: Expr) => readonly Expr[]): ReadonlySet<Expr> {
  const seen = new Set<Expr>(from);
  const pending = [...from];
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    for (const other of next(expr)) {
      if (seen.has(other)) continue;
      seen.add(other);
      pending.push(other);
    }
  }
  return seen;
}

/** The nodes that come next after both of two sets that nothing flows between: common consumers, nearest first. */
export function commonConsumers(unmerged: Unmerged, a: readonly Expr[], b: readonly Expr[], most: number): readonly Expr[] {
  const next = (e: Expr) => unmerged.users.get(e) ?? [];
  const [downA, downB] = [reached(a, next), reached(b, next)];
  return unmerged.order.filter((e) => calledOp(e) !== undefined && downA.has(e) && downB.has(e)).slice(0, most);
}

/** The edits by which a target takes every call among some nodes that it does not have yet. */
export function takingAll(ground: TrialGround, unmerged: Unmerged, nodes: Iterable<Expr>, target: string): readonly Edit[] {
  return [
    ...new Set(
      takings(
        ground,
        [...nodes].filter((node) => !unmerged.targetsOf(node).has(target)),
        target,
      ).values(),
    ),
  ];
}

/** For each call of an operator among some nodes, the edit by which a target takes it. Equal edits are one object. */
export function takings(ground: TrialGround, nodes: readonly Expr[], target: string): ReadonlyMap<Expr, Edit> {
  const spec = specOf(ground.spec, target, ground.builtIn);
  const edits = new Map<string, Edit>();
  const found = new Map<Expr, Edit>();
  for (const node of nodes) {
    const operator = calledOp(node);
    if (node.kind !== "Call" || operator === undefined || operator.startsWith("annotation.compiler_")) continue;
    const isRuled = spec?.operators.includes(operator) ?? false;
    const arity = node.args.length;
    const edit: Edit = isRuled ? { kind: "override-rule", target, operator, arity } : { kind: "add-rule", target, operator };
    found.set(
      node,
      keptIn(edits, isRuled ? `${operator} ${arity}` : operator, () => edit),
    );
  }
  return found;
}

/** All subsets of a size, each in the order of the list. */
export function* subsets<T>(list: readonly T[], size: number, from = 0): Generator<readonly T[], void> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at + size <= list.length; at++) {
    for (const rest of subsets(list, size - 1, at + 1)) yield [present(list[at]), ...rest];
  }
}
