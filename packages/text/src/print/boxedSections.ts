/** The integers of `split`, which the reference keeps in boxes. Follows include/tvm/relay/attrs/transform.h. */
import { type Attrs, type AttrValue, attrOf, type Call, calledOp, isAttrList, withAttrs } from "@relayscope/ir";

/** How a printer shows them: as references into the metadata section, whose values `boxes` gets in order. */
export interface Boxing {
  readonly boxes: number[];
  attrsOf(call: Call): Attrs | undefined;
}

/** Shows the sections of each `split` that Python made: plain numbers. What a pass of the compiler made has a type. */
export function boxedSections(): Boxing {
  const boxes: number[] = [];
  const boxed = (value: AttrValue): AttrValue =>
    typeof value === "number" ? { kind: "Meta", type: "runtime.BoxInt", index: boxes.push(value) - 1 } : value;
  return {
    boxes,
    attrsOf: (call) => {
      const { attrs } = call;
      const sections = attrOf(attrs, "indices_or_sections");
      if (!attrs || calledOp(call) !== "split" || sections === undefined) return attrs;
      return withAttrs(attrs, { indices_or_sections: isAttrList(sections) ? sections.map(boxed) : boxed(sections) });
    },
  };
}
