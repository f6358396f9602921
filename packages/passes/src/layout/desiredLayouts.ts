/**
 * Converts single calls to desired layouts: what the reference registers as FTVMConvertOpLayout. Follows
 * python/tvm/relay/op/nn/_nn.py, op/image/_image.py, op/vision/_rcnn.py and qnn/op/layout_conversions.py, and the
 * builders that these call.
 */
import {
  type Attrs,
  type AttrValue,
  attrOf,
  type Call,
  type Dim,
  dimsEqual,
  dimValue,
  firstOf,
  intOf,
  isAttrList,
  raise,
  type Type,
  textOf,
  withAttrs,
} from "@relayscope/ir";
import type { Conversion, ConvertibleCall, LayoutConverter } from "../core/layoutConverter.ts";
import { desiredLayoutRefused, desiredProblems } from "./diagnostics.ts";
import { intLike } from "./intLike.ts";

type Changes = Readonly<Record<string, AttrValue>>;

/** The first `count` desired layouts. The reference raises if there are more or fewer, or if the first one is empty. */
function desiredOf({ call, desired }: ConvertibleCall, count: number): readonly string[] {
  if (desired.length !== count) throw desiredLayoutRefused(call, desiredProblems.count(count, desired.length));
  if (desired[0] === "default") throw desiredLayoutRefused(call, desiredProblems.dataDefault);
  return desired;
}

/** A call with some attributes changed and its padding given for each end. */
export function changed({ call, attrs }: ConvertibleCall, changes: Changes): Conversion {
  return { attrs: withAttrs(attrs, { ...spelledPadding(call, attrs), ...changes }) };
}

/** Padding given once per axis, written for both ends, as the reference's builders do. They refuse one for all axes. */
function spelledPadding(call: Call, attrs: Attrs): Changes {
  const padding = attrOf(attrs, "padding") ?? null;
  if (isAttrList(padding) && padding.length === 1) throw desiredLayoutRefused(call, desiredProblems.onePadding);
  if (!isAttrList(padding) || (padding.length !== 2 && padding.length !== 3)) return {};
  return { padding: [...padding, ...padding.map((side) => intLike(side, intOf(side) ?? 0))] };
}

function unsupported(given: ConvertibleCall): Error {
  return desiredLayoutRefused(given.call, desiredProblems.notSupported(given.desired[0] ?? ""));
}

/** A convolution's kernel layout, by its data layout, where `default` is desired. */
function convolution(kernels: Readonly<Record<string, string | ((given: ConvertibleCall) => string)>>): LayoutConverter {
  return (given) => {
    const [data, kernel] = firstOf(desiredOf(given, 2), 2);
    if (kernel !== "default") return changed(given, { data_layout: data, kernel_layout: kernel });
    const usual = (Object.hasOwn(kernels, data) ? kernels[data] : undefined) ?? raise(unsupported(given));
    return changed(given, { data_layout: data, kernel_layout: typeof usual === "string" ? usual : usual(given) });
  };
}

const plainConvolution = convolution({ NCHW: "OIHW", NHWC: kernelOfNhwc, HWNC: "HWOI" });

/**
 * `nn.conv2d` in `NCHW<n>c` becomes another operator, unless its data is a variable whose channels are not divisible by
 * `n`.
 */
const conv2d: LayoutConverter = (given) => {
  const [data, kernel] = firstOf(desiredOf(given, 2), 2);
  const tiled = /^NCHW(\d*)c/.exec(data);
  if (!tiled) return plainConvolution(given);
  if (kernel === "default") throw desiredLayoutRefused(given.call, desiredProblems.kernelDefault(data));
  if (tiled[1] === "") throw unsupported(given);
  const tile = Number(tiled[1]);
  const input = given.args[0];
  if (input?.kind === "Var") {
    const channels = dimValue(shapeOf(given.call, input.checkedType)[1] ?? "?");
    if (channels === undefined || channels % tile !== 0) return changed(given, {});
  }
  return { ...changed(given, { data_layout: data, kernel_layout: kernel }), operator: "nn.contrib_conv2d_NCHWc" };
};

/** Depthwise convolutions have their one input channel last. */
function kernelOfNhwc(given: ConvertibleCall): string {
  return takesKernelsApart(given) ? "HWOI" : "HWIO";
}

/**
 * Whether a convolution is depthwise: as many groups as input and as output channels. Follows is_depthwise_conv2d
 * (relay/op/strategy/generic.py).
 */
