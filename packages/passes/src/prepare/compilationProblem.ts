/**
 * Calls of constants that have a type, but that the reference has no code for on the CPU: it compiles what it folds.
 * Follows python/tvm/relay/op/strategy/{generic,x86}.py, include/tvm/topi/{nn.h,reduction.h},
 * src/relay/transforms/simplify_inference.cc and the checks in src/tir/op/op.cc.
 */
import { attrOf, type Call, dimValue, intOf, intsOf, isAttrList, isTruthy, numberOf, type TensorType, type Type } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { convolutionProblem } from "./convolutionProblem.ts";

/** Why a call of the operator can't be compiled, as the end of a sentence; undefined if it can. */
type Check = (call: Call, args: readonly TensorType[]) => string | undefined;

/** The problem of a call whose attribute names no data type. */
export const untyped = "its `dtype` is not given";

/** Why the reference raises where it compiles a call of that type; undefined if it does not. */
export function compilationProblem(call: Call, result: Type, operators: OperatorDefinitions): string | undefined {
  const name = call.op.kind === "Op" ? call.op.name : "";
  if (withoutCode.has(name)) return "TVM has no code for it on the CPU";
  if (isVoid(result)) return untyped;
  const problem = layoutProblem(call, name) ?? convolutionProblem(call, result, operators) ?? poolingProblem(call, name);
  if (problem) return problem;
  const reduced = reductions.has(name) ? (emptyAxes(call) ?? largeCount(call, name, result)) : unevenWindows(call, name, result);
  if (reduced) return reduced;
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
  if (!check) return undefined;
  const args = call.args.map((arg) => arg.checkedType);
  return args.every((type): type is TensorType => type?.kind === "TensorType") ? check(call, args) : undefined;
}

function isVoid(type: Type): boolean {
  if (type.kind === "TupleType") return type.fields.some(isVoid);
  return type.kind === "TensorType" && (type.dtype === "" || type.dtype === "void");
}

const withoutCode: ReadonlySet<string> = new Set([
  "annotation.bitpack_end",
  "annotation.bitpack_start",
  "annotation.compiler_begin",
  "annotation.compiler_end",
  "nn.contrib_conv2d_gemm_without_weight_transform",
  "nn.contrib_conv2d_winograd_nnpack_weight_transform",
  "nn.contrib_conv3d_winograd_without_weight_transform",
  "nn.conv2d_backward_weight",
  "nn.internal.sparse_dense_padded",
]);

/** The layouts of data that operators have code for. */
const layouts: Readonly<Record<string, readonly string[]>> = {
  "nn.conv1d": ["NCW", "NWC"],
  "nn.conv3d": ["NCDHW", "NDHWC"],
  "nn.conv1d_transpose": ["NCW"],
  "nn.conv2d_transpose": ["NCHW"],
  "nn.conv3d_transpose": ["NCDHW"],
  "nn.depth_to_space": ["NCHW", "NHWC"],
  "nn.space_to_depth": ["NCHW", "NHWC"],
  "image.crop_and_resize": ["NCHW", "NHWC"],
  "image.grid_sample": ["NCHW", "NCDHW"],
  "image.resize1d": ["NCW", "NWC"],
  "image.resize2d": ["NCHW", "NHWC"],
  "image.resize3d": ["NCDHW", "NDHWC"],
  "nn.upsampling": ["NCHW", "NHWC"],
  "nn.upsampling3d": ["NCDHW", "NDHWC"],
  "vision.roi_pool": ["NCHW"],
};

/** Those that also have code for channels in blocks. */
const takesBlocks: ReadonlySet<string> = new Set(["image.resize2d", "image.resize3d", "nn.upsampling", "nn.upsampling3d"]);

