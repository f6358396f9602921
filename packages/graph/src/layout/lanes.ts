/** The lanes of a group's edges: each passes rows on its own, or, where wide rows were dealt out, with others that begin or end where it does. */
import { at } from "../at.ts";
import { type Entity, entity, heavy, type Link, lane, light } from "./entities.ts";
import { extended } from "./extended.ts";
import type { GroupInput, ItemLink } from "./groupInput.ts";

/** Rows that any edge may pass on a lane of its own, whatever the budget. */
const shortLane = 12;

/** The links of a group, and the lanes that they take; undefined where the ends are in neighboring rows or too far apart. */
export interface Lanes {
  readonly links: readonly Link[];
  readonly ofLinks: readonly (Passed | undefined)[];
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

function wholly(on: Entity | undefined): Passed | undefined {
  return on && { on, top: on.top, bottom: on.bottom };
}

/** Links the entities, over lanes where they pass rows; where wide rows were dealt out, many that begin or end alike on one. Adds the lanes to the entities. */
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
  const { shared, atLeft, atRight } = sharedLanes(isDealt ? links : [], entities, addLane);
  const ofLinks = links.map(({ hint, ...link }, i) => {
    const [from, to] = [at(entities, link.from), at(entities, link.to)];
    const bus = shared[i];
    if (bus) return { on: bus, top: from.bottom + 1, bottom: to.top - 1 };
    const weight = from.isChip ? light : heavy;
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
    return wholly(below);
  });
  const ofEntries = entries.map(({ item, offset, argument, hint }) => {
    const to = at(entities, item);
    const above = addLane(0, to.top - 1, to.rank - 0.5, hint);
    if (above) add({ from: above, to, weight: lane, fromOffset: 0, toOffset: offset, argument });
    return wholly(above);
  });
  return { links: made, ofLinks, ofExits, ofEntries, atLeft, atRight };
}

/** As many edges of one end that pass rows go on one lane. */
const manyAlike = 6;

/** By link: the lane that it shares with others that begin or that end where it does, and that draws neither of them; undefined where it has its own. */
function sharedLanes(
  links: readonly ItemLink[],
  entities: readonly Entity[],
  addLane: (top: number, bottom: number, rank: number, hint: number) => Entity | undefined,
): Pick<Lanes, "atLeft" | "atRight"> & { readonly shared: readonly (Entity | undefined)[] } {
  const [atLeft, atRight] = [new Set<Entity>(), new Set<Entity>()];
  const [starting, ending] = [new Map<number, number[]>(), new Map<number, number[]>()];
  links.forEach(({ from, to }, i) => {
    if (at(entities, to).top - at(entities, from).bottom < 2) return;
    for (const [table, end] of [[starting, from] as const, [ending, to] as const]) {
      const list = table.get(end);
      if (list) list.push(i);
      else table.set(end, [i]);
    }
  });
  const shared: (Entity | undefined)[] = new Array(links.length);
  for (const [end, list] of starting) {
    if (list.length < manyAlike) continue;
    const from = at(entities, end);
    const lowest = list.reduce((most, i) => Math.max(most, at(entities, at(links, i).to).top - 1), 0);
    const bus = addLane(from.bottom + 1, lowest, from.rank + 0.5, Number.NaN);
    if (!bus) continue;
    atLeft.add(bus);
    for (const i of list) shared[i] = bus;
  }
  for (const [end, whole] of ending) {
    const list = whole.filter((i) => shared[i] === undefined);
    if (list.length < manyAlike) continue;
    const to = at(entities, end);
    const highest = list.reduce((least, i) => Math.min(least, at(entities, at(links, i).from).bottom + 1), to.top);
    const bus = addLane(highest, to.top - 1, to.rank - 0.5, Number.NaN);
    if (!bus) continue;
    atRight.add(bus);
    for (const i of list) shared[i] = bus;
  }
  return { shared, atLeft, atRight };
}
