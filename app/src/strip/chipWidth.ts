/** Widths of things in the strip, estimated from their texts: the strip's content is settled before it is drawn. */
import { textWidth } from "../picture/text.ts";
import { type ChipFacts, countText } from "./chipFacts.ts";

/** Font sizes of chips and folds, in CSS pixels. */
const sizes = { name: 12.5, dense: 11.5, line: 11, fold: 12 } as const;
/** Between the parts of a line, around a chip's content, and the arrow before it. */
const gap = 8;
const padding = 18;
const arrow = 11;
/** What a dense chip saves on padding and on the arrow. */
const saved = 10;
/** A sign after a name, or a region's mark before its count, with the gap between. */
const sign = 18;
const mark = 16;
/** The frame around a word that says a stage was recorded. */
const recordedFrame = 10;
/** The menu next to the shown stage's chip. */
const menu = 20;
export const foldButton = 24;

/**
 * The width of a chip with the arrow before it and, if it is the shown one, the menu after it. `signs` is the number of
 * signs after its name.
 */
export function chipWidth(facts: ChipFacts, signs: number, isShown: boolean, isFirst: boolean): number {
  const { name, recorded, text, did, regions, time, isDense } = facts;
  const line = [
    ...(recorded === "" ? [] : [textWidth(recorded, sizes.line) + recordedFrame]),
    ...[text, ...did, time].filter((part) => part !== "").map((part) => textWidth(part, sizes.line)),
    ...regions.map((region) => mark + textWidth(countText(region), sizes.line)),
  ];
  const below = line.reduce((sum, width) => sum + width, gap * Math.max(0, line.length - 1));
  const own = Math.max(textWidth(name, isDense ? sizes.dense : sizes.name) + signs * sign, below) + padding - (isDense ? saved : 0);
  return own + (isFirst ? 0 : arrow) + (isShown ? menu : 0);
}

/** A closed fold's width. */
export function foldWidth(count: number): number {
  return textWidth(foldText(count), sizes.fold) + padding + arrow;
}

/** The text of a closed fold of `count` stages. */
export function foldText(count: number): string {
  return `${count} unchanged`;
}

/** Typical widths of a letter and of an outcome. They decide the number of rows before there is an outcome. */
const letter = 7.4;
const mostOutcomes = 64;

/** The width of a pass when the number of rows is decided: from its name alone, with any font. */
export function nominalWidth(name: string): number {
  return Math.max(name.length * letter, mostOutcomes) + padding + arrow;
}

/** The same for the menu next to the shown stage. */
export const nominalMenu = menu;
