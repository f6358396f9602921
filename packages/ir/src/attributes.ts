/**
 * Attributes of calls and functions. A call's attributes follow a schema (the reference's attribute struct): values are
 * in the schema's order, defaults filled in; the printer leaves out what equals its default. Follows
 * include/tvm/ir/attrs.h.
 */
import { at, present } from "./at.ts";
import type { Constant } from "./constant.ts";

/** A floating-point attribute, printed with the suffix `f`. */
export interface FloatAttr {
  readonly kind: "Float";
  readonly value: number;
  /** Whether it is in a box, as functions keep Python's floats: it is printed as a reference into the metadata. */
  readonly isBoxed?: boolean;
}

/** An integer of an explicit type, printed `2i64`. Plain numbers are int32. */
export interface IntAttr {
  readonly kind: "Int";
  readonly value: number | bigint;
  readonly dtype: string;
  /** The same for an integer. */
  readonly isBoxed?: boolean;
}

/** A mapping with string keys, printed `{"a"=1}`. */
export interface DictAttr {
  readonly kind: "Dict";
  readonly entries: ReadonlyMap<string, AttrValue>;
}

/** A reference into the metadata section: `meta[IRModule][0]`. */
export interface MetaAttr {
  readonly kind: "Meta";
  readonly type: string;
  readonly index: number;
  /** For `meta[relay.Constant][n]`: the constant, the same node as in arguments. */
  readonly constant?: Constant;
}

/** A value printed bare (an identifier, a dimension `?`, a symbolic expression, `VirtualDevice(...)`). */
export interface RawAttr {
  readonly kind: "Raw";
  readonly text: string;
}

/** `null` prints None; a number is an int (bigint beyond 2^53); strings print quoted; arrays print in brackets. */
export type AttrValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | FloatAttr
  | IntAttr
  | DictAttr
  | MetaAttr
  | RawAttr
  | readonly AttrValue[];

/** The type of a field's values in a schema. A field of type `object` keeps the value as it is written. */
export type AttrType = "int" | "int64" | "float" | "double" | "bool" | "string" | "dtype" | "int[]" | "object";

export interface AttrField {
  readonly name: string;
  readonly type: AttrType;
  /** Absent: the field is required and always printed. */
  readonly default?: AttrValue;
  /** One line, for hover. */
  readonly doc?: string;
}

/** An attribute struct: fields in printing order. Build with `attrSchema`. */
export interface AttrSchema {
  /** The struct's name, e.g. `relay.attrs.Conv2DAttrs`; empty for attributes of an unknown operator. */
  readonly name: string;
  readonly fields: readonly AttrField[];
  /** Field name to its place in `fields`. */
  readonly index: ReadonlyMap<string, number>;
}

/** The attributes of a call. `values[i]` belongs to `schema.fields[i]`. */
export interface Attrs {
  readonly schema: AttrSchema;
  readonly values: readonly AttrValue[];
}

export function attrSchema(name: string, fields: readonly AttrField[]): AttrSchema {
  return { name, fields, index: new Map(fields.map((f, i) => [f.name, i])) };
}

/** Attributes with the given values and defaults for the rest (`null` for a missing required field). */
export function makeAttrs(schema: AttrSchema, given: Readonly<Record<string, AttrValue>> = {}): Attrs {
  return { schema, values: schema.fields.map((f) => (Object.hasOwn(given, f.name) ? present(given[f.name]) : (f.default ?? null))) };
}

/** Attributes of an operator without a schema: fields as written, all printed. */
export function openAttrs(entries: Iterable<readonly [string, AttrValue]>): Attrs {
  const list = [...entries];
  return {
    schema: attrSchema(
      "",
      list.map(([name]) => ({ name, type: "object" })),
    ),
    values: list.map(([, value]) => value),
  };
}

/** The value of one attribute; undefined if the struct has no such field. */
export function attrOf(attrs: Attrs | undefined, name: string): AttrValue | undefined {
  const at = attrs?.schema.index.get(name);
  return at === undefined ? undefined : attrs?.values[at];
}

