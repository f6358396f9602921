/**
 * Items of several rows as walls: an edge from one row to the next must not pass under an item that is in both. An
 * entity with all its producers on one side of a wall is put there. One with producers on both sides has to begin below
 * it.
 */
import { at } from "@relayscope/ir";
import type { Entity } from "./entities.ts";

/**
 * Puts entities on the side of their producers. Changes `rows`; returns the first rows that items need so that no edge
 * passes under a wall.
 */
export function keepBesideWalls(entities: readonly Entity[], rows: Entity[][]): ReadonlyMap<number, number> {
  const least = new Map<number, number>();
  if (!entities.some(isWall)) return least;
  for (let r = 1; r < rows.length; r++) {
    const [above, row] = [at(rows, r - 1), at(rows, r)];
    carryOn(above, row, r);
    const walls = row.filter((e) => isWall(e) && e.top < r);
    if (walls.length === 0) continue;
    const sides = sidesOf(above, walls);
    const segments = segmentsOf(row, walls);
    const pushDown = (e: Entity, low: number, high: number) => {
      const first = walls.slice(low, high).reduce((most, wall) => Math.max(most, wall.bottom + 1), 0);
      least.set(e.index, Math.max(least.get(e.index) ?? 0, first));
    };
    rows[r] = joined(
      resettle(segments, walls, (e, side) => {
        if (e.top < r) return side;
        let [low, high] = [Number.POSITIVE_INFINITY, -1];
        for (const { from } of e.up) {
          if (from.bottom !== r - 1 || isFree(from)) continue;
          low = Math.min(low, sides.get(from) ?? 0);
          high = Math.max(high, sides.get(from) ?? 0);
        }
        if (high < 0) return side;
        if (low < high) pushDown(e, low, high);
        return Math.min(high, Math.max(low, side));
      }),
      walls,
    );
    const below = sidesOf(at(rows, r), walls);
    rows[r - 1] = joined(
      resettle(segmentsOf(above, walls), walls, (e, side) => {
        if (!isFree(e)) return side;
        let goal = -1;
        for (const { to } of e.down) {
          if (to.top !== r || to.isLane) continue;
          const there = below.get(to) ?? side;
          if (goal < 0) goal = there;
          else if (there !== goal) pushDown(to, Math.min(there, goal), Math.max(there, goal));
        }
        return goal < 0 ? side : goal;
      }),
      walls,
    );
    const settled = sidesOf(at(rows, r - 1), walls);
    rows[r] = joined(
      resettle(segmentsOf(at(rows, r), walls), walls, (e, side) => {
        const producer = e.isLane && e.top === r ? e.up[0]?.from : undefined;
        return producer && isFree(producer) ? (settled.get(producer) ?? side) : side;
      }),
      walls,
    );
  }
  return least;
}

function isWall({ isLane, top, bottom }: Entity): boolean {
  return !isLane && bottom > top;
}

/** Whether an entity may be on any side of the walls: it is one row high and has no links from above. */
function isFree({ top, bottom, up }: Entity): boolean {
  return top === bottom && up.length === 0;
}

/** Puts the entities that continue from the row above in the order of that row. Changes `row`. */
function carryOn(above: readonly Entity[], row: Entity[], r: number): void {
  const going = above.filter((e) => e.bottom >= r);
  let next = 0;
  for (const [i, e] of row.entries()) if (e.top < r) row[i] = at(going, next++);
}

/** By entity: how many walls are to its left. */
function sidesOf(row: readonly Entity[], walls: readonly Entity[]): ReadonlyMap<Entity, number> {
  const sides = new Map<Entity, number>();
  segmentsOf(row, walls).forEach((segment, side) => {
    for (const e of segment) sides.set(e, side);
  });
  return sides;
}

/** The parts of a row between its walls, from left to right. */
function segmentsOf(row: readonly Entity[], walls: readonly Entity[]): Entity[][] {
  const segments: Entity[][] = [[]];
  for (const e of row) {
    if (e === walls[segments.length - 1]) segments.push([]);
    else segments.at(-1)?.push(e);
  }
  return segments;
}

/** The segments after each entity that changes sides has moved to the near end of its new segment. */
function resettle(segments: readonly Entity[][], walls: readonly Entity[], sideFor: (e: Entity, side: number) => number): Entity[][] {
  const kept: Entity[][] = [...walls, undefined].map(() => []);
  const [fromLeft, fromRight]: [Entity[][], Entity[][]] = [kept.map(() => []), kept.map(() => [])];
  segments.forEach((segment, side) => {
    for (const e of segment) {
      const goal = sideFor(e, side);
      at(goal === side ? kept : goal > side ? fromLeft : fromRight, goal).push(e);
    }
  });
  return kept.map((segment, side) => [...at(fromLeft, side), ...segment, ...at(fromRight, side)]);
}

function joined(segments: readonly Entity[][], walls: readonly Entity[]): Entity[] {
  return segments.flatMap((segment, side) => (side < walls.length ? [...segment, at(walls, side)] : segment));
}
