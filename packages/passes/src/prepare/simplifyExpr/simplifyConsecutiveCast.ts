/** SimplifyConsecutiveCast: removes the first of two consecutive casts if it is lossless. */
import { tensorType } from "@relayscope/ir";
import { callOf, either, wildcard } from "@relayscope/match";
import { tensorOf } from "../../core/tensorOf.ts";
import { isWidening } from "./dtypeRange.ts";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";

export const simplifyConsecutiveCast: ExprRewrite = ({ calls }) => {
  const data = wildcard();
  const first = either(callOf("cast_like", data, wildcard()), callOf("cast", data));
  return {
    pattern: either(callOf("cast_like", first, wildcard()), callOf("cast", first)),
    requireType: true,
    rewrite(_pre, post, nodes) {
      const x = metBy(nodes, data);
      const { shape, dtype } = tensorOf(x);
      if (!isWidening(dtype, tensorOf(metBy(nodes, first)).dtype)) return post;
      const cast = calls("cast", [x], { dtype: tensorOf(post).dtype });
      // A cast above this one, rewritten in the same round, needs its type.
      cast.checkedType = tensorType(shape, tensorOf(post).dtype);
      return cast;
    },
  };
};
