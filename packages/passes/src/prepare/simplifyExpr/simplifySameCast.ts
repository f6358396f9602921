/** SimplifySameCast: removes a cast to the dtype that the tensor already has. */
import { callOf, either, wildcard } from "@relayscope/match";
import { tensorOf } from "../../core/tensorOf.ts";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";

export const simplifySameCast: ExprRewrite = () => {
  const data = wildcard();
  return {
    pattern: either(callOf("cast_like", data, wildcard()), callOf("cast", data)),
    requireType: true,
    rewrite: (pre, post, nodes) => (tensorOf(asCall(pre).args[0]).dtype === tensorOf(pre).dtype ? metBy(nodes, data) : post),
  };
};
