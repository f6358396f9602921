/**
 * From attributes as written to an operator's attribute struct: order, defaults, types. Follows InitByPackedArgs in
 * include/tvm/ir/attrs.h.
 */
import {
  type AttrField,
  type AttrSchema,
  type Attrs,
  type AttrType,
  type AttrValue,
  at,
  attrSchema,
  isAttrList,
  openAttrs,
  present,
} from "@relayscope/ir";
import { report } from "../diagnostics.ts";
import { near, nearType, say } from "./cursor.ts";
import type { WrittenAttribute } from "./parseAttributes.ts";
import type { ParseState } from "./parseState.ts";
import { isDtype } from "./parseTypes.ts";

/**
 * The attributes of a call of a known operator; unknown ones are reported and kept after the others, so that nothing
 * written is lost. Undefined if none is written although some are required. `isPartial`: the text marks its attributes
 * as incomplete, so missing ones are not reported.
 */
export function structured(
  p: ParseState,
  operator: string,
  schema: AttrSchema,
  written: readonly WrittenAttribute[],
  isPartial = false,
): Attrs | undefined {
  const values: AttrValue[] = [];
  for (const field of schema.fields) values.push(field.default ?? null);
  let given = 0;
  let unknown: WrittenAttribute[] | undefined;
  for (const attribute of written) {
    const at = schema.index.get(attribute.name);
    if (at === undefined) {
      const names = schema.fields.map((f) => f.name);
      say(p, report.unknownAttribute(attribute.nameSpan, operator, attribute.name, near(p, attribute.name, names), names));
      unknown ??= [];
      unknown.push(attribute);
      continue;
    }
    const field = present(schema.fields[at]);
    const value = coerced(attribute.value, field.type);
    if (value === undefined) {
      say(p, report.attributeType(attribute.span, attribute.name, kindNames[field.type]));
      values[at] = attribute.value;
    } else {
      values[at] = value;
      if (field.type === "dtype" && typeof value === "string" && value !== "" && !isDtype(value))
        say(p, report.unknownDtype(attribute.span, value, nearType(p, value)));
    }
    given++;
  }
  if (given < schema.fields.length && reportMissing(p, operator, schema, written, isPartial) && written.length === 0) return undefined;
  if (!unknown) return { schema, values };
  const extra = unknown.map((a): AttrField => ({ name: a.name, type: "object" }));
  return { schema: attrSchema(schema.name, [...schema.fields, ...extra]), values: [...values, ...unknown.map((a) => a.value)] };
}

/** Whether a required attribute is absent; each is reported. */
function reportMissing(
  p: ParseState,
  operator: string,
  schema: AttrSchema,
  written: readonly WrittenAttribute[],
  isPartial: boolean,
): boolean {
  let isMissing = false;
  for (const field of schema.fields) {
    if (field.default !== undefined || written.some((a) => a.name === field.name)) continue;
    const place = written.at(-1)?.span ?? { start: at(p.tokens.starts, p.at - 1), end: at(p.tokens.ends, p.at - 1) };
    if (!isPartial) say(p, report.missingAttribute(place, operator, field.name, p.trustComments ? "warning" : "error"));
    isMissing = true;
  }
  return isMissing;
}

/** Attributes of an unknown operator or of a function call: all as written. */
export function unstructured(written: readonly WrittenAttribute[]): Attrs | undefined {
  return written.length === 0 ? undefined : openAttrs(written.map((a) => [a.name, a.value] as const));
}

const kindNames: Readonly<Record<AttrType, string>> = {
  int: "an integer",
  int64: "an integer",
  float: "a number",
  double: "a number",
  bool: "`True` or `False`",
  string: "a string",
  dtype: "a data type in quotes",
  "int[]": "a list of integers",
  object: "a value",
};

/**
 * The value in the form of the field's type; undefined for a value of another kind. Values that were not read
 * (metadata, raw text) are kept.
 */
function coerced(value: AttrValue, type: AttrType): AttrValue | undefined {
  const kind = typeof value === "object" && value !== null && !isAttrList(value) ? value.kind : undefined;
  if (kind === "Meta" || kind === "Raw") return value;
  switch (type) {
    case "int":
    case "int64":
      if (typeof value === "boolean") return Number(value);
      if (typeof value === "object" && value !== null && !isAttrList(value) && value.kind === "Int") return value.value;
      return typeof value === "number" || typeof value === "bigint" ? value : undefined;
    case "float":
    case "double":
      if (kind === "Float") return value;
      if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean")
        return { kind: "Float", value: Number(value) };
      if (typeof value === "object" && value !== null && !isAttrList(value) && value.kind === "Int")
        return { kind: "Float", value: Number(value.value) };
      return undefined;
    case "bool":
      if (typeof value === "boolean") return value;
      return typeof value === "number" ? value !== 0 : undefined;
    case "string":
    case "dtype":
      return typeof value === "string" || value === null ? value : undefined;
    case "int[]":
    case "object":
      return value;
  }
}
