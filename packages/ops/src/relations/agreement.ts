/** Two tensor types that must be one. Follows UnifyTensorType (src/relay/analysis/type_solver.cc). */
import { at, dimsEqual, type TensorType, tensorType, typeText } from "@relayscope/ir";
import { refuse } from "./refusal.ts";

/** The one type that both are: `?` where either is. Refuses types that differ in dtype, rank or a known size. */
export function agreeingTensors(a: TensorType, b: TensorType): TensorType {
  const mismatch = (why: string) => refuse(`\`${typeText(a)}\` and \`${typeText(b)}\` must be the same type${why}.`, [], "report");
  if (a.dtype !== b.dtype || a.shape.length !== b.shape.length) mismatch("");
  const shape = a.shape.map((dim, i) => {
    const other = at(b.shape, i);
    if (dim === "?" || other === "?") return "?";
    return dimsEqual(dim, other) ? dim : mismatch(`, but axis ${i} differs`);
  });
  return tensorType(shape, a.dtype);
}
