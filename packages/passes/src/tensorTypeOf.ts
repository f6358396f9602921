import type { Expr, TensorType } from "@relayscope/ir";
import { PassFailure } from "./pass.ts";

/** The checked tensor type of a node; stops the pass where it has none, as the reference's `type_as` does. */
export function tensorTypeOf(expr: Expr | undefined): TensorType {
  const type = expr?.checkedType;
  if (type?.kind === "TensorType") return type;
  throw new PassFailure("no-tensor-type", "The pass needs the tensor type of a value whose type is not known.", expr, [
    "Give its variables types, or paste the text with its `/* ty=... */` comments.",
  ]);
}
