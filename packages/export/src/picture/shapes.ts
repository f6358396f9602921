/** The shapes of a picture in SVG: boxes, chips, cards, labels. */
import { barHeight, cardLines, type DrawableNode, fitText, monoWidth, segmentsOf, targetsOf } from "@relayscope/graph";
import { labelSize, type PlacedLabel } from "@relayscope/graph/titles";
import { type Palette, type RegionColor, regionColor, regionLetter } from "@relayscope/palette";
import { element, xmlText } from "./xml.ts";

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A monospaced face of every machine. */
export const mono = "'JetBrains Mono', Consolas, Menlo, 'DejaVu Sans Mono', monospace";
const chips = new Set(["variable", "constant", "annotation", "global", "output", "tuple-item"]);

/** An operator, a variable or a constant, with its result below. */
export function boxShape(node: DrawableNode, box: Box, color: RegionColor | undefined, palette: Palette): string {
  const isChip = chips.has(node.kind);
  const isRound = node.kind === "variable" || node.kind === "output";
  const shape = element("rect", {
    ...box,
    rx: isRound ? box.height / 2 : isChip ? 3 : 6,
    fill: isChip ? palette.chip : palette.card,
    stroke: color?.line ?? (isChip ? palette.chipLine : palette.cardLine),
    "stroke-dasharray": node.kind === "constant" ? "2.5 2" : undefined,
  });
  const middle = box.x + box.width / 2;
  const type = [node.shape, node.dtype].filter((t) => t !== "").join(" ");
  const hasType = !isChip && type !== "" && box.height >= 30;
  const y = box.y + box.height / 2 + (hasType ? -1 : 4);
  const size = isChip ? 11 : 12;
  const label = fitText(node.label, box.width - 8, size);
  const texts = [
    element(
      "text",
      {
        x: middle,
        y,
        "text-anchor": "middle",
        "font-size": size,
        "font-weight": isChip ? 400 : 600,
        "font-family": isChip ? mono : undefined,
        fill: isChip ? palette.muted : palette.ink,
      },
      xmlText(label),
    ),
  ];
  if (hasType) {
    const small = Math.min(10, (10 * (box.width - 8)) / Math.max(1, monoWidth(type, 10)));
    texts.push(
      element(
        "text",
        { x: middle, y: y + 12, "text-anchor": "middle", "font-size": small, "font-family": mono, fill: palette.muted },
        xmlText(type),
      ),
    );
  }
  return element(
    "g",
    {},
    `${element("title", {}, xmlText(`${node.operator || node.label} ${node.type}`.trim()))}${shape}${texts.join("")}`,
  );
}

const lineSize = 11.5;

/**
 * A card of the map, with why its regions end. A stack has its regions' colors in a bar, and the boundary of their
 * target if there is only one.
 */
export function cardShape(node: DrawableNode, end: string, box: Box, color: RegionColor | undefined, palette: Palette): string {
  const targets = targetsOf(node.summary);
  const line = color?.line ?? (targets.length === 1 ? regionColor(palette, targets[0] ?? -1)?.line : undefined);
  const shadow =
    node.kind === "stack"
      ? [element("rect", { ...box, x: box.x + 4, y: box.y + 4, rx: 8, fill: palette.card, stroke: palette.cardLine })]
      : [];
  const lines = cardLines(node, end, (line) => fitText(line, box.width - 16, lineSize));
  const shapes = [
    ...shadow,
    element("rect", { ...box, rx: 8, fill: color?.fill ?? palette.card, stroke: line ?? palette.cardLine, "stroke-width": 1.5 }),
    element(
      "text",
      { x: box.x + 8, y: box.y + 17, "font-size": 12.5, "font-weight": 600, fill: palette.ink },
      xmlText(fitText(node.label, box.width - 16, 12.5)),
    ),
    ...lines.map((line, i) =>
      element(
        "text",
        { x: box.x + 8, y: box.y + 32 + 16 * i, "font-size": lineSize, fill: i === 0 ? palette.ink : palette.muted },
        xmlText(fitText(line, box.width - 16, lineSize)),
      ),
    ),
    ...segmentsOf(node.summary).map(({ color: place, start, length }) =>
      element("rect", {
        x: box.x + 6 + start * (box.width - 12),
        y: box.y + box.height - barHeight - 3,
        width: length * (box.width - 12) * 0.92,
        height: barHeight,
        fill: place < 0 ? palette.cardLine : regionColor(palette, place)?.line,
      }),
    ),
    ...targets.map((place, i) => letterShape(box.x - 7 + 15 * i, box.y - 7, place, palette)),
  ];
  return element("g", {}, shapes.join(""));
}

/** The letter of a target, in its color. */
function letterShape(x: number, y: number, place: number, palette: Palette): string {
  const color = regionColor(palette, place);
  const ground = element("rect", { x, y, width: 14, height: 14, rx: 3, fill: color?.line });
  const letter = { x: x + 7, y: y + 10.5, "text-anchor": "middle", "font-size": 10, "font-weight": 700, fill: color?.onLine };
  return `${ground}${element("text", letter, regionLetter(place))}`;
}

/** The title of a frame, or the label of a region in its color with its letter. */
export function titleShape(label: PlacedLabel<RegionColor & { readonly letter: string }>, palette: Palette): string {
  const { x, y, width, height, text, letter, tint } = label;
  const written = { y: y + 9.8, "font-size": labelSize, fill: tint?.onLine ?? palette.frameText };
  const pad = labelSize / 2;
  return [
    tint ? element("rect", { x, y, width, height, rx: 5, fill: tint.line }) : "",
    letter === "" ? "" : element("text", { x: x + pad, ...written, "font-weight": 700 }, xmlText(letter)),
    text === "" ? "" : element("text", { x: x + pad + (letter === "" ? 0 : height), ...written, "font-weight": 600 }, xmlText(text)),
  ].join("");
}
