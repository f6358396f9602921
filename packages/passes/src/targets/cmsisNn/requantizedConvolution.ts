/**
 * The body of a composite `cmsis-nn.qnn_conv2d` with the constants that the library needs: weights in OHWI, and a
 * multiplier and a shift per channel, which replace two zero points that are always 0. Follows generate_constants.cc
 * and convolutions.cc (src/relay/backend/contrib/cmsisnn) of 0.18.0.
 */
import { fixedPointOf } from "@relayscope/evaluate";
import {
  type Attrs,
  attrOf,
  type Call,
  type Constant,
  call,
  dimValue,
  type Expr,
  intOf,
  isCallOf,
  type LineageRecorder,
  type TensorData,
  tensorType,
  withAttrs,
} from "@relayscope/ir";
import { argumentAt, firstArguments } from "../../core/callArguments.ts";
import type { Report } from "../../core/modulePass.ts";
import type { OperatorCalls } from "../../core/operatorCalls.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { computed } from "../../prepare/foldConstant.ts";
import { notARequantizedConvolution, scaleNotScalar, tooFewScales } from "./diagnostics.ts";
import { untypedConstant } from "./untypedConstant.ts";

export interface Surroundings {
  readonly calls: OperatorCalls;
  readonly lineage: LineageRecorder;
  readonly report: Report;
}

/** The calls that a body is made of, last one first, and the convolution's parts. */
interface Layer {
  readonly clip: Call | undefined;
  readonly requantize: Call;
  readonly biasAdd: Call | undefined;
  readonly convolution: Call;
  readonly attrs: Attrs;
  readonly channels: number;
}

/** The body over calls without types. Where a scale has no data, multipliers and shifts have none either. */
export function requantizedConvolution(body: Expr, around: Surroundings): Expr {
  const layer = layerOf(body);
  const { clip, requantize, biasAdd, convolution, channels } = layer;
  const [data, , inputZero, , inputScale, weightScale] = firstArguments(convolution, 6);
  const [, sumScale, , outputScale, outputZero] = firstArguments(requantize, 5);
  const { weight, attrs } = weightFor(layer, around);
  const { multiplier, shift } = fixedPoint(layer, scalarScale(outputScale), around);
  // A single scale is a scalar in Relay; later passes need a vector.
  const perChannel = (scale: Expr) => (channels === 1 ? vectorOf(scalarScale(scale), around.lineage) : scale);
  const over = (before: Call, args: readonly Expr[], newAttrs = before.attrs): Call => {
    const after = call(before.op, args, newAttrs);
    around.lineage.record(after, before);
    return after;
  };
  const product = over(convolution, [data, weight, inputZero, multiplier, inputScale, perChannel(weightScale)], attrs);
  const sum = biasAdd ? over(biasAdd, [product, ...biasAdd.args.slice(1)]) : product;
  const result = over(requantize, [sum, perChannel(sumScale), shift, outputScale, outputZero]);
  return clip ? over(clip, [result]) : result;
}

function layerOf(body: Expr): Layer {
  const clip = isCallOf(body, "clip") ? body : undefined;
  const requantize = clip ? clip.args[0] : body;
  if (!requantize || !isCallOf(requantize, "qnn.requantize") || requantize.args.length < 5) {
    throw notARequantizedConvolution(body, "there is no `qnn.requantize`");
  }
  const sum = argumentAt(requantize, 0);
  const biasAdd = isCallOf(sum, "nn.bias_add") ? sum : undefined;
  const convolution = biasAdd ? biasAdd.args[0] : sum;
  if (!convolution || !isCallOf(convolution, "qnn.conv2d") || convolution.args.length < 6 || !convolution.attrs) {
    throw notARequantizedConvolution(body, "there is no `qnn.conv2d`");
  }
  const channels = intOf(attrOf(convolution.attrs, "channels"));
  if (channels === undefined) throw notARequantizedConvolution(body, "its `qnn.conv2d` does not say its `channels`");
  return { clip, requantize, biasAdd, convolution, attrs: convolution.attrs, channels };
}

