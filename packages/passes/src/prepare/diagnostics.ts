/** Diagnostics of the passes of preparation: where they stop, and what they left unchanged. */
import { mostArgwhereAxes } from "@relayscope/evaluate";
import { type Call, calledOp, type Diagnostic, diagnostic, type Expr, type Failure, failure, nameOf, type Var } from "@relayscope/ir";
import { typingFailure, valuesMissing } from "../core/diagnostics.ts";

/** A call of constants became a constant whose values are not known: there is no kernel for it. */
export const notComputed = (call: Call, operator: string) =>
  diagnostic("not-computed", `Relayscope can't compute \`${operator}\`, so its result is a constant without values.`, {
    node: call,
    severity: "info",
  });
/** A call of constants that decide the size of its result stays: there is no rule for the size. */
export const notSized = (call: Call) =>
  diagnostic("not-computed", `\`${nameOf(call)}\` of constants stays: Relayscope can't compute the size of its result. TVM folds it.`, {
    node: call,
    severity: "info",
  });
const foldingRaises = (call: Call, why: string, hint: string) =>
  failure("folding-raises", `\`${nameOf(call)}\` of constants can't be folded: ${why}`, call, [hint]);

export const foldingFailures = {
  int32Only: (call: Call) =>
    foldingRaises(call, "TVM computes it only in int32, and raises for another data type.", 'Quantize with `dtype_activation="int32"`.'),
  noCode: (call: Call, dtype: string) =>
    foldingRaises(
      call,
      `TVM has no code for it on ${dtype} of this shape, and raises.`,
      "Cast its arguments, or compute it before the import.",
    ),
  notCompiled: (call: Call, problem: string) =>
    foldingRaises(call, `${problem}, and TVM raises.`, "Correct its attributes, or compute it before the import."),
  excludesNothing: (call: Call) =>
    foldingRaises(call, "TVM raises where `exclude` is set without an `axis`.", "Name the axes that stay, or leave `exclude` out."),
  tooManyAxes: (call: Call) =>
    foldingRaises(call, `TVM computes it for 1 to ${mostArgwhereAxes} axes, and raises for others.`, "Reshape its argument."),
};

export const notInlined = (name: string) =>
  failure("not-inlined", `\`@${name}\` is marked \`Inline\`, but a call of it could not be inlined; TVM raises here.`);
/** A constant might be the 0 or 1 that changes nothing, but its value is not in the text: the call stays. */
export const identityUnknown = (call: Call) =>
  valuesMissing(
    "identity-unknown",
    `\`${nameOf(call)}\` stays: its constant has no data, so it is unknown whether it changes anything.`,
    call,
  );
/** A binomial whose factors are constants without data: it stays. */
export const binomialNotFactored = (sum: Expr) =>
  valuesMissing("binomial-not-factored", "A binomial stays as it is: its factors have no data, so its roots can't be computed.", sum);
/** A pad stays, since the value that it pads with is not in the text. */
export const paddingUnknown = (call: Call) =>
  valuesMissing(
    "padding-unknown",
    `The pad before \`${nameOf(call)}\` stays: its fill value is a constant without data, so it is unknown whether it can be folded.`,
    call,
  );
export const paddingExtents = (call: Call) =>
  failure(
    "padding-extents",
    `A pad can't be folded into \`${nameOf(call)}\`: its layout or its \`padding\` does not have as many numbers as the pad; TVM raises here.`,
    call,
    ["Write `padding` with a number for each side of each spatial axis."],
  );
/** A convolution stays between its space_to_batch_nd and batch_to_space_nd. */
export const atrousSizeUnknown = (call: Call) =>
  diagnostic(
    "atrous-size-unknown",
    `\`${nameOf(call)}\` stays: the height or width of its data is not known, so the padding of the dilated convolution in its place would be a formula.`,
    { node: call, severity: "warning" },
  );
/** A dynamic operator stays, since a constant that it asks for has no data. */
export const argumentNotKnown = (call: Call, node: Expr) =>
  valuesMissing(
    "argument-not-known",
    `\`${nameOf(call)}\` stays dynamic: its argument is a constant, but the values are not in the text.`,
    node,
  );
export const constantOfRank = (rank: number, wanted: number) =>
  failure("constant-of-rank", `A constant that becomes an attribute has ${rank} dimensions instead of ${wanted}; TVM raises here.`);
export const largeAttribute = (value: number) =>
  failure("large-attribute", `${value} becomes an attribute of 32 bits and does not fit; TVM raises here.`);
export const callersTypedAgain = (functionName: string, node: Expr) =>
  failure(
    "callers-typed-again",
    `\`@${functionName}\` is called by another function and holds a dynamic operator. TVM replaces the operator by its arguments while it infers the types of the callers, and raises. Inline the function first.`,
    node,
    ["Inline the function first."],
  );
export const resultForgotten = (call: Expr) =>
  typingFailure(
    failure(
      "result-forgotten",
      `The type of this call comes only from the declared result of the function. TVM drops declared results here, infers the types of the module again, and raises.`,
      call,
      ["Inline the function first."],
    ),
  );
