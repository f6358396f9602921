/**
 * SimplifyAdjacentMultiplyOrAdd: x * a * b becomes x * (a * b), and x + a + b becomes x + (a + b), for constants a and
 * b.
 */
import { calledOp } from "@relayscope/ir";
import { callOf, either, isConstant, wildcard } from "@relayscope/match";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";

export const simplifyAdjacentMultiplyOrAdd: ExprRewrite = ({ calls, fold }) => {
  const [x, a, b] = [wildcard(), isConstant(), isConstant()];
  const twice = (operator: string) => callOf(operator, callOf(operator, x, a), b);
  return {
    pattern: either(twice("multiply"), twice("add")),
    requireType: true,
    rewrite(pre, post, nodes) {
      const data = metBy(nodes, x);
      const operator = calledOp(pre);
      if (data.kind === "Constant" || !operator) return post;
      return calls(operator, [data, fold(calls(operator, [metBy(nodes, a), metBy(nodes, b)]))]);
    },
  };
};
