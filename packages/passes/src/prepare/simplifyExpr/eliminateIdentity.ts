/** EliminateIdentity: x + 0, x - 0, x * 1 and x / 1 become x if the type stays the same. */
import { type Call, type Constant, calledOp, dimValue, type Expr, elementOf, type TensorType } from "@relayscope/ir";
import { callOf, either, isConstant, wildcard } from "@relayscope/match";
import { isSameType } from "../../core/sameType.ts";
import { identityUnknown } from "../diagnostics.ts";
import { asCall, type ExprRewrite, metBy } from "./exprRewrite.ts";

export const eliminateIdentity: ExprRewrite = ({ report }) => {
  const x = wildcard();
  const constant = isConstant();
  const zeros = either(either(callOf("zeros"), callOf("zeros_like", wildcard())), constant);
  const ones = either(either(callOf("ones"), callOf("ones_like", wildcard())), constant);
  const sums = either(callOf("add", x, zeros), callOf("multiply", x, ones));
  return {
    pattern: either(either(sums, callOf("subtract", x, zeros)), callOf("divide", x, ones)),
    requireType: true,
    rewrite(pre, post, nodes) {
      const kept = metBy(nodes, x);
      const call = asCall(pre);
      const isRight = asCall(post).args[1] === kept;
      if (!isSameType(call.args[isRight ? 1 : 0]?.checkedType, pre.checkedType)) return post;
      const other = nodes.get(constant)?.[0];
      if (!other) return kept;
      const answer = isNeutral(call, other);
      if (answer === undefined) report(identityUnknown(call));
      return answer ? kept : post;
    },
  };
};

/** Whether a constant is the identity element of an operator; undefined if its value is unknown. */
function isNeutral(call: Call, other: Expr): boolean | undefined {
  if (other.kind !== "Constant" || !hasOneElement(other)) return false;
  if (!other.data) return undefined;
  const operator = calledOp(call);
  return Number(elementOf(other.data, 0)) === (operator === "add" || operator === "subtract" ? 0 : 1);
}

function hasOneElement(constant: Constant): boolean {
  const type: TensorType | undefined = constant.checkedType?.kind === "TensorType" ? constant.checkedType : constant.tensorType;
  return type?.shape.every((dim) => dimValue(dim) === 1) === true;
}
