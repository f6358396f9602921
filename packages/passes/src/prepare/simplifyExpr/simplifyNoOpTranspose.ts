/** SimplifyNoOpTranspose: removes a transpose or layout change that moves nothing. */
import { callOf, either, wildcard } from "@relayscope/match";
import { tensorOf } from "../../core/tensorOf.ts";
import { axisOrder, layoutsOf } from "./axisOrder.ts";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";

export const simplifyNoOpTranspose: ExprRewrite = () => {
  const x = wildcard();
  return {
    pattern: either(callOf("transpose", x), callOf("layout_transform", x)),
    requireType: true,
    rewrite(pre, post, nodes) {
      const call = asCall(post);
      const layouts = layoutsOf(call);
      if (layouts && layouts.from !== layouts.to) return post;
      return axisOrder(call, tensorOf(pre).shape.length).every((axis, i) => axis === i) ? metBy(nodes, x) : post;
    },
  };
};
