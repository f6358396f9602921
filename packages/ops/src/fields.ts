/** Attribute fields, a call each: name, default (absent: the field is required), one line for hover. */
import type { AttrField, AttrType, AttrValue, FloatAttr } from "@relayscope/ir";

function field(name: string, type: AttrType, fallback: AttrValue | undefined, doc: string | undefined): AttrField {
  return { name, type, ...(fallback === undefined ? {} : { default: fallback }), ...(doc === undefined ? {} : { doc }) };
}

/** A floating-point attribute value. */
export function floatAttr(value: number): FloatAttr {
  return { kind: "Float", value };
}

export function intField(name: string, fallback?: number, doc?: string): AttrField {
  return field(name, "int", fallback, doc);
}

export function boolField(name: string, fallback?: boolean, doc?: string): AttrField {
  return field(name, "bool", fallback, doc);
}

export function doubleField(name: string, fallback?: number, doc?: string): AttrField {
  return field(name, "double", fallback === undefined ? undefined : floatAttr(fallback), doc);
}

export function stringField(name: string, fallback?: string, doc?: string): AttrField {
  return field(name, "string", fallback, doc);
}

/** A dtype; `""` where the reference leaves it open. */
export function dtypeField(name: string, fallback?: string, doc?: string): AttrField {
  return field(name, "dtype", fallback, doc);
}

/** A list of sizes. A default of null prints as None. */
export function intsField(name: string, fallback?: readonly number[] | null, doc?: string): AttrField {
  return field(name, "int[]", fallback, doc);
}

/** Anything else: one size, nested lists, an object. */
export function objectField(name: string, fallback?: AttrValue, doc?: string): AttrField {
  return field(name, "object", fallback, doc);
}
