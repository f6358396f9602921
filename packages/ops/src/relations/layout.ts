/**
 * Layouts such as `NCHW`, `NHWC`, `NCHW4c`, `OIHW4i4o`, and the change of a shape from one to another. An upper-case
 * letter is an axis; a number and a lower-case letter is a piece of that size split off it. Follows
 * src/tir/ir/data_layout.cc.
 */
import { at, type Dim, dimValue } from "@relayscope/ir";
import { addDims, asShortDim, floorDivideDims, multiplyDims } from "./dimArithmetic.ts";
import { type Manner, refuse } from "./refusal.ts";

export interface LayoutAxis {
  readonly letter: string;
  /** The size of a split-off piece; undefined for a whole axis. */
  readonly factor: number | undefined;
}

/** A layout's axes, outermost first. Refuses a text that is not a layout. */
export function parseLayout(name: string): readonly LayoutAxis[] {
  const axes: LayoutAxis[] = [];
  let factor = 0;
  for (const letter of name) {
    if (letter >= "0" && letter <= "9") {
      factor = factor * 10 + Number(letter);
      continue;
    }
    const isWhole = letter >= "A" && letter <= "Z";
    if (isWhole ? factor !== 0 : factor === 0 || letter < "a" || letter > "z")
      refuse(`\`${name}\` is not a layout.`, [
        "A layout is written like `NCHW` or `NCHW4c`: a size is before each lower-case letter and nowhere else.",
      ]);
    axes.push({ letter, factor: isWhole ? undefined : factor });
    factor = 0;
  }
  for (const axis of axes) {
    const whole = axis.letter.toUpperCase();
    if (!axes.some((a) => a.letter === whole)) refuse(`The layout \`${name}\` splits the axis \`${whole}\`, which it does not have.`);
  }
  return axes;
}

/** Where a letter is in a layout, from the front; -1 where it does not. */
export function indexOfAxis(layout: readonly LayoutAxis[], letter: string): number {
  return layout.findIndex((axis) => axis.letter === letter);
}

/** Shapes of one layout as shapes of another, and back. */
export interface LayoutConversion {
  forward(shape: readonly Dim[]): Dim[];
  backward(shape: readonly Dim[]): Dim[];
}

/** The conversion to a plain layout, whose axes are whole and all different: most calls have that layout already. */
export function conversionToPlain(operator: string, what: string, from: string, plain: string, manner?: Manner): LayoutConversion {
  if (from !== plain) return requireConversion(operator, what, from, plain, manner);
  const same = (shape: readonly Dim[]) => {
    demandRank(shape, plain.length, plain);
    return shape.map(asShortDim);
  };
  return { forward: same, backward: same };
}

/**
 * The conversion between two layouts. Refuses where an axis of one is missing in the other: in `manner` only if the
 * source lacks an axis.
 */
export function requireConversion(operator: string, what: string, from: string, to: string, manner?: Manner): LayoutConversion {
  const [source, target] = [parseLayout(from === "__undef__" ? "" : from), parseLayout(to)];
  const [isForward, isBackward] = [covers(source, target), covers(target, source)];
  if (!isForward || !isBackward) {
    const message = `\`${from}\` is not ${what} layout that \`${operator}\` can take: it has other axes than \`${to}\`.`;
    return refuse(message, [], isForward ? "InternalError" : manner);
  }
  return {
    forward: (shape) => convert(shape, source, target, from),
    backward: (shape) => convert(shape, target, source, to),
  };
}

function covers(source: readonly LayoutAxis[], target: readonly LayoutAxis[]): boolean {
  return source.length > 0 && target.length > 0 && target.every((t) => source.some((s) => s.letter === t.letter.toUpperCase()));
}

function convert(shape: readonly Dim[], source: readonly LayoutAxis[], target: readonly LayoutAxis[], name: string): Dim[] {
  demandRank(shape, source.length, name);
  source.forEach((axis, i) => {
    const size = dimValue(at(shape, i));
    if (axis.factor !== undefined && size !== undefined && size !== axis.factor) {
      refuse(`Dimension ${i} is \`${size}\`, but the layout \`${name}\` says \`${axis.factor}\`.`);
    }
  });
  return target.map((axis) => {
    if (axis.factor !== undefined) return axis.factor;
    const size = wholeSize(axis.letter, shape, source);
    const pieces = splitFactor(axis.letter, target);
    return asShortDim(pieces === undefined ? size : floorDivideDims(addDims(size, pieces - 1), pieces));
  });
}

function demandRank(shape: readonly Dim[], rank: number, name: string): void {
  if (shape.length !== rank) refuse(`A shape of ${shape.length} dimensions does not fit the layout \`${name}\`.`);
}

function wholeSize(letter: string, shape: readonly Dim[], layout: readonly LayoutAxis[]): Dim {
  const pieces = splitFactor(letter, layout) ?? 1;
  const bound = layout.reduce<Dim>((last, axis, i) => (axis.letter === letter ? at(shape, i) : last), 0);
  return layout.reduce<Dim>((sum, axis) => (axis.letter === letter ? addDims(sum, multiplyDims(bound, pieces)) : sum), 0);
}

function splitFactor(letter: string, layout: readonly LayoutAxis[]): number | undefined {
  const pieces = layout.filter((axis) => axis.factor !== undefined && axis.letter.toUpperCase() === letter);
  return pieces.length === 0 ? undefined : pieces.reduce((product, axis) => product * (axis.factor ?? 1), 1);
}
