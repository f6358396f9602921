/** A sub-pattern on one line, without its inner patterns: for trees in which those are branches. */
import { assertNever, type Expr } from "@relayscope/ir";
import { patternOperator } from "../matcher.ts";
import type { Pattern } from "../pattern.ts";
import { quote, sequence, writeAttr, writeType } from "./printPattern.ts";

/** `is_op("nn.relu")(…)`, `wildcard()`, `.has_dtype("int8")`; a label its author gave is before it. */
export function patternHead(pattern: Pattern): string {
  const text = headText(pattern);
  return pattern.label === undefined ? text : `${pattern.label} = ${text}`;
}

function headText(p: Pattern): string {
  switch (p.kind) {
    case "WildcardPattern":
      return p.isNone ? "None" : p.redirect ? "redirect" : "wildcard()";
    case "ConstantPattern":
      return "is_constant()";
    case "VarPattern":
      return p.name === "" ? "is_var()" : `is_var(${quote(p.name)})`;
    case "ExprPattern":
      return exprText(p.expr);
    case "CallPattern": {
      const operator = patternOperator(p);
      const inside = p.args === null ? "None" : p.args.length === 0 ? "" : "…";
      return operator === undefined ? `call(${inside})` : `is_op(${quote(operator)})(${inside})`;
    }
    case "TuplePattern":
      return p.fields === null ? "is_tuple(None)" : "is_tuple([…])";
    case "TupleGetItemPattern":
      return p.index === -1 ? "is_tuple_get_item(…)" : `is_tuple_get_item(…, ${p.index})`;
    case "FunctionPattern":
      return "FunctionPattern(…)";
    case "IfPattern":
      return "is_if(…)";
    case "LetPattern":
      return "is_let(…)";
    case "AltPattern":
      return "one of";
    case "TypePattern":
      return `.has_type(${writeType(p.type)})`;
    case "DataTypePattern":
      return `.has_dtype(${quote(p.dtype)})`;
    case "ShapePattern":
      return `.has_shape(${sequence(p.shape.map((d) => (d === "?" ? '"?"' : String(d))))})`;
    case "AttrPattern":
      return `.has_attr({${[...p.attrs].map(([k, v]) => `${quote(k)}: ${writeAttr(v)}`).join(", ")}})`;
    case "DominatorPattern":
      return ".dominates(…)";
    default:
      return assertNever(p);
  }
}

function exprText(expr: Expr): string {
  if (expr.kind === "Op") return `is_op(${quote(expr.name)})`;
  return expr.kind === "Constant" ? "is_expr(a constant)" : `is_expr(a ${expr.kind})`;
}
