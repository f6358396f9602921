/** The layers inside long cards, so that a region of a whole network shows its structure before its operators. */
import { at } from "@relayscope/ir";
import type { DrawableGraph } from "../drawable.ts";
import type { CardDraft } from "./cardDraft.ts";
import type { Quotient } from "./cards.ts";
import { callsAmong, edgesWithin, splitLayers } from "./layers.ts";

/** Calls up to which a card opens to its operators. */
const mostOperators = 24;

export interface InnerLayers {
  /** The numbers of these cards follow the numbers of the quotient's cards. */
  readonly cards: readonly CardDraft[];
  /** By card: its layers, by their numbers. */
  readonly layers: ReadonlyMap<number, readonly number[]>;
}

/** Splits long cards into layers. Composites stay whole. Near-linear. */
export function innerLayers(full: DrawableGraph, { cards, cardOf }: Quotient): InnerLayers {
  const out: CardDraft[] = [];
  const layers = new Map<number, readonly number[]>();
  const within = edgesWithin(full, (node) => at(cardOf, node));
  /** By frame: the outermost composite around it, itself counted. */
  const composites: number[] = [];
  full.frames.forEach(({ kind, parent }, f) => {
    composites.push(composites[parent] ?? -1);
    if (kind === "composite" && composites[f] === -1) composites[f] = f;
  });
  cards.forEach((card, c) => {
    if (card.kind === "node" || callsAmong(full, card.nodes).length <= mostOperators) return;
    const parts = splitLayers(full, card.nodes, within.get(c) ?? [], (n) => composites[at(full.nodes, n).frame] ?? -1);
    if (parts.length < 2) return;
    layers.set(
      c,
      parts.map((nodes) => cards.length + out.push({ ...card, nodes }) - 1),
    );
  });
  return { cards: out, layers };
}
