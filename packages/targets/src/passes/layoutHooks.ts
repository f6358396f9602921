/** How files say that calls are brought into layouts: functions that they register as FTVMConvertOpLayout. Follows src/relay/transforms/convert_layout.cc. */
import type { Call } from "@relayscope/ir";
import type { LayoutConverter } from "@relayscope/passes";
import { call, type Runtime, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { AttrsObject } from "../objects/attrsObjects.ts";
import { arrayOf } from "../objects/containers.ts";
import { internalError } from "../objects/errors.ts";
import { exprArray } from "../objects/exprHolder.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { TypeObject } from "../objects/typeObjects.ts";

const key = "FTVMConvertOpLayout";

/** The converters of a program by operator; null where it took the usual one away. */
export function layoutConvertersOf(m: Runtime): ReadonlyMap<string, LayoutConverter | null> {
  const { attributes } = stateOf(m);
  const converters = new Map<string, LayoutConverter | null>();
  for (const operator of attributes.clearedOf(key)) converters.set(operator, null);
  for (const [operator, callee] of attributes.under(key)) converters.set(operator, converterOf(m, callee));
  return converters;
}

function typesOf(node: Call): Value {
  return arrayOf(node.args.map((arg) => (arg.checkedType ? new TypeObject(arg.checkedType) : null)));
}

function converterOf(m: Runtime, callee: Value): LayoutConverter {
  return ({ call: node, attrs, args, desired }) => {
    const answer = call(m, callee, [new AttrsObject(attrs), exprArray(args), typesOf(node), arrayOf(desired)]);
    if (answer === null) return { attrs };
    const made = exprOf(m, answer);
    if (made.kind !== "Call" || made.op.kind !== "Op" || !made.attrs) {
      throw internalError("Check failed: a call of an operator is expected of FTVMConvertOpLayout");
    }
    const changed = { attrs: made.attrs };
    return node.op.kind === "Op" && node.op.name === made.op.name ? changed : { ...changed, operator: made.op.name };
  };
}
