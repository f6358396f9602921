/** SimplifyAdd: x + x becomes x * 2. */
import { callOf, wildcard } from "@relayscope/match";
import { scalarConstant } from "../operatorCalls.ts";
import { tensorTypeOf } from "../tensorTypeOf.ts";
import { type ExprRewrite, metBy } from "./exprRewrite.ts";

/** The reference types the product by itself, and its inference copies what it types: the product takes a copy of x, also where x is used besides. */
export const simplifyAdd: ExprRewrite = ({ calls, separate }) => {
  const [left, right] = [wildcard(), wildcard()];
  return {
    pattern: callOf("add", left, right),
    requireType: true,
    rewrite(pre, post, nodes) {
      const x = metBy(nodes, left);
      if (x !== metBy(nodes, right)) return post;
      const product = calls("multiply", [x, scalarConstant(2, tensorTypeOf(pre).dtype)]);
      separate(product);
      return product;
    },
  };
};
