import type { Expr, TensorType } from "@relayscope/ir";
import { noTensorType } from "./diagnostics.ts";

/** The checked tensor type of a node; stops the pass where it has none, as the reference's `type_as` does. */
export function tensorOf(expr: Expr | undefined): TensorType {
  const type = expr?.checkedType;
  if (type?.kind === "TensorType") return type;
  throw noTensorType(expr);
}
