/** Nodes of a run's last stage, found again in the last stage of a variant. */
import { calledOp, type Expr, emptyModule, type Module, moduleOrder, present } from "@relayscope/ir";
import type { Replacement } from "../contract/index.ts";
import type { Ground, TriedStage, Variant } from "./ground.ts";

/** Where a node's text went: from an offset in the old text to one in the new; several where it is there more than once. */
export interface Moved {
  readonly from: number;
  readonly to: number;
}

/** What several anchors of one ground have in common: its nodes followed back. */
export interface Tracer {
  /** The nodes of a stage that a node of the last stage stems from; at stage -1, those of the text. */
  back(node: Expr, stage: number): readonly Expr[];
}

/** Follows nodes back through stages; what was followed once is kept. */
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

/** Nodes of a module by what they are: the operator they call, else their kind. */
export function sortOf(expr: Expr): string {
  return calledOp(expr) ?? expr.kind;
}

/** The last stage of a run. */
export function lastOf(stages: readonly TriedStage[]): TriedStage {
  return present(stages.at(-1));
}

/**
 * The nodes at a variant's last stage that nodes of the ground's last stage are there: those that call the same operator and stem from the same
 * nodes of the last stage that both share. Where a text was changed, from what is at the same place of it.
 */
export function findAgain(
  ground: Ground,
  tracer: Tracer,
  variant: Variant,
  nodes: readonly Expr[],
  replacements: readonly Replacement[],
  moved: readonly Moved[] = [],
): readonly Expr[] {
  const common = variant.shared - 1;
  const own = tracerOf(variant.stages);
  const found = new Set<Expr>();
  for (const node of nodes) {
    const sort = sortOf(node);
    const origins = preferred(tracer.back(node, common), sort);
    const there = variant.shared > 0 ? origins : inNewText(origins, variant.stages[0]?.read, replacements, moved);
    const before = stemmingFrom(lastOf(ground.stages), tracer, common, node, new Set(origins));
    const after = stemmingFrom(lastOf(variant.stages), own, common, node, new Set(there));
    const at = before.indexOf(node);
    const same = before.length === after.length ? after[at] : undefined;
    for (const hit of same ? [same] : after) found.add(hit);
  }
  return [...found];
}

/** Of nodes that something stems from, those that call the same operator where there are such. */
function preferred(origins: readonly Expr[], sort: string): readonly Expr[] {
  const same = origins.filter((o) => sortOf(o) === sort);
  return same.length > 0 ? same : origins;
}

function stemmingFrom(last: TriedStage, tracer: Tracer, stage: number, like: Expr, origins: ReadonlySet<Expr>): readonly Expr[] {
  return ofSort(moduleOrder(last.module), like, (e) => tracer.back(e, stage).some((o) => origins.has(o)));
}

/** Nodes that are what `like` is and for which something holds; where its operator is written as another now, the calls for which it does. */
export function ofSort(nodes: readonly Expr[], like: Expr, holds: (node: Expr) => boolean): readonly Expr[] {
  const sort = sortOf(like);
  const same = nodes.filter((e) => sortOf(e) === sort && holds(e));
  if (same.length > 0 || calledOp(like) === undefined) return same;
  return nodes.filter((e) => calledOp(e) !== undefined && holds(e));
}

/** What is in a changed text where nodes was before. */
function inNewText(
  nodes: readonly Expr[],
  read: Module | undefined,
  replacements: readonly Replacement[],
  moved: readonly Moved[],
): readonly Expr[] {
  const wanted = new Set<string>();
  for (const node of nodes) {
    if (!node.span) continue;
    const { start } = node.span;
    const went = moved.filter((m) => m.from === start);
    for (const { to } of went) wanted.add(`${sortOf(node)} ${to}`);
    if (went.length === 0) wanted.add(`${sortOf(node)} ${newOffset(start, replacements)}`);
  }
  return moduleOrder(read ?? emptyModule).filter((e) => e.span && wanted.has(`${sortOf(e)} ${e.span.start}`));
}

/** Where an offset of a text went when stretches of the text were replaced. What is put in before an offset pushes it on. */
function newOffset(offset: number, replacements: readonly Replacement[]): number {
  let shift = 0;
  for (const { start, end, text } of replacements) {
    if (end <= offset) shift += text.length - (end - start);
  }
  return offset + shift;
}
