/**
 * The picture of a stage as SVG: shapes and text that stay sharp and can be searched, with a legend, in fonts that
 * every machine has something for. It is alone: no script, no style from outside, no link.
 */
import type { DrawableGraph, FrameKind, GraphLayout, LabelBox, RegionEnds } from "@relayscope/graph";
import { edgePath, endTexts, placeEdgeLabels, textWidth, widthIn } from "@relayscope/graph";
import { type Drawn, drawnOf, labelRoomOf, placeLabels, type Sight } from "@relayscope/graph/titles";
import { hatchOf, hatchSize, type Palette, paletteOf, regionColor, regionLetter } from "@relayscope/palette";
import { type Legend, legendOf, legendSize } from "./legend.ts";
import { boxShape, cardShape, mono, titleShape } from "./shapes.ts";
import { element, xmlText } from "./xml.ts";

export interface SvgOptions {
  readonly theme: "light" | "dark";
  /** A line above the picture, plain text. */
  readonly title: string;
  /** Why regions end, as far as that is known. */
  readonly ends?: RegionEnds | undefined;
}

const margin = 16;
const titleHeight = 26;

/** The picture as a document. */
export function svgPicture(graph: DrawableGraph, layout: GraphLayout, { theme, title, ends = new Map() }: SvgOptions): string {
  const palette = paletteOf(theme);
  const legend = legendOf(graph);
  const [legendWidth, legendHeight] = legendSize(legend);
  const width = Math.ceil(Math.max(layout.width, legendWidth) + 2 * margin);
  const height = Math.ceil(layout.height + titleHeight + legendHeight + 3 * margin);
  const parts = [
    element("title", {}, xmlText(title)),
    definitions(palette),
    element("rect", { width, height, fill: palette.background }),
    element("text", { x: margin, y: margin + 12, "font-size": 14, "font-weight": 600, fill: palette.ink }, xmlText(title)),
    element("g", { transform: `translate(${margin} ${margin + titleHeight})` }, drawn(graph, layout, palette, ends).join("\n")),
    element("g", { transform: `translate(${margin} ${height - margin - legendHeight})` }, legendMarks(legend, palette).join("\n")),
  ];
  const root = {
    xmlns: "http://www.w3.org/2000/svg",
    width,
    height,
    viewBox: `0 0 ${width} ${height}`,
    "font-family": "Inter, 'Segoe UI', 'Helvetica Neue', Arial, 'Liberation Sans', sans-serif",
  };
  return `${element("svg", root, `\n${parts.join("\n")}\n`)}\n`;
}

function definitions(palette: Palette): string {
  const patterns = palette.regions.map((color, i) => {
    const { path, width } = hatchOf(i);
    const stroke = element("path", { d: path, stroke: color.hatch, fill: "none", "stroke-width": width });
    return element("pattern", { id: `hatch-${i}`, width: hatchSize, height: hatchSize, patternUnits: "userSpaceOnUse" }, stroke);
  });
  return element("defs", {}, patterns.join(""));
}

