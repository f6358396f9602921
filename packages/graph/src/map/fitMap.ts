/**
 * A map that can be read in its pane. Repeats and long stretches fold, and cards show less, until the text is large
 * enough when the whole map is in sight.
 */
import { at } from "@relayscope/ir";
import type { DrawableGraph, DrawableNode, GraphLayout } from "../drawable.ts";
import type { PlacedGraph } from "../layout/along/placedGraph.ts";
import { drawnLayout } from "../layout/drawnLayout.ts";
import { layoutGraph } from "../layout/layoutGraph.ts";
import { type Lettering, letters } from "../layout/lettering.ts";
import { cardSizes, nodeSize } from "../layout/sizes.ts";
import type { PaneSize } from "../layout/wrap/wrapLayout.ts";
import { drawMap, type ShownMap, showMap } from "./drawMap.ts";
import { fitAlong } from "./fitAlong.ts";
import { largest, leastScale, scaleIn } from "./inPane.ts";
import type { MapOptions } from "./mapOptions.ts";
import type { MapPlan } from "./plan.ts";

export interface FittedMap {
  readonly graph: DrawableGraph;
  readonly layout: GraphLayout;
  /** By node: its column; undefined if the map has none. */
  readonly columns?: Int32Array;
  /** The cards' level of detail: an index into `cardSizes`. */
  readonly verbosity: number;
}

type Choices = Pick<MapOptions, "opened" | "repetitions" | "folded" | "hideVariables" | "hideConstants">;
/** How a map is folded. */
type Folding = Omit<MapOptions, keyof Choices>;
interface Density {
  readonly folding: Folding;
  /** The cards' level of detail: an index into `cardSizes`. */
  readonly verbosity: number;
  /** The letters that titles of cards without lines have room for; by default those of a near view. */
  readonly lettering?: Lettering;
}

const none: ReadonlySet<number> = new Set();
const usual: Choices = { opened: none, repetitions: new Map(), folded: none, hideVariables: false, hideConstants: false };

const mostVerbosity = cardSizes.length - 1;

/** A folding with the highest level of detail to try. */
type Step = readonly [Omit<Folding, "mostFunctions" | "isFlat">, number];
type Ladder = readonly Step[];

const unfoldedFrames = { oneRun: none, spread: none, dealt: none, frameDepth: Number.POSITIVE_INFINITY } as const;

/**
 * From the most to the least detailed. Lines are removed before cards, since a group of unlike cards shows less than
 * the cards' titles.
 */
const whole: Ladder = (
  [[60, mostVerbosity], [52, 2], [44, 2], [38, 2], [32, 2], ...[27, 24, 18, 14, 10, 7].map((most) => [most, 0] as const)] as const
).map(([most, verbosity]) => [{ foldAbove: Math.min(most, 24), most, ...unfoldedFrames }, verbosity]);

/** Control flow folds from inside out, at last the content of functions. */
const foldedFrames: Ladder = [6, 5, 4, 3, 2, 1].flatMap((frameDepth) =>
  [24, 10].map((most): Step => [{ foldAbove: most, most, oneRun: none, spread: none, dealt: none, frameDepth }, 2]),
);

const few: Ladder = [24, 10].map((most) => [{ foldAbove: most, most, ...unfoldedFrames }, 2]);

type Rung = readonly [Omit<Folding, "mostFunctions">, number];

const apart = (ladder: Ladder) => ladder.map(([own, most]): Rung => [{ ...own, isFlat: false }, most]);
const flat = (ladder: Ladder) => ladder.map(([own, most]): Rung => [{ ...own, isFlat: true }, most]);

/** A module may have up to this many open functions in addition to the first. */
const mostOpenFunctions = 12;

/**
 * The foldings to try in order, each with the highest level of detail. If the map is too large, control flow folds
 * together with its surroundings; if control flow repeats, it folds at once. Last, all functions except the first fold;
 * if there are many functions, they fold at once.
 */
