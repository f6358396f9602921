/** All that colors of the picture can represent. It loads after the first picture, which has colors of `colors.ts`. */
import { isMap } from "@relayscope/engine";
import type { Palette } from "@relayscope/palette";
import type { ColorBy } from "@relayscope/share";
import type { Play } from "../../state/play.ts";
import { type ColorPlaces, noPlaces, type WordPlaces } from "../../state/wordPlaces.ts";
import type { Ends } from "../words/ends.ts";
import {
  type BarSegment,
  byRegion,
  type Coloring,
  firstColoring,
  type Graph,
  type LegendLine,
  noRegions,
  plainTint,
  type Tint,
  tintOf,
} from "./colors.ts";

/**
 * Colors by words, one word a node. The most frequent words have colors; the others have none. Regions have an outline.
 * `note`: as in `Coloring`.
 */
function byWord({ regions }: Graph, wordsOfNodes: readonly string[], palette: Palette, places: WordPlaces, note = ""): Coloring {
  const counts = new Map<string, number>();
  for (const word of wordsOfNodes) {
    if (word !== "") counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const words = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  const placed = places.of(
    words.map(([word]) => word),
    palette.regions.length,
  );
  const tints = new Map([...placed].map(([word, place]) => [word, tintOf(palette, place)]));
  const rest = words.slice(palette.regions.length);
  const legend: LegendLine[] = words.slice(0, palette.regions.length).map(([label, count]) => ({ tint: tints.get(label), label, count }));
  if (rest.length > 0) legend.push({ tint: undefined, label: "others", count: rest.reduce((sum, [, count]) => sum + count, 0) });
  const byNode = wordsOfNodes.map((word) => tints.get(word));
  const outline = { ...plainTint(palette, ""), fill: "transparent" };
  const ofRegion = (i: number) => (regions[i]?.kind === "composite" ? undefined : outline);
  return { isByRegion: false, ofNode: (i) => byNode[i], ofRegion, barOf: () => [], legend, note };
}

/**
 * Colors by how nodes, cards and hulls differ from the stage that is compared with. What differs in a stack is counted
 * and shown in its bar.
 */
function byChange(graph: Graph, palette: Palette, places: WordPlaces): Coloring {
  const { nodes, regions } = graph;
  const isHull = ({ nodes: held, color }: Graph["regions"][number]) => color >= 0 && held.some((i) => nodes[i]?.summary === undefined);
  const words = [
    ...nodes.map(({ change, changes }) => !changes && change),
    ...regions.map((region) => isHull(region) && region.change),
    ...nodes.flatMap(({ changes = [] }) => changes.flatMap(({ change, count }) => Array<string>(count).fill(change))),
  ].map((word) => word || "");
  const { ofNode, ofRegion, legend } = byWord(graph, words, palette, places);
  const note = legend.length > 0 ? "" : "Nothing in the picture differs from the stage that it is compared with.";
  const tintOfWord = (word: string | undefined) => ofNode(words.indexOf(word ?? ""));
  const barOf = (i: number) => {
    let start = 0;
    const bar = (nodes[i]?.changes ?? []).map(({ change, share }): BarSegment => {
      start += share;
      return { tint: tintOfWord(change), isHost: false, start: start - share, length: share };
    });
    return start > 0 && start < 1 ? [...bar, { tint: undefined, isHost: true, start, length: 1 - start }] : bar;
  };
  return {
    isByRegion: false,
    ofNode: (i) => (nodes[i]?.changes?.length === 1 ? tintOfWord(nodes[i]?.change) : ofNode(i)),
    ofRegion: (i) => ofNode(nodes.length + i) ?? ofRegion(i),
    barOf,
    legend,
    note,
  };
}

/** How many regions of one color the legend names. */
const mostNamed = 3;

/** Colors that differ between regions that touch. */
function byTouch(graph: Graph, palette: Palette): Coloring {
  const coloring = byRegion(graph, palette, (region) => (region.color < 0 ? -1 : region.tint));
  const lines = new Map<number, { readonly tint: Tint | undefined; readonly names: string[] }>();
  graph.regions.forEach(({ color, tint, target, id, kind }, i) => {
    if (color < 0 || kind === "composite") return;
    const known = lines.get(tint);
    const name = known?.names[0]?.startsWith(`${target} `) ? String(id) : `${target} ${id}`;
    if (known) known.names.push(name);
    else lines.set(tint, { tint: coloring.ofRegion(i), names: [name] });
  });
  const legend = [...lines]
    .sort(([a], [b]) => a - b)
    .map(([, { tint, names }]) => {
      const rest = names.length - mostNamed;
      const label = rest > 1 ? `${names.slice(0, mostNamed).join(", ")} and ${rest} more` : names.join(", ");
      return { tint, label, count: names.length };
    });
  return { ...coloring, legend, note: legend.length > 0 ? "Regions that touch differ in color." : noRegions };
}

/**
 * By node: the dtype of its result; for a card, that of the largest tensor it passes on. Empty for what is not an
 * operator, and if the dtype is unknown.
 */
function dtypesOf(graph: Graph): readonly string[] {
  const largest = new Map<number, Graph["edges"][number]>();
  for (const edge of graph.edges) if ((edge.bytes ?? 0) > (largest.get(edge.from)?.bytes ?? -1)) largest.set(edge.from, edge);
  return graph.nodes.map(({ summary, card, dtype }, i) => {
    if (summary) return largest.get(i)?.dtype ?? "";
    return card === "constant" || card === "variable" ? "" : dtype;
  });
}

/** The groups that a played pass has made so far, each in a color. Nodes that it has not reached have none. */
export function playColoring(graph: Graph, play: Play, palette: Palette): Coloring {
  const tints = new Map<number, Tint | undefined>();
  const labels = new Map<string, { tint: Tint | undefined; count: number }>();
  const byNode = graph.nodes.map(({ id }) => {
    const group = play.groups.get(id);
    if (!group) return undefined;
    if (!tints.has(group.group)) tints.set(group.group, tintOf(palette, group.group % palette.regions.length));
    const tint = tints.get(group.group);
    const known = labels.get(group.label);
    if (known) known.count++;
    else labels.set(group.label, { tint, count: 1 });
    return tint;
  });
  const legend = [...labels].map(([label, { tint, count }]) => ({ tint, label, count }));
  return { isByRegion: false, ofNode: (i) => byNode[i], ofRegion: () => undefined, barOf: () => [], legend, note: "" };
}

/**
 * The colors of a graph. `ends` is given once it is known. `places` holds the colors of words in neighboring and
 * earlier pictures.
 */
export function coloringOf(
  graph: Graph,
  by: ColorBy,
  palette: Palette,
  ends: Ends | undefined,
  places: ColorPlaces = noPlaces(),
): Coloring {
  switch (by) {
    case "region":
      return byTouch(graph, palette);
    case "operator":
      return byWord(
        graph,
        graph.nodes.map(({ operator, summary, label }) => (operator === "" ? (summary?.operators[0]?.name ?? "") : label)),
        palette,
        places.operator,
      );
    case "dtype":
      return byWord(graph, dtypesOf(graph), palette, places.dtype, isMap(graph) ? "A card has the color of its largest output." : "");
    case "change":
      return byChange(graph, palette, places.change);
    default:
      return firstColoring(graph, by, palette, ends);
  }
}
