/**
 * The quotient of a picture: its nodes dealt out to cards, so that every call is in exactly one card and the data flow
 * between cards has no cycle. A card is a region, a stretch of connected host operators, or a node that represents
 * itself; control flow keeps its frames, which hold cards.
 */
import { at, pushTo } from "@relayscope/ir";
import type { DrawableGraph } from "../drawable.ts";
import type { CardDraft } from "./cardDraft.ts";
import { callsAmong, edgesWithin, splitLayers } from "./layers.ts";
import { levelsOf, type Unit, unitsInCircles } from "./levels.ts";
import { parametersOf, type Surroundings, surroundingsOf } from "./surroundings.ts";
import { dropTuples, foldTuples } from "./tuples.ts";

export interface Quotient {
  readonly cards: readonly CardDraft[];
  /**
   * By node: its card; -1 for parameters of the network that several cards use, and for tuples and their items between
   * cards.
   */
  readonly cardOf: Int32Array;
  /** By node: whether it is a parameter of the network. */
  readonly isParameter: readonly boolean[];
  readonly surroundings: Surroundings;
}

/** A host stretch next to regions stays one card up to this number of calls. */
const longestStretch = 48;

const ownKinds: ReadonlySet<string> = new Set(["variable", "output", "if", "match", "function-call", "global", "reference"]);

/** Deals out the nodes of a picture that shows everything. Iterative and near-linear. */
export function quotientOf(graph: DrawableGraph): Quotient {
  const surroundings = surroundingsOf(graph);
  const isParameter = parametersOf(graph);
  let { units, unitOf, frameUnit } = firstUnits(graph, surroundings, isParameter, new Set());
  let arcs = liftArcs(graph, surroundings, unitOf, frameUnit);
  const circles = unitsInCircles(units.length, arcs);
  if (circles.size > 0) {
    // A pasted text can have a region that a path leaves and enters again. Such a region is taken apart like the host.
    const torn = new Set<string>();
    for (const u of circles) if (at(units, u).kind === "region") torn.add(regionKey(at(units, u)));
    ({ units, unitOf, frameUnit } = firstUnits(graph, surroundings, isParameter, torn));
    arcs = liftArcs(graph, surroundings, unitOf, frameUnit);
  }
  const { groupOf, groups } = levelsOf(units, arcs);
  const cards: CardDraft[] = [];
  const cardOf = new Int32Array(graph.nodes.length).fill(-1);
  const add = (draft: CardDraft) => {
    for (const node of draft.nodes) cardOf[node] = cards.length;
    cards.push(draft);
  };
  const nodesOf: number[][] = groups.map(() => []);
  unitOf.forEach((unit, node) => {
    if (unit >= 0) at(nodesOf, at(groupOf, unit)).push(node);
  });
  const within = edgesWithin(graph, (node) => groupOf[at(unitOf, node)] ?? -1);
  const hasRegions = new Set<number>();
  for (const unit of units) if (unit.kind === "region") hasRegions.add(unit.scope);
  groups.forEach((unit, g) => {
    const nodes = at(nodesOf, g);
    if (nodes.length === 0) return;
    const { kind, region, scope } = at(units, unit);
    if (kind === "frame") return;
    const card: CardDraft = { kind: kind === "loose" ? (region >= 0 ? "region" : "host") : kind, nodes, region, scope };
    // If no region is next to it, the layers of a stretch are all there is to see.
    const calls = card.kind === "host" ? callsAmong(graph, nodes).length : 0;
    if (calls < 4 || (hasRegions.has(scope) && calls <= longestStretch)) add(card);
    else for (const layer of splitLayers(graph, nodes, within.get(g) ?? [])) add({ ...card, nodes: layer });
  });
  foldTuples(graph, cards, cardOf);
  dropTuples(graph, cards, cardOf);
  adoptParameters(graph, cards, cardOf, isParameter);
  return { ...compact(cards, cardOf), isParameter, surroundings };
}

function regionKey({ scope, region }: Pick<Unit, "scope" | "region">): string {
  return `r${scope}/${region}`;
}