function foldingsOf({ hasAlikeFrames, scopes }: MapPlan): readonly Density[] {
  const unfoldedFirst = hasAlikeFrames ? [...apart(whole.slice(0, 1)), ...flat(whole)] : apart(whole);
  const byFrames = [...unfoldedFirst, ...apart(foldedFrames), ...flat(few)];
  const functions = (scopes.get(-1) ?? []).reduce((count, entry) => count + (entry.kind === "frame" ? 1 : 0), 0) - 1;
  const open = { ladder: byFrames, mostFunctions: Number.POSITIVE_INFINITY };
  const folded = [40, 24, 12]
    .filter((most) => most <= functions)
    .map((mostFunctions) => ({ ladder: apart([...whole.slice(0, 1), ...few]), mostFunctions }));
  const last = { ladder: byFrames, mostFunctions: Math.max(1, Math.min(functions, 6)) };
  return [...(functions > mostOpenFunctions ? [] : [open]), ...folded, last].flatMap(({ ladder, mostFunctions }) =>
    ladder.map(([own, verbosity]) => ({ folding: { ...own, mostFunctions }, verbosity })),
  );
}

/** A map with more nodes fits no pane at a readable size. */
const mostNodes = 160;

/** The user's choices for a map. */
export interface MapChoices {
  /** Ids of cards, stacks and folded frames that are open. */
  readonly opened?: ReadonlySet<number>;
  /** By id of an open stack: which of its runs it shows. */
  readonly repetitions?: ReadonlyMap<number, number>;
  /** Ids of control frames that are folded to a card. */
  readonly folded?: ReadonlySet<number>;
  readonly isWrapped?: boolean;
  /** Leaves out variables with the outputs of functions, and the constants in opened cards. */
  readonly hideVariables?: boolean;
  readonly hideConstants?: boolean;
}

/** The inputs of a map besides its pane. */
export interface MapGuides {
  /** The map of a neighboring stage: common nodes keep their places if the map stays readable. */
  readonly neighbor?: PlacedGraph | undefined;
  /** The cards' level of detail; by default the highest readable one. */
  readonly verbosity?: number | undefined;
}

/** The map of a stage for a pane, laid out. Opening a card changes nothing about how the rest is folded. */
export function fitMap(plan: MapPlan, pane: PaneSize, choices: MapChoices = {}, { neighbor, verbosity }: MapGuides = {}): FittedMap {
  const { isWrapped = true, ...chosen } = choices;
  const { density, shown } = shownIn(plan, pane, chosen);
  const most = verbosity ?? density.verbosity;
  const graph = drawMap(shown, most);
  if (!isWrapped) return { graph, layout: drawnLayout(graph, layoutGraph(graph)), verbosity: most };
  const { lettering = "near" } = density;
  const { layout, columns } = largest(graph, pane, lettering);
  const alone = { graph, layout, columns, verbosity: most, lettering };
  const fitted = (neighbor && fitAlong(shown, alone, neighbor, pane)) ?? alone;
  return { ...fitted, layout: drawnLayout(fitted.graph, fitted.layout) };
}

/**
 * The pane that decides how maps fold, so that all users see the same stacks: in other panes cards show more or fewer
 * details, larger or smaller. It is the pane of a window of 1280 by 800 pixels.
 */
const foldingPane: PaneSize = { width: 920, height: 540 };

/** Down to this scale the titles of cards can be read, in the largest letters that they have. */
const leastTitled = letters.low.least * 1.01;
/** Down to this scale they have room for all of their letters if they are laid out for a near view. */
const leastWhole = letters.mid.least * 1.01;

/**
 * The map, folded the same way for all users. An older link may open frames that this folding does not have: then the
 * map is folded for its own pane if that shows more of them.
 */
