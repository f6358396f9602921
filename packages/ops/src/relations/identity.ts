/**
 * Relations whose result is an argument's type, or its shape with another dtype. Follows
 * src/relay/op/type_relations.cc.
 */
import { tensorType } from "@relayscope/ir";
import type { TypeRelation } from "../typeRelation.ts";
import { textAttr } from "./attributes.ts";
import { relationOver, tensorOf } from "./guards.ts";

/** All arguments and the result have one type of any kind; a hole stays a hole, shared by all. */
export const identity: TypeRelation = (types, _attrs, reporter) => {
  const [first, ...others] = types;
  for (let i = 1; first && i <= others.length; i++) reporter.assign(i, first);
  return first;
};

/** The result is of argument `index`'s type, whatever the other arguments are. */
export function sameAs(index: number): TypeRelation {
  return (types) => types[index];
}

/** The result is of the first argument's shape, and bool. */
export const identityComparison = relationOver(1, ([data]) => tensorType(data.shape, "bool"));

/** The result is the first argument's shape as a vector, of the attribute `dtype`. */
export const shapeOf: TypeRelation = (types, attrs) => {
  const data = tensorOf(types, 0);
  const rank = data?.shape.length;
  return rank === undefined ? undefined : tensorType(rank === 0 ? [] : [rank], textAttr(attrs, "dtype"));
};
