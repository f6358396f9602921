/** Which nodes and frames of a map are visible: closed cards and stacks, and the content of open ones. */
import { at, grouped } from "@relayscope/ir";
import type { DrawableFrame, DrawableNode } from "../drawable.ts";
import { frameIdOf } from "../frameIds.ts";
import type { CardDraft } from "./cardDraft.ts";
import { cardFrame, cardNode, layerTitle, leadOf, titleOf } from "./cardNodes.ts";
import { cardsOf, type Item, type Stack } from "./fold.ts";
import { type Functions, functionCards } from "./functions.ts";
import { callsAmong, callsTextOf } from "./layers.ts";
import type { MapOptions, Visible } from "./mapOptions.ts";
import { cardsWithin, type Entry, heldKindOf, type MapPlan } from "./plan.ts";
import { flatEntries, itemsOf } from "./scopeItems.ts";
import { runNoun, stackTitles, timesOf } from "./words.ts";

type Task =
  /** A control frame; `isFurther`: a function of the module that is not its first. */
  | { readonly kind: "frame"; readonly index: number; readonly frame: number; readonly isFurther: boolean }
  /** Functions of the module that share a card. */
  | { readonly kind: "functions"; readonly functions: Functions; readonly frame: number }
  /** Runs of an open stack that are not shown. */
  | { readonly kind: "rest"; readonly rest: Rest; readonly frame: number }
  /** `twins` are the items of all runs that one run shows, the item itself first. */
  | { readonly kind: "item"; readonly twins: readonly Item[]; readonly frame: number; readonly depth: number };

type Runs = Stack["runs"];

/** Runs of an open stack that are before or after the shown one. */
interface Rest {
  readonly runs: Runs;
  /** The first place of these runs in the stack, and the place after the last. */
  readonly from: number;
  readonly to: number;
  /** The open stack, how deep it is, and which of these runs it shows next. */
  readonly stack: number;
  readonly depth: number;
  readonly next: number;
}

/** Shows the items of a planned map: closed ones as a card, open ones as a frame with their content. */
export function showItems(plan: MapPlan, options: MapOptions): Visible {
  const builder = new VisibleBuilder(plan, options);
  return builder.build();
}

class VisibleBuilder {
  private readonly visible: Visible;
  private readonly tasks: Task[] = [];

  constructor(
    private readonly plan: MapPlan,
    private readonly options: MapOptions,
  ) {
    const shownAs = new Int32Array(plan.full.nodes.length).fill(-1);
    this.visible = {
      nodes: [],
      frames: [],
      members: [],
      repeats: new Map(),
      stacks: new Map(),
      alike: new Map(),
      rests: new Map(),
      runs: new Map(),
      closed: [],
      mixed: [],
      long: [],
      layers: new Set(),
      shownAs,
    };
  }

  build(): Visible {
    this.showScope(-1, -1);
    for (let task = this.tasks.pop(); task; task = this.tasks.pop()) {
      if (task.kind === "frame") this.showFrame(task.index, task.frame, task.isFurther);
      else if (task.kind === "functions") this.showFunctions(task.functions, task.frame);
      else if (task.kind === "rest") this.showRest(task.rest, task.frame);
      else this.showItem(task.twins, task.frame, task.depth);
    }
    this.showParameters();
    return this.visible;
  }

  private show(node: DrawableNode, members: readonly number[], isItself: boolean): void {
    for (const n of members) this.visible.shownAs[n] = this.visible.nodes.length;
    this.visible.nodes.push(node);
    this.visible.members.push(isItself ? undefined : members);
  }

  private showNode(n: number, frame: number): void {
    const { kind } = at(this.plan.full.nodes, n);
    const { hideVariables, hideConstants } = this.options;
    if ((hideVariables && (kind === "variable" || kind === "output")) || (hideConstants && kind === "constant")) return;
    this.show({ ...at(this.plan.full.nodes, n), frame }, [n], true);
  }

  private openFrame(frame: DrawableFrame): number {
    return this.visible.frames.push(frame) - 1;
  }

