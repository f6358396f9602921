/** Diagnostics of quantization: where it stops, and what it assumed. */
import { diagnostic, type Expr, failure, nameOf, type Var } from "@relayscope/ir";
import { valuesMissing } from "../core/diagnostics.ts";

/** A rule of quantization raised in the reference. */
const quantizationRefused = (code: string, call: Expr, reason: string, hints: readonly string[] = []) =>
  failure(code, `\`${nameOf(call)}\` can't be quantized, and TVM raises here: ${reason}`, call, hints);
export const quantizedWeight = (call: Expr) =>
  quantizationRefused("quantized-weight", call, "its weight comes out of a convolution or was quantized before.");
export const quantizedOperands = (call: Expr) =>
  quantizationRefused("quantized-operands", call, "there is no rule for operands quantized as these are.");
export const notATupleOfFields = (call: Expr) =>
  quantizationRefused("not-a-tuple", call, "its argument is a tuple as a whole, not a tuple of fields.", [
    "Write the fields out: `(%t.0, %t.1)`.",
  ]);
export const notCalibrated = (call: Expr) =>
  quantizationRefused("not-calibrated", call, "its scale and bounds must be constants.", ["Run QuantizeCalibrate first."]);
export const calibratedAlready = (call: Expr) =>
  quantizationRefused("calibrated-already", call, "its scale and bounds are constants already.");
export const weightNotConstant = (call: Expr) =>
  quantizationRefused("weight-not-constant", call, "the weight is not a constant.", [
    "Bind the parameters: weights are quantized by their largest magnitude.",
  ]);
export const halfQuantized = (call: Expr) =>
  quantizationRefused("half-quantized", call, "one of its arguments is quantized and another is not.");
export const impossibleScale = (call: Expr, reason: string) => quantizationRefused("impossible-scale", call, reason);
export const wrongRounding = (call: Expr, rounding: string) =>
  quantizationRefused("wrong-rounding", call, `only \`round\` is realized, not \`${rounding}\`.`);
export const noDataSet = (mode: string) =>
  failure("no-data-set", `The mode \`${mode}\` finds scales by running the module on a data set, and there is none.`, undefined, [
    "Set `calibrate_mode` to `global_scale`.",
  ]);
export const heldValueLeft = (origin: Expr) =>
  failure(
    "quantized-across-scopes",
    `The quantized result of \`${nameOf(origin)}\` leaves a branch, a let or a function in quantized form, and TVM raises here.`,
    origin,
  );
/** A weight's values are not in the text: its largest magnitude was assumed. */
export const assumedMagnitude = (weight: Expr, magnitude: number) =>
  diagnostic("assumed-magnitude", `This weight has no data; its largest magnitude was taken to be ${magnitude}.`, {
    node: weight,
    severity: "info",
  });
/**
 * `partition_conversions` was asked for: in the reference that is a step after this pass, after constants were folded.
 */
export const conversionsAreAStep = () =>
  diagnostic("conversions-are-a-step", "`partition_conversions` splits `@main` in a step of its own, after this pass and FoldConstant.", {
    severity: "info",
    hints: ["Add the pass `PartitionConversions` after FoldConstant, `ensure_fully_integral` for `fully_integral`."],
  });
export const conversionsNeedPlainMain = () =>
  failure(
    "conversions-need-plain-main",
    "Conversions are split off from a module of one function `@main` without attributes or type parameters; TVM raises here.",
  );
/** A cut around the quantized part can't be made. */
const cutRefused = (code: string, node: Expr, reason: string) =>
  failure(code, `\`${nameOf(node)}\` prevents a split, and TVM raises here: ${reason}`, node);
export const inputsMeet = (inputs: readonly [Var, ...Var[]]) =>
  cutRefused("inputs-meet", inputs[0], `conversions put ${inputs.map((v) => `\`%${v.name}\``).join(" and ")} together.`);
export const inputOnBothSides = (input: Var) =>
  failure(
    "input-on-both-sides",
    `\`%${input.name}\` is converted in one place and used in another. TVM then makes it a parameter of two functions, and the module is not well formed.`,
    input,
  );
export const noTensorAtTheEnd = (node: Expr) =>
  cutRefused("no-tensor-at-the-end", node, "after the quantized part there may be tensors only, no tuples and functions.");
export const endNotOneValue = (node: Expr) =>
  cutRefused("end-not-one-value", node, "the result must be made of one use of one quantized value.");
export const notFullyIntegral = (reason: string) =>
  failure("not-fully-integral", `The module is not fully integral, and TVM raises here: ${reason}`, undefined, [
    "Quantize all layers (`skip_conv_layers=[]`, `skip_dense_layer=False`), or leave `ensure_fully_integral` off.",
  ]);
export const callInRegion = (call: Expr) =>
  failure("call-in-region", "A function is called between dequantize and quantize; TVM can't convert that, and raises.", call, [
    "Inline the function first.",
  ]);
export const regionNotConverted = (end: Expr, why: string) =>
  failure("region-not-converted", `The region that ends in \`${nameOf(end)}\` can't be computed on integers: ${why}.`, end, [
    "Without `hard_fail` it stays as it is.",
  ]);
/** A region stays on reals because its constants have no data. */
export const regionUnknown = (end: Expr) =>
  valuesMissing(
    "region-unknown",
    `The region that ends in \`${nameOf(end)}\` stays on reals: a scale or zero point has no data, so the conversion is unknown.`,
    end,
  );
/** A division stays because its divisor has no data. */
export const reciprocalUnknown = (division: Expr) =>
  valuesMissing("reciprocal-unknown", "A division stays: its divisor has no data, so its reciprocal can't be computed.", division);
/** Where the reference computes one reciprocal of many, and leaves the others as the memory was. */
export const reciprocalOfMany = (division: Expr) =>
  diagnostic(
    "reciprocal-of-many",
    "A division by a constant with several elements became a multiplication. TVM computes only the first reciprocal and leaves the others undefined; Relayscope computes all.",
    { node: division, severity: "info" },
  );
