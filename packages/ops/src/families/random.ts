/** Random numbers. Follows src/relay/op/random/kernel.cc. */
import { scalarType, type Type, tensorType, tupleType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField, intsField, objectField } from "../fields.ts";
import { dimAttr, dimsAttr, textAttr } from "../relations/attributes.ts";
import { tensorOf } from "../relations/guards.ts";
import { demand, refuse } from "../relations/refusal.ts";
import type { TypeRelation } from "../typeRelation.ts";

/** The state of the generator, Threefry's key: a type of its own each time, since inference may widen one of them. */
function keyType(): Type {
  return tensorType([10], "uint64");
}

const outShape = intsField("out_shape", undefined, "The result's shape.");
const outDtype = dtypeField("out_dtype", "", "The result's data type.");

/** The result type of each generator: the next state, and the numbers. */
function drawn(numbers: Type): Type {
  return tupleType([keyType(), numbers]);
}

const generate: TypeRelation = (_types, attrs, reporter) => {
  reporter.assign(0, keyType());
  return drawn(tensorType(dimsAttr(attrs, "out_shape"), "uint64"));
};

const splitKey: TypeRelation = (_types, _attrs, reporter) => {
  reporter.assign(0, keyType());
  return tupleType([keyType(), keyType()]);
};

const distribution: TypeRelation = (_types, attrs, reporter) => {
  const dtype = textAttr(attrs, "out_dtype");
  const isFloat = dtype === "float32" || dtype === "float64";
  demand(isFloat, `\`out_dtype\` is \`${dtype}\`, but must be \`float32\` or \`float64\`.`, [], "DiagnosticError");
  reporter.assign(0, keyType());
  reporter.assign(1, scalarType(dtype));
  reporter.assign(2, scalarType(dtype));
  return drawn(tensorType(dimsAttr(attrs, "out_shape"), dtype));
};

const multinomial: TypeRelation = (types, attrs, reporter) => {
  const probabilities = tensorOf(types, 1, "InternalError");
  if (!probabilities) return undefined;
  demand(probabilities.shape.length > 0, "`probs` must have at least one dimension.");
  reporter.assign(0, keyType());
  const count = dimAttr(attrs, "num_samples") ?? refuse("The attribute `num_samples` must be given.");
  return drawn(tensorType([...probabilities.shape.slice(0, -1), count], "int32"));
};

export const randomOperators: readonly OperatorDefinition[] = [
  defineOperator("random.threefry_generate", "Random bits, and the generator's next state.", {
    args: ["key"],
    attrs: defineAttrs("ThreefryGenerateAttrs", [outShape]),
    fusionKind: "opaque",
    relation: generate,
  }),
  defineOperator("random.threefry_split", "Two states of the generator, independent of each other.", {
    args: ["key"],
    fusionKind: "opaque",
    relation: splitKey,
  }),
  defineOperator("random.uniform", "Numbers spread evenly between two bounds, and the generator's next state.", {
    args: ["key", "low", "high"],
    attrs: defineAttrs("UniformAttrs", [outShape, outDtype]),
    fusionKind: "opaque",
    relation: distribution,
  }),
  defineOperator("random.normal", "Numbers of a normal distribution, and the generator's next state.", {
    args: ["key", "mean", "scale"],
    attrs: defineAttrs("NormalAttrs", [outShape, outDtype]),
    fusionKind: "opaque",
    relation: distribution,
  }),
  defineOperator("random.multinomial", "Indices drawn by their probabilities, and the generator's next state.", {
    args: ["key", "probs"],
    attrs: defineAttrs("MultinomialAttrs", [objectField("num_samples", 1, "How many indices are drawn.")]),
    fusionKind: "opaque",
    relation: multinomial,
  }),
];