function layoutProblem({ attrs }: Call, name: string): string | undefined {
  const known = Object.hasOwn(layouts, name) ? layouts[name] : undefined;
  const layout = attrOf(attrs, "data_layout") ?? attrOf(attrs, "layout");
  if (known === undefined || typeof layout !== "string" || known.includes(layout)) return undefined;
  if (takesBlocks.has(name) && /^NCD?HW\d+c$/.test(layout)) return undefined;
  return `its layout is \`${layout}\`, and TVM has code only for ${known.map((one) => `\`${one}\``).join(" and ")}`;
}

const reductions: ReadonlySet<string> = new Set(["all", "any", "argmax", "argmin", "max", "mean", "min", "prod", "sum", "variance"]);

/** A type of no reduced axis, where TVM computes over all. */
function emptyAxes({ attrs, args: [data] }: Call): string | undefined {
  const type = data?.checkedType;
  const isEmpty = intsOf(attrOf(attrs, "axis"))?.length === 0 && !isTruthy(attrOf(attrs, "exclude"));
  if (!isEmpty || type?.kind !== "TensorType" || type.shape.length === 0) return undefined;
  const isSame = isTruthy(attrOf(attrs, "keepdims")) && type.shape.every((dim) => dimValue(dim) === 1);
  return isSame ? undefined : "its `axis` is empty, so its type has all axes of the data while it is computed over all";
}

/** An average whose number of elements is not in its data type. */
function largeCount({ args: [data] }: Call, name: string, result: Type): string | undefined {
  const type = data?.checkedType;
  if (name !== "mean" || type?.kind !== "TensorType" || result.kind !== "TensorType" || isFloat(type.dtype)) return undefined;
  const count = sizeOf(type) / Math.max(1, sizeOf(result));
  const bits = bitsOf(type.dtype) - (type.dtype.startsWith("int") ? 1 : 0);
  return count < 2 ** bits ? undefined : `it divides by ${count}, which is not a number of ${type.dtype}`;
}

/** The number of elements of a tensor of known sizes. */
function sizeOf({ shape }: TensorType): number {
  return shape.reduce<number>((count, dim) => count * (dimValue(dim) ?? 1), 1);
}

/** Windows of different sizes along an axis that is fused with another one, which run in parallel. */
function unevenWindows({ args: [data] }: Call, name: string, result: Type): string | undefined {
  const type = data?.checkedType;
  if (!/^nn\.adaptive_(?:max|avg)_pool\dd$/.test(name) || type?.kind !== "TensorType" || result.kind !== "TensorType") return undefined;
  const sizes = result.shape.map((dim) => dimValue(dim) ?? 1).slice(0, result.shape.length < 5 ? 2 : 3);
  if (sizes.filter((size) => size > 1).length < 2) return undefined;
  const uneven = sizes.findIndex((size, axis) => (sizeAt(type, axis) ?? size) % size !== 0);
  return uneven < 0 ? undefined : `its windows along axis ${uneven} have different sizes`;
}

/** Sizes of a window that are not as many as the axes of space. */
function poolingProblem({ attrs }: Call, name: string): string | undefined {
  const rank = Number(/^nn\.(?:max|avg)_pool(\d)d$/.exec(name)?.[1] ?? 0);
  if (rank === 0) return undefined;
  const other = ["pool_size", "strides", "dilation"].find((size) => {
    const given = intsOf(attrOf(attrs, size));
    return given !== undefined && given.length !== rank;
  });
  if (other !== undefined) return `its \`${other}\` has not ${rank} sizes`;
  return rank === 3 && intsOf(attrOf(attrs, "padding"))?.length === 1 ? "its `padding` is a single number" : undefined;
}

const isFloat = (dtype: string) => /^b?float/.test(dtype);

/** A check that the first argument's data type is one of some. */
const onlyOn =
  (names: string, isTaken: (dtype: string) => boolean): Check =>
  (_call, [data]) =>
    data && !isTaken(data.dtype) ? `it computes only on ${names}, not on ${data.dtype}` : undefined;

const wide = onlyOn("floats, int32 and int64", (dtype) => isFloat(dtype) || /^int(32|64)$/.test(dtype));

const ofCrops = ofBlocks("crops", (axis, size, block, cropped) =>
  size * block > cropped ? undefined : `nothing is left of axis ${axis} after the crop`,
);

/** A bound that a data type of integers does not hold: it becomes a number of the type. */
function boundsOutside({ attrs }: Call, [data]: readonly TensorType[]): string | undefined {
  if (!data || isFloat(data.dtype) || bitsOf(data.dtype) > 32) return undefined;
  const isSigned = data.dtype.startsWith("int");
  const range = 2 ** (bitsOf(data.dtype) - (isSigned ? 1 : 0));
  const outside = ["a_min", "a_max"].find((name) => {
    const bound = Math.trunc(numberOf(attrOf(attrs, name)) ?? 0);
    return bound >= range || bound < (isSigned ? -range : 0);
  });
  return outside && `its \`${outside}\` is not a number of ${data.dtype}`;
}

