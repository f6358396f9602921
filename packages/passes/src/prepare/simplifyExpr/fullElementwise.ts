/**
 * FullElementwise: if an argument of a broadcasting operator is a tensor filled with one value, replaces the tensor by
 * the value.
 */
import { call, type Expr } from "@relayscope/ir";
import { callOf, callPattern, either, hasAttr, isConstant, wildcard } from "@relayscope/match";
import { scalarConstant } from "../../core/operatorCalls.ts";
import { isSameType } from "../../core/sameType.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { fillValueNotScalar } from "../diagnostics.ts";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";

/** The reference's number for broadcasting operators. */
const broadcastKind = 1;

export const fullElementwise: ExprRewrite = () => {
  const [x, data, value] = [wildcard(), wildcard(), isConstant()];
  const full = either(callOf("full", value), callOf("full_like", data, value));
  const ones = either(callOf("ones"), callOf("ones_like", data));
  const zeros = either(callOf("zeros"), callOf("zeros_like", data));
  const uniform = either(either(full, ones), zeros);
  const operator = hasAttr(wildcard(), { TOpPattern: broadcastKind });
  return {
    pattern: either(callPattern(operator, [uniform, x]), callPattern(operator, [x, uniform])),
    requireType: true,
    rewrite(pre, post, nodes) {
      const kept = metBy(nodes, x);
      const { args } = asCall(pre);
      const isRight = asCall(post).args[1] === kept;
      if (!isSameType(args[isRight ? 1 : 0]?.checkedType, pre.checkedType)) return post;
      const { dtype } = tensorOf(pre);
      const scalar = nodes.has(full) ? fillValue(metBy(nodes, value)) : scalarConstant(nodes.has(ones) ? 1 : 0, dtype);
      const { op, attrs, typeArgs, span } = asCall(pre);
      return call(op, isRight ? [scalar, kept] : [kept, scalar], attrs, { typeArgs, span });
    },
  };
};

function fillValue(value: Expr): Expr {
  if (tensorOf(value).shape.length === 0) return value;
  throw fillValueNotScalar(value);
}
