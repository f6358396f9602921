/**
 * SimplifyDQArgMax, SimplifyDQArgMin, SimplifyDQArgSort: where only the order of elements matters, `qnn.dequantize`
 * before it goes away.
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
