/**
 * Building calls of operators in passes, as the reference's Make... helpers do (src/relay/transforms/pattern_utils.h).
 */
import {
  type AttrValue,
  type Call,
  type Constant,
  call,
  constant,
  type Expr,
  keptIn,
  makeAttrs,
  op,
  scalarTensor,
  scalarType,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { argumentMissing, operatorMissing } from "./diagnostics.ts";

/** Calls an operator by name; attributes not given take their defaults. Calls of one operator share its node. */
export type OperatorCalls = (name: string, args: readonly Expr[], attrs?: Readonly<Record<string, AttrValue>>) => Call;

export function operatorCalls(operators: OperatorDefinitions): OperatorCalls {
  const nodes = new Map<string, Expr>();
  return (name, args, attrs) => {
    const definition = operators.get(name);
    if (!definition) throw operatorMissing(name);
    if (!args.every(Boolean)) throw argumentMissing(name);
    const node = keptIn(nodes, name, op);
    return call(node, args, definition.attrs && makeAttrs(definition.attrs, attrs));
  };
}

/** A scalar constant; without data if its dtype has no array type here. For `bool`, anything but 0 is 1. */
export function scalarConstant(value: number | bigint, dtype: string): Constant {
  return constant(scalarTensor(dtype === "bool" ? Number(Boolean(value)) : value, dtype), scalarType(dtype));
}

/** A one-dimensional bias expanded to broadcast along `axis` of a tensor with `rank` dimensions. */
export function expandBiasToAxis(bias: Expr, rank: number, axis: number, calls: OperatorCalls): Expr {
  const missing = rank - axis - 1;
  return missing > 0 ? calls("expand_dims", [bias], { axis: 1, num_newaxis: missing }) : bias;
}
