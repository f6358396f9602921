/** Diagnostics of quantization: where it stops, and what it assumed. */
import { type Diagnostic, diagnostic, type Expr, type Failure, failure, nameOf, type Var } from "@relayscope/ir";
import { pasteMetadata } from "../core/diagnostics.ts";

/** A rule of quantization raised in the reference. */
function quantizationRefused(code: string, call: Expr, reason: string, hints: readonly string[] = []): Failure {
  return failure(code, `\`${nameOf(call)}\` can't be quantized, and TVM raises here: ${reason}`, call, hints);
}

export function quantizedWeight(call: Expr): Failure {
  return quantizationRefused("quantized-weight", call, "its weight comes out of a convolution or was quantized before.");
}

export function quantizedOperands(call: Expr): Failure {
  return quantizationRefused("quantized-operands", call, "there is no rule for operands quantized as these are.");
}

export function notATupleOfFields(call: Expr): Failure {
  return quantizationRefused("not-a-tuple", call, "its argument is a tuple as a whole, not a tuple of fields.", [
    "Write the fields out: `(%t.0, %t.1)`.",
  ]);
}

export function notCalibrated(call: Expr): Failure {
  return quantizationRefused("not-calibrated", call, "its scale and bounds must be constants.", ["Run QuantizeCalibrate first."]);
}

export function calibratedAlready(call: Expr): Failure {
  return quantizationRefused("calibrated-already", call, "its scale and bounds are constants already.");
}

export function weightNotConstant(call: Expr): Failure {
  return quantizationRefused("weight-not-constant", call, "the weight is not a constant.", [
    "Bind the parameters: weights are quantized by their largest magnitude.",
  ]);
}

export function halfQuantized(call: Expr): Failure {
  return quantizationRefused("half-quantized", call, "one of its arguments is quantized and another is not.");
}

export function impossibleScale(call: Expr, reason: string): Failure {
  return quantizationRefused("impossible-scale", call, reason);
}

export function wrongRounding(call: Expr, rounding: string): Failure {
  return quantizationRefused("wrong-rounding", call, `only \`round\` is realized, not \`${rounding}\`.`);
}

export function noDataSet(mode: string): Failure {
  return failure("no-data-set", `The mode \`${mode}\` finds scales by running the module on a data set, and there is none.`, undefined, [
    "Set `calibrate_mode` to `global_scale`.",
  ]);
}

export function heldValueLeft(origin: Expr): Failure {
  return failure(
    "quantized-across-scopes",
    `The quantized result of \`${nameOf(origin)}\` leaves a branch, a let or a function in quantized form, and TVM raises here.`,
    origin,
  );
}

/** A weight's values are not in the text: its largest magnitude was assumed. */
export function assumedMagnitude(weight: Expr, magnitude: number): Diagnostic {
  return diagnostic("assumed-magnitude", `This weight has no data; its largest magnitude was taken to be ${magnitude}.`, {
    node: weight,
    severity: "info",
  });
}

/**
 * `partition_conversions` was asked for: in the reference that is a step after this pass, after constants were folded.
 */
export function conversionsAreAStep(): Diagnostic {
  return diagnostic(
    "conversions-are-a-step",
    "`partition_conversions` splits `@main` in a step of its own, after this pass and FoldConstant.",
    {
      severity: "info",
      hints: ["Add the pass `PartitionConversions` after FoldConstant, `ensure_fully_integral` for `fully_integral`."],
    },
  );
}

export function conversionsNeedPlainMain(): Failure {
  return failure(
    "conversions-need-plain-main",
    "Conversions are split off from a module of one function `@main` without attributes or type parameters; TVM raises here.",
  );
}

/** A cut around the quantized part can't be made. */
function cutRefused(code: string, node: Expr, reason: string): Failure {
  return failure(code, `\`${nameOf(node)}\` prevents a split, and TVM raises here: ${reason}`, node);
}

export function inputsMeet(inputs: readonly [Var, ...Var[]]): Failure {
  return cutRefused("inputs-meet", inputs[0], `conversions put ${inputs.map((v) => `\`%${v.name}\``).join(" and ")} together.`);
}

export function inputOnBothSides(input: Var): Failure {
  return failure(
    "input-on-both-sides",
    `\`%${input.name}\` is converted in one place and used in another. TVM then makes it a parameter of two functions, and the module is not well formed.`,
    input,
  );
}

export function noTensorAtTheEnd(node: Expr): Failure {
  return cutRefused("no-tensor-at-the-end", node, "after the quantized part there may be tensors only, no tuples and functions.");
}

export function endNotOneValue(node: Expr): Failure {
  return cutRefused("end-not-one-value", node, "the result must be made of one use of one quantized value.");
}

export function notFullyIntegral(reason: string): Failure {
  return failure("not-fully-integral", `The module is not fully integral, and TVM raises here: ${reason}`, undefined, [
    "Quantize all layers (`skip_conv_layers=[]`, `skip_dense_layer=False`), or leave `ensure_fully_integral` off.",
  ]);
}

export function callInRegion(call: Expr): Failure {
  return failure("call-in-region", "A function is called between dequantize and quantize; TVM can't convert that, and raises.", call, [
    "Inline the function first.",
  ]);
}

export function regionNotConverted(end: Expr, why: string): Failure {
  return failure("region-not-converted", `The region that ends in \`${nameOf(end)}\` can't be computed on integers: ${why}.`, end, [
    "Without `hard_fail` it stays as it is.",
  ]);
}

/** A region stays on reals because its constants have no data. */
export function regionUnknown(end: Expr): Diagnostic {
  return diagnostic(
    "region-unknown",
    `The region that ends in \`${nameOf(end)}\` stays on reals: a scale or zero point has no data, so the conversion is unknown.`,
    { node: end, severity: "warning", hints: [pasteMetadata] },
  );
}

/** A division stays because its divisor has no data. */
export function reciprocalUnknown(division: Expr): Diagnostic {
  return diagnostic("reciprocal-unknown", "A division stays: its divisor has no data, so its reciprocal can't be computed.", {
    node: division,
    severity: "warning",
    hints: [pasteMetadata],
  });
}

/** Where the reference computes one reciprocal of many, and leaves the others as the memory was. */
export function reciprocalOfMany(division: Expr): Diagnostic {
  return diagnostic(
    "reciprocal-of-many",
    "A division by a constant with several elements became a multiplication. TVM computes only the first reciprocal and leaves the others undefined; Relayscope computes all.",
    { node: division, severity: "info" },
  );
}