function shownIn(plan: MapPlan, pane: PaneSize, chosen: Omit<MapChoices, "isWrapped">) {
  const shownWith = (density: Density) => ({ density, shown: showMap(plan, { ...usual, ...density.folding, ...chosen }) });
  const usualOne = shownWith(densityFor(plan, pane));
  const opened = chosen.opened ?? none;
  const countOpen = ({ shown }: typeof usualOne) => shown.visible.frames.filter(({ id }) => opened.has(id)).length;
  if (countOpen(usualOne) >= opened.size) return usualOne;
  const own = shownWith(ownDensity(plan, pane));
  return countOpen(own) > countOpen(usualOne) ? own : usualOne;
}

/** By map: the densities found for panes, and those of panes with their own folding. */
const [known, knownOwn] = [new WeakMap<MapPlan, Map<string, Density>>(), new WeakMap<MapPlan, Map<string, Density>>()];

function kept(table: typeof known, plan: MapPlan, pane: PaneSize, find: () => Density): Density {
  const found = table.get(plan) ?? new Map<string, Density>();
  table.set(plan, found);
  const key = `${pane.width}x${pane.height}`;
  const density = found.get(key) ?? find();
  found.set(key, density);
  return density;
}

function densityFor(plan: MapPlan, pane: PaneSize): Density {
  return kept(known, plan, pane, () => {
    const usualOne = ownDensity(plan, foldingPane);
    if (pane.width === foldingPane.width && pane.height === foldingPane.height) return usualOne;
    // A pane where not even titles can be read gets its own folding.
    return new Search(plan, pane).ofFolding(usualOne.folding) ?? ownDensity(plan, pane);
  });
}

function ownDensity(plan: MapPlan, pane: PaneSize): Density {
  return kept(knownOwn, plan, pane, () => new Search(plan, pane).density());
}

/** Cards up to which a stack shows its run, and a long card its layers. */
const mostUnfolded = 50;
/** Cards of a map up to which its long ones are open: one card would leave a pane empty. */
const fewCards = 12;

/** Searches for the most detailed density that can be read in a pane. */
class Search {
  private last: { readonly folding: Folding; readonly shown: ShownMap; readonly name: string } | undefined;
  /** Names of maps that were drawn and can't be read. Different foldings often give the same map. */
  private readonly missed = new Set<string>();

  constructor(
    private readonly plan: MapPlan,
    private readonly pane: PaneSize,
  ) {}

  density(): Density {
    const plain = this.plain();
    const { folding, verbosity } = this.unfolded(this.dealt(this.spread(plain)));
    return this.readable({ folding, verbosity: mostVerbosity }, verbosity + 1, mostNodes) ?? { folding, verbosity };
  }

  private plain(): Density {
    const foldings = foldingsOf(this.plan);
    const densest = at(foldings, 0);
    if (this.isReadable(densest, mostNodes)) return densest;
    for (const most of foldings) {
      const density = this.readable(most, 0, mostNodes);
      if (density) return density;
    }
    return { folding: at(foldings, foldings.length - 1).folding, verbosity: 0 };
  }

  /** The highest level of detail of a folded map's cards; undefined if the map is too large for the pane. */
  ofFolding(folding: Folding): Density | undefined {
    const density = this.readable({ folding, verbosity: mostVerbosity }, 0, mostNodes);
    // If functions share a card, the pane gets its own folding: a summary of all functions can be read in any pane.
    if (density || folding.mostFunctions < Number.POSITIVE_INFINITY) return density;
    const graph = drawMap(this.show(folding).shown, 0);
    const scaleWith = (lettering: Lettering) => scaleIn(this.pane, largest(graph, this.pane, lettering).layout);
    const scale = scaleWith("near");
    if (scale < leastTitled) return undefined;
    // Titles are not cut at this scale, or there is room for larger ones.
    const isLow = scale < leastWhole && scaleWith("low") >= leastTitled;
    return { folding, verbosity: 0, ...(isLow ? { lettering: "low" } : {}) };
  }

