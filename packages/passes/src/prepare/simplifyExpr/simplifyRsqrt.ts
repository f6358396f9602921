/** SimplifyRSqrt: x / sqrt(y) becomes x * rsqrt(y). */
import { callOf, wildcard } from "@relayscope/match";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";

export const simplifyRsqrt: ExprRewrite = ({ calls }) => {
  const [radicand, numerator] = [wildcard(), wildcard()];
  return {
    pattern: callOf("divide", numerator, callOf("sqrt", radicand)),
    requireType: true,
    rewrite: (_pre, _post, nodes) => calls("multiply", [metBy(nodes, numerator), calls("rsqrt", [metBy(nodes, radicand)])]),
  };
};
