/** Normalizations. Follows src/relay/op/nn/nn.cc. */
import { type AttrField, at, type Type, tensorType, tupleType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, doubleField, intField, intsField } from "../fields.ts";
import { intAttr } from "../relations/attributes.ts";
import { axisWithin, relationOver } from "../relations/guards.ts";
import { identity } from "../relations/identity.ts";
import { demand } from "../relations/refusal.ts";

function affineFields(axis: number): readonly AttrField[] {
  return [
    intField("axis", axis, "The channel axis; negative counts from the back."),
    doubleField("epsilon", 1e-5, "Added to the variance against division by zero."),
    boolField("center", true, "Whether `beta` is added."),
    boolField("scale", true, "Whether `gamma` multiplies."),
  ];
}

const batchNormRelation = relationOver(1, ([data], attrs, reporter) => {
  const axis = intAttr(attrs, "axis");
  const rank = data.shape.length;
  demand(axis >= -1 && axis < rank && rank > 0, `\`axis=${axis}\` is outside of what \`nn.batch_norm\` takes for ${rank} dimensions.`, [
    "Of negative axes, only -1 is allowed.",
  ]);
  // Each argument gets a type of its own, so that an open size of one of them stays separate.
  const channels = (): Type => tensorType([at(data.shape, axis === -1 ? rank - 1 : axis)], data.dtype);
  for (let i = 1; i <= 4; i++) reporter.assign(i, channels());
  const statistics = channels();
  return tupleType([tensorType(data.shape, data.dtype), statistics, statistics]);
});

/** Data of at least `minimalRank` dimensions, with a scale and an offset along one axis. */
function affineNormRelation(minimalRank: number) {
  return relationOver(1, ([data], attrs, reporter) => {
    const rank = data.shape.length;
    demand(rank >= minimalRank, `The data has ${rank} dimensions; at least ${minimalRank} are needed.`);
    const channels = at(data.shape, axisWithin(intAttr(attrs, "axis"), data));
    reporter.assign(1, tensorType([channels], data.dtype));
    reporter.assign(2, tensorType([channels], data.dtype));
    return tensorType(data.shape, data.dtype);
  });
}

export const nnNormalizationOperators: readonly OperatorDefinition[] = [
  defineOperator("nn.batch_norm", "Normalizes each channel with running statistics; gives the data, the mean and the variance.", {
    args: ["data", "gamma", "beta", "moving_mean", "moving_var"],
    attrs: defineAttrs("BatchNormAttrs", affineFields(1)),
    fusionKind: "out_elemwise_fusable",
    relation: batchNormRelation,
  }),
  defineOperator("nn.instance_norm", "Normalizes each channel of each sample on its own.", {
    args: ["data", "gamma", "beta"],
    attrs: defineAttrs("InstanceNormAttrs", affineFields(1)),
    relation: affineNormRelation(3),
  }),
  defineOperator("nn.layer_norm", "Normalizes along one axis, the last by default.", {
    args: ["data", "gamma", "beta"],
    attrs: defineAttrs("LayerNormAttrs", affineFields(-1)),
    relation: affineNormRelation(0),
  }),
  defineOperator("nn.group_norm", "Normalizes groups of channels of each sample.", {
    args: ["data", "gamma", "beta"],
    attrs: defineAttrs("GroupNormAttrs", [intField("num_groups", 0, "Number of channel groups."), ...affineFields(1)]),
    relation: affineNormRelation(0),
  }),
  defineOperator("nn.l2_normalize", "Divides by the Euclidean norm along the given axes.", {
    args: ["data"],
    attrs: defineAttrs("L2NormalizeAttrs", [
      doubleField("eps", undefined, "The minimum norm to divide by."),
      intsField("axis", undefined, "Axes over which the norm is taken."),
    ]),
    relation: identity,
  }),
  defineOperator("nn.lrn", "Local response normalization: divides by the energy of neighboring channels.", {
    args: ["data"],
    attrs: defineAttrs("LRNAttrs", [
      intField("size", 5, "How many neighboring channels are included."),
      intField("axis", 1, "The channel axis."),
      doubleField("bias", 2, "Offset against division by zero."),
      doubleField("alpha", 0.0001, "Factor of the energy."),
      doubleField("beta", 0.75, "Exponent."),
    ]),
    fusionKind: "opaque",
    relation: identity,
  }),
];
