/** The common part of folding scales in both directions. */
import type { Call, Expr, LineageRecorder } from "@relayscope/ir";

/** Operators that a scale can pass: in both operands if it is positive, and into the weight. */
export const sums: ReadonlySet<string> = new Set(["add", "subtract"]);
export const rectifiers: ReadonlySet<string> = new Set(["nn.relu", "nn.leaky_relu"]);
export const convolutions: ReadonlySet<string> = new Set(["nn.conv2d", "nn.conv3d"]);

/** Makes nodes and records their lineage. */
export function maker(lineage: LineageRecorder) {
  const made = <T extends Expr>(e: T, ...origins: readonly Expr[]): T => {
    lineage.record(e, ...origins);
    return e;
  };
  /** A call over other arguments, untyped. */
  const over = (call: Call, args: readonly Expr[]): Call => made({ ...call, checkedType: undefined, span: undefined, args }, call);
  return { made, over };
}