  private showScope(scope: number, frame: number): void {
    const { scopes } = this.plan;
    const own = scopes.get(scope) ?? [];
    const entries = this.options.isFlat && scope >= 0 ? flatEntries(this.plan, own) : own;
    const items = itemsOf(this.plan, entries, this.options);
    const further =
      scope < 0
        ? items
            .filter((item) => item.kind === "frame")
            .sort((a, b) => a.frame - b.frame)
            .slice(1)
        : [];
    const { functions, alone } = functionCards(this.plan, further, this.options.mostFunctions);
    for (const item of functions.toReversed()) this.tasks.push({ kind: "functions", functions: item, frame });
    for (const entry of items.toReversed()) {
      if (entry.kind !== "frame") this.tasks.push({ kind: "item", twins: [entry], frame, depth: 0 });
      else if (!further.includes(entry) || alone.has(entry))
        this.tasks.push({ kind: "frame", index: entry.frame, frame, isFurther: further.includes(entry) });
    }
  }

  private showFunctions({ frames, isAlike }: Functions, frame: number): void {
    const { full, quotient, scopes } = this.plan;
    const runs = frames.map((f) => cardsWithin(scopes, f).map((card): Item => ({ kind: "card", card })));
    const all = runs.flat();
    const lead = leadOf(full, at(quotient.cards, at(all.flatMap(cardsOf), 0)));
    const id = frameIdOf(at(full.nodes, lead).id, "stack", functionDepth);
    const name = `${frames.length} ${isAlike ? "alike functions" : "functions"}`;
    if (this.options.opened.has(id)) {
      const index = this.openFrame(cardFrame(id, "stack", name, -1, frame));
      for (const f of frames.toReversed()) this.tasks.push({ kind: "frame", index: f, frame: index, isFurther: true });
      return;
    }
    this.visible.stacks.set(this.visible.nodes.length, { runs: isAlike ? runs : [all], counts: [isAlike ? runs.length : 1], name });
    this.show(cardNode({ id, kind: "stack", region: -1, frame }), this.membersOf(all), false);
  }

  private showFrame(index: number, frame: number, isFurther: boolean): void {
    if (this.foldFrame(index, frame, isFurther)) return;
    this.showScope(index, this.openFrame({ ...at(this.plan.full.frames, index), parent: frame, isCollapsed: false }));
  }

  /** Shows a control frame as a card if it is to be folded; returns whether it did. */
  private foldFrame(index: number, frame: number, isFurther: boolean): boolean {
    const { full, quotient } = this.plan;
    const { opened, folded, frameDepth, mostFunctions } = this.options;
    const { id, label } = at(full.frames, index);
    const isDeep = at(quotient.surroundings.depth, index) >= frameDepth;
    if (opened.has(id) || !(folded.has(id) || isDeep || (isFurther && mostFunctions < Number.POSITIVE_INFINITY))) return false;
    const items = cardsWithin(this.plan.scopes, index);
    const [first] = items;
    if (first === undefined) return false;
    const run: readonly Item[] = items.map((card) => ({ kind: "card", card }));
    this.visible.stacks.set(this.visible.nodes.length, { runs: [run], counts: [1], name: label });
    this.show(cardNode({ id, kind: "stack", region: -1, frame }), this.membersOf(run), false);
    return true;
  }

  private showItem(twins: readonly Item[], frame: number, depth: number): void {
    const [item] = twins;
    if (item?.kind === "stack") this.showStack(item, twins, frame, depth);
    else if (item) this.showCard(item.card, twins, frame);
  }

