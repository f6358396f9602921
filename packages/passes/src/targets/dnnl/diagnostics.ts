/** Diagnostics of dnnl's passes. */
import { type Call, type Expr, type Failure, failure, nameOf } from "@relayscope/ir";

export function layoutWithout(layer: Call, layout: string, axis: string): Failure {
  return failure("layout-axis", `The layout \`${layout}\` of \`${nameOf(layer)}\` has no \`${axis}\`; TVM raises here.`, layer);
}

export function biasOfUnknownSize(bias: Expr): Failure {
  return failure("bias-shape", "The bias must be a scalar or have one dimension of known size; TVM raises here.", bias);
}
