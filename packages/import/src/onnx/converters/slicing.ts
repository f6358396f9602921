/** Cutting tensors up, joining and padding them. */
import { at, type Constant, type Expr } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { add, less, where } from "../../relay/arithmetic.ts";
import type { Several } from "../../relay/relay.ts";
import { concatenate, pad, reshape, shapeOf, split, stridedSlice, take, transpose } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";

const concat: Converter = (c) => {
  c.attributes.allow("axis");
  return concatenate(c.r, c.all(), c.attributes.demandInt("axis"));
};

/** Where to cut, from the sizes of the parts. */
function cuts(sizes: readonly number[]): readonly number[] {
  let at = 0;
  return sizes.slice(0, -1).map((size) => {
    at += size;
    return at;
  });
}

function parts(c: Conversion, sections: number | readonly number[]): Expr | Several {
  const output = split(c.r, c.input(0), sections, c.attributes.int("axis", 0));
  return output.size === 1 ? c.r.field(output, 0) : output;
}

const splitByAttribute: Converter = (c) => {
  const sizes = c.attributes.ints("split");
  return parts(c, sizes && sizes.length > 1 ? cuts(sizes) : c.outputCount);
};

const splitByInput: Converter = (c) => {
  const sizes = c.optional(1);
  if (!sizes || c.r.rankOf(sizes) === 0) return parts(c, c.outputCount);
  if (sizes.kind !== "Constant") throw new ConversionFailure("where it splits is not constant, which is not supported.");
  return parts(c, cuts(c.r.numbersOf(sizes).map(Number)));
};

const sliceByAttributes: Converter = (c) => {
  let starts: readonly (number | bigint)[] = c.attributes.integers("starts") ?? [];
  let ends: readonly (number | bigint)[] = c.attributes.integers("ends") ?? [];
  if (!c.attributes.has("starts") || !c.attributes.has("ends"))
    throw new ConversionFailure("its attributes `starts` and `ends` are missing.");
  const axes = c.attributes.integers("axes")?.map(Number);
  if (axes) {
    const count = Math.max(...axes) + 1;
    if (count > 64) throw new ConversionFailure(`it slices axis ${count - 1}.`);
    const from: (number | bigint)[] = new Array<number>(Math.max(0, count)).fill(0);
    const to: (number | bigint)[] = new Array<number>(Math.max(0, count)).fill(2147483647);
    axes.forEach((axis, i) => {
      const place = axis < 0 ? axis + count : axis;
      const [start, end] = [starts[i], ends[i]];
      if (place < 0 || start === undefined || end === undefined)
        throw new ConversionFailure(`it slices axis ${axis}, which TVM does not count.`);
      from[place] = start;
      to[place] = end;
    });
    [starts, ends] = [from, to];
  }
  return stridedSlice(c.r, c.input(0), starts, ends);
};

function isConstant(e: Expr): e is Constant {
  return e.kind === "Constant";
}

const sliceByInputs: Converter = (c, r) => {
  const x = c.input(0);
  let [starts, ends] = [c.input(1), c.input(2)];
  let [axes, steps] = [c.optional(3), c.optional(4)];
  const sizes = r.sizesOf(x);
  const rank = sizes.length;
  if (axes) {
    const dtype = r.dtypeOf(axes);
    axes = r.fold(where(r, less(r, axes, r.constant(0, dtype)), add(r, axes, r.constant(rank, dtype)), axes));
  }
  if (axes && isConstant(axes) && isConstant(starts) && isConstant(ends) && (!steps || isConstant(steps))) {
    const places = r.numbersOf(axes).map(Number);
    const begin = r.numbersOf(starts);
    const strides = steps && isConstant(steps) ? r.numbersOf(steps) : begin.map(() => 1);
    if (places.some((p) => p < 0 || p >= rank)) throw new ConversionFailure("it slices an axis that its input does not have.");
    if (places.every((p) => sizes[p] !== undefined)) return stridedSlice(r, x, begin, r.numbersOf(ends), { strides, axes: places });
  }
  const spread = (value: number, like: Expr) => r.constant(new Array<number>(rank).fill(value), r.dtypeOf(like));
  if (axes) {
    const onAxes = (data: Expr, updates: Expr) => r.call("scatter_elements", [data, axes, updates], { axis: 0, reduction: "update" });
    const shape = shapeOf(r, x, r.dtypeOf(ends));
    starts = onAxes(spread(0, starts), starts);
    ends = onAxes(shape, ends);
    if (steps) steps = onAxes(spread(1, steps), steps);
  }
  steps ??= spread(1, starts);
  return stridedSlice(r, x, r.fold(starts), r.fold(ends), { strides: r.fold(steps) });
};

function padMode(c: Conversion): string {
  const mode = c.attributes.text("mode", "constant");
  if (mode === "constant" || mode === "edge" || mode === "reflect") return mode;
  throw new ConversionFailure(`${quoted(mode)} as its attribute \`mode\` is not supported.`);
}

function padByAttributes(name: string): Converter {
  return (c, r) => {
    c.attributes.allow(name, "mode", "value");
    const pads = c.attributes.demandInts(name);
    const rank = Math.floor(pads.length / 2);
    const widths = Array.from({ length: rank }, (_, i) => [at(pads, i), at(pads, i + rank)]);
    c.demandCount(1);
    const value = c.attributes.has("value") ? r.constant(c.attributes.float("value", 0), "float32") : r.constant(0, "int32");
    return pad(r, c.input(0), widths, value, padMode(c));
  };
}

const padByInputs: Converter = (c, r) => {
  const given = c.inputs.length === 3 ? c.optional(2) : undefined;
  const value = given ? r.fold(take(r, given, r.constant(0, "int32"))) : r.constant(0, "float32");
  const widths = r.fold(transpose(r, reshape(r, c.input(1), [2, -1])));
  return pad(r, c.input(0), widths, value, padMode(c));
};

const trilu: Converter = (c) => {
  const k = c.inputs.length === 2 ? c.input(1) : c.r.constant(0, "int32");
  return c.r.call("trilu", [c.input(0), k], { upper: Boolean(c.attributes.int("upper", 1)) });
};

export const slicing: ConverterTable = {
  Concat: concat,
  Pad: versioned({ 1: padByAttributes("paddings"), 2: padByAttributes("pads"), 11: padByInputs }),
  Slice: versioned({ 1: sliceByAttributes, 10: sliceByInputs }),
  Split: versioned({ 1: splitByAttribute, 13: splitByInput }),
  Trilu: trilu,
};
