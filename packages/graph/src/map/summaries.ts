/** The texts of the cards of a drawn map. */
import { at, bytesText, grouped } from "@relayscope/ir";
import { isHeavy } from "@relayscope/regions";
import { hasBoundaries } from "../boundaries.ts";
import type { Card, CardPart, DrawableNode, OperatorCount } from "../drawable.ts";
import { operatorLabel } from "../labels.ts";
import { type CardSize, cardSizes, cardTexts, timesRoom } from "../layout/sizes.ts";
import { targetsOf } from "../segments.ts";
import { cardsOf, type Item } from "./fold.ts";
import { callsTextOf } from "./layers.ts";
import { firstFitting, listLines, listTitle, type Room } from "./lines.ts";
import type { StackRuns, Visible } from "./mapOptions.ts";
import { heldKindOf, type MapPlan } from "./plan.ts";
import { callsText, countOperators, type HeldKind, leading, operatorWords, runsText, stackTitles, timesOf } from "./words.ts";

interface Crossing {
  readonly incoming: Set<number>;
  readonly outgoing: Set<number>;
}

/** Everything a card could show, however much of it is shown. */
export interface CardFacts extends Omit<Card, "lines" | "endRoom"> {
  /** Titles, longest first, for a card with lines; and the words before the operators on a card without lines. */
  readonly titles: readonly string[];
  readonly heads: readonly string[];
  /** Its content if that has no operator: `tuple ×2`. */
  readonly others: readonly OperatorCount[];
  /** Whether it holds a region whose boundaries have causes. */
  readonly hasEnd: boolean;
}

/** By visible node: the facts of its card; undefined if it represents only itself. */
export function factsOf(plan: MapPlan, visible: Visible): readonly (CardFacts | undefined)[] {
  const crossings = crossingsOf(plan, visible);
  return visible.nodes.map((node, i) => {
    const members = visible.members[i];
    const crossing = crossings[i];
    if (!members || !crossing) return undefined;
    const stack = visible.stacks.get(i);
    const runs = stack?.runs;
    const parts = runs ? partsOf(plan, runs) : [];
    const repeats = visible.repeats.get(i);
    const first = repeats?.first ?? members;
    const held = callsOf(plan, first);
    const isLayer = visible.layers.has(i);
    const rest = visible.rests.get(i);
    const alike = visible.alike.get(i);
    const facts = {
      operators: runs ? operatorsOfParts(parts) : countOperators(held.map((n) => nameOf(plan, n))),
      calls: held.length,
      bytesIn: bytesOfAll(plan, crossing.incoming),
      bytesOut: bytesOfAll(plan, crossing.outgoing),
      repeat: alike?.length ?? runs?.length ?? 1,
      times: stack ? timesOf(stack.counts) : "",
      parts,
      refused: refusedIn(plan, node, parts, held),
      isLayer,
      members: callsOf(plan, members).map((n) => at(plan.full.nodes, n).id),
      composites: compositesOf(plan, members),
      runs: alike?.map((run) => callsOf(plan, run).length) ?? [],
      ...(rest ? { rest } : {}),
      others: held.length > 0 ? [] : kindsOf(plan, runs ? first.slice(0, first.length / runs.length) : first),
      // A layer is within its region.
      hasEnd: !isLayer && regionsOf(plan, node, stack).some((region) => hasBoundaries(at(plan.full.regions, region))),
    };
    const regions = alike && !stack ? alike.map((run) => regionAmong(plan, run) ?? node.region) : [node.region];
    const name = node.region < 0 ? "host" : namesText(plan, regions);
    const named = { ...facts, name };
    const titles = titlesOf(plan, node, named, stack, callsTextOf(plan.full, held));
    const what = stack ? at(titlesOf(plan, node, named, stack, ""), 0) : isLayer && node.region >= 0 ? `layer of ${name}` : name;
    // The outline around a layer names its region.
    const heads = isLayer && !stack && node.region >= 0 ? [""] : headsOf(plan, stack, name);
    return { ...facts, what, titles, heads };
  });
}

/** The least level of detail of the cards of an open stack's repetition. The view is zoomed to these cards. */
const repetitionVerbosity = 4;

/** The visible nodes, cards with their titles and summaries; `verbosity` is an index into `cardSizes`. */
export function describeCards({ nodes, frames }: Visible, facts: readonly (CardFacts | undefined)[], verbosity: number): DrawableNode[] {
  const isLookedAt: boolean[] = [];
  for (const { repetition, parent } of frames) isLookedAt.push(repetition !== undefined || (isLookedAt[parent] ?? false));
  return nodes.map((node, i) => {
    const own = facts[i];
    if (!own) return node;
    const isNear = own.rest === undefined && isLookedAt[node.frame];
    const size = at(cardSizes, isNear ? Math.max(verbosity, repetitionVerbosity) : verbosity);
    const { titles, heads, others: _, hasEnd, ...summary } = own;
    const { titleSize } = cardTexts;
    const label =
      size.operatorLines > 0
        ? firstFitting(titles, size.titleWidth, titleSize)
        : listTitle(heads, contentsOf(own), size.titleWidth - timesRoom(own.times), titleSize);
    return { ...node, label, summary: { ...summary, lines: linesOf(own, size), endRoom: hasEnd ? size.endRoom : 0 } };
  });
}