/** A copy with some attributes changed; the same object if nothing changes. */
export function withAttrs(attrs: Attrs, changes: Readonly<Record<string, AttrValue>>): Attrs {
  const values = attrs.schema.fields.map((f, i) => (Object.hasOwn(changes, f.name) ? present(changes[f.name]) : at(attrs.values, i)));
  return values.every((v, i) => attrValuesEqual(v, at(attrs.values, i), 0)) ? attrs : { schema: attrs.schema, values };
}

/** How far apart floats are that count as equal (BaseValueEqual in include/tvm/node/structural_equal.h). */
export const floatTolerance = 1e-9;

/** Structural equality, dtype included: `2` and `2i64` differ. Floats within `tolerance` of one another are equal. */
export function attrValuesEqual(a: AttrValue, b: AttrValue, tolerance = floatTolerance): boolean {
  if (a === b) return true;
  if (a === null || b === null || typeof a !== "object" || typeof b !== "object") return false;
  if (isAttrList(a)) return isAttrList(b) && a.length === b.length && a.every((x, i) => attrValuesEqual(x, at(b, i), tolerance));
  if (isAttrList(b)) return false;
  switch (a.kind) {
    case "Float":
      return b.kind === a.kind && (Object.is(a.value, b.value) || Math.abs(a.value - b.value) < tolerance);
    case "Int":
      return b.kind === a.kind && BigInt(a.value) === BigInt(b.value) && a.dtype === b.dtype;
    case "Dict": {
      if (b.kind !== a.kind || a.entries.size !== b.entries.size) return false;
      for (const [key, value] of a.entries) {
        const counterpart = b.entries.get(key);
        if (counterpart === undefined || !attrValuesEqual(value, counterpart, tolerance)) return false;
      }
      return true;
    }
    case "Meta":
      return b.kind === a.kind && a.type === b.type && a.index === b.index;
    case "Raw":
      return b.kind === a.kind && a.text === b.text;
  }
}

/** `Array.isArray` that keeps a read-only list's type. */
export function isAttrList(value: AttrValue): value is readonly AttrValue[] {
  return Array.isArray(value);
}

/**
 * Whether an attribute is a reference into the metadata section, or a list with such a reference: only that section has
 * its value.
 */
export function isReference(value: AttrValue | undefined): boolean {
  if (typeof value !== "object" || value === null) return false;
  return isAttrList(value) ? value.some(isReference) : value.kind === "Meta";
}

/** Equality of whole attribute sets: same struct, same values. */
export function attrsEqual(a: Attrs | undefined, b: Attrs | undefined): boolean {
  if (a === b) return true;
  if (!a || !b || a.values.length !== b.values.length) return false;
  return a.schema.fields.every((f, i) => f.name === b.schema.fields[i]?.name && attrValuesEqual(at(a.values, i), at(b.values, i)));
}

/** An integer attribute as a number, whatever its width; undefined for anything else. */
export function intOf(value: AttrValue | undefined): number | undefined {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") return Number(value);
  if (typeof value === "boolean") return Number(value);
  return typeof value === "object" && value !== null && !isAttrList(value) && value.kind === "Int" ? Number(value.value) : undefined;
}

/** A numeric attribute (int or float) as a number; undefined for anything else. */
export function numberOf(value: AttrValue | undefined): number | undefined {
  return typeof value === "object" && value !== null && !isAttrList(value) && value.kind === "Float" ? value.value : intOf(value);
}

/** A text attribute by name; empty if it is not a text. */
export function textOf(attrs: Attrs | undefined, name: string): string {
  const value = attrOf(attrs, name);
  return typeof value === "string" ? value : "";
}

/** A list of integers as numbers; undefined if it is not one. */
export function intsOf(value: AttrValue | undefined): readonly number[] | undefined {
  if (value === undefined || value === null || !isAttrList(value)) return undefined;
  const out: number[] = [];
  for (const item of value) {
    const n = intOf(item);
    if (n === undefined) return undefined;
    out.push(n);
  }
  return out;
}

/** Whether an attribute is set as a flag: there, and neither 0 nor False. */
export function isTruthy(value: AttrValue | undefined): boolean {
  return value !== undefined && value !== null && value !== 0 && value !== false;
}