/** From back to front: hulls, frames, edges, nodes, labels. */
function drawn(graph: DrawableGraph, layout: GraphLayout, palette: Palette, ends: RegionEnds): readonly string[] {
  const endings = endTexts(graph, ends);
  // A composite has no target's color: none has taken it yet.
  const colorOf = (region: DrawableGraph["regions"][number] | undefined) =>
    region === undefined || region.kind === "composite" ? undefined : regionColor(palette, region.color);
  const rectangles = (from: Float32Array, offsets: Uint32Array, i: number) => {
    const found: (readonly [number, number, number, number])[] = [];
    for (let r = offsets[i] ?? 0; r < (offsets[i + 1] ?? 0); r++) {
      found.push([from[4 * r] ?? 0, from[4 * r + 1] ?? 0, from[4 * r + 2] ?? 0, from[4 * r + 3] ?? 0]);
    }
    return found;
  };
  const frames = graph.frames.flatMap((frame, i) => {
    const isHull = (frame.kind === "external-function" || frame.kind === "region") && (graph.regions[frame.region]?.color ?? -1) >= 0;
    if (isHull) return [];
    const pieces = rectangles(layout.framePieces, layout.frameOffsets, i).filter(([, , w]) => w > 0);
    return pieces.map(([x, y, width, height]) => element("rect", { x, y, width, height, rx: 8, ...frameLook(frame.kind, palette) }));
  });
  const hulls = graph.regions.flatMap((region, i) => {
    const color = colorOf(region);
    if (!color) return [];
    const places = rectangles(layout.hulls, layout.hullOffsets, i).map(([x, y, w, h]) => ({ x, y, width: w, height: h, rx: 10 }));
    const outline = layout.hullOutlines?.[i] ?? "";
    const shapes = (paint: Readonly<Record<string, string | number>>) =>
      outline === "" ? places.map((place) => element("rect", { ...place, ...paint })) : [element("path", { d: outline, ...paint })];
    // Pieces that touch become one shape: the fill covers the inner half of the outline.
    return [
      ...shapes({ fill: "none", stroke: color.line, "stroke-width": 3 }),
      ...shapes({ fill: color.fill }),
      ...shapes({ fill: `url(#hatch-${region.color % palette.regions.length})` }),
    ];
  });
  const edges = graph.edges.flatMap((_, i) => {
    const width = widthIn(graph, i);
    const { path, head } = edgePath(layout, i, width);
    if (path === "") return [];
    return [
      element("path", { d: path, fill: "none", stroke: palette.edge, "stroke-width": width }),
      element("path", { d: head, fill: palette.edge }),
    ];
  });
  const nodes = graph.nodes.map((node, i) => {
    const box = {
      x: layout.nodes[4 * i] ?? 0,
      y: layout.nodes[4 * i + 1] ?? 0,
      width: layout.nodes[4 * i + 2] ?? 0,
      height: layout.nodes[4 * i + 3] ?? 0,
    };
    const color = colorOf(graph.regions[node.region]);
    return node.summary ? cardShape(node, endings[i] ?? "", box, color, palette) : boxShape(node, box, color, palette);
  });
  const tints = graph.regions.map((region) => {
    const color = colorOf(region);
    return color && { ...color, letter: regionLetter(region.color) };
  });
  const picture = drawnOf({ graph, layout });
  const titles = placeLabels(picture, (i) => tints[i], wholeSight, ends);
  const labels = titles.map((label) => titleShape(label, palette));
  return [...hulls, ...frames, ...edges, ...edgeWords(picture, titles, palette), ...nodes, ...labels];
}

function frameLook(kind: FrameKind, palette: Palette): Readonly<Record<string, string>> {
  switch (kind) {
    case "composite":
    case "primitive":
      return { fill: palette.composite, stroke: palette.compositeLine };
    case "region":
    case "host":
    case "stack":
      return { fill: "none", stroke: palette.compositeLine };
    case "then":
    case "else":
    case "clause":
      return { fill: palette.frame, stroke: palette.frameLine, "stroke-dasharray": "4 3" };
    case "let":
    case "closure":
      return { fill: palette.frame, stroke: palette.frameLine, "stroke-dasharray": "1 2" };
    default:
      return { fill: palette.frame, stroke: palette.frameLine };
  }
}

/** All of a picture, at its own size. */
const wholeSight: Sight = { zoom: 1, most: Infinity, narrowest: 0, holds: () => true, textWidth, isStill: true };

const wordSize = 9.5;

/** Labels for the tensors of a map next to its edges, if there is room. Between operators the boxes show them. */
function edgeWords(picture: Drawn, titles: readonly LabelBox[], palette: Palette): readonly string[] {
  const { nodes, edges } = picture.answer.graph;
  const isCard = (i: number) => nodes[i]?.summary !== undefined;
  const between = edges.flatMap(({ from, to }, i) => (isCard(from) || isCard(to) ? [i] : []));
  if (between.length === 0) return [];
  const placed = placeEdgeLabels(labelRoomOf(picture, titles), between, wordSize);
  return [...placed.values()].map(({ text, x, y, size }) =>
    element("text", { x, y, "font-size": size, "font-family": mono, fill: palette.muted }, xmlText(text)),
  );
}

function legendMarks(legend: Legend, palette: Palette): readonly string[] {
  return legend.lines.flatMap((line, i) => {
    const color = regionColor(palette, line.color);
    const y = i * legend.lineHeight;
    return [
      element("rect", {
        x: 0,
        y,
        width: 14,
        height: 14,
        rx: 3,
        fill: color?.line ?? palette.chip,
        stroke: color ? "none" : palette.chipLine,
      }),
      element(
        "text",
        { x: 7, y: y + 11, "text-anchor": "middle", "font-size": 10, "font-weight": 700, fill: color?.onLine ?? palette.muted },
        xmlText(line.letter),
      ),
      element("text", { x: 22, y: y + 11.5, "font-size": 12, fill: palette.ink }, xmlText(line.text)),
    ];
  });
}
