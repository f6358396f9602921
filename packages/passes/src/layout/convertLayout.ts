/**
 * ConvertLayout: converts operators to desired layouts. Their neighbors adapt, and layout transforms are inserted if
 * they can't. Follows src/relay/transforms/convert_layout.cc.
 */
import { type Attrs, type Call, type Expr, keptIn, op } from "@relayscope/ir";
import { functionPass } from "../core/functionPass.ts";
import { inferType } from "../core/inferType.ts";
import type { AlteredCall } from "../core/layoutConverter.ts";
import { choice, layouts } from "../core/options.ts";
import { canonicalizeOps } from "../prepare/canonicalizeOps.ts";
import { rewriteLayouts } from "./layoutRewriter.ts";
import { convertersOf, convertingTargets } from "./targetConverters.ts";

/** Operators whose conversion a `LayoutConfig` may leave out (python/tvm/relay/op/nn/_nn.py). */
const countedConvolutions: ReadonlySet<string> = new Set(["nn.conv2d", "nn.deformable_conv2d"]);
export const convertLayout = functionPass({
  name: "ConvertLayout",
  summary: "Converts operators, and their neighbors, to desired layouts.",
  upstream: ["src/relay/transforms/convert_layout.cc"],
  optLevel: 3,
  requires: [inferType, canonicalizeOps],
  options: {
    desired_layouts: layouts(
      "Layouts by operator, the data's first: `nn.conv2d` to `NHWC`, `OHWI`; `default` is the usual layout of a kernel.",
    ),
    converters: choice(
      ["", ...convertingTargets],
      "",
      "The target whose own conversion of convolutions and poolings is used; the usual conversion if it is empty.",
    ),
  },
  runFunction({ f, options, context, lineage }) {
    const desired = new Map(Object.entries(options.desired_layouts));
    const layoutConverters = convertersOf(options.converters);
    const operators = new Map<string, Expr>();
    const operatorNode = (name: string): Expr => {
      return keptIn(operators, name, op);
    };
    const alter = (call: Call, attrs: Attrs | undefined, args: readonly Expr[]): AlteredCall | undefined => {
      const name = call.op.kind === "Op" ? call.op.name : "";
      const layouts = desired.get(name);
      const own = context.layoutConverters?.get(name);
      const convert = own === null ? undefined : (own ?? layoutConverters.get(name));
      if (!layouts || !convert || !attrs) return undefined;
      if (own === undefined && countedConvolutions.has(name) && context.leavesLayout?.()) return { op: call.op, args, attrs };
      const conversion = convert({ call, attrs, args, desired: layouts });
      const schema = conversion.operator === undefined ? undefined : context.operators.get(conversion.operator)?.attrs;
      return {
        op: conversion.operator === undefined ? call.op : operatorNode(conversion.operator),
        args,
        attrs: schema ? { schema, values: conversion.attrs.values } : conversion.attrs,
      };
    };
    const result = rewriteLayouts(f, alter, context, lineage);
    return result.kind === "Function" ? result : f;
  },
});