  /** Lets stacks show a run, the largest first, while the map can be read. */
  private unfolded(density: Density): Density {
    const stacks = this.show(density.folding).shown.visible.closed.filter((stack) => stack.calls > 0);
    return this.withMore(density, stacks, 6, (now, id) => ({ ...now, oneRun: new Set([...now.oneRun, id]) }));
  }

  /** Opens long cards if the map has few, as long as it can be read. */
  private spread(density: Density): Density {
    return this.whereFew(density, "long", (now, id) => ({ ...now, spread: new Set([...now.spread, id]) }));
  }

  /** Splits stacks by size if the map has few cards, as long as it can be read. */
  private dealt(density: Density): Density {
    return this.whereFew(density, "mixed", (now, id) => ({ ...now, dealt: new Set([...now.dealt, id]) }));
  }

  private whereFew(density: Density, closed: "long" | "mixed", more: (folding: Folding, id: number) => Folding): Density {
    const { facts, visible } = this.show(density.folding).shown;
    const cards = facts.reduce((count, own) => (own === undefined ? count : count + 1), 0);
    return cards > fewCards ? density : this.withMore(density, visible[closed], 3, more);
  }

  /**
   * Shows more of the largest things, up to `limit` of them, as long as the map can be read, if necessary with less
   * detailed cards.
   */
  private withMore(
    density: Density,
    closed: readonly { readonly id: number; readonly calls: number }[],
    limit: number,
    more: (folding: Folding, id: number) => Folding,
  ): Density {
    let best = density;
    for (const { id } of closed.toSorted((a, b) => b.calls - a.calls).slice(0, limit)) {
      const next = { folding: more(best.folding, id), verbosity: best.verbosity };
      best = this.readable(next, Math.min(best.verbosity, 1), mostUnfolded) ?? best;
    }
    return best;
  }

  /** The map for a folding, and its key; cached. */
  private show(folding: Folding) {
    if (this.last?.folding !== folding) {
      const shown = showMap(this.plan, { ...usual, ...folding });
      const { nodes, frames } = shown.visible;
      const name = [...nodes.map(({ id }, i) => `${id}:${shown.facts[i]?.calls}`), ...frames.map(({ id }) => id)].join();
      this.last = { folding, shown, name };
    }
    return this.last;
  }

  /**
   * The density with the highest level of detail that can be read, from its own down to `least`; undefined if there is
   * none. More detail makes cards larger: each level that can't be read rules out those above it.
   */
  private readable({ folding, verbosity }: Density, least: number, mostNodes: number): Density | undefined {
    const canRead = (level: number) => this.isReadable({ folding, verbosity: level }, mostNodes);
    if (verbosity < least || !canRead(least)) return undefined;
    let [low, high] = [least, verbosity + 1];
    for (let level = verbosity; level > low; level = (low + high) >> 1) {
      if (canRead(level)) low = level;
      else high = level;
    }
    return { folding, verbosity: low };
  }

  private isReadable({ folding, verbosity }: Density, most: number): boolean {
    const { shown, name } = this.show(folding);
    const drawn = `${verbosity} ${name}`;
    if (shown.visible.nodes.length > most || this.missed.has(drawn)) return false;
    const { pane } = this;
    const graph = drawMap(shown, verbosity);
    const area = graph.nodes.reduce((sum, node) => sum + areaOf(node), 0);
    const isRead =
      area * leastScale ** 2 <= mostFilled * pane.width * pane.height && scaleIn(pane, largest(graph, pane).layout) >= leastScale;
    if (!isRead) this.missed.add(drawn);
    return isRead;
  }
}

/** If cards fill more than this share of a pane, there is no room between them: known networks have 0.62 at most. */
const mostFilled = 0.7;

/** The least room that a card takes, with the gap to the next. */
function areaOf(node: DrawableNode): number {
  const [width, height] = nodeSize(node);
  return (width + 12) * (height + 18);
}
