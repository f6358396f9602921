/** The shapes of a picture in SVG: boxes, chips, cards, labels. */
import { type BarPart, barHeight, cardLines, type DrawableNode, fitText, monoWidth, type PictureTint } from "@relayscope/graph";
import { labelSize, type PlacedLabel } from "@relayscope/graph/titles";
import { joinedShares, type Palette } from "@relayscope/palette";
import type { Hatches } from "./hatches.ts";
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

/** What shapes are drawn with. */
export interface Paint {
  readonly palette: Palette;
  readonly hatches: Hatches;
}

/** How an operator, a variable or a constant is colored: its outline, and if `isFilled` its ground. */
interface BoxTint {
  readonly tint: PictureTint | undefined;
  readonly isFilled: boolean;
}

/** An operator, a variable or a constant, with its result below. */
export function boxShape(node: DrawableNode, box: Box, { tint, isFilled }: BoxTint, { palette, hatches }: Paint): string {
  const isChip = chips.has(node.kind);
  const isRound = node.kind === "variable" || node.kind === "output";
  const place = { ...box, rx: isRound ? box.height / 2 : isChip ? 3 : 6 };
  const ground = isFilled ? tint : undefined;
  const hatch = hatches.fillOf(ground);
  const shape = [
    element("rect", {
      ...place,
      fill: ground?.fill ?? (isChip ? palette.chip : palette.card),
      stroke: tint?.line ?? (isChip ? palette.chipLine : palette.cardLine),
      "stroke-dasharray": node.kind === "constant" ? "2.5 2" : undefined,
    }),
    hatch === undefined ? "" : element("rect", { ...place, fill: hatch }),
  ].join("");
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

interface CardTint {
  readonly tint: PictureTint | undefined;
  readonly bar: readonly BarPart[];
  /** Whether its region is only marked, not partitioned. */
  readonly isMarked: boolean;
}

/** A card of the map, with why its regions end, on their colors. A stack also has a bar with a part for each. */
export function cardShape(node: DrawableNode, end: string, box: Box, { tint, bar, isMarked }: CardTint, paint: Paint): string {
  const { palette, hatches } = paint;
  const isStack = node.kind === "stack";
  // The layer is on its region's color, below its region's letter.
  const isLayer = node.summary?.isLayer ?? false;
  const place = { ...box, rx: corner };
  const shadow = isStack ? [element("rect", { ...place, x: box.x + 4, y: box.y + 4, fill: palette.card, stroke: palette.cardLine })] : [];
  const ground = isStack || isLayer ? undefined : tint;
  const hatch = hatches.fillOf(ground);
  const inBar = [...new Map(bar.flatMap(({ tint: own }) => (own ? [[own.letter, own] as const] : []))).values()];
  const letters = (inBar.length === 0 && tint && !isLayer ? [tint] : inBar).filter(({ letter }) => letter !== "");
  const lines = cardLines(node, end, (line) => fitText(line, box.width - 16, lineSize));
  const shapes = [
    ...shadow,
    element("rect", { ...place, fill: ground?.fill ?? palette.card }),
    hatch === undefined ? "" : element("rect", { ...place, fill: hatch }),
    ...groundShapes(bar, box, paint),
    element("rect", {
      ...place,
      fill: "none",
      stroke: tint?.line ?? palette.cardLine,
      "stroke-width": 1.5,
      "stroke-dasharray": isMarked ? "6 4" : undefined,
    }),
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
    ...(isStack ? bar : []).map(({ tint: own, isHost, start, length }) =>
      element("rect", {
        x: box.x + 6 + start * (box.width - 12),
        y: box.y + box.height - barHeight - 3,
        width: length * (box.width - 12) * 0.92,
        height: barHeight,
        fill: own?.line ?? (isHost ? palette.cardLine : palette.muted),
      }),
    ),
    ...letters.map((own, i) => letterShape(box.x - 7 + 15 * i, box.y - 7, own)),
  ];
  return element("g", {}, shapes.join(""));
}

/** The corners of a card. */
const corner = 8;

/** A card's ground in the colors of its regions, each as wide as its share of the bar. */
function groundShapes(bar: readonly BarPart[], box: Box, { hatches }: Paint): readonly string[] {
  const shares = joinedShares(bar, ({ tint }) => (tint ? `${tint.fill} ${tint.pattern}` : ""));
  return shares.flatMap(({ tint, start, length }) => {
    const d = partOf(box, start, length);
    const hatch = hatches.fillOf(tint);
    return tint && hatch !== undefined ? [element("path", { d, fill: tint.fill }), element("path", { d, fill: hatch })] : [];
  });
}

/** A part of a card as a path: round where it is at the card's side. */
function partOf({ x, y, width, height }: Box, start: number, length: number): string {
  const [left, right] = [start, start + length].map((place) => Math.round(100 * (x + place * width)) / 100);
  const [first, last] = [start < 0.001 ? corner : 0, start + length > 0.999 ? corner : 0];
  const arc = (r: number, dx: number, dy: number) => (r === 0 ? "" : `a${r} ${r} 0 0 1 ${dx} ${dy}`);
  const end = `H${(right ?? 0) - last}${arc(last, last, last)}V${y + height - last}${arc(last, -last, last)}`;
  return `M${(left ?? 0) + first} ${y}${end}H${(left ?? 0) + first}${arc(first, -first, -first)}V${y + first}${arc(first, first, -first)}z`;
}

/** A letter on its color. */
function letterShape(x: number, y: number, { line, onLine, letter: sign }: PictureTint): string {
  const ground = element("rect", { x, y, width: 14, height: 14, rx: 3, fill: line });
  const letter = { x: x + 7, y: y + 10.5, "text-anchor": "middle", "font-size": 10, "font-weight": 700, fill: onLine };
  return `${ground}${element("text", letter, xmlText(sign))}`;
}

/** The title of a frame, or the label of a region in its color with its letter. */
export function titleShape(label: PlacedLabel<PictureTint>, palette: Palette): string {
  const { x, y, width, height, text, letter, tint } = label;
  const written = { y: y + 9.8, "font-size": labelSize, fill: tint?.onLine ?? palette.frameText };
  const pad = labelSize / 2;
  return [
    tint ? element("rect", { x, y, width, height, rx: 5, fill: tint.line }) : "",
    letter === "" ? "" : element("text", { x: x + pad, ...written, "font-weight": 700 }, xmlText(letter)),
    text === "" ? "" : element("text", { x: x + pad + (letter === "" ? 0 : height), ...written, "font-weight": 600 }, xmlText(text)),
  ].join("");
}
