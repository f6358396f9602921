/** What the map of a stage is drawn from, whatever of it is opened: its cards, their order, and which are alike. */
import { at } from "../at.ts";
import type { DrawableGraph } from "../drawable.ts";
import { type CardDraft, type Quotient, quotientOf } from "./cards.ts";
import { innerLayers } from "./innerLayers.ts";
import { readingOrder } from "./order.ts";
import type { HeldKind } from "./words.ts";

export type Entry = { readonly kind: "card"; readonly card: number } | { readonly kind: "frame"; readonly frame: number };

export interface MapPlan {
  readonly full: DrawableGraph;
  /** Its cards, and behind these the layers that long ones open to. */
  readonly quotient: Quotient;
  /** By card: the layers that it opens to, in the order in which data flows. */
  readonly layers: ReadonlyMap<number, readonly Entry[]>;
  /** The number of the first layer. */
  readonly firstLayer: number;
  /** By card: the cards of its scope that feed it. A frame that holds such a card is numbered as if it came after the last card. */
  readonly before: readonly ReadonlySet<number>[];
  /** By card: equal for cards that are alike, and for those that are if hosts do whatever they do. */
  readonly likeness: readonly number[];
  readonly looseLikeness: readonly number[];
  /** By control frame, and at -1: its cards and control frames in reading order. */
  readonly scopes: ReadonlyMap<number, readonly Entry[]>;
}

/** Plans the map of a picture that shows everything, with no frame collapsed. */
export function planMap(full: DrawableGraph): MapPlan {
  const quotient = quotientOf(full);
  const { cards } = quotient;
  const before = feedersOf(full, quotient);
  const inner = innerLayers(full, quotient);
  const all = [...cards, ...inner.cards];
  const words = all.map((card) => likenessOf(full, card));
  const likeness = numbersOf(words);
  const looseLikeness = numbersOf(words.map((word, card) => (at(all, card).kind === "host" ? "host" : word)));
  const scopes = new Map<number, Entry[]>();
  for (const n of readingOrder(ranksOf(full, quotient), before)) {
    const frame = n - cards.length;
    if (frame >= 0 && !quotient.surroundings.isControl[frame]) continue;
    const scope = frame < 0 ? at(cards, n).scope : at(quotient.surroundings.scopeOfFrame, frame);
    const entries = scopes.get(scope) ?? [];
    scopes.set(scope, entries);
    entries.push(frame < 0 ? { kind: "card", card: n } : { kind: "frame", frame });
  }
  const layers = new Map([...inner.layers].map(([card, own]) => [card, own.map((layer) => ({ kind: "card", card: layer }) as const)]));
  return {
    full,
    quotient: { ...quotient, cards: all },
    layers,
    firstLayer: cards.length,
    before,
    likeness,
    looseLikeness,
    scopes,
  };
}

/** What a card is among those that a stack holds. */
export function heldKindOf({ full, quotient, firstLayer }: MapPlan, card: number): HeldKind {
  if (card >= firstLayer) return "layer";
  const { kind, nodes } = at(quotient.cards, card);
  return kind === "node" && at(full.nodes, at(nodes, 0)).kind === "variable" ? "input" : kind;
}

/** What feeds each card and, behind these, each frame, within its scope. What stands deeper counts as the frame that holds it. */
function feedersOf(full: DrawableGraph, { cards, cardOf, surroundings }: Quotient): Set<number>[] {
  const { depth, scopeOfFrame } = surroundings;
  const depthOf = (frame: number) => (frame < 0 ? -1 : at(depth, frame));
  const before: Set<number>[] = [...cards, ...full.frames].map(() => new Set());
  for (const edge of full.edges) {
    let [a, b] = [at(cardOf, edge.from), at(cardOf, edge.to)];
    if (a < 0 || b < 0 || a === b) continue;
    let [left, right] = [at(cards, a).scope, at(cards, b).scope];
    while (left !== right) {
      if (depthOf(left) >= depthOf(right)) {
        a = cards.length + left;
        left = at(scopeOfFrame, left);
      } else {
        b = cards.length + right;
        right = at(scopeOfFrame, right);
      }
    }
    if (a !== b) at(before, b).add(a);
  }
  return before;
}

/** By card and frame: the last node in it, by its place in the model. */
function ranksOf(full: DrawableGraph, { cards, surroundings }: Quotient): number[] {
  const ofFrame = full.frames.map(() => 0);
  full.nodes.forEach((_, n) => {
    for (let f = at(surroundings.scope, n); f >= 0 && at(ofFrame, f) < n; f = at(surroundings.scopeOfFrame, f)) ofFrame[f] = n;
  });
  return [...cards.map((card) => card.nodes.at(-1) ?? 0), ...ofFrame];
}

/** Equal numbers for equal words. */
function numbersOf(words: readonly string[]): number[] {
  const known = new Map<string, number>();
  return words.map((word) => {
    const number = known.get(word) ?? known.size;
    known.set(word, number);
    return number;
  });
}

/** Cards are alike that hold the same operators, whatever their order, for the same target. */
function likenessOf({ nodes, regions }: DrawableGraph, card: CardDraft): string {
  const target = card.region >= 0 ? at(regions, card.region).target : "";
  const operators = card.nodes
    .map((n) => at(nodes, n).operator)
    .filter((name) => name !== "")
    .sort();
  const labels = card.kind === "node" ? card.nodes.map((n) => at(nodes, n).label) : [];
  return [card.kind, target, ...operators, ...labels].join(" ");
}
