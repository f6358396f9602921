/**
 * The lanes of a group's edges. Each edge passes rows on its own lane, or, if there are many, shares a lane with edges
 * that begin or end at the same place.
 */
import { at, pushTo } from "@relayscope/ir";
import { type Entity, entity, heavy, type Link, lane, light } from "./entities.ts";
import { extended } from "./extended.ts";
import type { GroupInput, ItemLink } from "./groupInput.ts";
import { manyAlike } from "./nets.ts";

/** Rows that any edge may pass on a lane of its own, whatever the budget. */
const shortLane = 12;

/** The links of a group, and their lanes; none if the ends are in neighboring rows or too far apart. */
export interface Lanes {
  readonly links: readonly Link[];
  /** By link: its lanes from top to bottom. */
  readonly ofLinks: readonly (readonly Passed[])[];
  readonly ofExits: readonly (Passed | undefined)[];
  readonly ofEntries: readonly (Passed | undefined)[];
  /** Lanes of many edges: those of one producer are at the left of their rows, those of one consumer at the right. */
  readonly atLeft: ReadonlySet<Entity>;
  readonly atRight: ReadonlySet<Entity>;
}

/** The rows that an edge passes on a lane. */
export interface Passed {
  readonly on: Entity;
  readonly top: number;
  readonly bottom: number;
}

function wholly(on: Entity | undefined): readonly Passed[] {
  return on ? [{ on, top: on.top, bottom: on.bottom }] : [];
}

/**
 * Links the entities, through lanes past rows. Many links with the same start or end share one. Adds the lanes to the
 * entities.
 */
export function addLanes(input: GroupInput, entities: Entity[], rowCount: number, isDealt: boolean): Lanes {
  const { links, exits, entries, budget } = input;
  const made: Link[] = [];
  const add = (link: Link) => {
    made.push(link);
    link.from.down = extended(link.from.down, link);
    link.to.up = extended(link.to.up, link);
  };
  const addLane = (top: number, bottom: number, rank: number, hint: number) => {
    const cells = bottom - top + 1;
    if (cells <= 0) return undefined;
    if (cells > shortLane) {
      if (cells > budget.cells) return undefined;
      budget.cells -= cells;
    }
    const passed = entity(entities.length, { isLane: true, top, bottom, width: 0, margin: 0, isChip: false, height: 0, hint, rank });
    entities.push(passed);
    return passed;
  };
  const { shared, atLeft, atRight } = sharedLanes(input, entities, isDealt, { addLane, add });
  const ofLinks = links.map(({ hint, ...link }, i) => {
    const [from, to] = [at(entities, link.from), at(entities, link.to)];
    const weight = from.isChip ? light : heavy;
    const bus = shared[i];
    if (bus === "none") {
      add({ ...link, from, to, weight });
      return [];
    }
    if (bus) {
      const { on, above, below } = bus;
      const own = above > from.bottom + 1 ? addLane(from.bottom + 1, above - 1, from.rank + 0.5, from.hint + link.fromOffset) : undefined;
      if (own) add({ from, to: own, weight: lane, fromOffset: link.fromOffset, toOffset: 0, argument: 0 });
      const last = below < to.top ? addLane(below, to.top - 1, to.rank - 0.5, to.hint + link.toOffset) : undefined;
      if (last) add({ from: last, to, weight: lane, fromOffset: 0, toOffset: link.toOffset, argument: link.argument });
      return [...wholly(own), { on, top: above, bottom: below - 1 }, ...wholly(last)];
    }
    const between = addLane(from.bottom + 1, to.top - 1, from.rank + 0.5, hint);
    if (between) {
      const soft = from.isChip ? light : lane;
      add({ from, to: between, weight: soft, fromOffset: link.fromOffset, toOffset: 0, argument: 0 });
      add({ from: between, to, weight: soft, fromOffset: 0, toOffset: link.toOffset, argument: link.argument });
    } else add({ ...link, from, to, weight });
    return wholly(between);
  });
  const ofExits = exits.map(({ item, offset, hint }) => {
    const from = at(entities, item);
    const below = addLane(from.bottom + 1, rowCount - 1, from.rank + 0.5, hint);
    if (below) add({ from, to: below, weight: lane, fromOffset: offset, toOffset: 0, argument: 0 });
    return wholly(below)[0];
  });
  const ofEntries = entries.map(({ item, offset, argument, hint }) => {
    const to = at(entities, item);
    const above = addLane(0, to.top - 1, to.rank - 0.5, hint);
    if (above) add({ from: above, to, weight: lane, fromOffset: 0, toOffset: offset, argument });
    return wholly(above)[0];
  });
  return { links: made, ofLinks, ofExits, ofEntries, atLeft, atRight };
}

/** The part of a shared lane that a link uses: the rows between `above` and `below`, both excluded. */
interface Shared {
  readonly on: Entity;
  readonly above: number;
  readonly below: number;
}

/** By link: the lane that it shares; "none" if it gets no lane at all; undefined if it has its own. */
interface SharedLanes extends Pick<Lanes, "atLeft" | "atRight"> {
  readonly shared: readonly (Shared | "none" | undefined)[];
}

