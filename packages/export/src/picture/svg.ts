/**
 * The picture of a stage as SVG: shapes and text that stay sharp and can be searched, with a legend, in fonts that
 * every machine has something for. It is alone: no script, no style from outside, no link.
 */
import type { DrawableGraph, GraphLayout, LabelBox, RegionEnds } from "@relayscope/graph";
import { edgePath, endTexts, labelRoomOf, placeEdgeLabels, textWidth, widthIn } from "@relayscope/graph";
import { hatchOf, hatchSize, type Palette, paletteOf, regionColor } from "@relayscope/palette";
import { type Legend, legendOf, legendSize } from "./legend.ts";
import { boxShape, cardShape, labelShape, mono } from "./shapes.ts";
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

/** From back to front: frames, hulls, edges, nodes, labels. */
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
    const isComposite = frame.kind === "composite" || frame.kind === "primitive";
    const isHull = frame.kind === "external-function" && (graph.regions[frame.region]?.color ?? -1) >= 0;
    const pieces = rectangles(layout.framePieces, layout.frameOffsets, i).filter(([, , w]) => w > 0);
    const shapes = pieces.map(([x, y, w, h]) =>
      element("rect", {
        x,
        y,
        width: w,
        height: h,
        rx: 8,
        fill: isHull ? "none" : isComposite ? palette.composite : palette.frame,
        stroke: isHull ? "none" : isComposite ? palette.compositeLine : palette.frameLine,
        "stroke-dasharray": frame.kind === "then" || frame.kind === "else" ? "4 3" : undefined,
      }),
    );
    const [first] = pieces;
    if (!first || isHull) return shapes;
    return [...shapes, labelShape(`${frame.label}  ${frame.detail}`.trim(), first, palette.frameText)];
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
  const labels = graph.regions.flatMap((region, i) => {
    const color = colorOf(region);
    const [first] = rectangles(layout.hulls, layout.hullOffsets, i);
    return color && first ? [labelShape(region.label, [first[0], first[1] - 15, first[2], 15], color.onLine, color.line)] : [];
  });
  return [...frames, ...hulls, ...edges, ...edgeWords(graph, layout, palette), ...nodes, ...labels];
}

const wordSize = 9.5;
const labelHeight = 15;

/** The room of the label in the corner of a rectangle, `down` from its top. */
function labelBox(list: Float32Array, i: number, label: string, down: number): LabelBox {
  const [x = 0, y = 0, width = 0] = list.subarray(4 * i, 4 * i + 3);
  return { x, y: y + down, width: Math.min(width, textWidth(label, 10.5) + 12), height: labelHeight };
}

/** Labels for the tensors of a map next to its edges, if there is room. Between operators the boxes show them. */
function edgeWords(graph: DrawableGraph, layout: GraphLayout, palette: Palette): readonly string[] {
  const isCard = (i: number) => graph.nodes[i]?.summary !== undefined;
  const between = graph.edges.flatMap(({ from, to }, i) => (isCard(from) || isCard(to) ? [i] : []));
  if (between.length === 0) return [];
  const titles = [
    ...graph.frames.map(({ label, detail }, i) => labelBox(layout.framePieces, layout.frameOffsets[i] ?? 0, `${label}  ${detail}`, 0)),
    ...graph.regions.map(({ label }, i) => labelBox(layout.hulls, layout.hullOffsets[i] ?? 0, label, -labelHeight)),
  ];
  const placed = placeEdgeLabels(labelRoomOf(graph, layout, titles), between, wordSize);
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
