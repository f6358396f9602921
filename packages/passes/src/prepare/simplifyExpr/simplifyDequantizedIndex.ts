/**
 * SimplifyDQArgMax, SimplifyDQArgMin, SimplifyDQArgSort: remove a `qnn.dequantize` before an operator that depends only
 * on the order of elements.
 */
import { call, op } from "@relayscope/ir";
import { callOf, wildcard } from "@relayscope/match";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";

function overQuantized(operator: string): ExprRewrite {
  return () => {
    const x = wildcard();
    return {
      pattern: callOf(operator, callOf("qnn.dequantize", x, wildcard(), wildcard())),
      requireType: true,
      rewrite: (pre, _post, nodes) => call(op(operator), [metBy(nodes, x)], asCall(pre).attrs),
    };
  };
}

export const simplifyDequantizedArgmax = overQuantized("argmax");
export const simplifyDequantizedArgmin = overQuantized("argmin");
export const simplifyDequantizedArgsort = overQuantized("argsort");
