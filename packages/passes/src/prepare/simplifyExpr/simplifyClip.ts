/** SimplifyClip: removes a `clip` whose range contains every number of its dtype. */
import { calledOp } from "@relayscope/ir";
import { callOf, wildcard } from "@relayscope/match";
import { tensorOf } from "../../core/tensorOf.ts";
import { passesAllOf } from "./clipBounds.ts";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";

/** After these operators, a clip is kept: dnnl's rewrites of quantized operators look for it. */
const keepTheirClip: ReadonlySet<string> = new Set(["qnn.requantize", "qnn.add"]);

export const simplifyClip: ExprRewrite = () => {
  const x = wildcard();
  return {
    pattern: callOf("clip", x),
    requireType: true,
    rewrite(pre, post, nodes) {
      const data = metBy(nodes, x);
      if (keepTheirClip.has(calledOp(data) ?? "")) return post;
      return passesAllOf(asCall(post), tensorOf(pre).dtype) ? data : post;
    },
  };
};
