import type { Expr, TensorType } from "@relayscope/ir";
import { noTensorType } from "./diagnostics.ts";

/** The checked tensor type of a node. Without one the pass stops, as at the reference's `type_as`. */
export function tensorOf(expr: Expr | undefined): TensorType {
  const type = expr?.checkedType;
  if (type?.kind === "TensorType") return type;
  throw noTensorType(expr);
}
