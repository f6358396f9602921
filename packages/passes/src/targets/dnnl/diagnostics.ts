/** Diagnostics of dnnl's passes. */
import { type Call, type Expr, failure, nameOf } from "@relayscope/ir";

export const layoutWithout = (layer: Call, layout: string, axis: string) =>
  failure("layout-axis", `The layout \`${layout}\` of \`${nameOf(layer)}\` has no \`${axis}\`; TVM raises here.`, layer);
export const biasOfUnknownSize = (bias: Expr) =>
  failure("bias-shape", "The bias must be a scalar or have one dimension of known size; TVM raises here.", bias);