/** The heavy operators of a card of the host, or of a stack's parts on the host, once targets have taken operators. */
function refusedIn(plan: MapPlan, node: DrawableNode, parts: readonly CardPart[], held: readonly number[]): readonly OperatorCount[] {
  const { regions } = plan.full;
  if (node.region >= 0 || regions.every(({ kind, color }) => kind === "composite" || kind === "fused" || color < 0)) return [];
  const ofHost = (part: CardPart): readonly OperatorCount[] =>
    part.parts ? part.parts.flatMap(ofHost) : part.color < 0 ? part.operators : [];
  const found = parts.length > 0 ? parts.flatMap(ofHost) : countOperators(held.map((n) => nameOf(plan, n)));
  const counts = new Map<string, number>();
  for (const { name, count } of found) if (isHeavy(name)) counts.set(name, (counts.get(name) ?? 0) + count);
  return [...counts].map(([name, count]) => ({ name, count }));
}

function callsOf({ full }: MapPlan, nodes: readonly number[]): number[] {
  return nodes.filter((n) => at(full.nodes, n).operator !== "");
}

/** The ids of the composites that hold some of the nodes. */
function compositesOf({ full: { nodes, frames } }: MapPlan, members: readonly number[]): readonly number[] {
  const found = new Set<number>();
  for (const n of members) {
    let frame = frames[at(nodes, n).frame];
    while (frame?.kind === "composite") {
      if (frame.node !== undefined) found.add(frame.node);
      frame = frames[frame.parent];
    }
  }
  return [...found];
}

function nameOf({ full }: MapPlan, n: number): string {
  return operatorLabel(at(full.nodes, n).operator);
}

/** Nodes that call no operator, counted by kind. */
function kindsOf({ full }: MapPlan, nodes: readonly number[]): OperatorCount[] {
  return countOperators(nodes.map((n) => at(full.nodes, n).kind.replaceAll("-", " ")));
}

function contentsOf({ operators, others }: CardFacts): string[] {
  return operatorWords(operators.length > 0 ? operators : others);
}

/** The regions that a card represents. */
function regionsOf({ quotient }: MapPlan, node: DrawableNode, stack: StackRuns | undefined): readonly number[] {
  if (!stack) return node.region < 0 ? [] : [node.region];
  return stack.runs
    .flat()
    .flatMap((item) => cardsOf(item).map((card) => at(quotient.cards, card).region))
    .filter((r) => r >= 0);
}

/**
 * `tinyai 2 · 5 ops`, `host · 3 ops`, `layer · 2 ops`, `16 blocks of 2 regions · 64 of 96 ops`, `2–5 blocks of 10
 * regions`, `2 regions, 1 host part · 4 of 6 ops`: the longest first. `counted` is the title's part about operators.
 */
function titlesOf(
  plan: MapPlan,
  node: DrawableNode,
  { calls, repeat, isLayer, name }: Pick<Card, "calls" | "repeat" | "isLayer"> & { readonly name: string },
  stack: StackRuns | undefined,
  counted: string,
): readonly string[] {
  const { full } = plan;
  if (stack) {
    const hasUnknownOperators = regionsOf(plan, node, stack).some((region) => full.regions[region]?.hasUnknownOperators);
    const areCallsKnown = !hasUnknownOperators && new Set(stack.counts).size <= 1;
    return stackTitles(heldIn(plan, stack), titleTimes(stack), areCallsKnown ? counted : "", stack.name);
  }
  if (isLayer) return [`layer · ${callsText(calls)}`];
  if (node.kind !== "region" || node.region < 0) return calls > 0 ? [`host · ${callsText(calls)}`] : ["host"];
  const { label, target, hasUnknownOperators } = at(full.regions, node.region);
  if (repeat === 1) return [label];
  const ops = hasUnknownOperators ? "ops unknown" : callsText(calls);
  return [...new Set([`${name} · ${ops}`, `${target} · ${ops}`])];
}

/** The region of the first of some nodes that is in one. */
function regionAmong({ full }: MapPlan, nodes: readonly number[]): number | undefined {
  return nodes.map((n) => at(full.nodes, n).region).find((region) => region >= 0);
}

/** The most regions that a card names. */
const mostNamed = 4;

/** The regions that a card represents: `dnnl 2`, `dnnl 2, 7, 12`, `dnnl` of more, and of those without a number. */
function namesText({ full }: MapPlan, regions: readonly number[]): string {
  const { target } = at(full.regions, at(regions, 0));
  const names = [...new Set(regions.map((region) => at(full.regions, region).label.split(" · ")[0] ?? ""))];
  const numbers = names.map((name) => name.slice(target.length + 1));
  if (names.length > mostNamed || numbers.includes("")) return names.length === 1 ? at(names, 0) : target;
  return `${target} ${numbers.join(", ")}`;
}

