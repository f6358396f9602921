/** SwitchAddMultiply: (x + a) * b becomes x * b + a * b for constants a and b, since FoldScaleAxis looks for scales. */
import { callOf, isConstant, wildcard } from "@relayscope/match";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";

export const switchAddMultiply: ExprRewrite = ({ calls, fold }) => {
  const [x, a, b] = [wildcard(), isConstant(), isConstant()];
  return {
    pattern: callOf("multiply", callOf("add", x, a), b),
    requireType: true,
    rewrite(_pre, post, nodes) {
      const [data, shift, scale] = [metBy(nodes, x), metBy(nodes, a), metBy(nodes, b)];
      if (data.kind === "Constant") return post;
      return calls("add", [calls("multiply", [data, scale]), fold(calls("multiply", [shift, scale]))]);
    },
  };
};
