/**
 * The picture of a stage as SVG: shapes and text that stay sharp and can be searched, with a legend, in fonts that
 * every machine has something for. It is alone: no script, no style from outside, no link.
 */
import type { DrawableGraph, FrameKind, GraphLayout, LabelBox, PictureColors, RegionEnds } from "@relayscope/graph";
import { edgePath, endTexts, placeEdgeLabels, textWidth, widthIn } from "@relayscope/graph";
import { type Drawn, drawnOf, labelRoomOf, placeLabels, type Sight } from "@relayscope/graph/titles";
import { type Palette, paletteOf } from "@relayscope/palette";
import { hatchesOf } from "./hatches.ts";
import { headOf, legendSize, lineHeight, sharesColors, targetColors, textStart } from "./legend.ts";
import { boxShape, cardShape, mono, type Paint, titleShape } from "./shapes.ts";
import { element, xmlText } from "./xml.ts";

export interface SvgOptions {
  readonly theme: "light" | "dark";
  /** A line above the picture, plain text. */
  readonly title: string;
  /** Why regions end, as far as that is known. */
  readonly ends?: RegionEnds | undefined;
  /** By default the colors of targets. */
  readonly colors?: PictureColors | undefined;
}

const margin = 16;
const titleHeight = 26;

/** The picture as a document. */
export function svgPicture(graph: DrawableGraph, layout: GraphLayout, options: SvgOptions): string {
  const { theme, title, ends = new Map() } = options;
  const palette = paletteOf(theme);
  const colors = options.colors ?? targetColors(graph, palette);
  const paint: Paint = { palette, hatches: hatchesOf(colors) };
  const [legendWidth, legendHeight] = legendSize(colors);
  const width = Math.ceil(Math.max(layout.width, legendWidth) + 2 * margin);
  const height = Math.ceil(layout.height + titleHeight + legendHeight + 3 * margin);
  const parts = [
    element("title", {}, xmlText(title)),
    paint.hatches.definitions,
    element("rect", { width, height, fill: palette.background }),
    element("text", { x: margin, y: margin + 12, "font-size": 14, "font-weight": 600, fill: palette.ink }, xmlText(title)),
    element("g", { transform: `translate(${margin} ${margin + titleHeight})` }, drawn({ graph, layout, ends, colors }, paint).join("\n")),
    element("g", { transform: `translate(${margin} ${height - margin - legendHeight})` }, legendMarks(colors, paint).join("\n")),
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

interface Pictured {
  readonly graph: DrawableGraph;
  readonly layout: GraphLayout;
  readonly ends: RegionEnds;
  readonly colors: PictureColors;
}

/** From back to front: hulls, frames, edges, nodes, labels. */
function drawn({ graph, layout, ends, colors }: Pictured, paint: Paint): readonly string[] {
  const { palette, hatches } = paint;
  const endings = endTexts(graph, ends);
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
  const hulls = graph.regions.flatMap(({ isMarked }, i) => {
    const tint = colors.regions[i];
    if (!tint) return [];
    const places = rectangles(layout.hulls, layout.hullOffsets, i).map(([x, y, w, h]) => ({ x, y, width: w, height: h, rx: 10 }));
    const outline = layout.hullOutlines?.[i] ?? "";
    const shapes = (look: Readonly<Record<string, string | number | undefined>>) =>
      outline === "" ? places.map((place) => element("rect", { ...place, ...look })) : [element("path", { d: outline, ...look })];
    // Pieces that touch become one shape: the fill covers the inner half of the outline.
    const hatch = hatches.fillOf(tint);
    return [
      ...shapes({ fill: "none", stroke: tint.line, "stroke-width": 3, "stroke-dasharray": isMarked ? "6 4" : undefined }),
      ...(tint.fill === "transparent" ? [] : shapes({ fill: tint.fill })),
      ...(hatch === undefined ? [] : shapes({ fill: hatch })),
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
    const tint = colors.nodes[i];
    const isMarked = graph.regions[node.region]?.isMarked ?? false;
    if (node.summary) return cardShape(node, endings[i] ?? "", box, { tint, bar: colors.bars[i] ?? [], isMarked }, paint);
    const isRegionColor = colors.isByRegion && colors.regions[node.region] !== undefined;
    return boxShape(node, box, { tint, isFilled: !isRegionColor }, paint);
  });
  const picture = drawnOf({ graph, layout });
  const titles = placeLabels(picture, (i) => colors.regions[i], wholeSight, ends);
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

function legendMarks(colors: PictureColors, { palette, hatches }: Paint): readonly string[] {
  const head = headOf(colors);
  const hasHatch = sharesColors(colors);
  return [
    ...head.map((text, i) => {
      const look = i === 0 && colors.title !== "" ? { "font-weight": 600, fill: palette.ink } : { fill: palette.muted };
      return element("text", { x: 0, y: i * lineHeight + 11.5, "font-size": 12, ...look }, xmlText(text));
    }),
    ...colors.legend.flatMap(({ tint, text }, i) => {
      const y = (head.length + i) * lineHeight;
      const mark = { x: 0, y, width: 14, height: 14, rx: 3 };
      const isPlain = tint === undefined;
      const hatch = hatches.fillOf(tint);
      const isHatched = hasHatch && hatch !== undefined;
      const letter = { x: 7, y: y + 11, "text-anchor": "middle", "font-size": 10, "font-weight": 700 };
      return [
        element("rect", { ...mark, fill: tint?.line ?? palette.chip, stroke: isPlain ? palette.chipLine : "none" }),
        element("text", { ...letter, fill: tint?.onLine ?? palette.muted }, xmlText(tint?.letter ?? "")),
        ...(isHatched ? [element("rect", { ...mark, x: textStart, fill: tint?.fill, stroke: tint?.line })] : []),
        ...(isHatched ? [element("rect", { ...mark, x: textStart, fill: hatch })] : []),
        element("text", { x: textStart * (hasHatch ? 2 : 1), y: y + 11.5, "font-size": 12, fill: palette.ink }, xmlText(text)),
      ];
    }),
  ];
}
