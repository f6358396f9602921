/**
 * Decides which units share a card. Connected loose units of one color share a card if they are on one level. A level
 * counts how often the longest path to a unit changes between regions and the host, so that nothing can flow out of a
 * card and back into it.
 */
import { at, DisjointSets } from "@relayscope/ir";

export interface Unit {
  /** Regions and frames stay whole; loose units of one color are joined; a node represents itself. */
  readonly kind: "region" | "frame" | "loose" | "node";
  /** Index into the picture's regions; -1 for the host. A loose unit's color. */
  readonly region: number;
  readonly scope: number;
  /** Its place in the model. */
  readonly rank: number;
}

export interface Groups {
  /** By unit: its group. */
  readonly groupOf: Int32Array;
  /** By group: its first unit. */
  readonly groups: readonly number[];
}

/** Groups units; `arcs` holds from and to, two numbers each. */
export function levelsOf(units: readonly Unit[], arcs: readonly number[]): Groups {
  const { next, before } = neighbors(units.length, arcs);
  const order = flowOrder(units, next, before);
  const isSame = (a: number, b: number) => {
    const left = at(units, a);
    const right = at(units, b);
    return left.kind === "loose" && right.kind === "loose" && left.region === right.region && left.scope === right.scope;
  };
  const level = new Int32Array(units.length);
  for (const u of order) for (const v of at(next, u)) level[v] = Math.max(at(level, v), at(level, u) + (isSame(u, v) ? 0 : 1));
  // A unit that feeds only units of its own kind moves down to their level.
  for (let i = order.length - 1; i >= 0; i--) {
    const u = at(order, i);
    const users = at(next, u);
    if (at(units, u).kind !== "loose" || users.length === 0 || !users.every((v) => isSame(u, v))) continue;
    level[u] = users.reduce((least, v) => Math.min(least, at(level, v)), at(level, at(users, 0)));
  }
  const joined = new DisjointSets(units.length);
  for (let i = 0; i < arcs.length; i += 2) {
    const [a, b] = [at(arcs, i), at(arcs, i + 1)];
    if (isSame(a, b) && at(level, a) === at(level, b)) joined.join(a, b);
  }
  const groups: number[] = [];
  const numbers = new Map<number, number>();
  const groupOf = Int32Array.from(units, (_, u) => {
    const root = joined.rootOf(u);
    let number = numbers.get(root);
    if (number === undefined) {
      number = groups.length;
      numbers.set(root, number);
      groups.push(u);
    }
    return number;
  });
  return { groupOf, groups };
}

/** Units that a circle runs through, or that are between two circles. */
export function unitsInCircles(count: number, arcs: readonly number[]): ReadonlySet<number> {
  const { next, before } = neighbors(count, arcs);
  const left = new Set<number>();
  for (let u = 0; u < count; u++) left.add(u);
  const trim = (out: readonly (readonly number[])[], into: readonly (readonly number[])[]) => {
    const waiting = Int32Array.from(into, (list) => list.reduce((n, u) => n + (left.has(u) ? 1 : 0), 0));
    const ready = [...left].filter((u) => at(waiting, u) === 0);
    for (let u = ready.pop(); u !== undefined; u = ready.pop()) {
      left.delete(u);
      for (const v of at(out, u)) {
        waiting[v] = at(waiting, v) - 1;
        if (at(waiting, v) === 0 && left.has(v)) ready.push(v);
      }
    }
  };
  trim(next, before);
  if (left.size > 0) trim(before, next);
  return left;
}

function neighbors(count: number, arcs: readonly number[]) {
  const next: number[][] = Array.from({ length: count }, () => []);
  const before: number[][] = Array.from({ length: count }, () => []);
  for (let i = 0; i < arcs.length; i += 2) {
    const [a, b] = [at(arcs, i), at(arcs, i + 1)];
    at(next, a).push(b);
    at(before, b).push(a);
  }
  return { next, before };
}

/** Units, producers first. A cycle of units begins with the unit that comes first in the model. */
function flowOrder(units: readonly Unit[], next: readonly (readonly number[])[], before: readonly (readonly number[])[]): number[] {
  const waiting = Int32Array.from(before, (list) => list.length);
  const order: number[] = [];
  const isDone = new Uint8Array(units.length);
  const byRank = units.map((_, i) => i).sort((a, b) => at(units, a).rank - at(units, b).rank);
  const ready = byRank.filter((u) => at(waiting, u) === 0);
  let head = 0;
  let unvisited = 0;
  while (order.length < units.length) {
    if (head === ready.length) {
      while (at(isDone, at(byRank, unvisited))) unvisited++;
      ready.push(at(byRank, unvisited));
    }
    const u = at(ready, head++);
    if (at(isDone, u)) continue;
    isDone[u] = 1;
    order.push(u);
    for (const v of at(next, u)) {
      waiting[v] = at(waiting, v) - 1;
      if (at(waiting, v) === 0) ready.push(v);
    }
  }
  return order;
}
