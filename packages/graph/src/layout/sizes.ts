/** Drawn sizes, in CSS pixels at zoom 1. */
import type { DrawableNode } from "../drawable.ts";
import { barHeight } from "../segments.ts";
import { monoWidth, textWidth } from "../textWidth.ts";
import { type Lettering, letters } from "./lettering.ts";

/** Heights that differ between the map and operators. */
export interface RowMetrics {
  /** Least height of a row: a box fills it, a chip is in its middle. */
  readonly height: number;
  /** Between rows. */
  readonly gap: number;
  /**
   * The height that each further sideways edge adds to a gap; 0 between operators, whose rows must not move from pass
   * to pass.
   */
  readonly track: number;
  /** From a frame's top to its content: room for its title. */
  readonly frameTop: number;
}

/**
 * An operator's box has room for a name and a result below it, both 12 px high, and a small margin. So has a chip with
 * the largest letters. The gap has room for the margins of two nested frames, so that a new frame moves nothing up or
 * down.
 */
const operatorRows: RowMetrics = { height: 36, gap: 44, track: 0, frameTop: 16 };
const mapRows: RowMetrics = { height: 22, gap: 22, track: 9, frameTop: 27 };

/** The rows of a picture: a map's are as high as its cards and close together. */
export function rowMetricsOf(isMap: boolean): RowMetrics {
  return isMap ? mapRows : operatorRows;
}

/**
 * Between columns. The gap has room for the sides of two boxes, so that a new box around a node moves nothing aside.
 */
export const columnGap = 28;
/** Next to a chip. */
export const chipGap = 14;
/** Between an edge's lane and its neighbor. */
export const laneGap = 14;
export const frameSide = 8;
/** Between the sides of two boxes, at least. */
export const boxGap = 8;
/** From one row of operators to the next, unless deep nesting stretches it. */
export const rowPitch = operatorRows.height + operatorRows.gap;
/** From a hull's top to its content. */
export const hullTop = 16;
export const frameBottom = 6;

/** Texts of a card, in pixels: its title and the lines below it; `hardest` is as wide as a word makes a card. */
export const cardTexts = {
  titleSize: 13,
  lineSize: 12,
  lineHeight: 16,
  titleHeight: 18,
  hardest: 320,
  padding: 8,
} as const;

/** The level of detail of a card, in pixels and lines. */
export interface CardSize {
  /** The width of lines, unless one word is wider, and the width of the title. */
  readonly width: number;
  readonly titleWidth: number;
  /** Lines of operators. With none of them the title names the card's content. */
  readonly operatorLines: number;
  /** How many parts of a run a stack lists, and the lines of each. */
  readonly parts: number;
  readonly partLines: number;
  readonly hasFlow: boolean;
  /** Room for the line with the reason why a region ends, which is filled in later; 0 for none. */
  readonly endRoom: number;
}

/** The title of a card without lines. */
const widestTitle = 176;

/** From the least to the most detailed. */
export const cardSizes: readonly CardSize[] = [
  { width: widestTitle, titleWidth: widestTitle, operatorLines: 0, parts: 0, partLines: 0, hasFlow: false, endRoom: 0 },
  { width: 152, titleWidth: 176, operatorLines: 1, parts: 3, partLines: 1, hasFlow: false, endRoom: 0 },
  { width: 148, titleWidth: 176, operatorLines: 2, parts: 3, partLines: 2, hasFlow: false, endRoom: 0 },
  { width: 172, titleWidth: 196, operatorLines: 2, parts: 4, partLines: 2, hasFlow: true, endRoom: 0 },
  { width: 190, titleWidth: 220, operatorLines: 2, parts: 5, partLines: 2, hasFlow: true, endRoom: 176 },
  { width: 220, titleWidth: 240, operatorLines: 4, parts: 6, partLines: 2, hasFlow: true, endRoom: 190 },
  { width: 280, titleWidth: 280, operatorLines: 12, parts: 12, partLines: 4, hasFlow: true, endRoom: 220 },
];
const narrowestCard = 96;