  private showStack(stack: Stack, twins: readonly Item[], frame: number, depth: number): void {
    const { full, quotient } = this.plan;
    const { visible, options } = this;
    const inOne = at(stack.runs, 0).flatMap(cardsOf);
    const lead = leadOf(full, at(quotient.cards, at(inOne, 0)));
    const id = frameIdOf(at(full.nodes, lead).id, "stack", depth);
    const repeat = stack.runs.length;
    const members = this.membersOf(twins);
    const calls = members.filter((n) => at(full.nodes, n).operator !== "").length;
    const counts = twins.flatMap((twin) => (twin.kind === "stack" ? [twin.runs.length] : []));
    const each = twins.flatMap((twin) => (twin.kind === "stack" ? twin.runs : []));
    const held = each.map((run) => run.flatMap(cardsOf).map((card) => heldKindOf(this.plan, card)));
    const isUneven = new Set(counts).size > 1;
    const title = at(stackTitles(held, timesOf(counts), isUneven ? "" : callsTextOf(full, this.membersOf([stack]))), 0);
    const alike = each.map((run) => this.membersOf(run));
    const what = at(stackTitles(held, timesOf(counts), ""), 0);
    const around = { ...this.heldBy(alike), times: timesOf(counts), what };
    if (options.opened.has(id)) {
      this.openStack(stack, twins, { ...cardFrame(id, "stack", title, -1, frame), ...around }, depth);
      return;
    }
    const sizes = isOutermost(depth) ? this.bySize(stack) : [];
    if (sizes.length > 1) visible.mixed.push({ id, calls });
    if (sizes.length > 1 && options.dealt.has(id)) {
      for (const item of sizes.flat().toReversed()) this.tasks.push({ kind: "item", twins: [item], frame, depth: depth + 1 });
      return;
    }
    // One card shows as much of its repeats as a frame around it.
    const hasRun = at(stack.runs, 0).length > 1;
    if (isOutermost(depth) && hasRun) visible.closed.push({ id, calls });
    if (options.oneRun.has(id) && isOutermost(depth) && hasRun) {
      const index = this.openFrame({ ...cardFrame(id, "stack", title, -1, frame), ...around, repeat });
      stack.runs.forEach((run, r) => {
        for (const card of run.flatMap(cardsOf)) for (const n of at(quotient.cards, card).nodes) visible.runs.set(n, { stack: id, run: r });
      });
      at(stack.runs, 0)
        .toReversed()
        .forEach((_, i, { length }) => {
          const within = stack.runs.map((run) => at(run, length - 1 - i));
          this.tasks.push({ kind: "item", twins: within, frame: index, depth: depth + 1 });
        });
      return;
    }
    const inside = cardsOf(stack);
    const isCalls = inside.every((card) => at(full.nodes, at(at(quotient.cards, card).nodes, 0)).kind === "function-call");
    const name = isCalls ? { name: `${inside.length} calls` } : {};
    visible.stacks.set(visible.nodes.length, { runs: stack.runs, each, counts, ...name });
    if (twins.length > 1) visible.repeats.set(visible.nodes.length, { twins: twins.length, first: this.membersOf([stack]) });
    if (alike.length > 1) visible.alike.set(visible.nodes.length, alike);
    if (depth >= layerDepth) visible.layers.add(visible.nodes.length);
    this.show(cardNode({ id, kind: "stack", region: -1, frame }), members, false);
  }

  /** Shows one run of a stack, and cards for the runs before and after it. */
  private openStack(stack: Stack, twins: readonly Item[], frame: DrawableFrame, depth: number): void {
    const count = stack.runs.length;
    const shown = Math.min(count - 1, this.options.repetitions.get(frame.id) ?? 0);
    const held = at(stack.runs, shown).flatMap(cardsOf);
    const calls = callsTextOf(this.plan.full, this.membersOf(at(stack.runs, shown)));
    const kinds = held.map((card) => heldKindOf(this.plan, card));
    const label = at(stackTitles([kinds], "", calls, `${runNoun([kinds])} ${grouped(shown + 1)} of ${grouped(count)}`), 0);
    const own = this.openFrame(count > 1 ? { ...frame, label, repetition: { at: shown, of: count } } : frame);
    const runsFrom = (from: number, to: number): Runs =>
      twins.flatMap((twin) => stack.runs.slice(from, to).flatMap((_, i) => runsInPlace(twin, from + i, count)));
    const rest = (from: number, to: number, next: number) => {
      if (from >= to) return;
      this.tasks.push({ kind: "rest", rest: { runs: runsFrom(from, to), from, to, stack: frame.id, depth, next }, frame: own });
    };
    rest(shown + 1, count, shown + 1);
    at(stack.runs, shown)
      .toReversed()
      .forEach((_, i, { length }) => {
        const within = runsFrom(shown, shown + 1).map((alike) => at(alike, length - 1 - i));
        this.tasks.push({ kind: "item", twins: within, frame: own, depth: depth + 1 });
      });
    rest(0, shown, shown - 1);
  }

