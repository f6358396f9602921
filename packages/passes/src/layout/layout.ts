/**
 * Layouts as rules on layouts see them: a name and its axes, outermost first. Undefined represents a layout that is not
 * known. An upper-case letter is a whole (primal) axis; a number and a lower-case letter is a piece of that size split
 * off it. Follows include/tvm/tir/data_layout.h and src/tir/ir/data_layout.cc; like there, layouts are equal where
 * their names are: `N5` (a number after the last letter) has the axes of `N` but is another layout.
 */
import { notALayout } from "./diagnostics.ts";

export interface LayoutAxis {
  readonly letter: string;
  /** The size of a split-off piece; undefined for a whole axis. */
  readonly factor: number | undefined;
}

export interface Layout {
  readonly name: string;
  readonly axes: readonly LayoutAxis[];
}

/** A layout that may not be known. */
export type MaybeLayout = Layout | undefined;

/** The layout of a scalar: known, without axes. */
export const scalarLayout: Layout = { name: "", axes: [] };

/**
 * The layout of that name; undefined for an empty name, which the reference treats as an unknown layout. Fails if the
 * text is not a layout.
 */
export function layoutNamed(name: string): MaybeLayout {
  if (name === "" || name === "__undef__") return undefined;
  const axes = axesOf(name);
  if (!axes) throw notALayout(name);
  return { name, axes };
}

/** Whether a text can be read as a layout. */
export function isLayoutName(name: string): boolean {
  return name === "" || name === "__undef__" || axesOf(name) !== undefined;
}

/** A layout over given axes, for which whole axes may be missing; without axes, that of a scalar. */
export function layoutOf(axes: readonly LayoutAxis[]): Layout {
  return { name: axes.map((axis) => `${axis.factor ?? ""}${axis.letter}`).join(""), axes };
}

function axesOf(name: string): readonly LayoutAxis[] | undefined {
  const axes: LayoutAxis[] = [];
  let factor = 0;
  for (const letter of name) {
    if (letter >= "0" && letter <= "9") {
      factor = factor * 10 + Number(letter);
      continue;
    }
    if (isPrimal(letter) ? factor !== 0 : factor === 0 || letter < "a" || letter > "z") return undefined;
    axes.push({ letter, factor: isPrimal(letter) ? undefined : factor });
    factor = 0;
  }
  return axes.every((axis) => axes.some((other) => other.letter === primalOf(axis.letter))) ? axes : undefined;
}

/** Whether a letter names a whole axis. */
export function isPrimal(letter: string): boolean {
  return letter >= "A" && letter <= "Z";
}

/** The whole axis that a letter belongs to. */
export function primalOf(letter: string): string {
  return letter.toUpperCase();
}

/** Whether two layouts have the same name; two unknown ones are the same. */
export function sameLayout(a: MaybeLayout, b: MaybeLayout): boolean {
  return (a?.name ?? "__undef__") === (b?.name ?? "__undef__");
}

/** How many whole axes a layout has; 0 if it is unknown. */
export function primalRankOf(layout: MaybeLayout): number {
  return layout ? layout.axes.filter((axis) => axis.factor === undefined).length : 0;
}

/** The index of a letter in a layout; -1 if the layout lacks it. */
export function indexOfAxis(layout: MaybeLayout, letter: string): number {
  return layout ? layout.axes.findIndex((axis) => axis.letter === letter) : -1;
}

/**
 * The size of all pieces split off a whole axis (or off the axis that a piece belongs to); undefined if there are none.
 */
export function factorOf(layout: Layout, letter: string): number | undefined {
  const piece = letter.toLowerCase();
  const factors = layout.axes.filter((axis) => axis.letter === piece).map((axis) => axis.factor ?? 1);
  return factors.length === 0 ? undefined : factors.reduce((product, factor) => product * factor, 1);
}

/** The part of a layout from `position` on, at most `length` axes long; undefined if it begins after the end. */
export function subLayout(layout: MaybeLayout, position: number, length: number): MaybeLayout {
  if (!layout || position > layout.axes.length) return undefined;
  return layoutOf(layout.axes.slice(position, position + length));
}

/** A layout with the whole axes that it lacks of another one put in front. */
export function expandedTo(layout: MaybeLayout, target: Layout): MaybeLayout {
  const missing = target.axes.filter((axis) => axis.factor === undefined && indexOfAxis(layout, axis.letter) === -1);
  return layoutNamed(missing.map((axis) => axis.letter).join("") + (layout?.name ?? "__undef__"));
}

/** Whether tensors of one layout can be brought into the other: each has the axes of the other. */
export function isConvertible(from: MaybeLayout, to: MaybeLayout): boolean {
  if (!from || !to || from.name === "" || to.name === "") return false;
  return covers(from, to) && covers(to, from);
}

function covers(source: Layout, target: Layout): boolean {
  return target.axes.every((axis) => source.axes.some((other) => primalOf(other.letter) === primalOf(axis.letter)));
}