/** Units before any are joined; `torn` names the regions that do not stay whole. */
function firstUnits(graph: DrawableGraph, surroundings: Surroundings, isParameter: readonly boolean[], torn: ReadonlySet<string>) {
  const { nodes, frames, regions } = graph;
  const { scope, carded, isControl, scopeOfFrame } = surroundings;
  const units: Unit[] = [];
  const unitOf = new Int32Array(nodes.length).fill(-1);
  const known = new Map<string, number>();
  const open = (key: string, unit: Unit) => {
    let index = known.get(key);
    if (index === undefined) {
      index = units.length;
      known.set(key, index);
      units.push(unit);
    }
    return index;
  };
  const itemOf = new Map<number, number>();
  for (const edge of graph.edges) if (at(nodes, edge.to).kind === "tuple-item") itemOf.set(edge.to, edge.from);
  nodes.forEach((node, i) => {
    if (at(isParameter, i)) return;
    const region = node.region >= 0 && at(regions, node.region).color >= 0 ? node.region : -1;
    const own = { region, scope: at(scope, i), rank: i };
    // An item of a region's result joins the region's card, so that the results of a region make no card of items.
    const source = itemOf.get(i);
    const above = source === undefined || region >= 0 ? -1 : at(unitOf, source);
    if (above >= 0 && at(units, above).kind === "region" && at(units, above).scope === own.scope) unitOf[i] = above;
    else if (node.kind === "variable" || (ownKinds.has(node.kind) && (region < 0 || node.kind === "output")))
      unitOf[i] = open(`n${i}`, { ...own, kind: "node", region: -1 });
    else if (region >= 0 && !torn.has(regionKey(own))) unitOf[i] = open(regionKey(own), { ...own, kind: "region" });
    else if (region < 0 && at(carded, i) >= 0) unitOf[i] = open(`f${at(carded, i)}`, { ...own, kind: "region", region: node.region });
    else unitOf[i] = open(`n${i}`, { ...own, kind: "loose" });
  });
  const frameUnit = frames.map((_, f) =>
    at(isControl, f) ? open(`c${f}`, { kind: "frame", region: -1, scope: at(scopeOfFrame, f), rank: nodes.length }) : -1,
  );
  return { units, unitOf, frameUnit };
}

/**
 * The data flow between units of one scope: from, to, two numbers an arc. Deeper nodes count as the frame that holds
 * them.
 */
function liftArcs(graph: DrawableGraph, surroundings: Surroundings, unitOf: Int32Array, frameUnit: readonly number[]): number[] {
  const { scope, scopeOfFrame, depth } = surroundings;
  const depthOf = (frame: number) => (frame < 0 ? -1 : at(depth, frame));
  const arcs: number[] = [];
  for (const edge of graph.edges) {
    let a = at(unitOf, edge.from);
    let b = at(unitOf, edge.to);
    if (a < 0 || b < 0) continue;
    let left = at(scope, edge.from);
    let right = at(scope, edge.to);
    while (left !== right) {
      if (depthOf(left) >= depthOf(right)) {
        a = at(frameUnit, left);
        left = at(scopeOfFrame, left);
      } else {
        b = at(frameUnit, right);
        right = at(scopeOfFrame, right);
      }
    }
    if (a !== b) arcs.push(a, b);
  }
  return arcs;
}

/** The network's parameters go to the card that uses them, if there is just one. */
function adoptParameters(graph: DrawableGraph, cards: CardDraft[], cardOf: Int32Array, isParameter: readonly boolean[]): void {
  const users = new Map<number, number>();
  const shared = -2;
  for (const edge of graph.edges) {
    if (!isParameter[edge.from]) continue;
    const user = at(cardOf, edge.to);
    const before = users.get(edge.from);
    users.set(edge.from, before === undefined || before === user ? user : shared);
  }
  const adopted = new Map<number, number[]>();
  for (const [node, card] of users) {
    if (card < 0 || at(cards, card).kind === "node") continue;
    pushTo(adopted, card, node);
    cardOf[node] = card;
  }
  for (const [card, list] of adopted) {
    const draft = at(cards, card);
    cards[card] = { ...draft, nodes: [...draft.nodes, ...list].sort((a, b) => a - b) };
  }
}

function compact(cards: readonly CardDraft[], cardOf: Int32Array): Pick<Quotient, "cards" | "cardOf"> {
  const kept: CardDraft[] = [];
  const numbers = cards.map((card) => (card.nodes.length > 0 ? kept.push(card) - 1 : -1));
  return { cards: kept, cardOf: cardOf.map((card) => (card < 0 ? -1 : at(numbers, card))) };
}
