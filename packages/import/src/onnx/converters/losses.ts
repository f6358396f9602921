/** Losses of classification. */
import type { Expr } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { divide, multiply, negative, subtract, where } from "../../relay/arithmetic.ts";
import { cast, expandDims, reduce, squeeze } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, isVar } from "../import/conversion.ts";
import { logSoftmaxOverAxis } from "./activations.ts";
import { positiveIndices } from "./indexing.ts";

interface Loss {
  readonly loss: Expr;
  readonly weight: Expr;
}

/** What each element loses, and the sum of their weights. */
function lossOf(c: Conversion, scores: Expr, target: Expr, given: Expr | undefined): Loss {
  const { r } = c;
  const ignored = c.attributes.int("ignore_index");
  const places = positiveIndices(r, scores, target, 1);
  const weights = given ?? r.call("ones", [], { shape: [r.knownSizesOf(scores)[1] ?? 1], dtype: r.dtypeOf(scores) });
  let loss: Expr = squeeze(r, negative(r, r.call("gather", [scores, expandDims(r, places, 1)], { axis: 1 })), [1]);
  const flat = r.call("nn.batch_flatten", [expandDims(r, places, 0)]);
  const picked = r.call("gather_nd", [weights, flat], { batch_dims: 0, index_rank: null });
  let selected: Expr = r.call("reshape_like", [picked, loss]);
  loss = multiply(r, loss, selected);
  if (ignored !== undefined) {
    if (!isVar(target)) throw new ConversionFailure("its target is not an input of the graph, which is not supported with `ignore_index`.");
    const isIgnored = r.call("equal", [target, r.constant(ignored, r.dtypeOf(target))]);
    const mask = subtract(r, r.constant(1, "int8"), cast(r, isIgnored, "int8"));
    loss = where(r, mask, loss, r.constant(0, r.dtypeOf(loss)));
    selected = multiply(r, selected, r.call("cast_like", [mask, selected]));
  }
  return { loss, weight: reduce(r, "sum", selected, null) };
}

function reducedLoss(c: Conversion, { loss, weight }: Loss, reduction: string): Expr {
  if (reduction === "mean") return divide(c.r, reduce(c.r, "sum", loss, null), weight);
  return reduction === "sum" ? reduce(c.r, "sum", loss, null) : loss;
}

const negativeLogLikelihood: Converter = (c) => {
  const reduction = c.attributes.text("reduction", "mean");
  if (!["mean", "sum", "none"].includes(reduction)) throw new ConversionFailure(`${quoted(reduction)} is not a reduction.`);
  return reducedLoss(c, lossOf(c, c.input(0), c.input(1), c.optional(2)), reduction);
};

const softmaxCrossEntropy: Converter = (c, r) => {
  const scores = logSoftmaxOverAxis(r, c.input(0), 1);
  const loss = reducedLoss(c, lossOf(c, scores, c.input(1), c.optional(2)), c.attributes.text("reduction", "mean"));
  return c.outputCount === 2 ? r.several([loss, scores]) : loss;
};

export const losses: ConverterTable = {
  NegativeLogLikelihoodLoss: negativeLogLikelihood,
  SoftmaxCrossEntropyLoss: softmaxCrossEntropy,
};
