/** Operators that create a tensor, from nothing or from a scalar. Follows src/relay/op/tensor/transform.cc. */
import { type Attrs, attrOf, elementOf, isAttrList, scalarType, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { dtypeField, objectField } from "../fields.ts";
import { dimsAttr, dtypeAttr, textAttr } from "../relations/attributes.ts";
import { demandScalar, relationOver } from "../relations/guards.ts";
import { demand } from "../relations/refusal.ts";
import type { RelationReporter, TypeRelation } from "../typeRelation.ts";
import { initOpAttrs } from "./stretch.ts";

const filled: TypeRelation = (_types, attrs) => tensorType(dimsAttr(attrs, "shape"), textAttr(attrs, "dtype"));

const full = relationOver(1, ([value], attrs) => {
  demandScalar(value, "fill_value");
  return tensorType(dimsAttr(attrs, "shape"), dtypeAttr(attrs, "dtype") ?? value.dtype);
});

const fullLike = relationOver(2, ([tensor, value]) => {
  demandScalar(value, "fill_value");
  return tensor;
});

/**
 * The attributes repeat the arguments; where they are constants, so are the arguments, and the length can be computed.
 * Where the constants' data is unknown the length is too, and the call keeps the type that the text gives it.
 */
const arange: TypeRelation = (types, attrs, reporter) => {
  const dtype = textAttr(attrs, "dtype");
  for (const i of types.keys()) reporter.assign(i, scalarType(dtype));
  if (!["start", "stop", "step"].every((name) => isConstantReference(attrs, name))) return tensorType(["?"], dtype);
  const [start, stop, step] = [0, 1, 2].map((i) => scalarArgument(reporter, i));
  if (start === undefined || stop === undefined || step === undefined) return undefined;
  const count = Math.ceil((stop - start) / step);
  demand(count > 0 && Number.isFinite(count), `\`arange\` from \`${start}\` to \`${stop}\` in steps of \`${step}\` is empty.`);
  return tensorType([count], dtype);
};

function isConstantReference(attrs: Attrs | undefined, name: string): boolean {
  const value = attrOf(attrs, name);
  return typeof value === "object" && value !== null && !isAttrList(value) && value.kind === "Meta" && value.type === "relay.Constant";
}

function scalarArgument(reporter: RelationReporter, index: number): number | undefined {
  const tensor = reporter.constantOf?.(index);
  return tensor && Number(elementOf(tensor, 0));
}

export const createOperators: readonly OperatorDefinition[] = [
  defineOperator("full", "A tensor of one value throughout.", {
    args: ["fill_value"],
    attrs: initOpAttrs,
    fusionKind: "elemwise",
    relation: full,
  }),
  defineOperator("full_like", "A tensor of one value throughout, of another tensor's shape and data type.", {
    args: ["data", "fill_value"],
    fusionKind: "elemwise",
    relation: fullLike,
  }),
  defineOperator("zeros", "A tensor of zeros.", { args: [], attrs: initOpAttrs, fusionKind: "elemwise", relation: filled }),
  defineOperator("ones", "A tensor of ones.", { args: [], attrs: initOpAttrs, fusionKind: "elemwise", relation: filled }),
  defineOperator("arange", "Evenly spaced values: from a start, up to a stop that is not reached, by a step.", {
    args: ["start", "end", "step"],
    attrs: defineAttrs("ArangeAttrs", [
      objectField("start", undefined, "The first value, as the argument."),
      objectField("stop", undefined, "The value to stop before, as the argument."),
      objectField("step", undefined, "The distance between values, as the argument."),
      dtypeField("dtype", undefined, "The data type."),
    ]),
    fusionKind: "opaque",
    relation: arange,
  }),
];
