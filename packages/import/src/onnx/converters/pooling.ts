/** Pooling: windows and whole planes. */
import { type AttrValue, at, type Expr } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, multiply, power, subtract } from "../../relay/arithmetic.ts";
import { narrowed, type Relay } from "../../relay/relay.ts";
import { concatenate, expandDims, reduce, reshape, shapeOf, squeeze, unary, zeros } from "../../relay/wrappers.ts";
import { listed } from "../import/attributes.ts";
import { autoPadOf, autopad, isSame, padPair } from "../import/autopad.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";
import { dimensionsOf, ones, padTuple } from "./convolution.ts";

type PoolName = "avg_pool" | "max_pool";

/** The least number of a dtype, that padding for a maximum holds. */
function leastOf(dtype: string): number {
  const bits = Number(/(?<!\d)\d+$/.exec(dtype)?.[0] ?? 32);
  if (dtype.startsWith("uint")) return 0;
  if (dtype.includes("int")) return -(2 ** (bits - 1));
  if (dtype === "float64") return -Number.MAX_VALUE;
  return dtype === "float16" ? -65504 : -3.4028234663852886e38;
}

const layouts = ["NCW", "NCHW", "NCDHW"];
const lastLayouts = ["NWC", "NHWC", "NDHWC"];

/** The layout of data with so many spatial axes. */
function layoutOf(c: Conversion, spatial: number): string {
  const order = c.attributes.int("storage_order");
  if (order !== undefined && order !== 0 && order !== 1) throw new ConversionFailure("its attribute `storage_order` is neither 0 nor 1.");
  const layout = (order === 1 ? lastLayouts : layouts)[spatial - 1];
  if (!layout) throw new ConversionFailure(`only pooling over one, two and three axes is supported, and this is over ${spatial}.`);
  return layout;
}

interface Prepared {
  readonly data: Expr;
  /** The call over what `data` became. */
  readonly pool: (data: Expr) => Expr;
}

const poolAttributes = ["auto_pad", "ceil_mode", "dilations", "kernel_shape", "pads", "storage_order", "strides"];

/** Data made ready for a window, and the window. */
export function preparedPool(c: Conversion, name: PoolName): Prepared {
  const { r } = c;
  const kernel = c.attributes.demandInts("kernel_shape");
  let data = c.input(0);
  let rank = r.rankOf(data);
  const dtype = r.dtypeOf(data);
  const mode = autoPadOf(c);
  const strides = c.attributes.ints("strides");
  let padding = c.attributes.ints("pads");
  if (mode === "VALID") padding = Array.from({ length: rank - 2 }, () => 0);
  else if (isSame(mode) && name === "avg_pool") {
    const pairs = r
      .sizesOf(data)
      .slice(2)
      .map((size, i) => {
        const stride = listed(strides ?? ones(rank), i, "strides");
        // Steps of 1 leave nothing of any size.
        return padPair(stride === 1 ? 0 : r.known(size), listed(kernel, i, "kernel_shape"), stride, mode);
      });
    padding = [...pairs.map((p) => p[0]), ...pairs.map((p) => p[1])];
  } else if (isSame(mode)) {
    const value = r.constant(leastOf(dtype), dtype.includes("int") ? "int32" : narrowed(dtype));
    data = autopad(r, data, { mode, strides: strides ?? ones(rank - 2), kernel, dilations: ones(rank), value });
  }
  if (!c.attributes.has("storage_order") && rank - kernel.length === 1) {
    data = expandDims(r, data, 0);
    rank++;
  }
  const layout = layoutOf(c, rank - 2);
  const count = dimensionsOf(kernel);
  const allowed = name === "avg_pool" ? [...poolAttributes, "count_include_pad"] : poolAttributes;
  c.attributes.allow(...allowed);
  const dilations = c.attributes.ints("dilations");
  const attributes: Record<string, AttrValue> = {
    pool_size: kernel,
    padding: padTuple(padding ?? 0, count),
    layout,
    ceil_mode: Boolean(c.attributes.int("ceil_mode", 0)),
    ...(strides ? { strides } : {}),
    ...(dilations ? { dilation: dilations } : {}),
    ...(name === "avg_pool" ? { count_include_pad: Boolean(c.attributes.int("count_include_pad", 0)) } : {}),
  };
  return { data, pool: (x) => r.call(`nn.${name}${count}d`, [x], attributes) };
}