/** The reference types a function without the module around it. */
export const dataTypesForgotten = (node: Expr) =>
  failure(
    "data-types-forgotten",
    "The function has a value of a data type. TVM infers its types without the module's data types here, and raises.",
    node,
    ["Leave DynamicToStatic out."],
  );

/**
 * SimplifyExpr types the double of a value separately. This copies variables whose type the value determines, and the
 * copies have no binding.
 */
export function tornFromSum(torn: readonly Var[], sum: Expr): Failure {
  const names = torn.map((v) => `\`%${v.name}\``).join(", ");
  return failure(
    "contains-free-variables",
    `A value is added to itself. TVM infers the type of the sum outside of the function, where ${names} is unbound, and raises. Write the sum as a multiplication by 2.`,
    sum,
    ["Bind parameters first: constants do not belong to the function.", "Write the sum as a multiplication by 2."],
  );
}

export const unboundVariable = (variable: Var) =>
  failure("unbound-variable", `\`%${variable.name}\` is bound nowhere above its use.`, variable);
export const inlinedTwice = (name: string, at: Expr) =>
  failure("inlined-twice", `\`@${name}\` is inlined twice into one function, where TVM raises.`, at);
export const outstandingScale = (call: Call) =>
  failure("outstanding-scale", "A scale was moved forward to a call that cannot absorb it; TVM raises here.", call);
export const dynamicScale = (at: Expr) => failure("dynamic-scale", "A scale along a dimension of unknown size is not folded.", at);
/** The option makes a scale without data count as positive. */
export const assumedPositive = (scale: Expr) =>
  diagnostic("assumed-positive", "This scale has no data. It is taken as positive.", { node: scale, severity: "info" });
export const noChannelAxis = (convolution: Call, layout: string) =>
  failure("no-channel-axis", `The layout \`${layout}\` has no channel axis, where TVM raises.`, convolution);
export const noSuchAxis = (convolution: Call, letter: string) =>
  failure("no-such-axis", `A layout of this convolution has no axis \`${letter}\`, where TVM raises.`, convolution);
export const dynamicChannels = (convolution: Call) =>
  failure("dynamic-channels", "The number of output channels of this convolution is not known.", convolution);
export const dynamicUnits = (at: Expr) => failure("dynamic-units", "A size that combining dense layers needs is not known.", at);
export const dynamicFeatures = (product: Expr | undefined) =>
  failure("dynamic-features", "A size that combining products needs is not known.", product);
export const noOutputAxis = (end: Expr) =>
  failure("no-output-axis", "No axis of the branch's result has the size of the dense layer's output, where TVM fails.", end);
export const branchIntoFunction = (call: Call) =>
  failure("not-an-operator", "A branch leads into a call of a function, where TVM raises.", call);
export const dynamicGroupNorm = (norm: Call) =>
  failure("dynamic-group-norm", "`nn.group_norm` with a dynamic shape can't be expanded; TVM raises here.", norm);
export const patternNotMet = () => failure("pattern-not-met", "A rewrite asked for a node that its pattern did not match.");
export const rewriteNeedsACall = (expr: Expr) =>
  failure("not-a-call", "A rewrite found a node that is not a call where it needs one; TVM raises here.", expr);
export const rangeOfUint64 = () =>
  failure("range-of-uint64", "The pass needs the range of `uint64`, and TVM raises here.", undefined, ["Clip in another dtype."]);
/** The reference indexes an axis that is not there. */
export const axesMissing = (call: Call) =>
  failure("axes-missing", `\`${calledOp(call) ?? "this call"}\` and its neighbor do not fit in their axes, and TVM raises here.`, call);
export const tooManySums = (node: Expr) =>
  failure("too-many-copies", "Sums of a value with itself nest so deep that they need too many copies.", node);
export const fillValueNotScalar = (value: Expr) =>
  failure("fill-value-not-scalar", "The value that a tensor is filled with is not a scalar; TVM raises here.", value);
/** ToMixedPrecision raised in the reference. */
export const precisionNotApplied = (reason: string, node?: Expr) =>
  failure("precision-not-applied", `The precision can't be changed, and TVM raises here: ${reason}`, node);
/** ToMixedPrecision reached a call of a function of the module. */
export const precisionAcrossFunctions = (call: Expr) =>
  failure(
    "precision-across-functions",
    `\`${nameOf(call)}\` calls a function of the module. The pass drops the result types of functions, so TVM raises here unless the rest gives the type; Relayscope does not check that.`,
    call,
    ["Run Inline first."],
  );

/** Operators that are in no list of ToMixedPrecision: they follow their arguments. */
export function unlistedOperators(names: readonly string[]): Diagnostic {
  const list = names.map((name) => `\`${name}\``).join(", ");
  return diagnostic("unlisted-operators", `No list says whether these run in the narrow float, so they follow their inputs: ${list}.`, {
    severity: "info",
  });
}
