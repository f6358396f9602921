/** ConcretizeCastLike: `cast_like` becomes `cast`, whether the shape is known or not. */
import { callOf, wildcard } from "@relayscope/match";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";

export const concretizeCastLike: ExprRewrite = ({ calls }) => {
  const data = wildcard();
  return {
    pattern: callOf("cast_like", data, wildcard()),
    requireType: true,
    rewrite(pre, post, nodes) {
      const type = pre.checkedType;
      return type?.kind === "TensorType" ? calls("cast", [metBy(nodes, data)], { dtype: type.dtype }) : post;
    },
  };
};
