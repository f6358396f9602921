/** The lanes of a group's edges: each passes rows on its own, or, where they are many, with others that begin where it does; where wide rows were dealt out also with those that end there. */
import { at } from "../at.ts";
import { type Entity, entity, heavy, type Link, lane, light } from "./entities.ts";
import { extended } from "./extended.ts";
import type { GroupInput, ItemLink } from "./groupInput.ts";

/** Rows that any edge may pass on a lane of its own, whatever the budget. */
const shortLane = 12;

/** The links of a group, and the lanes that they take; none where the ends are in neighboring rows or too far apart. */
export interface Lanes {
  readonly links: readonly Link[];
  /** By link: its lanes from top to bottom. */
  readonly ofLinks: readonly (readonly Passed[])[];
  readonly ofExits: readonly (Passed | undefined)[];
  readonly ofEntries: readonly (Passed | undefined)[];
  /** Lanes of many edges: those of one producer stand at the left of their rows, those of one consumer at the right. */
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

/** Links the entities, over lanes where they pass rows; many that begin alike go on one, and where wide rows were dealt out many that end alike. Adds the lanes to the entities. */
export function addLanes({ links, exits, entries, budget }: GroupInput, entities: Entity[], rowCount: number, isDealt: boolean): Lanes {
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
  const { shared, atLeft, atRight } = isDealt ? dealtLanes(links, entities, addLane) : trunks(links, entities, budget, addLane, add);
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

/** As many edges of one end that pass rows go on one lane. */
const manyAlike = 6;

/** The part of a shared lane that a link takes: from the first row below `above` on, to the one above `below`. */
interface Shared {
  readonly on: Entity;
  readonly above: number;
  readonly below: number;
}

/** By link: the lane that it shares; "none" where it is to have no lane at all, undefined where it has its own. */
interface SharedLanes extends Pick<Lanes, "atLeft" | "atRight"> {
  readonly shared: readonly (Shared | "none" | undefined)[];
}

type AddLane = (top: number, bottom: number, rank: number, hint: number) => Entity | undefined;

/** The links that pass rows. */
function longOnes(links: readonly ItemLink[], entities: readonly Entity[]): readonly number[] {
  return links.flatMap(({ from, to }, i) => (at(entities, to).top - at(entities, from).bottom < 2 ? [] : [i]));
}

/**
 * Lanes for many links that begin alike, such as those of a variable that each layer takes: each branches off above its end, as near to it as no box of
 * several rows stands in the way.
 */
function trunks(
  links: readonly ItemLink[],
  entities: readonly Entity[],
  budget: GroupInput["budget"],
  addLane: AddLane,
  add: (link: Link) => void,
): SharedLanes {
  const shared: (Shared | "none" | undefined)[] = new Array(links.length);
  const lists = alike(longOnes(links, entities), (i) => at(links, i).from);
  const isClear = clearGaps(lists.length > 0 ? entities : [], []);
  for (const list of lists) {
    const first = at(links, list[0] ?? 0);
    const from = at(entities, first.from);
    const above = from.bottom + 1;
    const branches = list.map((i) => {
      let below = at(entities, at(links, i).to).top;
      while (below > above && !isClear(below)) below--;
      return { i, below };
    });
    // Each is drawn through all columns that it passes: what goes very far goes without a lane.
    const onTrunk = branches
      .sort((a, b) => a.below - b.below)
      .filter(({ i, below }) => {
        budget.shared -= below - above;
        if (budget.shared < 0) shared[i] = "none";
        return below > above && budget.shared >= 0;
      });
    const trunk = addLane(above, (onTrunk.at(-1)?.below ?? above) - 1, from.rank + 0.5, first.hint);
    if (trunk) add({ from, to: trunk, weight: from.isChip ? light : lane, fromOffset: first.fromOffset, toOffset: 0, argument: 0 });
    for (const { i, below } of onTrunk) shared[i] = trunk ? { on: trunk, above, below } : "none";
  }
  return { shared, atLeft: new Set(), atRight: new Set() };
}

/**
 * Lanes, where wide rows were dealt out, for many links that begin or that end alike; they draw neither end. Links come to them and leave them where
 * nothing stands in the way.
 */
function dealtLanes(links: readonly ItemLink[], entities: readonly Entity[], addLane: AddLane): SharedLanes {
  const [atLeft, atRight] = [new Set<Entity>(), new Set<Entity>()];
  const shared: (Shared | undefined)[] = new Array(links.length);
  const long = longOnes(links, entities);
  const starting = alike(long, (i) => at(links, i).from);
  const inStarting = new Set(starting.flat());
  const ending = alike(
    long.filter((i) => !inStarting.has(i)),
    (i) => at(links, i).to,
  );
  const own = new Set([...starting, ...ending].flat());
  const isClear = clearGaps(
    entities,
    links.filter((_, i) => !own.has(i)),
  );
  for (const list of starting) {
    const from = at(entities, at(links, list[0] ?? 0).from);
    const ends = list.map((i) => {
      const { top } = at(entities, at(links, i).to);
      let below = top;
      while (below > from.bottom + 1 && !isClear(below)) below--;
      return below;
    });
    const bus = addLane(from.bottom + 1, Math.max(...ends) - 1, from.rank + 0.5, Number.NaN);
    if (!bus) continue;
    atLeft.add(bus);
    list.forEach((i, k) => {
      const below = at(ends, k);
      if (below > from.bottom + 1) shared[i] = { on: bus, above: from.bottom + 1, below };
    });
  }
  for (const list of ending) {
    const to = at(entities, at(links, list[0] ?? 0).to);
    const starts = list.map((i) => {
      let above = at(entities, at(links, i).from).bottom + 1;
      while (above < to.top && !isClear(above)) above++;
      return above;
    });
    const bus = addLane(Math.min(...starts), to.top - 1, to.rank - 0.5, Number.NaN);
    if (!bus) continue;
    atRight.add(bus);
    list.forEach((i, k) => {
      const above = at(starts, k);
      if (above < to.top) shared[i] = { on: bus, above, below: to.top };
    });
  }
  return { shared, atLeft, atRight };
}

/** Links with the same end, where they are many. */
function alike(links: readonly number[], endOf: (link: number) => number): readonly (readonly number[])[] {
  const lists = new Map<number, number[]>();
  for (const i of links) {
    const list = lists.get(endOf(i));
    if (list) list.push(i);
    else lists.set(endOf(i), [i]);
  }
  return [...lists.values()].filter((list) => list.length >= manyAlike);
}

/** Whether an edge can run across above a row: no box stands in the gap there, and no link of `links` goes down through it. */
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
