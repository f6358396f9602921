/** The words on a box: labels, second lines, constants and attributes in a few characters. */
import {
  type Attrs,
  attrText,
  attrValuesEqual,
  type Constant,
  dimText,
  type Expr,
  elementOf,
  type FunctionAttrs,
  type MatchPattern,
  type Type,
} from "@relayscope/ir";
import { beginName, endName } from "@relayscope/regions";

const longestDetail = 90;

/** One attribute of a function as text; empty if it has none. */
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
function shorten(text: string): string {
  return text.length > longestDetail ? `${text.slice(0, longestDetail - 1)}…` : text;
}

/**
 * An operator's short name: `nn.conv2d` is drawn `conv2d`, `annotation.stop_fusion` `stop_fusion`; other families keep
 * their prefix.
 */
export function operatorLabel(name: string): string {
  if (name === beginName) return "begin";
  if (name === endName) return "end";
  return name.replace(/^(nn|annotation|relay\.op\.annotation)\./, "");
}

/** The value of a constant with a single known number; else undefined. */
export function scalarText({ data }: Constant): string | undefined {
  return data?.values.length === 1 ? numberLabel(elementOf(data, 0), data.dtype) : undefined;
}

/**
 * A constant in a chip: its value if it is one known number, else its shape: `3×3×64`, or `(64)` for a vector, so that
 * it does not look like a value.
 */
export function constantLabel(constant: Constant): string {
  const value = scalarText(constant);
  if (value !== undefined) return value;
  const type: Type | undefined = constant.tensorType ?? constant.checkedType;
  if (type?.kind !== "TensorType") return "const";
  const [first, ...others] = type.shape.map(dimText);
  if (first === undefined) return type.dtype;
  return others.length === 0 ? `(${first})` : [first, ...others].join("×");
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

/** The word for a call's callee. */
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
      return attrTextOf(callee.attrs, "Composite") || "function";
    default:
      return "call";
  }
}
