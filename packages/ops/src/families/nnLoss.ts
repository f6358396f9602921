/** Losses, and the buffer of past inputs. Follows src/relay/op/nn/nn.cc. */
import { at, scalarType, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { intField, stringField } from "../fields.ts";
import { intAttr, textAttr } from "../relations/attributes.ts";
import { dimOf, isSignedDtype, relationOver } from "../relations/guards.ts";
import { demand } from "../relations/refusal.ts";

const crossEntropyRelation = relationOver(2, ([predictions, targets], _attrs, reporter) => {
  const isMatrix = predictions.shape.length === 2 && targets.shape.length === 2;
  const isEqual = isMatrix && predictions.shape.every((size, i) => reporter.canEqual(size, at(targets.shape, i)));
  demand(isEqual, "Both operands must be matrices of one shape.");
  return scalarType(predictions.dtype);
});

/** The manner of `nn.nll_loss` to refuse. */
const fatal = "DiagnosticError";

const nllLossRelation = relationOver(3, ([predictions, targets, weights], attrs, reporter) => {
  demand(
    predictions.shape.length - targets.shape.length === 1,
    "The predictions must have one dimension more than the targets.",
    [],
    fatal,
  );
  demand(weights.shape.length === 1, `The weights have ${weights.shape.length} dimensions, not 1.`, [], fatal);
  const classes = dimOf(predictions, 1, "predictions");
  demand(reporter.canEqual(classes, at(weights.shape, 0)), "The predictions' second dimension is not the number of weights.", [], fatal);
  const isFloat = /^b?float/u.test(predictions.dtype) && predictions.dtype === weights.dtype;
  demand(isFloat, "Predictions and weights must be of one floating-point type.", [], fatal);
  demand(isSignedDtype(targets.dtype), `The targets must be signed integers, not \`${targets.dtype}\`.`, [], fatal);
  return tensorType(textAttr(attrs, "reduction") === "none" ? targets.shape : [], predictions.dtype);
});

const fifoBufferRelation = relationOver(2, ([data, buffer], attrs) => {
  const rank = buffer.shape.length;
  demand(data.shape.length === rank, "Data and buffer must have the same number of dimensions.");
  const axis = intAttr(attrs, "axis");
  const index = axis < 0 ? axis + rank : axis;
  demand(index >= 0 && index < rank, `\`axis=${axis}\` is outside the ${rank} dimensions of the buffer.`);
  return buffer;
});

export const nnLossOperators: readonly OperatorDefinition[] = [
  defineOperator("nn.cross_entropy", "Cross entropy of predicted and true probabilities.", {
    args: ["x", "y"],
    fusionKind: "opaque",
    relation: crossEntropyRelation,
  }),
  defineOperator("nn.cross_entropy_with_logits", "Cross entropy of predicted logits and true probabilities.", {
    args: ["x", "y"],
    fusionKind: "opaque",
    relation: crossEntropyRelation,
  }),
  defineOperator("nn.nll_loss", "Negative log likelihood of the true classes.", {
    args: ["predictions", "targets", "weights"],
    attrs: defineAttrs("NLLLossAttrs", [
      stringField("reduction", "mean", "`none`, `mean` or `sum`."),
      intField("ignore_index", undefined, "The class that is ignored."),
    ]),
    fusionKind: "out_elemwise_fusable",
    relation: nllLossRelation,
  }),
  defineOperator("nn.fifo_buffer", "Shifts a buffer of past inputs along an axis and appends the newest.", {
    args: ["data", "buffer"],
    attrs: defineAttrs("FIFOBufferAttrs", [intField("axis", 0, "The axis of time.")]),
    fusionKind: "opaque",
    relation: fifoBufferRelation,
  }),
];
