/**
 * Convolutions of constants that have a type, but that the reference has no code for. Follows
 * python/tvm/topi/nn/{conv1d,conv1d_transpose,conv2d_transpose,conv3d_transpose,utils}.py.
 */

import { readKernelLayout } from "@relayscope/evaluate";
import { relatedType } from "@relayscope/infer";
import { attrOf, type Call, calledOp, intsOf, type Type, typesEqual, withAttrs } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

/** The operators for whose `padding` one number is not enough. */
const paddedBySide: ReadonlySet<string> = new Set(["nn.conv1d", "nn.conv2d", "nn.conv3d", "nn.conv2d_transpose", "nn.conv3d_transpose"]);

/** Why a convolution of that type can't be compiled; undefined if it can, or is another operator. */
export function convolutionProblem(call: Call, result: Type, operators: OperatorDefinitions): string | undefined {
  const name = calledOp(call) ?? "";
  const { attrs } = call;
  if (paddedBySide.has(name) && intsOf(attrOf(attrs, "padding"))?.length === 1) return "its `padding` is a single number";
  if (name.endsWith("_transpose")) {
    const strides = intsOf(attrOf(attrs, "strides")) ?? [];
    const isLarge = intsOf(attrOf(attrs, "output_padding"))?.some((more, i) => more >= (strides[i] ?? 1));
    if (isLarge) return "its `output_padding` is not smaller than its `strides`";
  }
  const read = readKernelLayout(name, attrs);
  const given = attrOf(attrs, "kernel_layout");
  if (read === undefined || read === given || !attrs) return undefined;
  const types = call.args.map((arg) => arg.checkedType);
  if (!types.every((type) => type !== undefined)) return undefined;
  const related = relatedType(operators)({ ...call, attrs: withAttrs(attrs, { kernel_layout: read }) }, types);
  if (related !== undefined && typesEqual(related, result)) return undefined;
  return `its kernel is \`${given}\`, while it is computed as \`${read}\``;
}
