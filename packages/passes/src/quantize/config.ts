/**
 * The configuration of quantization: the fields of the reference's `qconfig`, as options of each of its passes. Follows
 * QConfig (python/tvm/relay/quantize/quantize.py).
 */
import { allReadElsewhereBut, choice, flag, float, integer, integers, type OptionsOf, orNone, text, texts } from "../core/options.ts";

/** The role in which a value is quantized. It decides the number of bits. */
export type QuantizedKind = "input" | "weight" | "activation";

/** The numbers by which `simulated_quantize` names kinds. */
export const kindNumbers: Readonly<Record<QuantizedKind, number>> = { input: 1, weight: 2, activation: 3 };

export interface QuantizeConfig {
  readonly bits: Readonly<Record<QuantizedKind, number>>;
  readonly dtypes: Readonly<Record<QuantizedKind, string>>;
  readonly calibrateMode: OptionsOf<QuantizeOptions>["calibrate_mode"];
  /** The largest magnitude that is assumed for activations. */
  readonly globalScale: number;
  readonly weightScale: OptionsOf<QuantizeOptions>["weight_scale"];
  readonly skipsDense: boolean;
  /** Places of convolutions left alone, counted in visiting order; undefined for none, without counting. */
  readonly skippedConvolutions: ReadonlySet<number> | undefined;
  readonly roundsForShift: boolean;
  /** The only operators whose rules are asked; undefined for all. */
  readonly enabledOperators: ReadonlySet<string> | undefined;
  readonly rounding: OptionsOf<QuantizeOptions>["rounding"];
  readonly partitionConversions: OptionsOf<QuantizeOptions>["partition_conversions"];
  /** The magnitude that a weight without data is taken to reach. */
  readonly assumedMax: number;
}

/** The fields of `qconfig` in its order, and what replaces weights without data. */
const allOptions = {
  nbit_input: integer(8, "Bits of a quantized input: the range that its scale divides."),
  nbit_weight: integer(8, "Bits of a quantized weight."),
  nbit_activation: integer(32, "Bits of a result before it is quantized again."),
  dtype_input: text("int8", "Data type of quantized inputs."),
  dtype_weight: text("int8", "Data type of quantized weights."),
  dtype_activation: text("int32", "Data type that convolutions add up in."),
  calibrate_mode: choice(
    ["global_scale", "kl_divergence", "percentile"],
    "global_scale",
    "Where scales of activations come from. Only `global_scale` works without a data set.",
  ),
  global_scale: float(8, "The largest magnitude that is assumed for activations."),
  weight_scale: choice(["power2", "max"], "power2", "A weight's scale: its largest magnitude, or the power of two above it."),
  skip_dense_layer: flag(true, "Leave dense layers in floating point."),
  skip_conv_layers: orNone(integers([0], "Convolutions left in floating point, counted from 0.")),
  do_simulation: flag(false, "Stay in floating point: the flow then leaves QuantizeRealize out."),
  round_for_shift: flag(true, "Add half before shifting right."),
  debug_enabled_ops: orNone(
    texts([], "The only operators whose rules run. TVM takes them as `tvm.tir.StringImm`; plain strings make it raise."),
    null,
  ),
  rounding: choice(["UPWARD", "TONEAREST"], "UPWARD", "How fixed-point products are rounded."),
  calibrate_chunk_by: integer(-1, "How many layers a data set is run for at once; it has no effect without a data set."),
  partition_conversions: choice(
    ["disabled", "enabled", "fully_integral"],
    "disabled",
    "Whether conversions at both ends become functions of their own: PartitionConversions does it, after FoldConstant.",
  ),
  assumed_max: float(
    1,
    "The largest magnitude that weights without data in the text are assumed to have. Results that depend on it are marked.",
  ),
};

type QuantizeOptions = typeof allOptions;

const readBy: Readonly<Record<string, readonly (keyof QuantizeOptions)[]>> = {
  QuantizePartition: ["dtype_input"],
  QuantizeAnnotate: ["skip_dense_layer", "skip_conv_layers", "debug_enabled_ops"],
  QuantizeCalibrate: ["nbit_input", "nbit_weight", "nbit_activation", "calibrate_mode", "global_scale", "weight_scale", "assumed_max"],
  QuantizeRealize: [
    ...(["nbit_input", "nbit_weight", "nbit_activation", "dtype_input", "dtype_weight", "dtype_activation", "global_scale"] as const),
    ...(["weight_scale", "round_for_shift", "rounding", "partition_conversions"] as const),
  ],
};

/**
 * The options of a pass: as in the reference each takes all fields of `qconfig`; those that it does not read are
 * marked.
 */
export function quantizeOptions(pass: string): QuantizeOptions {
  return allReadElsewhereBut(allOptions, readBy[pass] ?? []);
}

/** The options in the words of the code. */
export function quantizeConfig(options: OptionsOf<QuantizeOptions>): QuantizeConfig {
  const { skip_conv_layers: skipped, debug_enabled_ops: enabled } = options;
  return {
    bits: { input: options.nbit_input, weight: options.nbit_weight, activation: options.nbit_activation },
    dtypes: { input: options.dtype_input, weight: options.dtype_weight, activation: options.dtype_activation },
    calibrateMode: options.calibrate_mode,
    globalScale: options.global_scale,
    weightScale: options.weight_scale,
    skipsDense: options.skip_dense_layer,
    skippedConvolutions: skipped === null ? undefined : new Set(skipped),
    roundsForShift: options.round_for_shift,
    enabledOperators: enabled === null ? undefined : new Set(enabled),
    rounding: options.rounding,
    partitionConversions: options.partition_conversions,
    assumedMax: options.assumed_max,
  };
}