/**
 * `tinyai 2`, `3 blocks`, `2 regions, 1 host part`: the words before the operators of a card without lines, longest
 * first.
 */
function headsOf(plan: MapPlan, stack: StackRuns | undefined, name: string): readonly string[] {
  if (!stack) return [name];
  if (stack.name !== undefined) return [stack.name];
  const held = heldIn(plan, stack);
  const repeated = runsText(held, titleTimes(stack));
  return repeated === "" ? stackTitles(held, "", "") : [repeated];
}

/** `3`, `1–2`, unless the stack has a name. */
function titleTimes({ counts, name }: StackRuns): string {
  return name === undefined ? timesOf(counts) : "";
}

/** The content of each run of a stack, or of all as one; only the regions of each if its name counts the runs. */
function heldIn(plan: MapPlan, stack: StackRuns): readonly (readonly HeldKind[])[] {
  const { runs, each = runs } = stack;
  const held = (items: readonly Item[]) => items.flatMap((item) => cardsOf(item).map((card) => heldKindOf(plan, card)));
  if (titleTimes(stack) !== "") return each.map(held);
  return runs.length > 1 ? runs.map((run) => held(run).filter((kind) => leading.has(kind))) : [held(runs.flat())];
}

/** The lines below a card's title. */
function linesOf(facts: CardFacts, size: CardSize): string[] {
  if (size.operatorLines === 0) return [];
  const room = { width: size.width, most: size.operatorLines, size: cardTexts.lineSize };
  const flow = size.hasFlow ? [`${bytesText(facts.bytesIn)} → ${bytesText(facts.bytesOut)}`] : [];
  if (facts.parts.length === 0) return [...listLines("", contentsOf(facts), room), ...flow];
  const notable = facts.parts.filter(isNotable).toSorted((a, b) => weightOf(b) - weightOf(a));
  const each = notable.map((part) => linesOfPart(part, { ...room, most: size.partLines }));
  const texts = [...new Map(each.map((lines) => [lines.join(" "), lines])).values()];
  if (texts.length === 0) return [...listLines("", contentsOf(facts), room), ...flow];
  const shown = texts.slice(0, texts.length > size.parts ? size.parts - 1 : size.parts);
  const rest = texts.length - shown.length;
  return [...shown.flat(), ...(rest > 0 ? [`and ${grouped(rest)} more`] : []), ...flow];
}

/** The lines of a stack for one of its cards: `tinyai: conv2d, add`. */
function linesOfPart({ title, operators }: CardPart, room: Room): readonly string[] {
  return listLines(title, operatorWords(operators), room);
}

/** Whether a part has content to list besides being on the host. */
function isNotable({ kind, operators }: CardPart): boolean {
  return kind !== "host" || operators.length > 0;
}

/** The importance of a part: regions before the host, larger regions first. */
function weightOf({ color, operators }: CardPart): number {
  return (color >= 0 ? 1_000 : 0) + operators.length;
}

/** The cards at each place of runs that represent each other, with the operators that all of these cards have. */
function partsOf(plan: MapPlan, runs: readonly (readonly Item[])[]): CardPart[] {
  return at(runs, 0).map((item, i) =>
    partOf(
      plan,
      item,
      runs.map((run) => at(run, i)),
    ),
  );
}

function partOf(plan: MapPlan, item: Item, twins: readonly Item[]): CardPart {
  const { full, quotient } = plan;
  if (item.kind === "stack") {
    const stacks = twins.filter((twin) => twin.kind === "stack");
    const parts = partsOf(
      plan,
      stacks.flatMap((stack) => stack.runs),
    );
    const [color = -1, other] = targetsOf({ parts });
    const title = [...new Set(parts.map((part) => part.title))].filter((held) => held !== "").join(", ");
    // Repeats within it are shown by the card that it opens to.
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
    // No target has taken a composite yet.
    color: region && region.kind !== "composite" ? region.color : -1,
    operators: held.reduce(sharedOperators),
  };
}

/** The operators that both hold. */
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

/**
 * By visible node: the producers whose values enter and leave it. Constants do not count, as they are bound at their
 * uses.
 */
function crossingsOf({ full }: MapPlan, { members, runs, shownAs }: Visible): (Crossing | undefined)[] {
  const out = members.map((list): Crossing | undefined => list && { incoming: new Set(), outgoing: new Set() });
  for (const edge of full.edges) {
    const { kind } = at(full.nodes, edge.from);
    if (kind === "constant") continue;
    // A weight that is a variable is handed in, though the card that uses it represents it.
    const [from, to] = [kind === "variable" ? -1 : at(shownAs, edge.from), at(shownAs, edge.to)];
    if (from === to && runs.get(edge.from)?.run === runs.get(edge.to)?.run) continue;
    // If one run represents all, the sizes are those of this run.
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
