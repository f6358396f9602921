import { bytesText } from "@relayscope/ir";
/** What the cards of a drawn map say. */
import { at } from "../at.ts";
import type { Card, CardPart, DrawableNode, OperatorCount } from "../drawable.ts";
import { operatorLabel } from "../labels.ts";
import { cardTexts } from "../layout/sizes.ts";
import { targetsOf } from "../segments.ts";
import { fitText } from "../textWidth.ts";
import { cardsOf, type Item } from "./fold.ts";
import { heldKindOf, type MapPlan } from "./plan.ts";
import type { Visible } from "./visible.ts";
import { callsText, countOperators, type HeldKind, heldText, operatorsText, partText, timesText } from "./words.ts";

interface Crossing {
  readonly incoming: Set<number>;
  readonly outgoing: Set<number>;
}

/** The visible nodes, cards with their titles and summaries; `lines` is how many lines a card has below its title. */
export function describeCards(plan: MapPlan, visible: Visible, lines: number): DrawableNode[] {
  const crossings = crossingsOf(plan, visible);
  return visible.nodes.map((node, i) => {
    const members = visible.members[i];
    const crossing = crossings[i];
    if (!members || !crossing) return node;
    const stack = visible.stacks.get(i);
    const calls = callsOf(plan, members);
    const runs = stack?.runs;
    const parts = runs ? partsOf(plan, runs) : [];
    const repeats = visible.repeats.get(i);
    const first = repeats?.first ?? members;
    const facts = {
      operators: runs ? operatorsOfParts(parts) : countOperators(callsOf(plan, first).map((n) => nameOf(plan, n))),
      calls: callsOf(plan, first).length,
      tensorsIn: crossing.incoming.size,
      tensorsOut: crossing.outgoing.size,
      bytesIn: bytesOfAll(plan, crossing.incoming),
      bytesOut: bytesOfAll(plan, crossing.outgoing),
      repeat: runs?.length ?? repeats?.twins ?? 1,
      parts,
      isLayer: visible.layers.has(i),
      members: calls.map((n) => at(plan.full.nodes, n).id),
    };
    const title = lines > 0 ? titleOf(plan, node, facts, stack) : shortTitleOf(plan, node, facts, stack);
    const label = fitText(title, lines > 1 ? cardTexts.widest : cardTexts.short, cardTexts.titleSize);
    return { ...node, label, summary: { ...facts, lines: linesOf(facts, lines) } };
  });
}

function callsOf({ full }: MapPlan, nodes: readonly number[]): number[] {
  return nodes.filter((n) => at(full.nodes, n).operator !== "");
}

function nameOf({ full }: MapPlan, n: number): string {
  return operatorLabel(at(full.nodes, n).operator);
}

type Facts = Omit<Card, "lines">;
type Runs =
  | { readonly runs: readonly (readonly Item[])[]; readonly times: string; readonly isUneven: boolean; readonly name?: string }
  | undefined;

/** `tinyai 2 · 5 ops`, `host · 3 ops`, `layer · 2 ops`, `× 16 · 32 regions · 96 ops`, `× 2–5 runs of 10 regions`, `2 regions, 1 host · 6 ops`. */
function titleOf(plan: MapPlan, node: DrawableNode, { calls, repeat, isLayer }: Facts, stack: Runs): string {
  const { full } = plan;
  if (stack) {
    const kinds = heldIn(plan, stack);
    const regions = kinds.filter((kind) => kind === "region");
    // Of what repeats the regions count, where it has any.
    const held = repeat > 1 ? (regions.length > 0 ? heldText(regions) : "") : heldText(kinds);
    if (stack.isUneven) return `${stack.times} runs of ${heldText(regions.slice(0, regions.length / repeat)) || callsText(calls / repeat)}`;
    const isUntold = stack.runs
      .flat()
      .some((item) => cardsOf(item).some((card) => full.regions[at(plan.quotient.cards, card).region]?.isUntold));
    const isTold = !isUntold && (calls > 0 || (held === "" && stack.name === undefined));
    return [stack.name ?? "", stack.times, held, isTold ? callsText(calls) : ""].filter((text) => text !== "").join(" · ");
  }
  if (isLayer) return `layer · ${callsText(calls)}`;
  if (node.kind !== "region" || node.region < 0) return `host · ${callsText(calls)}`;
  const { label, target, isUntold } = at(full.regions, node.region);
  return repeat > 1 ? `${target} · ${isUntold ? "ops unknown" : callsText(calls)}` : label;
}

/** `tinyai: conv2d, add`, `× 3: conv2d, add`, `2 regions, 1 host: conv2d, clip`: what a card says that has no lines. */
function shortTitleOf(plan: MapPlan, node: DrawableNode, { operators }: Facts, stack: Runs): string {
  const single = node.region >= 0 ? at(plan.full.regions, node.region).target : "host";
  const title = stack ? (stack.name ?? (stack.times || heldText(heldIn(plan, stack)))) : single;
  return partText({ kind: node.card, title, color: -1, operators });
}

