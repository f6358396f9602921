/**
 * The data that a stage's map is drawn from, independent of open frames: its cards, their order, and which cards are
 * alike.
 */
import { at, pushTo } from "@relayscope/ir";
import type { DrawableGraph } from "../drawable.ts";
import type { CardDraft } from "./cardDraft.ts";
import { type Quotient, quotientOf } from "./cards.ts";
import { innerLayers } from "./innerLayers.ts";
import { readingOrder } from "./order.ts";
import { type Flow, flowsOf } from "./tuples.ts";
import type { HeldKind } from "./words.ts";

export type Entry = { readonly kind: "card"; readonly card: number } | { readonly kind: "frame"; readonly frame: number };

export interface MapPlan {
  readonly full: DrawableGraph;
  /** Its cards, followed by the layers inside long ones. */
  readonly quotient: Quotient;
  readonly flows: readonly Flow[];
  /** By card: the layers that it opens to, in the order in which data flows. */
  readonly layers: ReadonlyMap<number, readonly Entry[]>;
  /** The number of the first layer. */
  readonly firstLayer: number;
  /** By card: the cards of its scope that feed it. A frame with such a card gets a number after the last card's. */
  readonly before: readonly ReadonlySet<number>[];
  /**
   * By card: equal for cards that are alike; and for cards that are alike if every host stretch between others counts
   * as alike.
   */
  readonly likeness: readonly number[];
  readonly looseLikeness: readonly number[];
  /** By control frame, and at -1: its cards and control frames in reading order. */
  readonly scopes: ReadonlyMap<number, readonly Entry[]>;
  /** Whether most control frames within functions have the same content as a neighbor. */
  readonly hasAlikeFrames: boolean;
}

/** Plans the map of a picture that shows everything, with no frame collapsed. */
export function planMap(full: DrawableGraph): MapPlan {
  const quotient = quotientOf(full);
  const { cards } = quotient;
  const flows = flowsOf(full, quotient);
  const before = feedersOf(full, quotient, flows);
  const inner = innerLayers(full, quotient);
  const all = [...cards, ...inner.cards];
  const words = all.map((card) => likenessOf(full, card));
  const scopes = new Map<number, Entry[]>();
  for (const n of readingOrder(ranksOf(full, quotient), before)) {
    const frame = n - cards.length;
    if (frame >= 0 && !quotient.surroundings.isControl[frame]) continue;
    const scope = frame < 0 ? at(cards, n).scope : at(quotient.surroundings.scopeOfFrame, frame);
    pushTo(scopes, scope, frame < 0 ? { kind: "card", card: n } : { kind: "frame", frame });
  }
  const alike = alikeCalls(full, all, scopes, words);
  const likeness = numbersOf(alike);
  const between = hostsBetween(all, scopes);
  const looseLikeness = numbersOf(alike.map((word, card) => (between.has(card) ? "host" : word)));
  const layers = new Map([...inner.layers].map(([card, own]) => [card, own.map((layer) => ({ kind: "card", card: layer }) as const)]));
  return {
    full,
    flows,
    quotient: { ...quotient, cards: all },
    layers,
    firstLayer: cards.length,
    before,
    likeness,
    looseLikeness,
    scopes,
    hasAlikeFrames: hasAlikeFrames(scopes, likeness),
  };
}

/**
 * Host stretches with no other one right before or after them: of several in a row each is distinguished by its
 * content.
 */
function hostsBetween(cards: readonly CardDraft[], scopes: MapPlan["scopes"]): ReadonlySet<number> {
  const between = new Set<number>();
  for (const entries of scopes.values()) {
    const isHost = entries.map((entry) => entry.kind === "card" && at(cards, entry.card).kind === "host");
    entries.forEach((entry, i) => {
      if (entry.kind === "card" && isHost[i] && !isHost[i - 1] && !isHost[i + 1]) between.add(entry.card);
    });
  }
  return between;
}