const checks: Readonly<Record<string, Check>> = {
  "nn.l2_normalize"(call, [data]) {
    const axes = intsOf(attrOf(call.attrs, "axis")) ?? [];
    const rank = data?.shape.length ?? 0;
    // Its epsilon is float32.
    if (data && data.dtype !== "float32") return `it computes only in float32, not in ${data.dtype}`;
    if (axes.length === 0 && data?.shape.some((dim) => dimValue(dim) !== 1)) return "`axis` is empty";
    const outside = axes.find((axis) => axis >= rank || axis < -rank);
    return outside === undefined ? undefined : `its data has no axis ${outside}`;
  },
  "nn.space_to_batch_nd": ofBlocks("paddings", (axis, size, block, added) =>
    (size + added) % block === 0 ? undefined : `its padded size ${size + added} at axis ${axis} can't be divided into blocks of ${block}`,
  ),
  "nn.batch_to_space_nd"(call, args) {
    const blocks = intsOf(attrOf(call.attrs, "block_shape"))?.length ?? 0;
    const rank = args[0]?.shape.length ?? 0;
    return rank > blocks + 2 ? `its data has more than one axis after its ${blocks} blocks` : ofCrops(call, args);
  },
  "nn.avg_pool1d": wide,
  "nn.avg_pool2d": wide,
  "nn.avg_pool3d": wide,
  "nn.lrn"(call, args) {
    const rank = args[0]?.shape.length;
    return rank === 4 ? onlyOn("floats", isFloat)(call, args) : `its data has ${rank} dimensions instead of 4`;
  },
  "nn.conv2d_transpose": undilated,
  "nn.conv3d_transpose"(call) {
    return intOf(attrOf(call.attrs, "groups")) === 1 ? undilated(call) : "it has no code for groups";
  },
  "nn.conv1d_transpose": undilated,
  "nn.dense": ofMatrices,
  "nn.matmul": (_call, [data]) => (data?.shape.length === 1 ? "its data is a vector" : undefined),
  "nn.batch_norm": onlyOn("float32", (dtype) => dtype === "float32"),
  "nn.pad": ofAxes,
  "nn.mirror_pad": ofAxes,
  slice_like: ofAxes,
  "nn.group_norm"({ attrs }, [data]) {
    const [groups, axis] = [intOf(attrOf(attrs, "num_groups")) ?? 1, intOf(attrOf(attrs, "axis")) ?? 1];
    const size = sizeAt(data, axis);
    if (axis !== 1 || size === undefined || size % groups === 0) return undefined;
    return `its ${size} channels can't be divided into ${groups} groups`;
  },
  split({ attrs }) {
    const count = intOf(attrOf(attrs, "indices_or_sections"));
    return count === undefined || count > 0 ? undefined : `it has ${count} sections`;
  },
  sliding_window({ attrs }, [data]) {
    const axis = intOf(attrOf(attrs, "axis"));
    const rank = (data?.shape.length ?? 0) - (axis ?? 0);
    if (rank === 0) return `its data has no axis ${axis}`;
    const other = ["window_shape", "strides"].find((sizes) => intsOf(attrOf(attrs, sizes))?.length !== rank);
    return other && `its \`${other}\` must have ${rank} sizes`;
  },
  "nn.contrib_conv2d_NCHWc": inBlocks,
  "nn.contrib_depthwise_conv2d_NCHWc": inBlocks,
  "qnn.simulated_quantize": ofVectors,
  "qnn.simulated_dequantize": ofVectors,
  "nn.correlation"(call) {
    const size = intOf(attrOf(call.attrs, "kernel_size")) ?? 1;
    return size % 2 === 1 ? undefined : `its \`kernel_size\` ${size} is even`;
  },
  variance: onlyOn("floats and int64", (dtype) => isFloat(dtype) || dtype === "int64"),
  clip: boundsOutside,
  "nn.global_avg_pool2d": ofImages,
  "nn.global_max_pool2d": ofImages,
  argsort: wide,
  sort: wide,
  unique: wide,
  invert_permutation: onlyOn("int32", (dtype) => dtype === "int32"),
  topk: onlyOn("floats and integers but int16", (dtype) => dtype !== "int16" && dtype !== "bool"),
  reinterpret(call, [data]) {
    const [from, to] = [data?.dtype ?? "", String(attrOf(call.attrs, "dtype"))];
    return bitsOf(from) === bitsOf(to) ? undefined : `elements of ${from} have not as many bits as those of ${to}`;
  },
  "nn.fifo_buffer"(call, [, buffer]) {
    const axis = intOf(attrOf(call.attrs, "axis")) ?? 0;
    const isWithin = axis >= 0 && axis < (buffer?.shape.length ?? 0);
    return isWithin ? undefined : `its buffer has no axis ${axis}`;
  },
  "nn.contrib_conv2d_winograd_weight_transform": squareKernel(2),
  "nn.contrib_conv3d_winograd_weight_transform": squareKernel(3),
  fixed_point_multiply_per_axis(_call, args) {
    const other = args.find(({ dtype }) => dtype !== "int32");
    return other && `it computes only in int32, not in ${other.dtype}`;
  },
};

