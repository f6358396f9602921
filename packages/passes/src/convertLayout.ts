/**
 * ConvertLayout: brings operators into desired layouts; their neighbors adapt, and layout transforms stand where they can't.
 * Follows src/relay/transforms/convert_layout.cc.
 */
import { type Attrs, type Call, type Expr, op } from "@relayscope/ir";
import { wrongOption } from "./diagnostics.ts";
import { functionPass } from "./functionPass.ts";
import { type AlteredCall, rewriteLayouts } from "./layouts/layoutRewriter.ts";
import { convertersOf, convertingTargets } from "./layouts/targetConverters.ts";
import { operatorCalls } from "./operatorCalls.ts";
import type { PassOptions } from "./pass.ts";
import { textOption } from "./passOptions.ts";

export const convertLayout = functionPass({
  name: "ConvertLayout",
  summary: "Brings operators into desired layouts and their neighbors along.",
  optLevel: 3,
  requires: ["InferType", "CanonicalizeOps"],
  options: [
    {
      name: "desired_layouts",
      type: "layouts",
      default: {},
      doc: "Layouts by operator, the data's first: `nn.conv2d` to `NHWC`, `OHWI`; `default` stands for the usual layout of a kernel.",
    },
    {
      name: "converters",
      type: "string",
      default: "",
      doc: "The target whose own way of converting convolutions and poolings holds; the usual way where it is empty.",
      choices: ["", ...convertingTargets],
    },
  ],
  runFunction(f, options, context, lineage) {
    const desired = desiredLayouts(options);
    const layoutConverters = convertersOf(textOption(options, "converters", ""));
    const operators = new Map<string, Expr>();
    const operatorNode = (name: string): Expr => {
      const known = operators.get(name) ?? op(name);
      operators.set(name, known);
      return known;
    };
    const alter = (call: Call, attrs: Attrs | undefined, args: readonly Expr[]): AlteredCall | undefined => {
      const name = call.op.kind === "Op" ? call.op.name : "";
      const layouts = desired.get(name);
      const convert = layoutConverters.get(name);
      if (!layouts || !convert || !attrs) return undefined;
      const conversion = convert({ call, attrs, args, desired: layouts });
      const schema = conversion.operator === undefined ? undefined : context.operators.get(conversion.operator)?.attrs;
      return {
        op: conversion.operator === undefined ? call.op : operatorNode(conversion.operator),
        args,
        attrs: schema ? { schema, values: conversion.attrs.values } : conversion.attrs,
      };
    };
    const result = rewriteLayouts(f, alter, operatorCalls(context.operators), lineage);
    return result.kind === "Function" ? result : f;
  },
});

/** The option `desired_layouts`: a list of layouts for each operator. */
function desiredLayouts(options: PassOptions): ReadonlyMap<string, readonly string[]> {
  const value = options.desired_layouts ?? {};
  const isTable = typeof value === "object" && value !== null && !Array.isArray(value);
  const entries: [string, unknown][] = isTable ? Object.entries(value) : [];
  const isList = (layouts: unknown): layouts is string[] => Array.isArray(layouts) && layouts.every((l) => typeof l === "string");
  if (!isTable || !entries.every(([, layouts]) => isList(layouts))) {
    throw wrongOption("desired_layouts", 'a list of layouts for each operator, such as `{"nn.conv2d": ["NHWC", "default"]}`');
  }
  return new Map(entries.map(([name, layouts]) => [name, layouts as string[]]));
}
