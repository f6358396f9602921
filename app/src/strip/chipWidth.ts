/** How wide things in the strip are, told from their texts: what is in the strip is settled before it is drawn. */
import { textWidth } from "../picture/text.ts";
import { type ChipFacts, countText } from "./chipFacts.ts";

/** Sizes of letters, in CSS pixels, as chips and folds are set. */
const sizes = { name: 12.5, line: 11, fold: 12 } as const;
/** Between the parts of a line, around a chip's content, and the arrow before it. */
const gap = 8;
const padding = 18;
const arrow = 11;
/** A sign after a name, or a region's mark before its count, with the gap between. */
const sign = 18;
const mark = 16;
/** The frame around a word that says a stage was recorded. */
const recordedFrame = 10;
/** The menu next to the shown stage's chip. */
const menu = 20;
export const foldButton = 24;

/** A chip's width with the arrow before it and, where it is the shown one, the menu after it. `signs` are after its name. */
export function chipWidth(facts: ChipFacts, signs: number, isShown: boolean, isFirst: boolean): number {
  const { name, recorded, text, did, regions, time } = facts;
  const line = [
    ...(recorded === "" ? [] : [textWidth(recorded, sizes.line) + recordedFrame]),
    ...[text, ...did, time].filter((part) => part !== "").map((part) => textWidth(part, sizes.line)),
    ...regions.map((region) => mark + textWidth(countText(region), sizes.line)),
  ];
  const below = line.reduce((sum, width) => sum + width, gap * Math.max(0, line.length - 1));
  const own = Math.max(textWidth(name, sizes.name) + signs * sign, below) + padding;
  return own + (isFirst ? 0 : arrow) + (isShown ? menu : 0);
}

/** A closed fold's width. */
export function foldWidth(count: number): number {
  return textWidth(foldText(count), sizes.fold) + padding + arrow;
}

/** What a closed fold of `count` stages says. */
export function foldText(count: number): string {
  return `${count} unchanged`;
}

/** Letters and outcomes as wide as they mostly are: the strip's rows are counted with them, before there is an outcome. */
const letter = 7.4;
const mostOutcomes = 64;

/** The width that a pass is given when the strip's rows are counted: by its name alone, with any font. */
export function nominalWidth(name: string): number {
  return Math.max(name.length * letter, mostOutcomes) + padding + arrow;
}

/** The same for the menu next to the shown stage. */
export const nominalMenu = menu;
