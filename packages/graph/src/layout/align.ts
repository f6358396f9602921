/** Chooses which entities are aligned vertically: linked ones, unless their lines cross (Brandes and Köpf). */
import { at } from "@relayscope/ir";
import { type Entity, type Link, light } from "./entities.ts";

/**
 * Puts entities that follow each other into one block. With `isHinted`, only those that were aligned in an earlier
 * picture.
 */
export function align(entities: readonly Entity[], rows: readonly (readonly Entity[])[], isHinted: boolean): void {
  const hasHeavyBelow = new Set<Entity>();
  for (const { down } of entities) {
    for (const link of down) if (isAdjacent(link) && link.weight > light && !link.to.isLane) hasHeavyBelow.add(link.from);
  }
  const isTaken = new Set<Entity>();
  if (isHinted) for (const e of entities) e.block.home = e.hint;
  let above: readonly Entity[] | undefined;
  for (const [r, row] of rows.entries()) {
    if (above) alignRow({ above, row, r, hasHeavyBelow, isTaken, isHinted });
    above = row;
  }
}

interface RowInHand {
  readonly above: readonly Entity[];
  readonly row: readonly Entity[];
  readonly r: number;
  readonly hasHeavyBelow: ReadonlySet<Entity>;
  /** Entities that already have an entity aligned below them. */
  readonly isTaken: Set<Entity>;
  readonly isHinted: boolean;
}

function alignRow({ above, row, r, hasHeavyBelow, isTaken, isHinted }: RowInHand): void {
  for (const [i, e] of above.entries()) e.place = i;
  const walls = wallsOf(row, r);
  const favorites = favoriteChildren(row, r);
  let last = -1;
  for (const [i, e] of row.entries()) {
    if (e.top < r) {
      last = e.place;
      continue;
    }
    const candidates = e.up.filter(
      (link) => isAdjacent(link) && (e.isLane ? !hasHeavyBelow.has(link.from) : (favorites.get(link.from) ?? e) === e),
    );
    for (const { from, fromOffset, toOffset } of middleOnes(candidates)) {
      if (isTaken.has(from) || from.place <= last || from.place >= at(walls, i)) continue;
      const offset = from.offset + fromOffset - toOffset;
      const { home } = from.block;
      // New entities give way to entities of the earlier picture.
      if (isHinted && (Number.isNaN(home) !== Number.isNaN(e.hint) || !wasInLine(home + offset - e.hint))) continue;
      isTaken.add(from);
      last = from.place;
      e.block = from.block;
      e.offset = offset;
      e.isRoot = false;
      break;
    }
  }
}

/**
 * For each place of a row, the first place above that alignments may not cross. Entities that continue from the row
 * above are walls.
 */
function wallsOf(row: readonly Entity[], r: number): readonly number[] {
  const walls: number[] = new Array(row.length);
  let wall = Number.POSITIVE_INFINITY;
  for (let i = row.length - 1; i >= 0; i--) {
    const e = row[i];
    if (e && e.top < r) wall = e.place;
    walls[i] = wall;
  }
  return walls;
}

/**
 * The middle one or two of the strongest links, ordered by their upper ends. Links from entities with inputs count as
 * stronger than links from entities without.
 */
function middleOnes(links: readonly Link[]): readonly Link[] {
  if (links.length < 2) return links;
  const strengthOf = ({ weight, from }: Link) => weight + (from.up.length > 0 ? 0.5 : 0);
  const best = Math.max(...links.slice(0, 64).map(strengthOf));
  const chosen = links.filter((link) => strengthOf(link) === best).sort((a, b) => a.from.place - b.from.place);
  const middle = (chosen.length - 1) >> 1;
  return chosen.slice(middle, middle + 2);
}

/**
 * For each entity that feeds several entities of a row, the one to align below it: the entity with the longest path
 * below, so that main paths are straight, or the middle one of several equal ones.
 */
function favoriteChildren(row: readonly Entity[], r: number): ReadonlyMap<Entity, Entity> {
  const children = new Map<Entity, Entity[]>();
  for (const e of row) {
    if (e.top !== r || e.isLane) continue;
    for (const link of e.up) {
      if (!isAdjacent(link) || link.weight === light) continue;
      const list = children.get(link.from);
      const best = list?.[0]?.height ?? -1;
      if (!list || e.height > best) children.set(link.from, [e]);
      else if (e.height === best && list.at(-1) !== e) list.push(e);
    }
  }
  const favorites = new Map<Entity, Entity>();
  for (const [parent, list] of children) {
    const middle = list[(list.length - 1) >> 1];
    if (middle) favorites.set(parent, middle);
  }
  return favorites;
}

/** Whether a link goes from one row to the next. */
function isAdjacent({ from, to }: Link): boolean {
  return from.bottom + 1 === to.top;
}

/** Whether an entity was where its block puts it, or both are new; `shift` is its distance from there. */
function wasInLine(shift: number): boolean {
  return Number.isNaN(shift) || Math.abs(shift) < 2;
}
