/** The words on a box: labels, second lines, constants and attributes in a few characters. */
import type { Attrs, AttrValue, Constant, Expr, FunctionAttrs, MatchPattern, Type } from "@relayscope/ir";
import { attrValuesEqual, dimText, elementOf, isAttrList } from "@relayscope/ir";

const longestDetail = 60;

/** An attribute value in short, as the reference prints it but for type suffixes. */
export function attrText(value: AttrValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value !== "object") return String(value);
  if (isAttrList(value)) return `[${value.map(attrText).join(", ")}]`;
  switch (value.kind) {
    case "Float":
    case "Int":
      return String(value.value);
    case "Dict":
      return `{${[...value.entries].map(([k, v]) => `${k}: ${attrText(v)}`).join(", ")}}`;
    case "Meta":
      return `meta[${value.type}][${value.index}]`;
    case "Raw":
      return value.text;
  }
}

/** One attribute of a function as text; empty where it has none. */
export function attrTextOf(attrs: FunctionAttrs, name: string): string {
  const value = attrs.get(name);
  return value === undefined ? "" : attrText(value);
}

/** The attributes that differ from their defaults, `padding=[1, 1]  groups=2`, cut to one line. */
export function salientAttrs(attrs: Attrs | undefined): string {
  if (!attrs) return "";
  const parts: string[] = [];
  attrs.schema.fields.forEach((field, i) => {
    const value = attrs.values[i];
    if (value === undefined || value === null) return;
    if (field.default !== undefined && attrValuesEqual(value, field.default)) return;
    parts.push(`${field.name}=${attrText(value)}`);
  });
  return shorten(parts.join("  "));
}

/** A text cut to what fits a box's second line. */
export function shorten(text: string, limit: number = longestDetail): string {
  return text.length > limit ? `${text.slice(0, limit - 1)}…` : text;
}

/** An operator's short name: `nn.conv2d` is drawn `conv2d`, quantization's stand-in `simulated_quantize`; other families keep their prefix. */
export function operatorLabel(name: string): string {
  if (name === "annotation.compiler_begin") return "begin";
  if (name === "annotation.compiler_end") return "end";
  return name.replace(/^(nn|relay\.op\.annotation)\./, "");
}

/** A constant in a chip: its value where it is one known number, else its shape, `3×3×64`. */
export function constantLabel(constant: Constant): string {
  const { data } = constant;
  if (data && data.values.length === 1) return numberLabel(elementOf(data, 0), data.dtype);
  const type: Type | undefined = constant.tensorType ?? constant.checkedType;
  if (type?.kind !== "TensorType") return "const";
  return type.shape.length === 0 ? type.dtype : type.shape.map(dimText).join("×");
}

function numberLabel(value: number | bigint, dtype: string): string {
  if (dtype === "bool") return value ? "True" : "False";
  if (typeof value === "bigint" || Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(4)));
}

/** A match pattern as the text has it: `Cons(%h, _)`. */
export function patternText(pattern: MatchPattern): string {
  switch (pattern.kind) {
    case "PatternWildcard":
      return "_";
    case "PatternVar":
      return `%${pattern.variable.name}`;
    case "PatternConstructor": {
      const inner = pattern.patterns.map(patternText).join(", ");
      return inner ? `${pattern.constructor_.name}(${inner})` : pattern.constructor_.name;
    }
    case "PatternTuple":
      return `(${pattern.patterns.map(patternText).join(", ")})`;
  }
}

/** What a call calls, in a word. */
export function calleeLabel(callee: Expr): string {
  switch (callee.kind) {
    case "Op":
      return operatorLabel(callee.name);
    case "GlobalVar":
      return `@${callee.name}`;
    case "Var":
      return `%${callee.name}`;
    case "Constructor":
      return callee.name;
    case "Function":
      return attrTextOf(callee.attrs, "Composite") || "fn";
    default:
      return "call";
  }
}
