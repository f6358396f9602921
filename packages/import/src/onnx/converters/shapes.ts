/** Operators that change shape, order of axes or type, and questions of shape. */
import { type Expr, raise } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, less, maximum, where } from "../../relay/arithmetic.ts";
import {
  broadcastTo,
  cast,
  concatenate,
  expandDims,
  integersOf,
  reduce,
  reshape,
  shapeOf,
  shapeQuestion,
  split,
  squeeze,
  stridedSlice,
  tile,
  transpose,
} from "../../relay/wrappers.ts";
import { dtypeNames } from "../file/schema.ts";
import { type Conversion, type Converter, type ConverterTable, refusedVersion, versioned } from "../import/conversion.ts";
import { lengthOf } from "./products.ts";

/** The dtype that an attribute names by ONNX's number. */
export function dtypeOfNumber(number: number): string {
  const dtype = dtypeNames[number] ?? raise(new ConversionFailure(`its element type ${number} has no counterpart in Relay.`));
  return dtype;
}

const reshapeByInput: Converter = (c, r) => {
  const allowzero = Boolean(c.attributes.int("allowzero", 0));
  const shape = c.input(1);
  c.demandCount(2);
  const parameter = c.parameterOf(shape);
  return reshape(r, c.input(0), parameter ? integersOf(r, r.constantOf(parameter)) : shape, allowzero);
};

const flatten: Converter = (c, r) => {
  const x = c.input(0);
  const shape = shapeOf(r, x);
  const rank = lengthOf(r, shape);
  const given = c.attributes.int("axis", 1);
  const axis = given < 0 ? given + rank : given;
  if (axis === 1) return r.call("nn.batch_flatten", [x]);
  const product = (from: number, to: number) => reduce(r, "prod", stridedSlice(r, shape, [from], [to], { strides: [1] }), null, true);
  return reshape(r, x, r.fold(concatenate(r, [product(0, axis), product(axis, rank)], 0)));
};

function unsqueezed(c: Conversion, axes: readonly number[]): Expr {
  let x = c.input(0);
  for (const given of [...axes].sort((a, b) => a - b)) {
    // Of a variable, TVM counts from the end by its sizes, which must be static then.
    const axis = given < 0 && x.kind === "Var" ? c.r.knownSizesOf(x).length + axes.length + given : given;
    x = expandDims(c.r, x, axis);
  }
  return x;
}

const unsqueezeByInput: Converter = (c, r) => {
  const axes = c.input(1);
  if (axes.kind === "Constant") return unsqueezed(c, integersOf(r, axes));
  const rank = r.rankOf(c.input(0));
  const count = lengthOf(r, axes);
  const sorted = split(r, r.call("sort", [axes], { axis: -1, is_ascend: true }), count, 0).tuple;
  let result = c.input(0);
  for (let i = 0; i < count; i++) {
    const axis = reshape(r, r.field(sorted, i), []);
    const isPositive = r.call("greater_equal", [axis, r.constant(0, "int64")]);
    const place = where(r, isPositive, axis, add(r, axis, r.constant(rank + count, "int64")));
    result = r.call("dyn.expand_dims", [result, place], { num_newaxis: 1 });
  }
  return result;
};

const squeezeByInput: Converter = (c, r) => {
  const x = c.input(0);
  const sizes = r.sizesOf(x);
  let axes = c.optional(1);
  if (!axes) {
    if (sizes.length === 0) return x;
    axes = r.constant(
      sizes.flatMap((s, i) => (s === 1 ? [i] : [])),
      "int32",
    );
  }
  const dtype = r.dtypeOf(axes);
  if (axes.kind === "Constant") return squeeze(r, x, integersOf(r, axes));
  const rank = shapeQuestion(r, shapeQuestion(r, x, dtype), dtype);
  const positive = where(r, less(r, axes, r.constant(0, dtype)), add(r, axes, rank), axes);
  return squeeze(r, x, r.fold(positive));
};

const expand: Converter = (c, r) => {
  let shape = c.input(1);
  const dtype = r.dtypeOf(shape);
  let own = shapeOf(r, c.input(0), dtype);
  const [before, after] = [lengthOf(r, own), lengthOf(r, shape)];
  const leading = (count: number) => r.constant(new Array<number>(count).fill(1), dtype);
  if (before < after) own = concatenate(r, [leading(after - before), own], 0);
  else if (after < before) shape = concatenate(r, [leading(before - after), shape], 0);
  return broadcastTo(r, c.input(0), r.fold(maximum(r, own, shape)));
};

const castByName: Converter = (c) => {
  c.attributes.allow("to");
  return cast(c.r, c.input(0), c.attributes.text("to") ?? raise(new ConversionFailure("its attribute `to` is missing.")));
};

const castByNumber: Converter = (c) => {
  c.attributes.allow("to");
  c.demandCount(1);
  return cast(c.r, c.input(0), castable(dtypeOfNumber(c.attributes.demandInt("to"))));
};

function castable(dtype: string): string {
  if (dtype === "object" || dtype.startsWith("complex")) throw new ConversionFailure(`Relay has no tensors of ${dtype}.`);
  return dtype;
}

export const shapes: ConverterTable = {
  Cast: versioned({ 1: castByName, 6: castByNumber }),
  CastLike: (c) => {
    c.attributes.allow();
    c.demandCount(2);
    return c.r.call("cast_like", c.all());
  },
  DepthToSpace: (c) =>
    c.r.call("nn.depth_to_space", [c.input(0)], {
      block_size: c.attributes.demandInt("blocksize"),
      layout: "NCHW",
      mode: c.attributes.text("mode", "DCR"),
    }),
  Expand: expand,
  Flatten: flatten,
  Reshape: versioned({ 1: (c) => reshape(c.r, c.input(0), c.attributes.demandInts("shape")), 5: reshapeByInput }),
  Shape: versioned({
    1: (c) => shapeOf(c.r, c.input(0)),
    15: (c) => shapeOf(c.r, c.input(0), "int64", c.attributes.int("start"), c.attributes.int("end")),
  }),
  Size: (c) => {
    c.attributes.allow();
    c.demandCount(1);
    return c.r.call("ndarray_size", c.all(), { dtype: "int64" });
  },
  SpaceToDepth: (c) =>
    c.r.call("nn.space_to_depth", [c.input(0)], { block_size: c.attributes.demandInt("blocksize"), layout: "NCHW", mode: "" }),
  Squeeze: versioned({ 1: (c) => squeeze(c.r, c.input(0), c.attributes.ints("axes") ?? null), 13: squeezeByInput }),
  Tile: versioned({ 1: refusedVersion, 6: (c) => tile(c.r, c.input(0), c.input(1)) }),
  Transpose: (c) => {
    c.attributes.allow("perm");
    c.demandCount(1);
    return transpose(c.r, c.input(0), c.attributes.ints("perm") ?? null);
  },
  Unsqueeze: versioned({ 1: (c) => unsqueezed(c, c.attributes.demandInts("axes")), 13: unsqueezeByInput }),
};