/** Texts of an operator's box, in pixels: its name, and below it dtype and shape. */
const operatorTexts = { nameSize: 12, typeSize: 10 } as const;

/** The width that the count on a stack's edge takes from its last line, or from its title if there are no lines. */
export function timesRoom(times: string): number {
  return times === "" ? 0 : textWidth(`×${times}`, cardTexts.lineSize) + 2;
}

const narrowestBox = 96;
const widestBox = 240;
const widestLabel = 128;
/**
 * Room for eight large letters of a variable's name and for four of a value: names are read from afar, values from
 * near.
 */
const widestName = 96;
const widestValue = 52;

/** Names of up to this many letters are not cut while the whole picture is in sight. */
const mostLetters = 24;
/** The margins of a name in its box, and in a chip. */
const besideName = 18;
const besideChip = 10;

/** Width and height of a node whose name, or title of a card without lines, is drawn in such letters. */
export function nodeSize(node: DrawableNode, lettering: Lettering = "near"): readonly [number, number] {
  const { summary } = node;
  if (summary) {
    const { titleSize, lineSize, lineHeight, titleHeight, padding } = cardTexts;
    const lines = summary.lines.map((line) => textWidth(line, lineSize));
    // A card without lines is also drawn where its title has larger letters.
    const title = textWidth(node.label, lines.length > 0 ? titleSize : Math.max(letters.mid.name, letters[lettering].name));
    const times = timesRoom(summary.times);
    const last = (lines.at(-1) ?? title) + times;
    const width = Math.max(narrowestCard, summary.endRoom, title, last, ...lines);
    const bar = summary.parts.length > 0 ? barHeight + 2 : 0;
    const count = summary.lines.length + (summary.endRoom > 0 ? 1 : 0);
    return [even(width + 2 * padding), titleHeight + lineHeight * count + padding + bar];
  }
  const size = letters[lettering];
  const name = node.label.slice(0, mostLetters);
  const boxWidth = Math.max(fit(node), even(textWidth(name, size.name) + besideName));
  const { height: rowHeight } = operatorRows;
  const ownWidth = even(monoWidth(name, size.chip) + besideChip);
  switch (node.kind) {
    case "variable":
    case "output":
      return [Math.max(ownWidth, chipWidth(node.label, widestName)), size.chipHeight];
    case "constant":
    case "global":
    case "tuple-item":
    case "annotation":
      return [Math.max(ownWidth, chipWidth(node.label, widestValue)), size.chipHeight];
    case "tuple":
    case "if":
    case "reference":
    case "match":
      return [Math.max(boxWidth, even(textWidth(name, size.name) + 28)), rowHeight];
    default:
      return [boxWidth, rowHeight];
  }
}

/** Whether a node should be close to its consumer and pull nothing toward itself. */
export function isChip(node: DrawableNode): boolean {
  return node.kind === "variable" || node.kind === "constant" || node.kind === "global";
}

/**
 * The least width of a frame's content for its label. Longer labels are cut when drawn, so that a label does not move
 * unchanged nodes.
 */
export function labelWidth(label: string): number {
  return even(Math.min(widestLabel, label.length * 6.4 + 12));
}

/** Wide enough for the operator's name and, in small monospaced letters, the type of its result. */
function fit({ label, dtype, shape }: DrawableNode): number {
  const type = monoWidth(`${dtype} ${shape}`, operatorTexts.typeSize);
  return even(Math.min(widestBox, Math.max(narrowestBox, textWidth(label, operatorTexts.nameSize) + 24, type + 20)));
}

/** The width of the label. If that is at most `whole`, it is the width from afar, where letters are larger. */
function chipWidth(label: string, whole: number): number {
  return even(Math.min(180, Math.max(36, Math.min(whole, monoWidth(label, 18) + 8), monoWidth(label, 11) + 18)));
}

/** Even, so that centers are whole and a picture that follows another is not off by a rounding. */
function even(width: number): number {
  return Math.ceil(width / 2) * 2;
}