  /** Shows runs of an open stack as one card; opened it shows the nearest of them instead. */
  private showRest({ runs, from, to, stack, depth, next }: Rest, frame: number): void {
    const { full, quotient } = this.plan;
    const { visible } = this;
    const alike = runs.map((run) => this.membersOf(run));
    const lead = leadOf(full, at(quotient.cards, at(at(runs, 0).flatMap(cardsOf), 0)));
    const noun = runNoun(runs.map((run) => run.flatMap(cardsOf).map((card) => heldKindOf(this.plan, card))));
    const name = to - from === 1 ? `${noun} ${to}` : `${noun}s ${from + 1}–${to}`;
    visible.stacks.set(visible.nodes.length, { runs, counts: [to - from], name });
    visible.rests.set(visible.nodes.length, { stack, at: next });
    visible.alike.set(visible.nodes.length, alike);
    if (depth >= layerDepth) visible.layers.add(visible.nodes.length);
    const id = frameIdOf(at(full.nodes, lead).id, "stack", restDepth + depth);
    this.show(cardNode({ id, kind: "stack", region: -1, frame }), alike.flat(), false);
  }

  /** The content that a frame around runs shows. */
  private heldBy(alike: readonly (readonly number[])[]): Pick<DrawableFrame, "members" | "runs"> {
    const { nodes } = this.plan.full;
    const runs = alike.map((run) => run.filter((n) => at(nodes, n).operator !== ""));
    return { members: runs.flat().map((n) => at(nodes, n).id), runs: runs.map(({ length }) => length) };
  }

  /** A stack as stacks or single runs, each with results of one type, in their order. */
  private bySize({ runs }: Stack): readonly (readonly Item[])[] {
    const { full, quotient } = this.plan;
    const typeOf = (run: readonly Item[]) => {
      const last = run.flatMap(cardsOf).at(-1) ?? 0;
      return at(full.nodes, at(quotient.cards, last).nodes.at(-1) ?? 0).type;
    };
    const groups: (readonly Item[])[][] = [];
    for (const run of runs) {
      const [before] = groups.at(-1) ?? [];
      if (before && typeOf(before) === typeOf(run)) groups.at(-1)?.push(run);
      else groups.push([run]);
    }
    return groups.map((own) => (own.length > 1 ? [{ kind: "stack", runs: own }] : at(own, 0)));
  }

  private membersOf(twins: readonly Item[]): number[] {
    return twins.flatMap(cardsOf).flatMap((card) => at(this.plan.quotient.cards, card).nodes);
  }