export function takesKernelsApart(given: ConvertibleCall): boolean {
  const [data, kernel] = [given.call.args[0]?.checkedType, given.call.args[1]?.checkedType];
  const input = channelsOf(given.call, data, textOf(given.attrs, "data_layout"), "C", [[/^NCHW\d*c/, [1, 4]]]);
  const output = channelsOf(given.call, kernel, textOf(given.attrs, "kernel_layout"), "O", [
    [/^OIHW\d*i\d*o/, [0, 5]],
    [/^OIHW\d*o/, [0, 4]],
  ]);
  const groups = intOf(attrOf(given.attrs, "groups")) ?? 1;
  return dimsEqual(input, output) && dimValue(output) === groups;
}

/** The size of an axis given by its letter; in a blocked layout, the product of its two parts. */
function channelsOf(
  call: Call,
  type: Type | undefined,
  layout: string,
  letter: string,
  blocked: readonly (readonly [RegExp, readonly [number, number]])[],
): Dim {
  const shape = shapeOf(call, type);
  if (shape.length === 4) {
    const size = shape[layout.indexOf(letter)] ?? raise(desiredLayoutRefused(call, desiredProblems.noAxis(layout, letter)));
    return size;
  }
  const places = blocked.find(([pattern]) => pattern.test(layout))?.[1];
  if (!places) throw desiredLayoutRefused(call, desiredProblems.channelsNotKnown(layout));
  return places.map((place) => dimValue(shape[place] ?? "?") ?? 0).reduce((product, size) => product * size, 1);
}

function shapeOf(call: Call, type: Type | undefined): readonly Dim[] {
  if (type?.kind === "TensorType") return type.shape;
  throw desiredLayoutRefused(call, desiredProblems.notATensor);
}

const deformable = convolution({ NCHW: "OIHW", NHWC: "HWIO" });

/** The reference's builder requires the number of channels. */
const deformableConv2d: LayoutConverter = (given) => {
  if (attrOf(given.attrs, "channels") === null) throw desiredLayoutRefused(given.call, desiredProblems.noChannels);
  return deformable(given);
};

/**
 * The gradient and the data have one layout; the kernel's layout is the result's. The reference calls the three data,
 * kernel and output.
 */
const conv2dBackwardWeight: LayoutConverter = (given) => {
  const [data, kernel] = firstOf(desiredOf(given, 2), 2);
  return changed(given, { data_layout: data, kernel_layout: data, out_layout: kernel });
};

const pooling: LayoutConverter = (given) => {
  const layout = given.desired[0] ?? raise(desiredLayoutRefused(given.call, desiredProblems.none));
  return changed(given, { layout, out_layout: layout });
};

const quantizedPooling: LayoutConverter = (given) => {
  const [layout] = given.desired;
  if (given.desired.length !== 1 || (layout !== "NCHW" && layout !== "NHWC")) throw unsupported(given);
  return { attrs: withAttrs(given.attrs, { layout, out_layout: layout }) };
};

/** If there is no region, the reference's builder adds one of zeros. */
function resizing(ends: number): LayoutConverter {
  return (given) => {
    const [layout] = firstOf(desiredOf(given, 1), 1);
    const roi = attrOf(given.attrs, "roi") ?? null;
    const zeros = Array.from({ length: ends }, (): AttrValue => ({ kind: "Float", value: 0 }));
    return { attrs: withAttrs(given.attrs, { layout, roi: roi ?? zeros }) };
  };
}

const regions: LayoutConverter = (given) => {
  const [layout, rois] = firstOf(desiredOf(given, 2), 2);
  if (rois !== "default") throw desiredLayoutRefused(given.call, desiredProblems.regionsNotDefault);
  if (layout !== "NCHW" && layout !== "NHWC") throw unsupported(given);
  return { attrs: withAttrs(given.attrs, { layout }) };
};

const transposed = convolution({ NCHW: "IOHW", NHWC: "HWIO" });

/** The converters by operator. */
export const layoutConverters: ReadonlyMap<string, LayoutConverter> = new Map(
  Object.entries<LayoutConverter>({
    "image.resize1d": resizing(2),
    "image.resize2d": resizing(4),
    "nn.avg_pool2d": pooling,
    "nn.conv2d": conv2d,
    "nn.conv2d_backward_weight": conv2dBackwardWeight,
    "nn.conv2d_transpose": transposed,
    "nn.conv3d": convolution({ NCDHW: "OIDHW", NDHWC: "DHWIO" }),
    "nn.conv3d_transpose": convolution({ NCDHW: "IODHW", NDHWC: "DHWOI" }),
    "nn.deformable_conv2d": deformableConv2d,
    "nn.global_avg_pool2d": pooling,
    "nn.global_max_pool2d": pooling,
    "nn.max_pool2d": pooling,
    "qnn.avg_pool2d": quantizedPooling,
    "qnn.conv2d": convolution({ NCHW: "OIHW", NHWC: kernelOfNhwc }),
    "qnn.conv2d_transpose": transposed,
    "vision.roi_align": regions,
    "vision.roi_pool": regions,
  }),
);
