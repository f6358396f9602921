/** Attributes as text. */
import { type AttrValue, isAttrList } from "@relayscope/ir";

/** An attribute as Python writes it: `[1, 3]`, `"NCHW"`, `None`; numbers of any width are numbers. */
export function attrText(value: AttrValue): string {
  if (value === null) return "None";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (isAttrList(value)) return `[${value.map(attrText).join(", ")}]`;
  if (value.kind === "Float" || value.kind === "Int") return String(value.value);
  return value.kind === "Raw" ? value.text : value.kind;
}
