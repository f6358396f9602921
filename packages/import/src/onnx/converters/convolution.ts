/** Convolutions and transposed convolutions. */
import type { AttrValue, Expr } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import type { Size } from "../../relay/relay.ts";
import { listed } from "../import/attributes.ts";
import { autoPadOf, autopad, isSame } from "../import/autopad.ts";
import { type Conversion, type Converter, type ConverterTable, versioned } from "../import/conversion.ts";

/** A size of padding that depends on a dynamic size is an expression in the metadata. */
type Padding = number | readonly AttrValue[];

/** Padding as the reference's attributes have it: a pair of numbers an axis, all fronts first. */
export function padTuple(padding: Padding, spatial: number): readonly AttrValue[] {
  if (typeof padding === "number") return Array.from({ length: 2 * spatial }, () => padding);
  if (padding.length === 2 * spatial) return padding;
  if (padding.length !== spatial) throw new ConversionFailure(`its padding has ${padding.length} numbers for ${spatial} axes.`);
  return [...padding, ...padding];
}

/** The suffix of an operator over one, two or three spatial axes. */
export function dimensionsOf(kernel: readonly Size[]): 1 | 2 | 3 {
  const count = kernel.length;
  if (count === 1 || count === 2 || count === 3) return count;
  throw new ConversionFailure(`only kernels over one, two and three axes are supported, and its kernel has ${count}.`);
}

export function ones(count: number): readonly number[] {
  return Array.from({ length: count }, () => 1);
}

/** The attribute `kernel_shape`, else the weight's sizes. */
export function kernelOf(c: Conversion, weight: Expr): readonly number[] {
  return c.attributes.ints("kernel_shape") ?? c.r.knownSizesOf(weight).slice(2);
}

interface Window {
  readonly data: Expr;
  readonly padding: Padding;
}

/** Data and padding after `auto_pad`. */
export function padded(c: Conversion, data: Expr, kernel: readonly Size[], options: { isTransposed?: boolean; value?: Expr } = {}): Window {
  const { r } = c;
  const spatial = r.rankOf(data) - 2;
  const mode = autoPadOf(c);
  const strides = c.attributes.ints("strides", ones(spatial));
  const dilations = c.attributes.ints("dilations", ones(spatial));
  const padding: Padding = c.attributes.ints("pads") ?? 0;
  if (mode === "VALID") return { data, padding: Array.from({ length: spatial }, () => 0) };
  if (!isSame(mode)) return { data, padding };
  return { data: autopad(r, data, { mode, strides, kernel: kernel.map((size) => r.known(size)), dilations, ...options }), padding };
}

function ofSize(name: string, given: readonly number[] | undefined, count: number): Readonly<Record<string, AttrValue>> {
  if (!given) return {};
  if (given.length !== count) throw new ConversionFailure(`its attribute \`${name}\` has ${given.length} numbers for ${count} axes.`);
  return { [name]: given };
}

/** A number of channels that is dynamic. */
const anySize: AttrValue = { kind: "Raw", text: "?" };

const conv: Converter = (c, r) => {
  c.attributes.allow("auto_pad", "dilations", "group", "kernel_shape", "pads", "strides");
  const weight = c.input(1);
  const [channels = anySize, , ...sizes] = r.sizesOf(weight);
  const kernel = c.attributes.ints("kernel_shape") ?? sizes;
  const { data, padding } = padded(c, c.input(0), kernel);
  const count = dimensionsOf(kernel);
  const out = r.call(`nn.conv${count}d`, [data, weight], {
    ...ofSize("strides", c.attributes.ints("strides"), count),
    ...ofSize("dilation", c.attributes.ints("dilations"), count),
    padding: padTuple(padding, count),
    groups: c.attributes.int("group", 1),
    channels,
    kernel_size: kernel.map((size) => size ?? anySize),
  });
  return c.inputs.length === 3 ? r.call("nn.bias_add", [out, c.input(2)]) : out;
};

