/**
 * Where `split` cuts. That is printed as a reference into the metadata section; without the section it follows from the
 * type after the call.
 */
import { type Attrs, attrOf, dimValue, isAttrList, isReference, type Type, withAttrs } from "@relayscope/ir";

const name = "indices_or_sections";

/** Whether a call of `split` with these attributes does not say where it cuts. */
export function lacksPlaces(attrs: Attrs): boolean {
  return isReference(attrOf(attrs, name));
}

/**
 * The attributes with the places at which a split of result type `type` cuts; unchanged if the type does not determine
 * them.
 */
export function withPlaces(attrs: Attrs, type: Type): Attrs {
  const value = attrOf(attrs, name);
  if (type.kind !== "TupleType" || value === undefined || value === null) return attrs;
  if (!isAttrList(value)) return withAttrs(attrs, { [name]: type.fields.length });
  if (type.fields.length !== value.length + 1) return attrs;
  const axis = Number(attrOf(attrs, "axis") ?? 0);
  const places: number[] = [];
  for (const field of type.fields.slice(0, -1)) {
    const size = field.kind === "TensorType" ? field.shape.at(axis) : undefined;
    const length = size === undefined ? undefined : dimValue(size);
    if (length === undefined) return attrs;
    places.push((places.at(-1) ?? 0) + length);
  }
  return withAttrs(attrs, { [name]: places });
}
