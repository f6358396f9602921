/** Prints attribute values and attribute structs. Follows AttrPrinter in src/relay/printer/relay_text_printer.cc. */
import {
  type AttrField,
  type Attrs,
  type AttrValue,
  at,
  attrValuesEqual,
  type FunctionAttrs,
  isAttrList,
  mapOrder,
  present,
} from "@relayscope/ir";
import { rawByte } from "../lex/strings.ts";
import { streamedNumber } from "./numbers.ts";
import type { Referred } from "./printedNames.ts";

/** The text of a reference into the metadata section, numbered by the printer. */
export type MetaText = (value: Referred) => string;

/** An attribute's value as the reference prints it. */
export function attributeText(value: AttrValue, meta: MetaText): string {
  if (value === null) return "None";
  switch (typeof value) {
    case "boolean":
      return value ? "True" : "False";
    case "number":
      return Number.isInteger(value) ? String(value) : `${streamedNumber(value)}f`;
    case "bigint":
      return String(value);
    case "string":
      return quoted(value);
    default:
  }
  if (isAttrList(value)) return `[${value.map((v) => attributeText(v, meta)).join(", ")}]`;
  switch (value.kind) {
    case "Float":
      return value.isBoxed ? meta(value) : `${streamedNumber(value.value)}f`;
    case "Int":
      return value.isBoxed ? meta(value) : integerText(value.value, value.dtype);
    case "Dict":
      return `{${[...value.entries].map(([key, v]) => `${quoted(key)}=${attributeText(v, meta)}`).join(", ")}}`;
    case "Meta":
      return meta(value);
    case "Raw":
      return value.text;
  }
}

function integerText(value: number | bigint, dtype: string): string {
  switch (dtype) {
    case "int64":
      return `${value}i64`;
    case "int16":
      return `${value}i16`;
    case "bool":
      return Number(value) === 0 ? "False" : "True";
    default:
      return String(value);
  }
}

/** Adds `name=value` of each attribute of a call that differs from its default. */
export function addCallAttributes(out: { push(text: string): unknown }, attrs: Attrs | undefined, meta: MetaText): void {
  if (!attrs) return;
  const { fields } = attrs.schema;
  for (let i = 0; i < fields.length; i++) {
    const field = at(fields, i);
    const value = at(attrs.values, i);
    if (field.default !== undefined && isDefault(value, field.default)) continue;
    out.push(`${field.name}=${fieldText(value, field, meta)}`);
  }
}

/**
 * An attribute as its field's type prints it: an int64 field has no suffix, a plain number in a float field has one.
 */
function fieldText(value: AttrValue, field: AttrField, meta: MetaText): string {
  if (typeof value === "number" && (field.type === "double" || field.type === "float")) return `${streamedNumber(value)}f`;
  if (
    (field.type === "int" || field.type === "int64") &&
    typeof value === "object" &&
    value !== null &&
    !isAttrList(value) &&
    value.kind === "Int" &&
    value.dtype !== "bool"
  ) {
    return String(value.value);
  }
  return attributeText(value, meta);
}

/** Equality as the reference compares with a default: floats within 1e-9. */
function isDefault(value: AttrValue, standard: AttrValue): boolean {
  if (attrValuesEqual(value, standard)) return true;
  const a = floatOf(value);
  const b = floatOf(standard);
  if (a !== undefined && b !== undefined) return Math.abs(a - b) < 1e-9 || (Number.isNaN(a) && Number.isNaN(b));
  return (
    value !== null &&
    standard !== null &&
    isAttrList(value) &&
    isAttrList(standard) &&
    value.length === standard.length &&
    value.every((v, i) => isDefault(v, at(standard, i)))
  );
}

function floatOf(value: AttrValue): number | undefined {
  return typeof value === "object" && value !== null && !isAttrList(value) && value.kind === "Float" ? value.value : undefined;
}

/** `name=value` of each attribute of a function, in the order of TVM's map; a virtual device comes last. */
export function functionAttributeTexts(attrs: FunctionAttrs, meta: MetaText): string[] {
  const inMap = [...attrs.keys()].filter((name) => name !== "virtual_device");
  const names = [...mapOrder(inMap), ...(attrs.has("virtual_device") ? ["virtual_device"] : [])];
  return names.map((name) => `${name}=${attributeText(present(attrs.get(name)), meta)}`);
}

const escapes = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\t", "\\t"],
  ["\r", "\\r"],
  ["\n", "\\n"],
]);

/**
 * A string in quotes; something that is not printable ASCII becomes the hexadecimal escapes of its UTF-8 bytes. Follows
 * src/support/str_escape.h.
 */
function quoted(value: string): string {
  if (/^[ !#-[\]-~]*$/.test(value)) return `"${value}"`;
  let out = "";
  for (const ch of value) {
    const code = ch.charCodeAt(0);
    const escape = escapes.get(ch);
    if (escape) out += escape;
    else if (code >= 32 && code < 127) out += ch;
    else if (code >= rawByte + 128 && code < rawByte + 256) out += hexadecimal(code - rawByte);
    else for (const byte of new TextEncoder().encode(ch)) out += hexadecimal(byte);
  }
  return `"${out}"`;
}

function hexadecimal(byte: number): string {
  return `\\x${byte.toString(16).toUpperCase().padStart(2, "0")}`;
}
