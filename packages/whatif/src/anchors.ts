/** Nodes of a run's last stage, found again in the last stage of a variant. */
import { calledOp, type Expr, emptyModule, type Module, moduleOrder, present } from "@relayscope/ir";
import type { Replacement } from "@relayscope/run/contract";
import type { TrialGround, TriedStage, Variant } from "./ground.ts";

/** Maps an offset in the old text to offsets in the new one; several if its text occurs more than once. */
export interface Moved {
  readonly from: number;
  readonly to: number;
  /** The kind of node that replaces it, if that differs. */
  readonly sort?: string;
}

/** Shared by the anchors of a ground: traces its nodes back. */
export interface Tracer {
  /** The nodes of a stage that a node of the last stage stems from; at stage -1, those of the text. */
  back(node: Expr, stage: number): readonly Expr[];
}

/** Traces nodes back through stages; results are cached. */
export function tracerOf(stages: readonly TriedStage[]): Tracer {
  const known = [undefined, ...stages].map(() => new Map<Expr, readonly Expr[]>());
  return {
    back(node, stage) {
      const memo = known[stage + 1];
      const kept = memo?.get(node);
      if (kept) return kept;
      let nodes: readonly Expr[] = [node];
      for (let at = stages.length - 1; at > stage; at--) {
        const { lineage, module } = present(stages[at]);
        if (module === stages[at - 1]?.module) continue;
        if (nodes.length === 1) nodes = lineage.originsOf(present(nodes[0]));
        else nodes = [...new Set(nodes.flatMap((n) => lineage.originsOf(n)))];
      }
      memo?.set(node, nodes);
      return nodes;
    },
  };
}

/** The sort of a node: the operator it calls, else its kind. */
export function sortOf(expr: Expr): string {
  return calledOp(expr) ?? expr.kind;
}

/** The last stage of a run. */
export function lastOf(stages: readonly TriedStage[]): TriedStage {
  return present(stages.at(-1));
}

/** A candidate's change of the text: the replaced ranges, and the nodes that moved. */
interface Rewritten {
  readonly replacements: readonly Replacement[];
  readonly moved: readonly Moved[] | undefined;
}

/**
 * The nodes at a variant's last stage that correspond to nodes of the ground's last stage: those that call the same
 * operator and come from the same nodes of the last shared stage. If the text changed, from what is at the same place
 * of it.
 */
export function findAgain(
  ground: TrialGround,
  tracer: Tracer,
  variant: Variant,
  nodes: readonly Expr[],
  rewritten: Rewritten,
): readonly Expr[] {
  const common = variant.shared - 1;
  const own = tracerOf(variant.stages);
  const found = new Set<Expr>();
  for (const node of nodes) {
    const sort = sortOf(node);
    const origins = preferred(tracer.back(node, common), sort);
    const there = variant.shared > 0 ? origins : inNewText(origins, variant.stages[0]?.read, rewritten);
    const before = stemmingFrom(lastOf(ground.stages), tracer, common, node, new Set(origins));
    const after = stemmingFrom(lastOf(variant.stages), own, common, node, new Set(there));
    const at = before.indexOf(node);
    const same = before.length === after.length ? after[at] : undefined;
    for (const hit of same ? [same] : after) found.add(hit);
  }
  return [...found];
}

/** Of several origins, those that call the same operator, if there are any. */
function preferred(origins: readonly Expr[], sort: string): readonly Expr[] {
  const same = origins.filter((o) => sortOf(o) === sort);
  return same.length > 0 ? same : origins;
}

function stemmingFrom(last: TriedStage, tracer: Tracer, stage: number, like: Expr, origins: ReadonlySet<Expr>): readonly Expr[] {
  return ofSort(moduleOrder(last.module), like, (e) => tracer.back(e, stage).some((o) => origins.has(o)));
}

/**
 * Nodes of the sort of `like` with a property; if its operator is now written as another, the calls with the property.
 */
export function ofSort(nodes: readonly Expr[], like: Expr, holds: (node: Expr) => boolean): readonly Expr[] {
  const sort = sortOf(like);
  const same = nodes.filter((e) => sortOf(e) === sort && holds(e));
  if (same.length > 0 || calledOp(like) === undefined) return same;
  return nodes.filter((e) => calledOp(e) !== undefined && holds(e));
}

/** The nodes in a changed text at the places of old nodes. */
function inNewText(nodes: readonly Expr[], read: Module | undefined, { replacements, moved = [] }: Rewritten): readonly Expr[] {
  const wanted = new Set<string>();
  for (const node of nodes) {
    if (!node.span) continue;
    const { start } = node.span;
    const went = moved.filter((m) => m.from === start);
    for (const { to, sort = sortOf(node) } of went) wanted.add(`${sort} ${to}`);
    if (went.length === 0) wanted.add(`${sortOf(node)} ${newOffset(start, replacements)}`);
  }
  return moduleOrder(read ?? emptyModule).filter((e) => e.span && wanted.has(`${sortOf(e)} ${e.span.start}`));
}

/** Maps an offset of a text after replacements. What is inserted before an offset moves it. */
function newOffset(offset: number, replacements: readonly Replacement[]): number {
  let shift = 0;
  for (const { start, end, text } of replacements) {
    if (end <= offset) shift += text.length - (end - start);
  }
  return offset + shift;
}
