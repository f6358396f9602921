/** How the cards of a map differ from the compared stage: by their region, or by what they hold. */
import { at } from "@relayscope/ir";
import { regionsByNode } from "../boundaries.ts";
import { type Changes, changesById, type NodeChange } from "../changes.ts";
import type { ChangeKind, DrawableGraph, DrawableNode, HeldChange } from "../drawable.ts";

interface Found {
  readonly changeOf: ReadonlyMap<number, ChangeKind>;
  readonly changes: Changes["regions"];
  readonly regions: DrawableGraph["regions"];
}

/** By node of a map: how its card differs. `full`: the whole picture. */
export function cardChanges(map: DrawableGraph, changes: Changes, full: DrawableGraph): readonly (NodeChange | undefined)[] {
  const found = { changeOf: changesById(changes, full), changes: changes.regions, regions: full.regions };
  const held = regionsByNode(map);
  return map.nodes.map((node, i) => changeOfCard(node, at(held, i), found));
}

/** A card of several regions or runs also has what differs in it, the largest share first. */
function changeOfCard({ kind, region, summary }: DrawableNode, held: readonly number[], found: Found): NodeChange | undefined {
  const { members = [], isLayer, repeat = 1 } = summary ?? {};
  const hasSeveral = kind === "stack" || repeat > 1;
  const own = !hasSeveral && kind === "region" && !isLayer ? found.changes[region]?.change : undefined;
  if (own) return { change: own };
  // A layer is within its region.
  const ofRegions =
    hasSeveral && !isLayer ? held.map((r) => ({ change: found.changes[r]?.change, share: at(found.regions, r).operators })) : [];
  const isOfRegions = ofRegions.some(({ change }) => change);
  const all = isOfRegions ? ofRegions : members.map((id) => ({ change: found.changeOf.get(id), share: 1 }));
  const kinds = new Set(all.map(({ change }) => change));
  const [first] = kinds;
  const change = kinds.size > 1 ? "changed" : first;
  if (!change) return undefined;
  return hasSeveral ? { change, changes: countChanges(all, members.length) } : { change };
}

function countChanges(
  all: readonly { readonly change: ChangeKind | undefined; readonly share: number }[],
  whole: number,
): readonly HeldChange[] {
  const counts = new Map<ChangeKind, HeldChange>();
  for (const { change, share } of all) {
    if (!change) continue;
    const { count, share: before } = counts.get(change) ?? { count: 0, share: 0 };
    counts.set(change, { change, count: count + 1, share: before + share / Math.max(1, whole) });
  }
  return [...counts.values()].sort((a, b) => b.share - a.share);
}