function pool(name: PoolName): Converter {
  return (c) => {
    const rank = c.r.rankOf(c.input(0));
    const { data, pool: window } = preparedPool(c, name);
    const out = window(data);
    return rank - c.attributes.demandInts("kernel_shape").length === 1 ? squeeze(c.r, out, [0]) : out;
  };
}

/** Pooling over all of each plane. */
export function globalPool(r: Relay, kind: "avg" | "max", data: Expr): Expr {
  const rank = r.rankOf(data);
  const spatial = rank - 2;
  if (spatial < 1 || spatial > 3)
    throw new ConversionFailure(`only pooling over one, two and three axes is supported, and this is over ${spatial}.`);
  if (spatial === 2) return r.call(`nn.global_${kind}_pool2d`, [data]);
  return r.call(`nn.adaptive_${kind}_pool${spatial}d`, [data], { output_size: ones(spatial), layout: at(layouts, spatial - 1) });
}

function lpPoolOver(c: Conversion, kernel: readonly number[]): Expr {
  const { r } = c;
  const dtype = r.dtypeOf(c.input(0));
  let data = c.input(0);
  const rank = r.rankOf(data);
  const mode = autoPadOf(c);
  const strides = c.attributes.ints("strides");
  let padding = c.attributes.ints("pads");
  if (isSame(mode)) data = autopad(r, data, { mode, strides: strides ?? ones(rank - 2), kernel, dilations: ones(rank) });
  else if (mode === "VALID") padding = Array.from({ length: rank - 2 }, () => 0);
  const layout = layoutOf(c, rank - 2);
  const p = c.attributes.int("p", 2);
  const count = dimensionsOf(kernel);
  c.attributes.allow("auto_pad", "ceil_mode", "kernel_shape", "p", "pads", "strides", "storage_order");
  const averaged = r.call(`nn.avg_pool${count}d`, [power(r, data, r.constant(p, dtype))], {
    pool_size: kernel,
    padding: padTuple(padding ?? 0, count),
    layout,
    count_include_pad: true,
    ceil_mode: Boolean(c.attributes.int("ceil_mode", 0)),
    ...(strides ? { strides } : {}),
  });
  const area = r.constant(
    kernel.reduce((a, b) => a * b, 1),
    narrowed(dtype),
  );
  return power(r, multiply(r, unary(r, "abs", averaged), area), r.constant(1 / p, dtype));
}

const maxUnpool: Converter = (c, r) => {
  const data = c.input(0);
  const dtype = r.dtypeOf(data);
  const kernel = c.attributes.demandInts("kernel_shape");
  const strides = c.attributes.ints("strides", ones(kernel.length));
  const pads = c.attributes.ints("pads");
  const list = (values: readonly number[]) => r.constant(values, "int64");
  const joined = (values: readonly number[]) => concatenate(r, [list([0, 0]), list(values)], 0);
  let shape = multiply(r, concatenate(r, [list([1, 1]), list(strides)], 0), shapeOf(r, data));
  shape = add(r, shape, subtract(r, joined(kernel), joined(strides)));
  const given = c.optional(2);
  if (given) shape = given;
  else if (pads) {
    const pairs = reshape(r, concatenate(r, [list([0, 0, 0, 0]), list(pads)], 0), [-1, 2]);
    shape = subtract(r, shape, reduce(r, "sum", pairs, -1));
  }
  const parts = [reshape(r, zeros(r, shape, dtype), [-1]), reshape(r, c.input(1), [-1]), reshape(r, data, [-1])];
  const flat = r.call("scatter_elements", parts, { axis: 0, reduction: "update" });
  return reshape(r, flat, shape);
};

export const pooling: ConverterTable = {
  AveragePool: pool("avg_pool"),
  GlobalAveragePool: (c) => globalPool(c.r, "avg", c.input(0)),
  GlobalLpPool: (c) => lpPoolOver(c, c.r.knownSizesOf(c.input(0)).slice(2)),
  GlobalMaxPool: (c) => globalPool(c.r, "max", c.input(0)),
  LpPool: (c) => lpPoolOver(c, c.attributes.demandInts("kernel_shape")),
  MaxPool: pool("max_pool"),
  MaxUnpool: maxUnpool,
};
