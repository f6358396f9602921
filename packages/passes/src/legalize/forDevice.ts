/**
 * The forms of quantized operators that a device prefers, and tables that replace quantized functions: the reference's
 * FTVMQnnLegalize. Follows python/tvm/relay/qnn/op/{legalizations,canonicalizations}.py.
 */
import { constant, type Expr, eachOf, emptyArray, setElement, tensorType } from "@relayscope/ir";
import { tensorOf } from "../core/tensorOf.ts";
import { hardSwish } from "./activations.ts";
import { dequantized, quantizedInto } from "./conversions.ts";
import { isConstantScalar, numberIn, numbersIn, vector } from "./quantities.ts";
import { allAttrs, allSides, applied, type Lowering, type Rule, rangeOf } from "./rule.ts";

/** The plain operator below a quantized product. */
const plainNames: Readonly<Record<string, string>> = { "qnn.conv2d": "nn.conv2d", "qnn.dense": "nn.dense" };

const product =
  (name: "qnn.conv2d" | "qnn.dense"): Rule =>
  (lowering) => {
    const { device } = lowering;
    for (const key of device.keys) {
      switch (key) {
        case "arm_cpu":
          return device.hasSimd && !staysNarrowOnArm(name, lowering) ? onWideIntegers(name, lowering) : withEqualDtypes(name, lowering);
        case "cpu":
          return device.hasSse4 ? withDtypes(name, "uint8", "int8", lowering) : onWideIntegers(name, lowering);
        case "cuda":
        case "gpu":
          if (device.target?.startsWith("vulkan")) return withEqualDtypes(name, lowering);
          return /^(cuda|rocm)/.test(device.target ?? "") ? withDtypes(name, "int8", "int8", lowering) : undefined;
        case "hexagon":
          return name === "qnn.dense" ? paddedDense(lowering) : paddedConvolution(lowering);
      }
    }
    return undefined;
  };

function staysNarrowOnArm(name: string, lowering: Lowering): boolean {
  if (lowering.device.hasDotProduct) return true;
  return name === "qnn.conv2d" && lowering.text("data_layout") === "NHWC" && lowering.int("groups") === 1;
}

/** Integers of 16 bits without zero points, for devices that are not faster on 8. */
function onWideIntegers(name: string, lowering: Lowering): Expr {
  const { calls } = lowering;
  const wide = (i: number) => lowering.cast(lowering.arg(i), "int16");
  const data = calls("subtract", [wide(0), wide(2)]);
  return calls(plainNames[name] ?? name, [data, kernelWithoutZeroPoint(name, lowering)], attrsOf(lowering));
}

function kernelWithoutZeroPoint(name: string, lowering: Lowering): Expr {
  const { calls } = lowering;
  const [kernel, zeroPoint] = eachOf([lowering.arg(1), lowering.arg(3)], (e) => lowering.cast(e, "int16"));
  if (lowering.type(3).shape.length === 0) return calls("subtract", [kernel, zeroPoint]);
  const axis = name === "qnn.dense" ? 0 : lowering.text("kernel_layout").indexOf("O");
  return calls("nn.bias_add", [kernel, calls("negative", [zeroPoint])], { axis });
}

/**
 * All attributes, for an operator with the same ones. The padding gets all four sides, as in the reference's Python.
 */
function attrsOf(lowering: Lowering): ReturnType<Lowering["attrs"]> {
  const attrs = allAttrs(lowering);
  return attrs.padding === undefined ? attrs : { ...attrs, padding: allSides(lowering) };
}

/** The data and the kernel shifted by 128 if they have the other 8-bit dtype. */
function withDtypes(name: string, dataDtype: string, kernelDtype: string, lowering: Lowering): Expr | undefined {
  const [hasData, hasKernel] = [lowering.type(0).dtype === dataDtype, lowering.type(1).dtype === kernelDtype];
  if (hasData && hasKernel) return undefined;
  const moved = (i: number, dtype: string, isThere: boolean, wasOther: boolean) =>
    isThere || !wasOther ? ([lowering.arg(i), lowering.arg(i + 2)] as const) : shifted(i, dtype, lowering);
  const [data, dataZeroPoint] = moved(0, dataDtype, hasData, lowering.type(0).dtype === otherOf(dataDtype));
  const [kernel, kernelZeroPoint] = moved(1, kernelDtype, hasKernel, lowering.type(1).dtype === otherOf(kernelDtype));
  return lowering.calls(name, [data, kernel, dataZeroPoint, kernelZeroPoint, lowering.arg(4), lowering.arg(5)], attrsOf(lowering));
}

