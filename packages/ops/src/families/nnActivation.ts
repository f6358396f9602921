/** Activations, softmax, bias and dropout. Follows src/relay/op/nn/nn.cc. */
import { type AttrSchema, type Attrs, at, type TensorType, tensorType, tupleType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { doubleField, intField } from "../fields.ts";
import { elementAt, intAttr, numberAttr } from "../relations/attributes.ts";
import { axisWithin, relationOver } from "../relations/guards.ts";
import { identity } from "../relations/identity.ts";
import { demand, refusedBy } from "../relations/refusal.ts";

export const softmaxAttrs: AttrSchema = defineAttrs("SoftmaxAttrs", [intField("axis", -1, "The axis whose elements add up to one.")]);
export const leakyReluAttrs: AttrSchema = defineAttrs("LeakyReluAttrs", [doubleField("alpha", 0.25, "Slope below zero.")]);

/** The slope's lower bound, which the reference holds the attribute to. */
export function demandSlope(attrs: Attrs | undefined): void {
  const alpha = numberAttr(attrs, "alpha");
  demand(alpha >= 0, `\`alpha=${alpha}\` is negative.`);
}

function axisOf(attrs: Attrs | undefined, data: TensorType): number {
  return refusedBy("DiagnosticError", () => axisWithin(intAttr(attrs, "axis"), data));
}

const softmaxRelation = relationOver(1, ([data], attrs) => {
  axisOf(attrs, data);
  return data;
});

const biasAddRelation = relationOver(1, ([data], attrs, reporter) => {
  const axis = axisOf(attrs, data);
  reporter.assign(1, tensorType([at(data.shape, axis)], data.dtype));
  return data;
});

const preluRelation = relationOver(1, ([data], attrs, reporter) => {
  const axis = intAttr(attrs, "axis");
  demand(axis >= 0, `\`axis=${axis}\` must not be negative.`);
  reporter.assign(1, tensorType([elementAt(data.shape, axis, "shape")], data.dtype));
  return tensorType(data.shape, data.dtype);
});

const dropoutRelation = relationOver(1, ([data]) => {
  const type = tensorType(data.shape, data.dtype);
  return tupleType([type, type]);
});

function softmax(name: string, description: string): OperatorDefinition {
  return defineOperator(name, description, {
    args: ["data"],
    attrs: softmaxAttrs,
    fusionKind: "out_elemwise_fusable",
    relation: softmaxRelation,
  });
}

export const nnActivationOperators: readonly OperatorDefinition[] = [
  defineOperator("nn.relu", "Replaces negative elements by zero.", { args: ["data"], fusionKind: "elemwise", relation: identity }),
  defineOperator("nn.leaky_relu", "Multiplies negative elements by a small slope.", {
    args: ["data"],
    attrs: leakyReluAttrs,
    fusionKind: "elemwise",
    relation(types, attrs, reporter) {
      demandSlope(attrs);
      return identity(types, attrs, reporter);
    },
  }),
  defineOperator("nn.prelu", "Multiplies negative elements by their channel's slope.", {
    args: ["data", "alpha"],
    attrs: defineAttrs("PReluAttrs", [intField("axis", 1, "The channel axis.")]),
    fusionKind: "broadcast",
    relation: preluRelation,
  }),
  softmax("nn.softmax", "Exponentials divided by their sum along an axis."),
  softmax("nn.fast_softmax", "Softmax with an approximated exponential."),
  softmax("nn.log_softmax", "Logarithm of the softmax along an axis."),
  defineOperator("nn.bias_add", "Adds a vector along one axis.", {
    args: ["data", "bias"],
    attrs: defineAttrs("BiasAddAttrs", [intField("axis", 1, "The axis of the bias.")]),
    fusionKind: "broadcast",
    relation: biasAddRelation,
  }),
  defineOperator("nn.dropout", "Zeroes random elements while training; gives the data and the mask.", {
    args: ["data"],
    attrs: defineAttrs("DropoutAttrs", [doubleField("rate", 0.5, "Share of the elements that are zeroed.")]),
    fusionKind: "opaque",
    isStateful: true,
    relation: dropoutRelation,
  }),
];
