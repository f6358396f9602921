/** Cards of a map as nodes and frames, and their titles. */
import { at } from "@relayscope/ir";
import type { DrawableFrame, DrawableGraph, DrawableNode } from "../drawable.ts";
import type { CardDraft } from "./cardDraft.ts";
import { callsAmong } from "./layers.ts";
import { callsText } from "./words.ts";

/** The node that a card is known by: its first call, else its first node. */
export function leadOf({ nodes }: DrawableGraph, card: CardDraft): number {
  return card.nodes.find((n) => at(nodes, n).operator !== "") ?? at(card.nodes, 0);
}

export function layerTitle(full: DrawableGraph, card: CardDraft): string {
  return `layer · ${callsText(callsAmong(full, card.nodes).length)}`;
}

export function titleOf({ regions, nodes }: DrawableGraph, card: CardDraft): string {
  if (card.region >= 0) return at(regions, card.region).label;
  return `host · ${callsText(card.nodes.filter((n) => at(nodes, n).operator !== "").length)}`;
}

export function cardFrame(id: number, kind: "region" | "host" | "stack", label: string, region: number, parent: number): DrawableFrame {
  return { id, kind, label, detail: "", parent, isCollapsed: false, region };
}

interface Card {
  readonly id: number;
  readonly kind: "region" | "host" | "stack";
  readonly region: number;
  readonly frame: number;
}

/** A closed card as a node. */
export function cardNode({ id, kind, region, frame }: Card): DrawableNode {
  return {
    id: -id,
    kind,
    card: kind,
    label: "",
    detail: "",
    type: "",
    dtype: "",
    shape: "",
    bytes: undefined,
    operator: "",
    operatorKind: "",
    frame,
    region,
    isNew: false,
  };
}
