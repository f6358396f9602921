/** One question to both sides: a call of an operator on arguments of given types. */
import {
  type AttrValue,
  call,
  type Dim,
  func,
  isAttrList,
  type Module,
  makeAttrs,
  moduleOf,
  op,
  openAttrs,
  type TensorType,
  type Type,
  tensorType,
  typeText,
  variable,
} from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

export interface OperatorCase {
  readonly operator: string;
  /** Undefined: a parameter without annotation. */
  readonly args: readonly (Type | undefined)[];
  readonly attrs: Readonly<Record<string, AttrValue>>;
  /** The whole case, where types and attributes can't say it. */
  readonly text?: string;
}

export function tensor(shape: readonly Dim[], dtype = "float32"): TensorType {
  return tensorType(shape, dtype);
}

export function float(value: number): AttrValue {
  return { kind: "Float", value };
}

/** The case as Relay text: a module whose `@main` is the call. */
export function caseText(c: OperatorCase): string {
  if (c.text !== undefined) return c.text;
  const params = c.args.map((type, i) => `%a${i}${type ? `: ${typeText(type)}` : ""}`);
  const attrs = Object.entries(c.attrs).map(([name, value]) => `${name}=${attrText(value)}`);
  return `def @main(${params.join(", ")}) { ${c.operator}(${[...c.args.map((_, i) => `%a${i}`), ...attrs].join(", ")}) }`;
}

/** The case as a module. */
export function caseModule(c: OperatorCase, operators: OperatorDefinitions): Module {
  const params = c.args.map((type, i) => variable(`a${i}`, type));
  const schema = operators.get(c.operator)?.attrs;
  const attrs = schema ? makeAttrs(schema, c.attrs) : openAttrs(Object.entries(c.attrs));
  return moduleOf([["main", func({ params, body: call(op(c.operator), params, attrs) })]]);
}

function attrText(value: AttrValue): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return `"${value}"`;
  if (typeof value !== "object") return String(value);
  if (isAttrList(value)) return `[${value.map(attrText).join(", ")}]`;
  if (value.kind === "Float") return `${value.value}f`;
  if (value.kind === "Int") return `${value.value}${value.dtype === "int64" ? "i64" : ""}`;
  return value.kind === "Raw" ? value.text : "";
}
