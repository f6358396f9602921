/**
 * Tuples and their items compute nothing. The map shows them in a card with calls, or draws their fields from producer
 * to consumer.
 */
import { at, pushTo } from "@relayscope/ir";
import type { DrawableEdge, DrawableGraph } from "../drawable.ts";
import type { CardDraft } from "./cardDraft.ts";

/** Host cards that hold tuples alone join the one card that uses them. */
export function foldTuples(graph: DrawableGraph, cards: CardDraft[], cardOf: Int32Array): void {
  const isTupleOnly = cards.map((card) => card.kind === "host" && card.nodes.every((n) => at(graph.nodes, n).kind === "tuple"));
  const users = new Map<number, Set<number>>();
  for (const edge of graph.edges) {
    const card = at(cardOf, edge.from);
    if (card < 0 || !isTupleOnly[card] || at(cardOf, edge.to) < 0) continue;
    const set = users.get(card) ?? new Set();
    users.set(card, set.add(at(cardOf, edge.to)));
  }
  // Last ones first: a tuple of tuples follows its user.
  for (let card = cards.length - 1; card >= 0; card--) {
    const draft = at(cards, card);
    const [user, more] = users.get(card) ?? [];
    if (user === undefined || more !== undefined || at(isTupleOnly, user)) continue;
    const host = at(cards, user);
    if (host.scope !== draft.scope || host.kind === "node") continue;
    for (const node of draft.nodes) cardOf[node] = user;
    cards[user] = { ...host, nodes: [...draft.nodes, ...host.nodes].sort((a, b) => a - b) };
    cards[card] = { ...draft, nodes: [] };
  }
}

/** The most fields of a tuple in a tuple without a card, so that nested ones stay near-linear. */
const mostHeld = 256;

/** Host cards without a call are removed if their scope has others. */
export function dropTuples({ nodes, edges }: DrawableGraph, cards: CardDraft[], cardOf: Int32Array): void {
  const held = new Int32Array(nodes.length);
  for (const { from, to } of edges) if (at(nodes, to).kind === "tuple") held[to] = at(held, to) + Math.max(1, at(held, from));
  const isBare = ({ kind, nodes: own }: CardDraft) =>
    kind === "host" && own.every((n) => ["tuple", "tuple-item"].includes(at(nodes, n).kind) && at(held, n) <= mostHeld);
  const hasCalls = new Set(cards.filter((card) => card.nodes.length > 0 && !isBare(card)).map((card) => card.scope));
  cards.forEach((card, c) => {
    if (!hasCalls.has(card.scope) || !isBare(card)) return;
    for (const n of card.nodes) cardOf[n] = -1;
    cards[c] = { ...card, nodes: [] };
  });
}

/** A tensor between two nodes of cards: the edge that draws it, and the node whose value it is. */
export interface Flow {
  readonly edge: DrawableEdge;
  readonly tensor: number;
}

interface Cards {
  readonly cardOf: Int32Array;
  readonly isParameter: readonly boolean[];
}

/** The flow between nodes of cards: the picture's edges, passing through tuples and items that are in no card. */
export function flowsOf({ nodes, edges }: DrawableGraph, { cardOf, isParameter }: Cards): readonly Flow[] {
  const isSeenThrough = (n: number) => at(cardOf, n) < 0 && !isParameter[n];
  const into = new Map<number, DrawableEdge[]>();
  for (const edge of edges) {
    if (!isSeenThrough(edge.to)) continue;
    pushTo(into, edge.to, edge);
  }
  /** The tensors on an edge from such a node, each with its producer. */
  const flowsInto = (edge: DrawableEdge): readonly Flow[] => {
    const out: Flow[] = [];
    const open: Way[] = [{ edge, outlet: edge, items: undefined }];
    for (let way = open.pop(); way; way = open.pop()) {
      const { from } = way.edge;
      const { kind, label } = at(nodes, from);
      const feeds = into.get(from) ?? [];
      if (!isSeenThrough(from)) out.push({ edge: { ...way.outlet, from, to: edge.to }, tensor: way.outlet.from });
      else if (kind === "tuple-item") {
        for (const feed of feeds) open.push({ ...way, edge: feed, items: { index: Number(label.slice(1)), rest: way.items } });
      } else {
        const { items } = way;
        const held = items ? feeds.filter((feed) => feed.argument === items.index) : feeds;
        for (const feed of held) open.push({ edge: feed, outlet: items?.rest ? way.outlet : feed, items: items?.rest });
      }
    }
    return out.reverse();
  };
  return edges.flatMap((edge) => {
    if (isSeenThrough(edge.to)) return [];
    return isSeenThrough(edge.from) ? flowsInto(edge) : [{ edge, tensor: edge.from }];
  });
}

/** A path back to the producer of a tensor. */
interface Way {
  readonly edge: DrawableEdge;
  /** The last edge, in flow direction, that carries the tensor alone. */
  readonly outlet: DrawableEdge;
  /**
   * Which items of the tuples before it are wanted, the next one first; undefined: everything that the next one holds.
   */
  readonly items: Items | undefined;
}

interface Items {
  readonly index: number;
  readonly rest: Items | undefined;
}
