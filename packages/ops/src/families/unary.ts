/** Operators on one tensor, element by element. Follows src/relay/op/tensor/unary.cc. */
import { tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { doubleField, dtypeField, intField } from "../fields.ts";
import { textAttr } from "../relations/attributes.ts";
import { tensorOf } from "../relations/guards.ts";
import { identity, identityComparison, shapeOf } from "../relations/identity.ts";
import type { TypeRelation } from "../typeRelation.ts";

function elementwise(name: string, description: string, relation: TypeRelation = identity): OperatorDefinition {
  return defineOperator(name, description, { args: ["data"], fusionKind: "elemwise", isStateful: false, relation });
}

const scalarOfDtype: TypeRelation = (types, attrs) => tensorOf(types, 0) && tensorType([], textAttr(attrs, "dtype"));

export const unaryOperators: readonly OperatorDefinition[] = [
  elementwise("log", "Natural logarithm of each element."),
  elementwise("log2", "Logarithm to base 2 of each element."),
  elementwise("log10", "Logarithm to base 10 of each element."),
  elementwise("tan", "Tangent of each element, in radians."),
  elementwise("cos", "Cosine of each element, in radians."),
  elementwise("cosh", "Hyperbolic cosine of each element."),
  elementwise("sin", "Sine of each element, in radians."),
  elementwise("sinh", "Hyperbolic sine of each element."),
  elementwise("acos", "Inverse cosine of each element, in radians."),
  elementwise("acosh", "Inverse hyperbolic cosine of each element."),
  elementwise("asin", "Inverse sine of each element, in radians."),
  elementwise("asinh", "Inverse hyperbolic sine of each element."),
  elementwise("atan", "Inverse tangent of each element, in radians."),
  elementwise("atanh", "Inverse hyperbolic tangent of each element."),
  elementwise("exp", "Exponential of each element."),
  elementwise("fast_exp", "Exponential of each element, approximated for speed."),
  elementwise("erf", "Gauss error function of each element."),
  elementwise("fast_erf", "Gauss error function of each element, approximated for speed."),
  elementwise("sqrt", "Square root of each element."),
  elementwise("rsqrt", "One over the square root of each element."),
  elementwise("zeros_like", "Zeros, of the tensor's shape and data type."),
  elementwise("ones_like", "Ones, of the tensor's shape and data type."),
  elementwise("sigmoid", "Logistic function of each element: 1 / (1 + exp(-x))."),
  elementwise("copy", "A copy of the tensor."),
  elementwise("floor", "Largest whole number not above each element."),
  elementwise("ceil", "Smallest whole number not below each element."),
  elementwise("trunc", "Each element without its fraction."),
  elementwise("round", "Nearest whole number to each element."),
  elementwise("sign", "-1, 0 or 1: the sign of each element."),
  elementwise("abs", "Absolute value of each element."),
  elementwise("tanh", "Hyperbolic tangent of each element."),
  elementwise("fast_tanh", "Hyperbolic tangent of each element, approximated for speed."),
  elementwise("negative", "The negative of each element."),
  elementwise("logical_not", "True where the element is false."),
  elementwise("bitwise_not", "The bitwise complement of each element."),
  elementwise("isnan", "True where the element is not a number.", identityComparison),
  elementwise("isfinite", "True where the element is a number and not infinite.", identityComparison),
  elementwise("isinf", "True where the element is infinite.", identityComparison),
  defineOperator("clip", "Each element, clipped to two bounds.", {
    args: ["data"],
    attrs: defineAttrs("ClipAttrs", [
      doubleField("a_min", undefined, "The lower bound."),
      doubleField("a_max", undefined, "The upper bound."),
    ]),
    fusionKind: "elemwise",
    isStateful: false,
    relation: identity,
  }),
  defineOperator("fixed_point_multiply", "Each element times multiplier * 2^(shift - 31), in integer arithmetic.", {
    args: ["data"],
    attrs: defineAttrs("FixedPointMultiplyAttrs", [
      intField("multiplier", undefined, "The factor's fraction, as a 32-bit fixed-point number."),
      intField("shift", undefined, "The factor's power of two."),
    ]),
    fusionKind: "elemwise",
    isStateful: false,
    relation: identity,
  }),
  defineOperator("shape_of", "The tensor's shape, as a vector.", {
    args: ["data"],
    attrs: defineAttrs("ShapeOfAttrs", [dtypeField("dtype", "", "The result's data type.")]),
    fusionKind: "opaque",
    isStateful: false,
    relation: shapeOf,
  }),
  defineOperator("ndarray_size", "How many elements the tensor holds.", {
    args: ["data"],
    attrs: defineAttrs("NdarraySizeAttrs", [dtypeField("dtype", "", "The result's data type.")]),
    fusionKind: "injective",
    isStateful: false,
    relation: scalarOfDtype,
  }),
];