/** Adds lanes (unless they exceed the budget) and links. */
interface Adding {
  readonly addLane: (top: number, bottom: number, rank: number, hint: number) => Entity | undefined;
  readonly add: (link: Link) => void;
}

/**
 * Lanes for many links with the same start, such as a variable that each layer takes, and for others with the same end,
 * such as the results of all layers in one tuple. Each link branches off above its end, or joins below its start, as
 * close to it as possible. If wide rows were split, the lanes are at the sides and pull neither end.
 */
function sharedLanes({ links, budget }: GroupInput, entities: readonly Entity[], isDealt: boolean, { addLane, add }: Adding): SharedLanes {
  const [atLeft, atRight] = [new Set<Entity>(), new Set<Entity>()];
  const shared: (Shared | "none" | undefined)[] = new Array(links.length);
  const long = links.flatMap(({ from, to }, i) => (at(entities, to).top - at(entities, from).bottom < 2 ? [] : [i]));
  const starting = alike(long, (i) => at(links, i).from);
  const inStarting = new Set(starting.flat());
  const ending = alike(
    long.filter((i) => !inStarting.has(i) && (isDealt || at(links, i).isGathered)),
    (i) => at(links, i).to,
  );
  const many = new Set([...starting, ...ending].flat());
  if (many.size === 0) return { shared, atLeft, atRight };
  const isClear = clearGaps(entities, isDealt ? links.filter((_, i) => !many.has(i)) : []);
  const share = (list: readonly number[], isEnding: boolean) => {
    const { from, to, fromOffset, toOffset, argument, hint } = at(links, list[0] ?? 0);
    const end = at(entities, isEnding ? to : from);
    const [first, last] = [end.bottom + 1, end.top];
    const turns = new Map<number, number>();
    for (const i of list) {
      let turn = isEnding ? at(entities, at(links, i).from).bottom + 1 : at(entities, at(links, i).to).top;
      while (isEnding ? turn < last && !isClear(turn) : turn > first && !isClear(turn)) turn += isEnding ? 1 : -1;
      turns.set(i, turn);
    }
    const turnOf = (i: number) => turns.get(i) ?? 0;
    const lengthOf = (i: number) => (isEnding ? last - turnOf(i) : turnOf(i) - first);
    // A shared lane crosses all columns between its ends, so that the longest links get none.
    const on = list
      .toSorted((a, b) => lengthOf(a) - lengthOf(b))
      .filter((i) => {
        budget.shared -= lengthOf(i);
        if (budget.shared < 0) shared[i] = "none";
        return lengthOf(i) > 0 && budget.shared >= 0;
      });
    const furthest = on.at(-1);
    if (furthest === undefined) return;
    const [above, below] = isEnding ? [turnOf(furthest), last] : [first, turnOf(furthest)];
    const trunk = addLane(above, below - 1, end.rank + (isEnding ? -0.5 : 0.5), isDealt ? Number.NaN : hint);
    for (const i of on) {
      if (!trunk) shared[i] = "none";
      else shared[i] = isEnding ? { on: trunk, above: turnOf(i), below } : { on: trunk, above, below: turnOf(i) };
    }
    if (!trunk) return;
    if (isDealt) (isEnding ? atRight : atLeft).add(trunk);
    else if (isEnding) add({ from: trunk, to: end, weight: lane, fromOffset: 0, toOffset, argument });
    else add({ from: end, to: trunk, weight: end.isChip ? light : lane, fromOffset, toOffset: 0, argument: 0 });
  };
  for (const list of starting) share(list, false);
  for (const list of ending) share(list, true);
  return { shared, atLeft, atRight };
}

/** Links with the same end, if there are many. */
function alike(links: readonly number[], endOf: (link: number) => number): readonly (readonly number[])[] {
  const lists = new Map<number, number[]>();
  for (const i of links) {
    pushTo(lists, endOf(i), i);
  }
  return [...lists.values()].filter((list) => list.length >= manyAlike);
}

/**
 * Whether an edge can run across above a row: no box is in the gap there, and no link of `links` goes down through it.
 */
function clearGaps(entities: readonly Entity[], links: readonly ItemLink[]): (row: number) => boolean {
  const changes: number[] = [];
  const fill = (from: number, to: number) => {
    changes[from] = (changes[from] ?? 0) + 1;
    changes[to + 1] = (changes[to + 1] ?? 0) - 1;
  };
  for (const { top, bottom } of entities) if (bottom > top) fill(top + 1, bottom);
  for (const { from, to } of links) {
    const [above, below] = [at(entities, from), at(entities, to)];
    if (!above.isChip && below.top > above.bottom) fill(above.bottom + 1, below.top);
  }
  const inGap: number[] = [];
  let count = 0;
  for (let row = 0; row < changes.length; row++) {
    count += changes[row] ?? 0;
    inGap.push(count);
  }
  return (row) => (inGap[row] ?? 0) === 0;
}