function bitsOf(dtype: string): number {
  return Number(/^[a-z]+(\d+)$/.exec(dtype)?.[1] ?? 1);
}

function ofImages(_call: Call, [data]: readonly TensorType[]): string | undefined {
  const rank = data?.shape.length ?? 0;
  return rank === 4 || rank === 5 ? undefined : `its data has ${rank} dimensions`;
}

function ofAxes(_call: Call, [data]: readonly TensorType[]): string | undefined {
  return data?.shape.length === 0 ? "its data is a scalar" : undefined;
}

/** Scales and zero points are read by an index. */
function ofVectors(_call: Call, [data, , scale, zero]: readonly TensorType[]): string | undefined {
  if (data?.shape.length === 0) return "its data is a scalar";
  return scale?.shape.length === 1 && zero?.shape.length === 1 ? undefined : "its scale and zero point must be vectors";
}

function inBlocks(_call: Call, [data, kernel]: readonly TensorType[]): string | undefined {
  return data?.shape.length === 5 && kernel?.shape.length === 6 ? undefined : "its data and kernel must have channels in blocks";
}

function undilated(call: Call): string | undefined {
  const dilation = intsOf(attrOf(call.attrs, "dilation")) ?? [];
  return dilation.every((step) => step === 1) ? undefined : "it has no code for a dilation";
}

function ofMatrices(_call: Call, args: readonly TensorType[]): string | undefined {
  const other = args.find(({ shape }) => shape.length !== 2);
  return other && `it has code only for matrices, not for ${other.shape.length} dimensions`;
}

/** A check of each axis with blocks: its size, its block, and what is added to or cropped from both of its ends. */
function ofBlocks(
  ends: "paddings" | "crops",
  problem: (axis: number, size: number, block: number, ends: number) => string | undefined,
): Check {
  return ({ attrs }, [data]) => {
    const pairs = pairsOf(attrOf(attrs, ends));
    for (const [i, block] of (intsOf(attrOf(attrs, "block_shape")) ?? []).entries()) {
      const size = sizeAt(data, i + 1);
      const [before = 0, after = 0] = pairs[i] ?? [];
      const found = size === undefined ? undefined : problem(i + 1, size, block, before + after);
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

/** A check that the last two sizes of a kernel, from `axis` on, are equal. */
function squareKernel(axis: number): Check {
  return (_call, [kernel]) => {
    const [height, width] = [sizeAt(kernel, axis), sizeAt(kernel, axis + 1)];
    return height === width ? undefined : `its kernel is ${height} by ${width}, and not a square`;
  };
}

function sizeAt(type: TensorType | undefined, axis: number): number | undefined {
  const dim = type?.shape[axis];
  return dim === undefined ? undefined : dimValue(dim);
}

function pairsOf(value: ReturnType<typeof attrOf>): readonly (readonly number[])[] {
  return value !== undefined && isAttrList(value) ? value.map((pair) => intsOf(pair) ?? []) : [];
}