function otherOf(dtype: string): string {
  return dtype === "int8" ? "uint8" : "int8";
}

/** The number of inputs and outputs that Hexagon's instructions process at once. */
const inputLanes = 4;
const outputLanes = 32;

/** How much is missing to the next multiple; as the reference counts it. */
function missing(size: number, lanes: number): number {
  return size % lanes === 0 ? 0 : Math.floor((size + lanes) / lanes) * lanes - size;
}

/** A constant per output, extended by a value for each added output; a scalar stays. */
function lengthened(i: number, by: number, value: number, lowering: Lowering): Expr {
  const quantity = lowering.arg(i);
  if (by === 0 || lowering.type(i).shape.length === 0) return quantity;
  const numbers = [...numbersIn(quantity, lowering), ...new Array<number>(by).fill(value)];
  // The reference narrows the types that numpy widened.
  return vector(numbers, lowering.type(i).dtype.startsWith("float") ? "float32" : "int32");
}

function padded(data: Expr, widths: readonly (readonly number[])[], lowering: Lowering): Expr {
  return lowering.calls("nn.pad", [data, lowering.scalar(0, "int32")], { pad_width: widths, pad_mode: "constant" });
}

/** The first part of a result that was computed with added outputs. */
function cut(result: Expr, lowering: Lowering): Expr {
  const shape = tensorOf(lowering.original).shape.map((size) => {
    if (typeof size !== "number") throw lowering.refused("a size of its result is not known.");
    return size;
  });
  return lowering.calls("strided_slice", [result], { begin: shape.map(() => 0), end: shape, strides: [1] });
}

function areBytes(lowering: Lowering): boolean {
  return [0, 1].every((i) => lowering.type(i).dtype.includes("int8"));
}

function paddedDense(lowering: Lowering): Expr | undefined {
  const more = areBytes(lowering) ? missing(lowering.size(1, 0), outputLanes) : 0;
  if (more === 0) return undefined;
  const kernel = padded(
    lowering.arg(1),
    [
      [0, more],
      [0, 0],
    ],
    lowering,
  );
  const attrs = attrsOf(lowering);
  const units = attrs.units === null || attrs.units === undefined ? {} : { units: lowering.size(1, 0) + more };
  const args = [
    lowering.arg(0),
    kernel,
    lowering.arg(2),
    lengthened(3, more, 0, lowering),
    lowering.arg(4),
    lengthened(5, more, 1, lowering),
  ];
  return cut(lowering.calls("qnn.dense", args, { ...attrs, ...units }), lowering);
}

function paddedConvolution(lowering: Lowering): Expr | undefined {
  if (lowering.text("data_layout") !== "NCHW" || lowering.text("kernel_layout") !== "OIHW" || !areBytes(lowering)) return undefined;
  const inputs = missing(lowering.size(0, 1), inputLanes);
  const outputs = missing(lowering.size(1, 0), outputLanes);
  if (inputs === 0 && outputs === 0) return undefined;
  const none = [0, 0];
  const byInput = (data: Expr) => (inputs === 0 ? data : padded(data, [none, [0, inputs], none, none], lowering));
  const byOutput = (data: Expr) => (outputs === 0 ? data : padded(data, [[0, outputs], none, none, none], lowering));
  const [zeroPoint, scale] = [lengthened(3, outputs, 0, lowering), lengthened(5, outputs, 1, lowering)];
  const args = [byInput(lowering.arg(0)), byOutput(byInput(lowering.arg(1))), lowering.arg(2), zeroPoint, lowering.arg(4), scale];
  const attrs = attrsOf(lowering);
  if (outputs === 0) return lowering.calls("qnn.conv2d", args, attrs);
  return cut(lowering.calls("qnn.conv2d", args, { ...attrs, channels: lowering.size(1, 0) + outputs }), lowering);
}

/** The data as of the kernel's dtype. */
function withEqualDtypes(name: string, lowering: Lowering): Expr | undefined {
  const dtype = lowering.type(1).dtype;
  if (lowering.type(0).dtype === dtype) return undefined;
  if (!isConstantScalar(lowering.arg(2))) throw lowering.refused("its zero point is not a constant number.");
  const [data, zeroPoint] = shifted(0, dtype, lowering);
  const others = [lowering.arg(1), zeroPoint, lowering.arg(3), lowering.arg(4), lowering.arg(5)];
  return lowering.calls(name, [data, ...others], attrsOf(lowering));
}