  private showCard(index: number, twins: readonly Item[], frame: number): void {
    const { full, quotient } = this.plan;
    const card = at(quotient.cards, index);
    const lead = leadOf(full, card);
    const isBare = card.kind === "host" && card.nodes.length === 1 && at(full.nodes, lead).operator === "";
    if (card.kind === "node" || isBare) {
      this.showNode(lead, frame);
      if (at(this.visible.shownAs, lead) < 0) return;
      for (const n of this.membersOf(twins)) this.visible.shownAs[n] = this.visible.nodes.length - 1;
      return;
    }
    const isLayer = index >= this.plan.firstLayer;
    const id = frameIdOf(at(full.nodes, lead).id, isLayer ? "layer" : "card");
    const kind = card.kind === "host" ? "host" : "region";
    const layers = twins.length > 1 ? undefined : this.plan.layers.get(index);
    const { opened, spread, folded } = this.options;
    if (opened.has(id) || (spread.has(id) && !folded.has(id))) {
      const own = this.openFrame(cardFrame(id, kind, isLayer ? layerTitle(full, card) : titleOf(full, card), card.region, frame));
      if (layers) this.showLayers(layers, own);
      else this.openCard(card, own, isLayer);
      // The shown nodes also represent the nodes at the same places of the other runs.
      for (const twin of twins.slice(1)) {
        for (const other of cardsOf(twin)) {
          at(quotient.cards, other).nodes.forEach((m, i) => {
            this.visible.shownAs[m] = at(this.visible.shownAs, card.nodes[i] ?? lead);
          });
        }
      }
      return;
    }
    if (twins.length > 1) {
      this.visible.repeats.set(this.visible.nodes.length, { twins: twins.length, first: card.nodes });
      this.visible.alike.set(
        this.visible.nodes.length,
        twins.map((twin) => this.membersOf([twin])),
      );
    }
    if (isLayer) this.visible.layers.add(this.visible.nodes.length);
    if (layers) this.visible.long.push({ id, calls: callsAmong(full, card.nodes).length });
    this.show(cardNode({ id, kind, region: card.region, frame }), this.membersOf(twins), false);
  }

  /** Shows the content of an opened card, with repeats folded. */
  private showLayers(layers: readonly Entry[], frame: number): void {
    const folds = { ...this.options, foldAbove: mostLayers, most: mostLayers };
    for (const item of itemsOf(this.plan, layers, folds).toReversed())
      if (item.kind !== "frame") this.tasks.push({ kind: "item", twins: [item], frame, depth: layerDepth });
  }

  /** Shows a card's nodes in its frame, with inner frames. A layer's inner frames are its composites. */
  private openCard(card: CardDraft, frame: number, isLayer: boolean): void {
    const { full, quotient } = this.plan;
    const inner = new Map<number, number>();
    const frameFor = (f: number): number => {
      const path: number[] = [];
      let outer = f;
      while (outer >= 0 && !quotient.surroundings.isControl[outer] && !inner.has(outer)) {
        path.push(outer);
        outer = at(full.frames, outer).parent;
      }
      let index = inner.get(outer) ?? frame;
      if (isLayer) path.splice(path.findLastIndex((f) => at(full.frames, f).kind === "composite") + 1);
      for (const next of path.toReversed()) {
        index = this.openFrame({ ...at(full.frames, next), parent: index });
        inner.set(next, index);
      }
      return index;
    };
    for (const n of card.nodes) this.showNode(n, frameFor(at(full.nodes, n).frame));
  }

  /** Shows parameters that several cards use if one of those is open. */
  private showParameters(): void {
    const { full, quotient } = this.plan;
    const { shownAs, members, nodes } = this.visible;
    for (const edge of full.edges) {
      if (!quotient.isParameter[edge.from] || at(shownAs, edge.from) >= 0) continue;
      const user = at(shownAs, edge.to);
      if (user >= 0 && members[user] === undefined) this.showNode(edge.from, at(nodes, user).frame);
    }
  }
}

/** The runs of a twin that are in one place of a stack of `count` runs; its surplus runs are in the last one. */
function runsInPlace(twin: Item, place: number, count: number): readonly (readonly Item[])[] {
  return twin.kind === "stack" ? twin.runs.slice(place, place === count - 1 ? undefined : place + 1) : [];
}

/**
 * The depth given to the stacks of an opened card's layers. It distinguishes them from surrounding stacks that begin
 * with the same call.
 */
const layerDepth = 1_000;
/** The depth, relative to their stack, of the runs before the shown run. They begin with the same call as the stack. */
const restDepth = 250;
/** The depth given to folded functions. A stack may begin with the same call as a function. */
const functionDepth = 500;

/** Whether a stack of that depth is in no other. */
function isOutermost(depth: number): boolean {
  return depth % layerDepth === 0;
}

/** Layers, with their stacks, that an opened card shows at most. */
const mostLayers = 24;
