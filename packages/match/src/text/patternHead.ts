/** A sub-pattern on one line, without its inner patterns: for trees in which those are branches. */
import { type ByKind, byKind, type Expr } from "@relayscope/ir";
import { patternOperator } from "../matcher.ts";
import type { Pattern } from "../pattern.ts";
import { quote, sequence, writeAttr, writeType } from "./printPattern.ts";

/** `is_op("nn.relu")(…)`, `wildcard()`, `.has_dtype("int8")`; a label its author gave is before it. */
export function patternHead(pattern: Pattern): string {
  const text = byKind(heads, pattern);
  return pattern.label === undefined ? text : `${pattern.label} = ${text}`;
}

const heads: ByKind<Pattern, string> = {
  WildcardPattern: (p) => (p.isNone ? "None" : p.redirect ? "redirect" : "wildcard()"),
  ConstantPattern: () => "is_constant()",
  VarPattern: (p) => (p.name === "" ? "is_var()" : `is_var(${quote(p.name)})`),
  ExprPattern: (p) => exprText(p.expr),
  CallPattern: (p) => {
    const operator = patternOperator(p);
    const inside = p.args === null ? "None" : p.args.length === 0 ? "" : "…";
    return operator === undefined ? `call(${inside})` : `is_op(${quote(operator)})(${inside})`;
  },
  TuplePattern: (p) => (p.fields === null ? "is_tuple(None)" : "is_tuple([…])"),
  TupleGetItemPattern: (p) => (p.index === -1 ? "is_tuple_get_item(…)" : `is_tuple_get_item(…, ${p.index})`),
  FunctionPattern: () => "FunctionPattern(…)",
  IfPattern: () => "is_if(…)",
  LetPattern: () => "is_let(…)",
  AltPattern: () => "one of",
  TypePattern: (p) => `.has_type(${writeType(p.type)})`,
  DataTypePattern: (p) => `.has_dtype(${quote(p.dtype)})`,
  ShapePattern: (p) => `.has_shape(${sequence(p.shape.map((d) => (d === "?" ? '"?"' : String(d))))})`,
  AttrPattern: (p) => `.has_attr({${[...p.attrs].map(([k, v]) => `${quote(k)}: ${writeAttr(v)}`).join(", ")}})`,
  DominatorPattern: () => ".dominates(…)",
};

function exprText(expr: Expr): string {
  if (expr.kind === "Op") return `is_op(${quote(expr.name)})`;
  return expr.kind === "Constant" ? "is_expr(a constant)" : `is_expr(a ${expr.kind})`;
}
