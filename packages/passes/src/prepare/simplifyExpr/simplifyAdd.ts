/** SimplifyAdd: x + x becomes x * 2. */
import { at } from "@relayscope/ir";
import { callOf, wildcard } from "@relayscope/match";
import { scalarConstant } from "../../core/operatorCalls.ts";
import { tensorOf } from "../../core/tensorOf.ts";
import { tornFromSum } from "../diagnostics.ts";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";
import { retypedVariables } from "./retypedVariables.ts";

/**
 * The reference types the product separately, and its inference copies what it types: the product takes a copy of x,
 * even if x has other uses. It raises if that separates a variable from its binding.
 */
export const simplifyAdd: ExprRewrite = ({ calls, separate, operators }) => {
  const retypedIn = retypedVariables(operators);
  const [left, right] = [wildcard(), wildcard()];
  return {
    pattern: callOf("add", left, right),
    requireType: true,
    rewrite(pre, post, nodes) {
      const x = metBy(nodes, left);
      if (x !== metBy(nodes, right)) return post;
      const torn = retypedIn(at(asCall(pre).args, 0));
      if (torn.length > 0) throw tornFromSum(torn, pre);
      const product = calls("multiply", [x, scalarConstant(2, tensorOf(pre).dtype)]);
      separate(product);
      return product;
    },
  };
};
