/** SimplifyReshape: two reshapes in a row become one, where the shape is known. */
import { callPattern, either, isOp, wildcard } from "@relayscope/match";
import { tensorTypeOf } from "../tensorTypeOf.ts";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";
import { sizesOf } from "./staticShape.ts";

export const simplifyReshape: ExprRewrite = ({ calls }) => {
  const x = wildcard();
  const reshape = () => either(isOp("reshape"), isOp("contrib_reverse_reshape"));
  return {
    pattern: callPattern(reshape(), [callPattern(reshape(), [x])]),
    requireType: true,
    rewrite(pre, post, nodes) {
      const newshape = sizesOf(tensorTypeOf(pre));
      return newshape ? calls("reshape", [metBy(nodes, x)], { newshape }) : post;
    },
  };
};
