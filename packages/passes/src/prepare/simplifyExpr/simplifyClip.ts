/** SimplifyClip: a `clip` that lets every number of its dtype pass goes away. */
import { calledOp } from "@relayscope/ir";
import { callOf, wildcard } from "@relayscope/match";
import { tensorOf } from "../../core/tensorOf.ts";
import { passesAllOf } from "./clipBounds.ts";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";

/** After these the clip stays: what dnnl makes of quantized operators looks for it. */
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
