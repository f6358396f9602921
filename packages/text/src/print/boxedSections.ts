/** The integers of `split`, which the reference keeps in boxes. Follows include/tvm/relay/attrs/transform.h. */
import { type Attrs, type AttrValue, attrOf, type Call, calledOp, isAttrList, withAttrs } from "@relayscope/ir";

/**
 * Printing with the sections of each `split` that Python made, which are plain numbers, in boxes. What a pass of the
 * compiler made has a type.
 */
export const boxedSections = {
  attrsOf(call: Call): Attrs | undefined {
    const { attrs } = call;
    const sections = attrOf(attrs, "indices_or_sections");
    if (!attrs || calledOp(call) !== "split" || sections === undefined) return attrs;
    return withAttrs(attrs, { indices_or_sections: isAttrList(sections) ? sections.map(boxed) : boxed(sections) });
  },
} as const;

function boxed(value: AttrValue): AttrValue {
  return typeof value === "number" ? { kind: "Int", value, dtype: "int32", isBoxed: true } : value;
}
