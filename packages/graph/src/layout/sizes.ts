/** Sizes of what is drawn, in CSS pixels at zoom 1. Text widths are estimates for a 12 px sans-serif, so that layout needs no DOM. */
import type { DrawableNode } from "../drawable.ts";

/** Height of a row: a box fills it, a chip stands in its middle. */
export const rowHeight = 34;
/** Between rows. Two nested frames' margins fit in, so that a frame that appears moves nothing up or down. */
export const rowGap = 48;
export const columnGap = 24;
/** Between an edge's lane and what stands beside it. */
export const laneGap = 12;
export const frameSide = 12;
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
      return [Math.max(96, textWidth(node.label) + 28), rowHeight];
    default:
      return [fit(node.label), rowHeight];
  }
}

/** Whether a node should stand close to its consumer and pull nothing toward itself. */
export function isChip(node: DrawableNode): boolean {
  return node.kind === "variable" || node.kind === "constant" || node.kind === "global";
}

/** The width that a frame's label needs. */
export function labelWidth(label: string): number {
  return Math.min(320, label.length * 6.4 + 12);
}

function isBoundaryChip(node: DrawableNode): boolean {
  return node.label === "begin" || node.label === "end";
}

function fit(label: string): number {
  return Math.min(widestBox, Math.max(boxWidth, Math.ceil(textWidth(label) + 24)));
}

function chipWidth(label: string): number {
  return Math.min(180, Math.max(36, Math.ceil(label.length * 6.8 + 18)));
}

function textWidth(label: string): number {
  return label.length * 7.2;
}
