/**
 * The order of entities within each row: model order, then sweeps down and up that put each entity at the mean of its
 * neighbors (Sugiyama's barycenter). An entity of several rows keeps its relative place from row to row, so that boxes
 * and lanes never twist.
 */
import { at, pushTo } from "@relayscope/ir";
import type { Entity, Link } from "./entities.ts";

/** For each row, its entities from left to right. */
export function orderRows(entities: readonly Entity[], rowCount: number): Entity[][] {
  const rows = dealOut(
    [...entities].sort((a, b) => a.rank - b.rank || a.index - b.index),
    rowCount,
  );
  if (!rows.some((row) => row.length > 1)) return rows;
  const sweeps = entities.length > 4000 ? 2 : 4;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    rows[0]?.forEach(place);
    for (let r = 1; r < rowCount; r++) arrange(at(rows, r), (e) => (e.top < r ? e.place : meanAbove(e, r - 1)));
    for (let r = rowCount - 2; r >= 0; r--) arrange(at(rows, r), (e) => (e.bottom > r ? e.place : meanBelow(e, r + 1)));
  }
  return rows;
}

function place(e: Entity, i: number): void {
  e.place = i;
}

/** Sorts a row. An entity without a key (NaN) stays after the one before it. */
function arrange(row: Entity[], keyOf: (e: Entity) => number): void {
  let last = -1;
  let isSorted = true;
  for (const e of row) {
    const k = keyOf(e);
    e.key = Number.isNaN(k) ? last : k;
    if (e.key < last) isSorted = false;
    last = e.key;
  }
  if (!isSorted) row.sort((a, b) => a.key - b.key);
  row.forEach(place);
}

/** The mean place of an entity's links in the row above it; NaN if there are none. */
function meanAbove({ up }: Entity, row: number): number {
  let sum = 0;
  let n = 0;
  for (const { from, fromOffset, weight } of up) {
    if (from.bottom !== row) continue;
    sum += (from.place + fraction(fromOffset, from.width)) * weight;
    n += weight;
  }
  return n > 0 ? sum / n : Number.NaN;
}

/** The mean place of an entity's links in the row below it; NaN if there are none. */
function meanBelow({ down }: Entity, row: number): number {
  let sum = 0;
  let n = 0;
  for (const { to, toOffset, argument } of down) {
    if (to.top !== row) continue;
    sum += to.place + (toOffset === 0 ? Math.min(argument, 8) * 0.04 : fraction(toOffset, to.width));
    n++;
  }
  return n > 0 ? sum / n : Number.NaN;
}

function fraction(offset: number, width: number): number {
  return width > 0 ? (offset / width) * 0.9 : 0;
}

function dealOut(order: readonly Entity[], rowCount: number): Entity[][] {
  const rows: Entity[][] = Array.from({ length: rowCount }, () => []);
  for (const e of order) for (let r = e.top; r <= e.bottom; r++) at(rows, r).push(e);
  return rows;
}

/** For each row, its entities in the order of an earlier picture; new ones are between their neighbors. */
export function orderByHints(entities: readonly Entity[], links: readonly Link[], rowCount: number): Entity[][] {
  for (const e of entities) e.key = e.hint;
  for (let round = 0; round < 3; round++) {
    const near = new Map<Entity, number[]>();
    const add = (e: Entity, x: number) => {
      if (Number.isNaN(x) || !Number.isNaN(e.key)) return;
      pushTo(near, e, x);
    };
    for (const { from, to, fromOffset, toOffset } of links) {
      add(from, to.key + toOffset - fromOffset);
      add(to, from.key + fromOffset - toOffset);
    }
    for (const [e, list] of near) e.key = list.reduce((sum, x) => sum + x, 0) / list.length;
  }
  for (const e of entities) if (Number.isNaN(e.key)) e.key = 0;
  return dealOut(
    [...entities].sort((a, b) => a.key - b.key || a.rank - b.rank || a.index - b.index),
    rowCount,
  );
}
