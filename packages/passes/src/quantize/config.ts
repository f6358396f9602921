/** What quantization goes by: the fields of the reference's `qconfig`, as options of each of its passes. Follows QConfig (python/tvm/relay/quantize/quantize.py). */
import { wrongOption } from "../diagnostics.ts";
import type { OptionSchema, PassOptions } from "../pass.ts";
import { booleanOption, textListOption, textOption } from "../passOptions.ts";

/** What a value is quantized as. It decides how many bits it gets. */
export type QuantizedKind = "input" | "weight" | "activation";

/** The numbers by which `simulated_quantize` names kinds. */
export const kindNumbers: Readonly<Record<QuantizedKind, number>> = { input: 1, weight: 2, activation: 3 };

export interface QuantizeConfig {
  readonly bits: Readonly<Record<QuantizedKind, number>>;
  readonly dtypes: Readonly<Record<QuantizedKind, string>>;
  readonly calibrateMode: string;
  /** The largest magnitude that activations are taken to have. */
  readonly globalScale: number;
  readonly weightScale: string;
  readonly skipsDense: boolean;
  /** Places of convolutions left alone, counted in visiting order; undefined for none, without counting. */
  readonly skippedConvolutions: ReadonlySet<number> | undefined;
  readonly roundsForShift: boolean;
  /** The only operators whose rules are asked; undefined for all. */
  readonly enabledOperators: ReadonlySet<string> | undefined;
  readonly rounding: string;
  readonly partitionConversions: string;
  /** The magnitude that a weight without data is taken to reach. */
  readonly assumedMax: number;
}

/** The fields of `qconfig` in its order, and what stands in for weights without data. */
const allOptions: readonly OptionSchema[] = [
  { name: "nbit_input", type: "int", default: 8, doc: "Bits of a quantized input: the range that its scale divides." },
  { name: "nbit_weight", type: "int", default: 8, doc: "Bits of a quantized weight." },
  { name: "nbit_activation", type: "int", default: 32, doc: "Bits of a result before it is quantized again." },
  { name: "dtype_input", type: "string", default: "int8", doc: "Data type of quantized inputs." },
  { name: "dtype_weight", type: "string", default: "int8", doc: "Data type of quantized weights." },
  { name: "dtype_activation", type: "string", default: "int32", doc: "Data type that convolutions add up in." },
  {
    name: "calibrate_mode",
    type: "string",
    default: "global_scale",
    doc: "Where scales of activations come from. Only `global_scale` works without a data set.",
    choices: ["global_scale", "kl_divergence", "percentile"],
  },
  { name: "global_scale", type: "float", default: 8, doc: "The largest magnitude that activations are taken to have." },
  {
    name: "weight_scale",
    type: "string",
    default: "power2",
    doc: "A weight's scale: its largest magnitude, or the power of two above it.",
    choices: ["power2", "max"],
  },
  { name: "skip_dense_layer", type: "boolean", default: true, doc: "Leave dense layers in floating point." },
  { name: "skip_conv_layers", type: "int[]", default: [0], doc: "Convolutions left in floating point, counted from 0." },
  { name: "do_simulation", type: "boolean", default: false, doc: "Stay in floating point: the flow then leaves QuantizeRealize out." },
  { name: "round_for_shift", type: "boolean", default: true, doc: "Add half before shifting right." },
  {
    name: "debug_enabled_ops",
    type: "string[]",
    default: null,
    doc: "The only operators whose rules are asked. The reference takes them as `tvm.tir.StringImm`; plain strings make it raise.",
  },
  {
    name: "rounding",
    type: "string",
    default: "UPWARD",
    doc: "How fixed-point products are rounded.",
    choices: ["UPWARD", "TONEAREST"],
  },
  { name: "calibrate_chunk_by", type: "int", default: -1, doc: "How many layers a data set is run for at once; of no effect without one." },
  {
    name: "partition_conversions",
    type: "string",
    default: "disabled",
    doc: "Whether conversions at both ends become functions of their own: PartitionConversions does it, behind FoldConstant.",
    choices: ["disabled", "enabled", "fully_integral"],
  },
  {
    name: "assumed_max",
    type: "float",
    default: 1,
    doc: "The largest magnitude of weights whose data is not in the text. What rests on it is marked.",
  },
];

const readBy: Readonly<Record<string, readonly string[]>> = {
  QuantizePartition: ["dtype_input"],
  QuantizeAnnotate: ["skip_dense_layer", "skip_conv_layers", "debug_enabled_ops"],
  QuantizeCalibrate: ["nbit_input", "nbit_weight", "nbit_activation", "calibrate_mode", "global_scale", "weight_scale", "assumed_max"],
  QuantizeRealize: [
    ...["nbit_input", "nbit_weight", "nbit_activation", "dtype_input", "dtype_weight", "dtype_activation", "global_scale"],
    ...["weight_scale", "round_for_shift", "rounding", "partition_conversions"],
  ],
};

/** The options of a pass: as in the reference each takes all fields of `qconfig`; those that it does not read are marked. */
export function quantizeOptions(pass: string): readonly OptionSchema[] {
  const read = readBy[pass] ?? [];
  return allOptions.map((option) => (read.includes(option.name) ? option : { ...option, isReadElsewhere: true }));
}

/** Reads the options. Stops the pass at one of a wrong type. */
export function quantizeConfig(options: PassOptions): QuantizeConfig {
  return {
    bits: {
      input: numberOption(options, "nbit_input", 8),
      weight: numberOption(options, "nbit_weight", 8),
      activation: numberOption(options, "nbit_activation", 32),
    },
    dtypes: {
      input: textOption(options, "dtype_input", "int8"),
      weight: textOption(options, "dtype_weight", "int8"),
      activation: textOption(options, "dtype_activation", "int32"),
    },
    calibrateMode: textOption(options, "calibrate_mode", "global_scale"),
    globalScale: numberOption(options, "global_scale", 8),
    weightScale: textOption(options, "weight_scale", "power2"),
    skipsDense: booleanOption(options, "skip_dense_layer", true),
    skippedConvolutions: placesOption(options, "skip_conv_layers"),
    roundsForShift: booleanOption(options, "round_for_shift", true),
    enabledOperators: options.debug_enabled_ops == null ? undefined : new Set(textListOption(options, "debug_enabled_ops")),
    rounding: textOption(options, "rounding", "UPWARD"),
    partitionConversions: textOption(options, "partition_conversions", "disabled"),
    assumedMax: numberOption(options, "assumed_max", 1),
  };
}

function numberOption(options: PassOptions, name: string, otherwise: number): number {
  const value = options[name] ?? otherwise;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  throw wrongOption(name, "a number");
}

function placesOption(options: PassOptions, name: string): ReadonlySet<number> | undefined {
  const value = options[name];
  if (value === undefined) return new Set([0]);
  if (value === null) return undefined;
  if (Array.isArray(value) && value.every((item) => typeof item === "number")) return new Set(value as readonly number[]);
  throw wrongOption(name, "a list of numbers");
}
