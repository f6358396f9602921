/** Fourier transforms, sums by Einstein's rule, linear regressors. */
import { at, type Expr, eachOf, elementCount, emptyArray, firstOf, lazyTensor, present } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add } from "../../relay/arithmetic.ts";
import { concatenate, expandDims, pad, reshape, split, squeeze, stridedSlice, transpose } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";
import { valueOf } from "../import/values.ts";

/** Along one axis only so many elements. */
function cropped(c: Conversion, x: Expr, axis: number, size: number): Expr {
  const sizes = c.r.knownSizesOf(x);
  const all = sizes.map((_, i) => i);
  const end = sizes.map((s, i) => (i === axis ? size : s));
  return stridedSlice(
    c.r,
    x,
    all.map(() => 0),
    end,
    { strides: all.map(() => 1), axes: all },
  );
}

function ofLength(c: Conversion, x: Expr, axis: number, length: number): Expr {
  const sizes = c.r.knownSizesOf(x);
  const size = at(sizes, axis);
  if (size === length) return x;
  if (size > length) return cropped(c, x, axis, length);
  return pad(
    c.r,
    x,
    sizes.map((_, i) => (i === axis ? [0, length - size] : [0, 0])),
    c.r.constant(0, "int32"),
  );
}

/** Real and imaginary part: the last axis. */
function parts(c: Conversion, x: Expr): readonly [Expr, Expr] {
  const { r } = c;
  const sizes = r.knownSizesOf(x);
  const dtype = r.dtypeOf(x);
  if (sizes.at(-1) === 1) {
    const zeros = lazyTensor(dtype, sizes, () => present(emptyArray(dtype, elementCount(sizes))));
    return [squeeze(r, x, [-1]), squeeze(r, r.constantOf(zeros), [-1])];
  }
  const halves = split(r, x, 2, -1);
  return [squeeze(r, r.field(halves, 0), [-1]), squeeze(r, r.field(halves, 1), [-1])];
}

/** The axis exchanged with the last. */
function swapped(c: Conversion, x: Expr, axis: number): Expr {
  const order = c.r.sizesOf(x).map((_, i) => i);
  order[axis] = -1;
  order[order.length - 1] = axis;
  return transpose(c.r, x, order);
}

const dft: Converter = (c, r) => {
  const x = c.input(0);
  if (!r.dtypeOf(x).startsWith("float")) throw new ConversionFailure(`it does not take ${r.dtypeOf(x)}.`);
  const sizes = r.knownSizesOf(x);
  const given = c.attributes.int("axis", 1);
  const axis = given < 0 ? sizes.length + given : given;
  if (sizes.length < 3 || axis < 1 || axis > sizes.length - 1) throw new ConversionFailure("its axis is out of bounds.");
  const length = c.optional(1);
  if (length && !["int32", "int64"].includes(r.dtypeOf(length))) throw new ConversionFailure("its length is not an integer.");
  const count = length ? Number(valueOf(c, length)[0]) : at(sizes, axis);
  let [real, imaginary] = firstOf(
    parts(c, ofLength(c, x, axis, count)).map((p) => swapped(c, p, axis)),
    2,
  );
  const transformed = r.call("dft", [real, imaginary], { inverse: Boolean(c.attributes.int("inverse", 0)) });
  [real, imaginary] = eachOf([0, 1], (i) => swapped(c, r.field(transformed, i), axis));
  if (c.attributes.int("onesided", 0)) {
    [real, imaginary] = eachOf([real, imaginary], (p) => cropped(c, p, axis, Math.floor(at(r.knownSizesOf(p), axis) / 2) + 1));
  }
  return concatenate(r, [expandDims(r, real, -1), expandDims(r, imaginary, -1)], -1);
};

const einsum: Converter = (c) => {
  const equation = c.attributes.text("equation");
  if (equation === undefined || c.inputs.length === 0) throw new ConversionFailure("its equation or its inputs are missing.");
  return c.r.call("einsum", [c.r.tuple(c.all())], { equation });
};

const linearRegressor: Converter = (c, r) => {
  const coefficients = c.attributes.floats("coefficients", []);
  const targets = c.attributes.int("targets", 1);
  const width = Math.floor(coefficients.length / targets);
  if (width * targets !== coefficients.length)
    throw new ConversionFailure(`its ${coefficients.length} coefficients can't be dealt to ${targets} targets.`);
  const weight = reshape(r, r.constant(coefficients, "float32"), [targets, width]);
  const last = r.knownSizesOf(c.input(0)).at(-1) ?? 0;
  const data = width < last ? r.field(split(r, c.input(0), [width], -1), 0) : c.input(0);
  const out = r.call("nn.dense", [data, weight]);
  if (!c.attributes.has("intercepts")) return out;
  const intercepts = r.constant(c.attributes.floats("intercepts", []), "float32");
  return targets === 1 ? r.call("nn.bias_add", [out, intercepts], { axis: -1 }) : add(r, out, intercepts);
};

export const spectral: ConverterTable = { DFT: versioned({ 17: dft }), Einsum: einsum, LinearRegressor: linearRegressor };
