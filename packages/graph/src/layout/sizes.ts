/** Sizes of what is drawn, in CSS pixels at zoom 1. Text widths are estimates for a 12 px sans-serif, so that layout needs no DOM. */
import type { DrawableNode } from "../drawable.ts";

/** Height of a row: a box fills it, a chip stands in its middle. */
export const rowHeight = 34;
/** Between rows. Two nested frames' margins fit in, so that a frame that appears moves nothing up or down. */
export const rowGap = 52;
/** Between columns. The sides of two boxes fit in, so that a box that appears around a node moves nothing aside. */
export const columnGap = 32;
/** Beside a chip. */
export const chipGap = 14;
/** Between an edge's lane and what stands beside it. */
export const laneGap = 14;
export const frameSide = 10;
/** Between the sides of two boxes, at least. */
export const boxGap = 8;
/** From one row to the next, where no deep nesting stretches it. */
export const rowPitch = 86;
/** Holds the frame's label. */
export const frameTop = 16;
export const frameBottom = 6;

const boxWidth = 160;
const widestBox = 240;
const chipHeight = 22;

/** Width and height of a node. */
export function nodeSize(node: DrawableNode): readonly [number, number] {
  switch (node.kind) {
    case "variable":
    case "constant":
    case "global":
    case "output":
      return [chipWidth(node.label), chipHeight];
    case "tuple-item":
      return [chipWidth(node.label), chipHeight];
    case "annotation":
      return isBoundaryChip(node) ? [chipWidth(node.label), chipHeight] : [fit(node.label), rowHeight];
    case "tuple":
    case "if":
    case "reference":
    case "match":
      return [even(Math.max(96, textWidth(node.label) + 28)), rowHeight];
    default:
      return [fit(node.label), rowHeight];
  }
}

/** Whether a node should stand close to its consumer and pull nothing toward itself. */
export function isChip(node: DrawableNode): boolean {
  return node.kind === "variable" || node.kind === "constant" || node.kind === "global";
}

/** The least width of a frame's content for its label. Longer labels are cut by who draws them: a label must not move what a pass left alone. */
export function labelWidth(label: string): number {
  return even(Math.min(boxWidth, label.length * 6.4 + 12));
}

function isBoundaryChip(node: DrawableNode): boolean {
  return node.label === "begin" || node.label === "end";
}

function fit(label: string): number {
  return even(Math.min(widestBox, Math.max(boxWidth, textWidth(label) + 24)));
}

function chipWidth(label: string): number {
  return even(Math.min(180, Math.max(36, label.length * 6.8 + 18)));
}

/** Even, so that centers are whole and a picture that follows another is not off by a rounding. */
function even(width: number): number {
  return Math.ceil(width / 2) * 2;
}

function textWidth(label: string): number {
  return label.length * 7.2;
}
