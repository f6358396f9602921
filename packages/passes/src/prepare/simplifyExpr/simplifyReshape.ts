/** SimplifyReshape: merges two consecutive reshapes if the shape is known. */
import { callOf, either, type Pattern, wildcard } from "@relayscope/match";
import { tensorOf } from "../../core/tensorOf.ts";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";
import { sizesOf } from "./staticShape.ts";

export const simplifyReshape: ExprRewrite = ({ calls }) => {
  const x = wildcard();
  const reshape = (data: Pattern) => either(callOf("reshape", data), callOf("contrib_reverse_reshape", data));
  return {
    pattern: reshape(reshape(x)),
    requireType: true,
    rewrite(pre, post, nodes) {
      const newshape = sizesOf(tensorOf(pre));
      return newshape ? calls("reshape", [metBy(nodes, x)], { newshape }) : post;
    },
  };
};
