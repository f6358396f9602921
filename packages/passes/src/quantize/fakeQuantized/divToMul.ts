/**
 * DivToMul: a division by a constant of reals is a multiplication by its reciprocal. Follows
 * src/relay/transforms/div_to_mul.cc.
 */
import {
  at,
  type Call,
  type Constant,
  constant,
  type Expr,
  elementCount,
  elementOf,
  emptyArray,
  isCallOf,
  rewriteFunction,
  setElement,
  type TensorData,
} from "@relayscope/ir";
import { functionPass } from "../../core/functionPass.ts";
import { inferType } from "../../core/inferType.ts";
import type { Report } from "../../core/modulePass.ts";
import { operatorCalls } from "../../core/operatorCalls.ts";
import { foldConstant } from "../../prepare/foldConstant.ts";
import { reciprocalOfMany, reciprocalUnknown } from "../diagnostics.ts";

/** FakeQuantizationToInteger requires this pass. */
export const divToMul = functionPass({
  name: "DivToMul",
  summary: "Turns a division by a constant into a multiplication.",
  upstream: ["src/relay/transforms/div_to_mul.cc"],
  requires: [inferType, foldConstant],
  runFunction({ f, context, lineage, report }) {
    const calls = operatorCalls(context.operators);
    return rewriteFunction(f, {
      lineage,
      post(original, rebuilt) {
        const divisor = isCallOf(rebuilt, "divide") ? rebuilt.args[1] : undefined;
        if (divisor?.kind !== "Constant") return rebuilt;
        const inverse = reciprocal(divisor, original, report);
        if (!inverse) return rebuilt;
        lineage.record(inverse, original);
        return calls("multiply", [at((rebuilt as Call).args, 0), inverse]);
      },
    });
  },
});

/**
 * The reciprocal of a constant; undefined if the division stays: for integers, and if the first element is 0 or
 * unknown.
 */
function reciprocal(divisor: Constant, division: Expr, report: Report): Constant | undefined {
  const type = divisor.tensorType ?? divisor.checkedType;
  if (type?.kind !== "TensorType" || !/^float(16|32|64)$/.test(type.dtype)) return undefined;
  const { data } = divisor;
  if (!data) {
    report(reciprocalUnknown(division));
    return undefined;
  }
  const count = elementCount(data.shape);
  if (count > 0 && Number(elementOf(data, 0)) === 0) return undefined;
  const values = emptyArray(data.dtype, count);
  if (!values) return undefined;
  const inverse: TensorData = { dtype: data.dtype, shape: data.shape, values };
  for (let i = 0; i < count; i++) setElement(inverse, i, 1 / Number(elementOf(data, i)));
  if (count > 1) report(reciprocalOfMany(division));
  return constant(inverse, type);
}