const wantedLayout = "OHWI";

/**
 * The weight in OHWI, but for a depthwise convolution, whose weight stays. The library takes one to be depthwise by its
 * sizes alone.
 */
function weightFor({ convolution, attrs, channels }: Layer, { calls, lineage }: Surroundings): { weight: Expr; attrs: Attrs } {
  const weight = argumentAt(convolution, 1);
  const layout = String(attrOf(attrs, "kernel_layout"));
  const { shape, dtype } = tensorOf(weight);
  tensorOf(convolution.args[0]);
  const axes = [...wantedLayout].map((letter) => layout.indexOf(letter));
  const [outputs, , , inputs] = axes.map((axis) => dimValue(shape[axis] ?? "?"));
  if (shape.length !== axes.length || outputs === undefined || inputs === undefined) {
    throw notARequantizedConvolution(convolution, `its weight is not a tensor of four known sizes in the layout \`${layout}\``);
  }
  if (outputs * inputs === channels) return { weight, attrs };
  if (weight.kind !== "Constant") throw notARequantizedConvolution(convolution, "its weight is not a constant");
  const type = tensorType(
    axes.map((axis) => shape[axis] ?? "?"),
    dtype,
  );
  const { result } = computed(calls("transpose", [weight], { axes }), type);
  lineage.record(result, weight);
  return { weight: result, attrs: withAttrs(attrs, { kernel_layout: wantedLayout }) };
}

/**
 * For each channel the factor `input scale * weight scale / output scale`, in double precision, as an int32 multiplier
 * and a shift.
 */
function fixedPoint({ convolution, channels }: Layer, outputScale: Constant, { lineage, report }: Surroundings) {
  const inputScale = scalarScale(argumentAt(convolution, 4));
  const weightScale = argumentAt(convolution, 5);
  if (weightScale.kind !== "Constant") throw notARequantizedConvolution(convolution, "the scale of its weight is not a constant");
  const [input, weight, output] = [inputScale, weightScale, outputScale].map((c) => numbersOf(c.data));
  const given = weightScale.tensorType?.shape.reduce<number>((n, dim) => n * (dimValue(dim) ?? 1), 1) ?? channels;
  if (given < channels) report(tooFewScales(convolution, channels, given));
  const isKnown = input !== undefined && weight !== undefined && output !== undefined && given >= channels;
  const factor = (i: number) => ((input?.[0] ?? 0) * (weight?.[i] ?? 0)) / (output?.[0] ?? 1);
  const points = isKnown ? Array.from({ length: channels }, (_, i) => fixedPointOf(factor(i))) : undefined;
  const assumed = [inputScale, weightScale, outputScale].find((c) => c.assumed !== undefined)?.assumed;
  const vector = (part: "multiplier" | "shift") => {
    const values = points && Int32Array.from(points, (point) => point[part]);
    const made = untypedConstant(values && { dtype: "int32", shape: [channels], values }, tensorType([channels], "int32"), assumed);
    lineage.record(made, inputScale, weightScale, outputScale);
    return made;
  };
  return { multiplier: vector("multiplier"), shift: vector("shift") };
}

function scalarScale(scale: Expr): Constant {
  if (scale.kind !== "Constant" || (scale.tensorType?.shape.length ?? 0) > 0) throw scaleNotScalar(scale);
  return scale;
}

function numbersOf(data: TensorData | undefined): ArrayLike<number> | undefined {
  return data?.dtype === "float32" ? (data.values as Float32Array) : undefined;
}

function vectorOf(scale: Constant, lineage: LineageRecorder): Constant {
  const { data } = scale;
  const made = untypedConstant(
    data && { dtype: "float32", shape: [1], values: Float32Array.of(Number(data.values[0])) },
    tensorType([1], "float32"),
    scale.assumed,
  );
  lineage.record(made, scale);
  return made;
}
