/**
 * Replaces a sum or a product with a constant on ethos-n: by a depthwise convolution if the constant has an element per
 * channel; by a `qnn.requantize`, which its code generator reads as another meaning of the same integers, if there is
 * one element and nothing else changes. Follows src/relay/backend/contrib/ethosn/convert_equivalent.cc of 0.18.0, which
 * computes in single precision.
 */
import { inferExpression } from "@relayscope/infer";
import {
  type Constant,
  constant,
  dimValue,
  type Expr,
  emptyArray,
  type LineageRecorder,
  postOrder,
  setElement,
  type TensorData,
  tensorType,
} from "@relayscope/ir";
import type { Report } from "../../core/modulePass.ts";
import { type OperatorCalls, operatorCalls, scalarConstant } from "../../core/operatorCalls.ts";
import type { PassContext } from "../../core/pass.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { constantFolder } from "../../prepare/foldConstant.ts";
import { assumedEquivalent } from "./diagnostics.ts";
import { firstOf, type Operands, operandsOf, scalarOf, sizeOf } from "./operands.ts";

export interface Equivalent {
  /** The new name of the composite. */
  readonly composite: string;
  /** The typed equivalent of a composite's body; undefined if there is none. */
  convert(body: Expr, context: PassContext, lineage: LineageRecorder, report: Report): Expr | undefined;
}

interface Workshop {
  readonly calls: OperatorCalls;
  readonly context: PassContext;
  readonly report: Report;
}

/** Makes the equivalent, without types; undefined if there is none. */
type Rule = (operands: Operands, workshop: Workshop) => Expr | undefined;

const convolution = "ethos-n.qnn_conv2d";
const reinterpretation = "ethos-n.qnn_reinterpret_quantize";

/** By the names of the composites that are converted. */
export const equivalents: ReadonlyMap<string, Equivalent> = new Map([
  ["ethos-n.qnn_mul_to_reinterpret_quantize", equivalent(reinterpretation, multipliedByReinterpreting)],
  ["ethos-n.qnn_mul_to_depthwise", equivalent(convolution, multipliedByConvolution)],
  ["ethos-n.qnn_add_to_reinterpret_quantize", equivalent(reinterpretation, addedByReinterpreting)],
  ["ethos-n.qnn_add_to_depthwise", equivalent(convolution, addedByConvolution)],
]);

function equivalent(composite: string, rule: Rule): Equivalent {
  return {
    composite,
    convert(body, context, lineage, report) {
      const operands = operandsOf(body);
      const made = operands && rule(operands, { calls: operatorCalls(context.operators), context, report });
      const typed = made && typedOrNothing(made, context);
      if (!typed) return undefined;
      const kept = new Set<Expr>(body.kind === "Call" ? [body, ...body.args] : [body]);
      postOrder(
        typed,
        (node) => {
          if (!kept.has(node) && node.kind !== "Op") lineage.record(node, node.kind === "Constant" ? operands.constant.value : body);
        },
        (node) => !kept.has(node),
      );
      return typed;
    },
  };
}

function typedOrNothing(expr: Expr, context: PassContext): Expr | undefined {
  const { expr: typed, diagnostics } = inferExpression(expr, undefined, context.operators);
  return diagnostics.some((d) => d.severity === "error") ? undefined : typed;
}

function requantized(
  data: Expr,
  from: Operands["data"],
  to: Pick<Operands["data"], "scale" | "zeroPoint">,
  dtype: string,
  calls: OperatorCalls,
): Expr {
  return calls("qnn.requantize", [data, from.scale, from.zeroPoint, to.scale, to.zeroPoint], { out_dtype: dtype });
}

interface Kernel {
  readonly weight: Constant;
  readonly scale: Expr;
  readonly zeroPoint: Expr;
  readonly bias: Constant;
}

/**
 * A depthwise convolution with one weight per channel, its bias, and the conversion to 8 bits. The reference uses the
 * data's scale for that of the products.
 */
function depthwise({ data, output }: Operands, kernel: Kernel, channels: number, dtype: string, calls: OperatorCalls): Expr {
  const product = calls("qnn.conv2d", [data.value, kernel.weight, data.zeroPoint, kernel.zeroPoint, data.scale, kernel.scale], {
    strides: [1, 1],
    padding: [0, 0, 0, 0],
    dilation: [1, 1],
    groups: channels,
    channels,
    kernel_size: [1, 1],
    data_layout: "NHWC",
    kernel_layout: "HWOI",
    out_layout: "NHWC",
    out_dtype: "int32",
  });
  return requantized(calls("nn.bias_add", [product, kernel.bias], { axis: 3 }), data, output, dtype, calls);
}

/** The number of channels, if the constant has an element for each. */
function channelsOf({ constant: operand, output }: Operands): number | undefined {
  const channels = dimValue(output.type.shape.at(-1) ?? "?");
  return channels !== undefined && channels === sizeOf(tensorOf(operand.value)) ? channels : undefined;
}

function multipliedByConvolution(operands: Operands, { calls }: Workshop): Expr | undefined {
  const channels = channelsOf(operands);
  if (channels === undefined) return undefined;
  const { value, scale, zeroPoint } = operands.constant;
  const weight = reshaped(value, [1, 1, channels, 1]);
  const bias = filled(0, [channels], "int32");
  return depthwise(operands, { weight, scale, zeroPoint, bias }, channels, operands.output.type.dtype, calls);
}

