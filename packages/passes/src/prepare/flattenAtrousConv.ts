/**
 * FlattenAtrousConv: a convolution between `nn.space_to_batch_nd` and `nn.batch_to_space_nd` is a dilated convolution.
 * Follows src/relay/transforms/flatten_atrous_conv.cc.
 */
import { inferExpression } from "@relayscope/infer";
import { at, attrOf, type Call, call, calledOp, dimValue, type Expr, intsOf, rewriteFunction, withAttrs } from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import { leftAlone } from "../core/leftAlone.ts";
import type { Report } from "../core/modulePass.ts";
import type { PassContext } from "../core/pass.ts";
import { atrousSizeUnknown } from "./diagnostics.ts";

/** The operators of a chain, in order. */
const chain: readonly (readonly string[])[] = [["nn.space_to_batch_nd"], ["nn.conv2d", "qnn.conv2d"], ["nn.batch_to_space_nd"]];

export const flattenAtrousConv = functionPass({
  name: "FlattenAtrousConv",
  summary: "Turns a convolution between space_to_batch_nd and batch_to_space_nd into a dilated one.",
  upstream: ["src/relay/transforms/flatten_atrous_conv.cc"],
  requires: [inferType],
  runFunction({ f, context, lineage, report }) {
    // The reference counts calls in visiting order: it finds a chain only if its three calls are consecutive, with no
    // other call in between.
    let at = 0;
    return rewriteFunction(f, {
      lineage,
      post(_, rebuilt) {
        if (rebuilt.kind !== "Call") return rebuilt;
        at = chain[at]?.includes(calledOp(rebuilt) ?? "") ? at + 1 : 0;
        if (at < chain.length) return rebuilt;
        at = 0;
        return leftAlone(context, () => dilated(rebuilt, context, report), undefined) ?? rebuilt;
      },
    });
  },
});

/** The dilated convolution that replaces a chain; undefined if the chain stays. */
function dilated(end: Call, context: PassContext, report: Report): Expr | undefined {
  const [convolution] = end.args;
  const begin = convolution?.kind === "Call" ? convolution.args[0] : undefined;
  if (convolution?.kind !== "Call" || begin?.kind !== "Call" || calledOp(begin) !== "nn.space_to_batch_nd") return undefined;
  const { attrs } = convolution;
  const [data] = begin.args;
  if (!attrs || !data || !chain[1]?.includes(calledOp(convolution) ?? "") || attrOf(attrs, "data_layout") !== "NHWC") return undefined;
  const dilation = intsOf(attrOf(end.attrs, "block_shape"))?.slice(0, 2);
  const kernel = intsOf(attrOf(attrs, "kernel_size"));
  if (dilation?.length !== 2 || !kernel) return undefined;
  const type = data.checkedType ?? inferExpression(data, undefined, context.operators).expr.checkedType;
  const sizes = type?.kind === "TensorType" ? type.shape.slice(1, 3).map(dimValue) : [];
  if (sizes.length < 2 || sizes.some((size) => size === undefined)) {
    report(atrousSizeUnknown(convolution));
    return undefined;
  }
  const pads = kernel.slice(0, 2).map((size, i) => Math.max((size - 1) * at(dilation, i), 0));
  const before = pads.map((pad) => Math.trunc(pad / 2));
  const padding = [...before, ...pads.map((pad, i) => pad - at(before, i))];
  return call(
    convolution.op,
    [data, ...convolution.args.slice(1)],
    withAttrs(attrs, { strides: [1, 1], padding, dilation: [...dilation] }),
  );
}