/** The sizes to cut off if the size of the output is given or must be that of the input. */
function cutOff(c: Conversion, data: Expr, kernel: readonly number[], isOlder: boolean): { data: Expr; padding: Padding } {
  const { r } = c;
  const mode = autoPadOf(c);
  const spatial = r.rankOf(data) - 2;
  const dilations = c.attributes.ints("dilations", ones(kernel.length));
  const outputShape = c.attributes.ints("output_shape");
  const padding: Padding = c.attributes.ints("pads") ?? 0;
  if (!outputShape && !isSame(mode)) return { data, padding: mode === "VALID" ? Array.from({ length: spatial }, () => 0) : padding };
  if (!outputShape && isOlder) {
    c.attributes.demandInts("strides");
    const strides = c.attributes.ints("strides", ones(spatial));
    return {
      data: autopad(r, data, {
        mode: mode ?? "",
        strides,
        kernel,
        dilations: c.attributes.ints("dilations", ones(spatial)),
        isTransposed: true,
      }),
      padding,
    };
  }
  const strides = isOlder ? c.attributes.demandInts("strides") : c.attributes.ints("strides", ones(spatial));
  const outputPadding = c.attributes.ints(
    "output_padding",
    kernel.map(() => 0),
  );
  const sizes = r.sizesOf(data);
  const total = kernel.map((k, i): number | undefined => {
    const reach = listed(outputPadding, i, "output_padding") + (k - 1) * listed(dilations, i, "dilations") + 1;
    if (!outputShape) return reach - listed(strides, i, "strides");
    const size = sizes[sizes.length - kernel.length + i];
    if (size === undefined) return undefined;
    return listed(strides, i, "strides") * (size - 1) + reach - listed(outputShape, i, "output_shape");
  });
  const left = total.map((t): AttrValue => (t === undefined ? r.unknownNumber("tir.FloorDiv") : Math.floor(t / 2)));
  const right = total.map((t): AttrValue => (t === undefined ? r.unknownNumber("tir.Sub") : t - Math.floor(t / 2)));
  if (outputShape && mode === undefined) return { data, padding: [...right, ...left] };
  if (!isOlder && !isSame(mode)) return { data, padding: [...left, ...right] };
  if (!isOlder) throw new ConversionFailure("its padding depends on the version of another runtime, which TVM asks for and does not find.");
  return { data, padding: mode?.includes("LOWER") ? [...left, ...right] : [...right, ...left] };
}

function convTranspose(isOlder: boolean): Converter {
  return (c, r) => {
    c.attributes.allow("auto_pad", "dilations", "group", "kernel_shape", "output_padding", "output_shape", "pads", "strides");
    const weight = c.input(1);
    const kernel = kernelOf(c, weight);
    const groups = c.attributes.int("group", 1);
    const { data, padding } = cutOff(c, c.input(0), kernel, isOlder);
    const count = dimensionsOf(kernel);
    const out = r.call(`nn.conv${count}d_transpose`, [data, weight], {
      ...ofSize("strides", c.attributes.ints("strides"), count),
      ...ofSize("dilation", c.attributes.ints("dilations"), count),
      ...ofSize("output_padding", c.attributes.ints("output_padding"), count),
      padding: count === 1 ? paddingOfOne(padding) : padTuple(padding, count),
      groups,
      channels: (r.knownSizesOf(weight)[1] ?? 0) * groups,
      kernel_size: kernel,
    });
    return c.inputs.length === 3 ? r.call("nn.bias_add", [out, c.input(2)]) : out;
  };
}

/** Over one axis the reference hands the padding on as it is. */
function paddingOfOne(padding: Padding): readonly AttrValue[] {
  return typeof padding === "number" ? [padding] : padding;
}

export const convolution: ConverterTable = {
  Conv: conv,
  ConvTranspose: versioned({ 1: convTranspose(true), 11: convTranspose(false) }),
};
