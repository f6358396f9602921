/** Types as the rewrites of SimplifyExpr ask for them. */
import type { AttrValue, TensorType } from "@relayscope/ir";

/** The sizes of a tensor as attribute values, keeping int64; undefined if one is unknown. */
export function sizesOf(type: TensorType): readonly AttrValue[] | undefined {
  const sizes: AttrValue[] = [];
  for (const dim of type.shape) {
    if (typeof dim === "number") sizes.push(dim);
    else if (typeof dim === "object" && dim.kind === "LongDim") sizes.push({ kind: "Int", value: dim.value, dtype: "int64" });
    else return undefined;
  }
  return sizes;
}
