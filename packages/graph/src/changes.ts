/** The differences between the pictures of two stages: new, gone, changed, moved, merged, split, renamed, extracted. */
import { at, grouped } from "@relayscope/ir";
import type { ChangeKind, DrawableGraph, DrawableNode } from "./drawable.ts";

export interface Comparison {
  /** Whether the shown picture is of the later stage. What only this picture has is then `new`, else `gone`. */
  readonly isLater: boolean;
  /** Ids, in the other stage, of the nodes that a node came from or became. */
  follow(id: number): readonly number[];
  /** Whether both stages have a node of this id and the two differ at most in their inputs. */
  isSame(id: number): boolean;
}

export interface RegionChange {
  readonly change: ChangeKind;
  /** The regions of the other stage that it came from or became part of, `tinyai 3 and 4`; empty if there are none. */
  readonly was: string;
}

export interface Changes {
  /** By node of the shown picture; undefined if it is unchanged. */
  readonly nodes: readonly (ChangeKind | undefined)[];
  /** By region of the picture shown. */
  readonly regions: readonly (RegionChange | undefined)[];
}

/** Compares the picture shown with that of another stage; both show everything. Near-linear. */
export function findChanges(shown: DrawableGraph, other: DrawableGraph, comparison: Comparison): Changes {
  const lacking: ChangeKind = comparison.isLater ? "new" : "gone";
  const placeOf = new Map<number, number>();
  other.nodes.forEach((node, i) => {
    placeOf.set(node.id, i);
  });
  const counterparts = shown.nodes.map(({ id }) => comparison.follow(id).flatMap((found) => placeOf.get(found) ?? []));
  const nodes = shown.nodes.map((node, i): ChangeKind | undefined => {
    const same = placeOf.get(node.id);
    if (same === undefined) return at(counterparts, i).length > 0 && node.operator !== "" ? "changed" : lacking;
    if (!comparison.isSame(node.id)) return "changed";
    return node.operator !== "" && targetOf(shown, node) !== targetOf(other, at(other.nodes, same)) ? "moved" : undefined;
  });
  return { nodes, regions: regionChanges(shown, other, counterparts, lacking) };
}

function targetOf({ regions }: DrawableGraph, { region }: DrawableNode): string {
  const { color, target } = regions[region] ?? { color: -1, target: "" };
  return color < 0 ? "" : target;
}

function regionChanges(
  shown: DrawableGraph,
  other: DrawableGraph,
  counterparts: readonly (readonly number[])[],
  lacking: ChangeKind,
): readonly (RegionChange | undefined)[] {
  // A region whose operators the text lacks has only the call of its function.
  const isPart = ({ regions }: DrawableGraph, { region, operator }: DrawableNode) =>
    region >= 0 && at(regions, region).color >= 0 && (operator !== "" || at(regions, region).hasUnknownOperators === true);
  const linked: Set<number>[] = shown.regions.map(() => new Set());
  const linkedBack: Set<number>[] = other.regions.map(() => new Set());
  const isWhole = shown.regions.map(() => true);
  shown.nodes.forEach((node, i) => {
    if (!isPart(shown, node)) return;
    let isKept = false;
    for (const n of at(counterparts, i)) {
      const same = at(other.nodes, n);
      if (!isPart(other, same)) continue;
      isKept = true;
      at(linked, node.region).add(same.region);
      at(linkedBack, same.region).add(node.region);
    }
    if (!isKept) isWhole[node.region] = false;
  });
  return shown.regions.map((region, r): RegionChange | undefined => {
    if (region.color < 0) return undefined;
    const from = [...at(linked, r)];
    const [first] = from;
    const was = namesOf(from.map((other_) => nameOf(other, other_)));
    if (first === undefined) return { change: lacking, was };
    // Several regions that became one are merged, seen from either side; one that became several is split.
    const [many, one]: [ChangeKind, ChangeKind] = lacking === "new" ? ["merged", "split"] : ["split", "merged"];
    if (from.length > 1) return { change: many, was };
    if (at(linkedBack, first).size > 1) return { change: one, was };
    if (nameOf(shown, r) !== nameOf(other, first)) return { change: "renamed", was };
    // PartitionGraph makes a function of a marked region and keeps the region's operators.
    const [sooner, later] = lacking === "new" ? [at(other.regions, first), region] : [region, at(other.regions, first)];
    if (sooner.kind === "annotated" && later.kind === "external-function") return { change: "extracted", was: "" };
    return isWhole[r] && region.operators === at(other.regions, first).operators ? undefined : { change: "changed", was };
  });
}

/** A region's label without its count. */
function nameOf({ regions }: DrawableGraph, region: number): string {
  return at(regions, region).label.split(" · ")[0] ?? "";
}

/** `tinyai 3`, `tinyai 3 and 4`, `tinyai 3, 4, 5 and 2 more`. */
function namesOf(names: readonly string[]): string {
  const [first] = names;
  if (first === undefined) return "";
  const target = first.replace(/ \d+$/, "");
  const short = names
    .slice(0, names.length > 4 ? 3 : 4)
    .map((name, i) => (i > 0 && name.startsWith(`${target} `) ? name.slice(target.length + 1) : name));
  const rest = names.length - short.length;
  if (rest > 0) return `${short.join(", ")} and ${grouped(rest)} more`;
  const last = short.pop();
  return short.length > 0 ? `${short.join(", ")} and ${last}` : (last ?? "");
}

/** By id of a node of the whole picture: how it differs. */
export function changesById({ nodes }: Changes, full: DrawableGraph): ReadonlyMap<number, ChangeKind> {
  const changeOf = new Map<number, ChangeKind>();
  full.nodes.forEach((node, i) => {
    const change = nodes[i];
    if (change) changeOf.set(node.id, change);
  });
  return changeOf;
}

/** How a node differs, and what of its content does. */
export type NodeChange = Pick<DrawableNode, "change" | "changes">;

/**
 * A picture with its changes marked, and the indices of nodes that differ, in reading order. `cards`: how the cards of
 * a map differ, by node.
 */
export function markChanges(
  graph: DrawableGraph,
  found: Changes,
  full: DrawableGraph,
  cards: readonly (NodeChange | undefined)[],
): { graph: DrawableGraph; changes: readonly number[] } {
  const changeOf = changesById(found, full);
  const changes: number[] = [];
  const marked = graph.nodes.map((node, i) => {
    const change = node.summary ? cards[i]?.change : changeOf.get(node.id);
    if (!change) return node;
    if (node.card !== "constant" && node.card !== "variable") changes.push(i);
    return { ...node, ...cards[i], change };
  });
  const markedRegions = graph.regions.map((region, r) => {
    const change = found.regions[r];
    return change ? { ...region, change: change.change, was: change.was } : region;
  });
  return { graph: { ...graph, nodes: marked, regions: markedRegions }, changes };
}