/** What the cards of a stack are. */
function heldIn(plan: MapPlan, { runs }: NonNullable<Runs>): HeldKind[] {
  return runs.flat().flatMap((item) => cardsOf(item).map((card) => heldKindOf(plan, card)));
}

const mostParts = 4;

/** The lines below a card's title, each cut to the widest that a card is. */
function linesOf(facts: Facts, lines: number): string[] {
  const cut = (text: string) => fitText(text, lines > 1 ? cardTexts.widest : cardTexts.narrow, cardTexts.lineSize);
  if (lines === 0) return [];
  if (facts.parts.length > 0) {
    const most = lines > 1 ? mostParts : mostParts - 1;
    const telling = facts.parts.toSorted((a, b) => weightOf(b) - weightOf(a));
    const texts = [...new Set(telling.map((part) => cut(partText(part))))];
    const shown = texts.slice(0, texts.length > most ? most - 1 : most);
    const rest = texts.length - shown.length;
    return rest > 0 ? [...shown, `and ${rest} more`] : shown;
  }
  const flow = `${bytesText(facts.bytesIn)} → ${bytesText(facts.bytesOut)}`;
  return [operatorsText(facts.operators), flow]
    .filter((line) => line !== "")
    .slice(0, lines)
    .map(cut);
}

/** The cards of runs that stand for each other, place by place: what all of them hold. */
function partsOf(plan: MapPlan, runs: readonly (readonly Item[])[]): CardPart[] {
  return at(runs, 0).map((item, i) =>
    partOf(
      plan,
      item,
      runs.map((run) => at(run, i)),
    ),
  );
}

/** How much a part tells: regions before the host, and of these those that hold more. */
function weightOf({ color, operators }: CardPart): number {
  return (color >= 0 ? 1_000 : 0) + operators.length;
}

function partOf(plan: MapPlan, item: Item, twins: readonly Item[]): CardPart {
  const { full, quotient } = plan;
  if (item.kind === "stack") {
    const stacks = twins.filter((twin) => twin.kind === "stack");
    const parts = partsOf(
      plan,
      stacks.flatMap((stack) => stack.runs),
    );
    const title = timesText(stacks.map((stack) => stack.runs.length));
    const [color = -1, other] = targetsOf({ parts });
    return { kind: "stack", title, color: other === undefined ? color : -1, operators: operatorsOfParts(parts), parts };
  }
  const card = at(quotient.cards, item.card);
  const region = card.region >= 0 ? at(full.regions, card.region) : undefined;
  const first = at(full.nodes, at(card.nodes, 0));
  const held = twins
    .flatMap(cardsOf)
    .map((twin) => countOperators(callsOf(plan, at(quotient.cards, twin).nodes).map((n) => nameOf(plan, n))));
  return {
    kind: card.kind === "node" ? first.card : card.kind,
    title: item.card >= plan.firstLayer ? "" : card.kind === "node" ? first.label : (region?.target ?? "host"),
    color: region?.color ?? -1,
    operators: held.reduce(sharedOperators),
  };
}

/** What both hold. */
function sharedOperators(a: readonly OperatorCount[], b: readonly OperatorCount[]): OperatorCount[] {
  return a.flatMap(({ name, count }) => {
    const other = b.find((o) => o.name === name)?.count ?? 0;
    return other > 0 ? [{ name, count: Math.min(count, other) }] : [];
  });
}

/** The operators of a run, those of its regions first. */
function operatorsOfParts(parts: readonly CardPart[]): OperatorCount[] {
  const ordered = [...parts.filter((part) => part.color >= 0), ...parts.filter((part) => part.color < 0)];
  const counts = new Map<string, number>();
  for (const { name, count } of ordered.flatMap((part) => part.operators)) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].map(([name, count]) => ({ name, count }));
}

/** By visible node: the producers whose values enter and leave it; constants are not counted, as they are bound where they are used. */
function crossingsOf({ full }: MapPlan, { members, runs, shownAs }: Visible): (Crossing | undefined)[] {
  const out = members.map((list): Crossing | undefined => list && { incoming: new Set(), outgoing: new Set() });
  for (const edge of full.edges) {
    const { kind } = at(full.nodes, edge.from);
    if (kind === "constant") continue;
    // A weight that is a variable is handed in, though the card that uses it stands for it.
    const [from, to] = [kind === "variable" ? -1 : at(shownAs, edge.from), at(shownAs, edge.to)];
    if (from === to && runs.get(edge.from)?.run === runs.get(edge.to)?.run) continue;
    // Where one run stands for all, its sizes are told.
    if (from >= 0 && !runs.get(edge.from)?.run) out[from]?.outgoing.add(edge.from);
    if (to >= 0 && !runs.get(edge.to)?.run) out[to]?.incoming.add(edge.from);
  }
  return out;
}

function bytesOfAll({ full }: MapPlan, producers: ReadonlySet<number>): number | undefined {
  let sum = 0;
  for (const n of producers) {
    const { bytes } = at(full.nodes, n);
    if (bytes === undefined) return undefined;
    sum += bytes;
  }
  return sum;
}