/** The weights leave the data as they are; the sum is the bias, in the scale that the products have. */
function addedByConvolution(operands: Operands, { calls, context, report }: Workshop): Expr | undefined {
  const channels = channelsOf(operands);
  if (channels === undefined) return undefined;
  const { value: operand, zeroPoint } = operands.constant;
  const { dtype, shape } = tensorOf(operand);
  // the reference takes the zero point off as a tensor of one dimension, and can't type that of a single number
  if (shape.length === 0 && scalarOf(zeroPoint)) return undefined;
  const dataScale = scalarOf(operands.data.scale);
  const outputScale = scalarOf(operands.output.scale);
  const isKnown = dataScale !== undefined && outputScale !== undefined;
  const weight = isKnown ? identityWeight(dataScale, outputScale) : undefined;
  const scaleValue = weight === undefined ? undefined : Math.fround(1 / weight);
  const productScale = scaleValue === undefined || dataScale === undefined ? undefined : Math.fround(dataScale * scaleValue);
  const scale = singleConstant(scaleValue);
  const zero = scalarConstant(0, "int32");
  const sum = requantized(operand, operands.constant, { scale: singleConstant(productScale), zeroPoint: zero }, "int32", calls);
  const bias = foldedBias(calls("reshape", [sum], { newshape: [channels] }), context, report);
  if (!bias) return undefined;
  if (!isKnown || !operand.data) report(assumedEquivalent(operands.call, "what is computed from it has none either"));
  const kernel = {
    weight: filled(weight === undefined ? undefined : lowByte(weight), [1, 1, channels, 1], dtype),
    scale,
    zeroPoint: scalarConstant(0, "int32"),
    bias,
  };
  return depthwise(operands, kernel, channels, dtype, calls);
}

/**
 * The integer that represents 1 in the weights. Its reciprocal is their scale, half way between the smallest and the
 * largest that the output allows.
 */
function identityWeight(dataScale: number, outputScale: number): number {
  const largest = Math.min(Math.fround(outputScale / dataScale), 1);
  const wanted = Math.fround(Math.fround(largest + Math.fround(1 / 255)) / 2);
  const reciprocal = Math.fround(1 / wanted);
  return Math.sign(reciprocal) * Math.round(Math.abs(reciprocal));
}

/** The reference's conversion of a number to a byte. */
function lowByte(value: number): number {
  return Math.abs(value) < 2 ** 31 ? Math.trunc(value) & 255 : 0;
}

function foldedBias(bias: Expr, context: PassContext, report: Report): Constant | undefined {
  const typed = typedOrNothing(bias, context);
  const unrecorded: LineageRecorder = { record: () => undefined, originsOf: (node) => [node] };
  const folded = typed && constantFolder({ context, lineage: unrecorded, report, foldsQuantized: true }).rewrite(typed);
  return folded?.kind === "Constant" ? folded : undefined;
}

function multipliedByReinterpreting(operands: Operands, workshop: Workshop): Expr | undefined {
  const { data, constant: operand, output } = operands;
  if (sizeOf(tensorOf(operand.value)) !== 1) return undefined;
  const factors = [data.scale, operand.scale, operand.zeroPoint, output.scale].map(scalarOf);
  const [dataScale, scale, zeroPoint, outputScale, value] = [...factors, firstOf(operand.value)];
  if (dataScale === undefined || scale === undefined || zeroPoint === undefined || outputScale === undefined || value === undefined) {
    return assumedReinterpretation(operands, workshop);
  }
  const error = Math.fround(Math.fround(Math.fround(dataScale * scale) * (value - zeroPoint)) - outputScale);
  return Math.abs(error) > Math.fround(0.004) ? undefined : reinterpreted(operands, workshop);
}

function addedByReinterpreting(operands: Operands, workshop: Workshop): Expr | undefined {
  const { data, constant: operand, output } = operands;
  if (sizeOf(tensorOf(operand.value)) !== 1) return undefined;
  const terms = [data.scale, data.zeroPoint, operand.scale, operand.zeroPoint, output.zeroPoint].map(scalarOf);
  const [dataScale, dataZero, scale, zeroPoint, outputZero, value] = [...terms, firstOf(operand.value)];
  if (
    dataScale === undefined ||
    dataZero === undefined ||
    scale === undefined ||
    zeroPoint === undefined ||
    outputZero === undefined ||
    value === undefined
  ) {
    return assumedReinterpretation(operands, workshop);
  }
  const shift = Math.fround(Math.fround((value - zeroPoint) * scale) / dataScale);
  // in one direction alone, as upstream: the zero point may move down by any amount
  return Math.fround(Math.fround(dataZero - shift) - outputZero) > 1 ? undefined : reinterpreted(operands, workshop);
}

function reinterpreted({ data, output }: Operands, { calls }: Workshop): Expr {
  return requantized(data.value, data, output, output.type.dtype, calls);
}

function assumedReinterpretation(operands: Operands, workshop: Workshop): Expr {
  workshop.report(assumedEquivalent(operands.call, "it was taken to change nothing but the meaning of the integers"));
  return reinterpreted(operands, workshop);
}

function singleConstant(value: number | undefined): Constant {
  return value === undefined ? constant(undefined, tensorType([], "float32")) : scalarConstant(value, "float32");
}

/** A constant over the same data, in another shape. */
function reshaped(from: Constant, shape: readonly number[]): Constant {
  const { dtype } = tensorOf(from);
  const data: TensorData | undefined = from.data && { ...from.data, shape };
  return constant(data, tensorType(shape, dtype), from.assumed === undefined ? {} : { assumed: from.assumed });
}

/** A constant filled with one value; without data if the value is unknown. */
function filled(value: number | undefined, shape: readonly number[], dtype: string): Constant {
  const values =
    value === undefined
      ? undefined
      : emptyArray(
          dtype,
          shape.reduce((a, b) => a * b, 1),
        );
  const data = values && { dtype, shape, values };
  if (data && value !== undefined) for (let i = 0; i < data.values.length; i++) setElement(data, i, value);
  return constant(data, tensorType(shape, dtype));
}