/** By card: its word. Cards that call functions of the module have the word of the function's content. */
function alikeCalls(
  full: DrawableGraph,
  cards: readonly CardDraft[],
  scopes: MapPlan["scopes"],
  words: readonly string[],
): readonly string[] {
  const likeness = numbersOf(words);
  const contents = new Map<string, string>();
  for (const entry of scopes.get(-1) ?? []) {
    if (entry.kind === "frame") contents.set(at(full.frames, entry.frame).label, contentOf({ scopes, likeness }, entry.frame));
  }
  return cards.map(({ kind, nodes }, card) => {
    const called = kind === "node" ? at(full.nodes, at(nodes, 0)) : undefined;
    const content = called?.kind === "function-call" ? contents.get(called.label) : undefined;
    return content === undefined ? at(words, card) : `call ${content}`;
  });
}

function hasAlikeFrames(scopes: ReadonlyMap<number, readonly Entry[]>, likeness: readonly number[]): boolean {
  let [frames, alike] = [0, 0];
  for (const [scope, entries] of scopes) {
    if (scope < 0) continue;
    const counts = new Map<string, number>();
    for (const entry of entries) {
      if (entry.kind === "card") continue;
      const word = contentOf({ scopes, likeness }, entry.frame);
      counts.set(word, (counts.get(word) ?? 0) + 1);
    }
    for (const count of counts.values()) {
      frames += count;
      if (count > 1) alike += count;
    }
  }
  return 2 * alike > frames;
}

/** Equal for control frames with equal content. */
export function contentOf({ scopes, likeness }: Pick<MapPlan, "scopes" | "likeness">, frame: number): string {
  return cardsWithin(scopes, frame)
    .map((card) => at(likeness, card))
    .join(" ");
}

/** The cards of a control frame. Cards of inner frames are in the frames' places. */
export function cardsWithin(scopes: MapPlan["scopes"], frame: number): readonly number[] {
  const out: number[] = [];
  const open: Entry[] = (scopes.get(frame) ?? []).toReversed();
  for (let entry = open.pop(); entry; entry = open.pop()) {
    if (entry.kind === "card") out.push(entry.card);
    else for (const inner of (scopes.get(entry.frame) ?? []).toReversed()) open.push(inner);
  }
  return out;
}

/** The kind of a card within a stack. */
export function heldKindOf({ full, quotient, firstLayer }: MapPlan, card: number): HeldKind {
  if (card >= firstLayer) return "layer";
  const { kind, nodes, region } = at(quotient.cards, card);
  if (kind === "region" && region >= 0) {
    const own = at(full.regions, region);
    if (own.isMarked) return "marked";
    if (own.kind === "composite") return "composite";
    if (own.kind === "fused") return "group";
  }
  return kind === "node" && at(full.nodes, at(nodes, 0)).kind === "variable" ? "input" : kind;
}

/**
 * By card and, after the cards, by frame: its producers within its scope. A deeper node counts as the frame that
 * contains it.
 */
function feedersOf(full: DrawableGraph, { cards, cardOf, surroundings }: Quotient, flows: readonly Flow[]): Set<number>[] {
  const { depth, scopeOfFrame } = surroundings;
  const depthOf = (frame: number) => (frame < 0 ? -1 : at(depth, frame));
  const before: Set<number>[] = [...cards, ...full.frames].map(() => new Set());
  for (const { edge } of flows) {
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

/** Operators that only move values. For host cards next to regions that also compute something, they do not count. */
const movers: ReadonlySet<string> = new Set(["reshape", "transpose", "squeeze", "expand_dims", "nn.batch_flatten", "layout_transform"]);

/**
 * Cards are alike if they hold the same operators in any order, for the same target. In host cards only those that
 * compute something count.
 */
function likenessOf({ nodes, regions }: DrawableGraph, card: CardDraft): string {
  const target = card.region >= 0 ? at(regions, card.region).target : "";
  const called = card.nodes.map((n) => at(nodes, n).operator).filter((name) => name !== "");
  const computing = card.kind === "host" ? called.filter((name) => !movers.has(name)) : called;
  const operators = (computing.length > 0 ? computing : called).sort();
  const labels = card.kind === "node" ? card.nodes.map((n) => at(nodes, n).label) : [];
  return [card.kind, target, ...operators, ...labels].join(" ");
}
