/** Types as the rewrites of SimplifyExpr ask for them. */
import { type AttrValue, type TensorType, type Type, typesEqual, typeText } from "@relayscope/ir";

/** The sizes of a tensor as attribute values, int64 ones as such; undefined where one is not known. */
export function sizesOf(type: TensorType): readonly AttrValue[] | undefined {
  const sizes: AttrValue[] = [];
  for (const dim of type.shape) {
    if (typeof dim === "number") sizes.push(dim);
    else if (typeof dim === "object" && dim.kind === "LongDim") sizes.push({ kind: "Int", value: dim.value, dtype: "int64" });
    else return undefined;
  }
  return sizes;
}

/** Whether two types are equal to the letter: `3` is not `3i64`. */
export function isSameType(a: Type | undefined, b: Type | undefined): boolean {
  return a !== undefined && b !== undefined && (a === b || (typesEqual(a, b) && typeText(a) === typeText(b)));
}
