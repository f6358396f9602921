/**
 * How some targets convert convolutions and poolings: what they register as FTVMConvertOpLayout, and as
 * FTVMAlterOpLayout, while their passes run. Follows python/tvm/relay/op/contrib/arm_compute_lib.py, clml.py and
 * mrvl.py.
 */
import { type AttrValue, type Dim, dimValue, firstOf } from "@relayscope/ir";
import type { Conversion, ConvertibleCall, LayoutConverter } from "../core/layoutConverter.ts";
import { changed, layoutConverters, takesKernelsApart } from "./desiredLayouts.ts";

export type Converters = ReadonlyMap<string, LayoutConverter>;

/** The requested layouts, except that two letters of a depthwise convolution's kernel are swapped. */
function withDepthwiseKernel(depthwise: (kernel: string) => string): LayoutConverter {
  return (given) => {
    const [data, kernel] = firstOf(given.desired, 2);
    return changed(given, { data_layout: data, kernel_layout: takesKernelsApart(given) ? depthwise(kernel) : kernel });
  };
}

const armConvolution = withDepthwiseKernel((kernel) => kernel.slice(3) + kernel.slice(1, 3) + kernel.slice(0, 1));

/** How clml converts each convolution, whatever its layout. */
export const clmlConvolution: LayoutConverter = (given) =>
  withDepthwiseKernel((kernel) => kernel.slice(1, 2) + kernel.slice(0, 1) + kernel.slice(2))({ ...given, desired: ["NCHW", "OIHW"] });

/** The first size of an argument before anything moved. */
function firstSize(given: ConvertibleCall, index: number): Dim | undefined {
  const type = given.call.args[index]?.checkedType;
  return type?.kind === "TensorType" ? type.shape[0] : undefined;
}

/** Whether mrvl takes a batch: a known one of at most 8. */
function hasSmallBatch(given: ConvertibleCall): boolean {
  const size = dimValue(firstSize(given, 0) ?? "?");
  return size !== undefined && size <= 8;
}

/** The number of channels is the size of the weight's first axis, in any layout. */
const mrvlConvolution: LayoutConverter = (given) => {
  if (!hasSmallBatch(given)) return changed(given, {});
  const [data, kernel] = firstOf(given.desired, 2);
  const outputs = dimValue(firstSize(given, 1) ?? "?");
  const channels: Readonly<Record<string, AttrValue>> = outputs === undefined ? {} : { channels: outputs };
  return changed(given, { ...channels, data_layout: data, kernel_layout: kernel, out_layout: data });
};

function mrvlPooling(isTaken: (given: ConvertibleCall) => boolean): LayoutConverter {
  return (given): Conversion => {
    const [layout] = firstOf(given.desired, 1);
    return changed(given, isTaken(given) ? { layout, out_layout: layout } : {});
  };
}

const hasBatchOfOne = (given: ConvertibleCall): boolean => [1, undefined].includes(dimValue(firstSize(given, 0) ?? "?"));

const own: Readonly<Record<string, Readonly<Record<string, LayoutConverter>>>> = {
  arm_compute_lib: { "nn.conv2d": armConvolution, "qnn.conv2d": armConvolution },
  mrvl: {
    "nn.conv2d": mrvlConvolution,
    "nn.max_pool2d": mrvlPooling(hasSmallBatch),
    "nn.avg_pool2d": mrvlPooling(hasBatchOfOne),
    "nn.global_avg_pool2d": mrvlPooling(hasBatchOfOne),
  },
};

/** The targets with their own conversions. */
export const convertingTargets: readonly string[] = Object.keys(own);

/** The converters by operator for a target's passes; the default ones if the target has none. */
export function convertersOf(target: string): Converters {
  const changes = Object.hasOwn(own, target) ? own[target] : undefined;
  return changes ? new Map([...layoutConverters, ...Object.entries(changes)]) : layoutConverters;
}