/** An operand and its zero point moved into the other dtype of 8 bits. */
function shifted(i: number, dtype: string, lowering: Lowering): readonly [Expr, Expr] {
  if (dtype !== "int8" && dtype !== "uint8") throw lowering.refused(`nothing moves into \`${dtype}\`.`);
  const by = dtype === "uint8" ? 128 : -128;
  const { calls } = lowering;
  const moved = calls("add", [lowering.cast(lowering.arg(i), "int32"), lowering.scalar(by, "int32")]);
  const zeroPoint = lowering.arg(i + 2);
  if (zeroPoint.kind === "Constant" && !isConstantScalar(zeroPoint))
    throw lowering.refused("a zero point is a constant of several numbers.");
  return [
    lowering.cast(moved, dtype),
    isConstantScalar(zeroPoint)
      ? lowering.scalar(numberIn(zeroPoint, lowering) + by, "int32")
      : calls("add", [zeroPoint, lowering.scalar(by, "int32")]),
  ];
}

/** No device has its own form of a transposed convolution: it computes on 16 bits. */
const transposed: Rule = (lowering) => {
  const { calls } = lowering;
  const centered = (i: number) => {
    const [data, zeroPoint] = eachOf([lowering.arg(i), lowering.arg(i + 2)], (e) => lowering.cast(e, "int16"));
    return lowering.type(i + 2).shape.length === 0
      ? calls("subtract", [data, zeroPoint])
      : calls("nn.bias_add", [data, calls("negative", [zeroPoint])]);
  };
  return calls("nn.conv2d_transpose", [centered(0), centered(1)], attrsOf(lowering));
};

/** A table of all results, which the integers index. */
const tabled =
  (onReals: (x: Expr, lowering: Lowering) => Expr): Rule =>
  (lowering) => {
    const { calls } = lowering;
    const { dtype } = lowering.type(0);
    const bits = Number(/(?<!\d)\d+$/.exec(dtype)?.[0] ?? 0);
    if (!rangeOf(dtype) || bits > 16) throw lowering.refused(`a table of all \`${dtype}\` is too large.`);
    const [scale, zeroPoint, outScale, outZeroPoint] = eachOf([1, 2, 3, 4], (i) => {
      const value = numberIn(lowering.arg(i), lowering);
      return lowering.scalar(value, i % 2 === 1 ? "float32" : "int32");
    });
    const reals = onReals(dequantized(allIntegers(dtype, bits), scale, zeroPoint, lowering), lowering);
    const table = lowering.fold(quantizedInto(reals, outScale, outZeroPoint, dtype, lowering));
    const index = calls("reinterpret", [lowering.arg(0)], { dtype: `uint${bits}` });
    return calls("take", [table, index], { axis: 0, mode: "fast" });
  };

/** All integers of a dtype in the order of their bits. */
function allIntegers(dtype: string, bits: number): Expr {
  const count = 2 ** bits;
  const values = emptyArray(dtype, count);
  if (!values) return constant(undefined, tensorType([count], dtype));
  const data = { dtype, shape: [count], values };
  const isSigned = !dtype.startsWith("u");
  for (let i = 0; i < count; i++) setElement(data, i, isSigned && i >= count / 2 ? i - count : i);
  return constant(data, tensorType([count], dtype));
}

const one = (lowering: Lowering) => lowering.scalar(1, "float32");

export const deviceRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["qnn.conv2d", product("qnn.conv2d")],
  ["qnn.dense", product("qnn.dense")],
  ["qnn.conv2d_transpose", transposed],
  ...["sqrt", "exp", "tanh", "log", "abs", "erf"].map((name): [string, Rule] => [`qnn.${name}`, tabled(applied(name))]),
  ["qnn.rsqrt", tabled((x, lowering) => lowering.calls("divide", [one(lowering), lowering.calls("sqrt", [x])]))],
  [
    "qnn.sigmoid",
    tabled((x, lowering) => {
      const { calls } = lowering;
      return calls("divide", [one(lowering), calls("add", [one(lowering), calls("exp", [calls("negative", [x])])])]);
    }),
  ],
  ["qnn.hardswish", tabled(hardSwish)],
]);
