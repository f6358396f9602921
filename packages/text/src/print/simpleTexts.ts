/** Prints nodes that open no scope: calls, tuples, constants and names. */
import type { Call, Expr } from "@relayscope/ir";
import { concatenated, type Doc, listed } from "./doc.ts";
import { addCallAttributes } from "./printAttributes.ts";
import type { PrintedNames } from "./printedNames.ts";
import type { PrinterOptions } from "./printerOptions.ts";
import { scalarText } from "./printScalars.ts";
import type { UsePrinter } from "./usePrinter.ts";

/**
 * Returns the text of a node whose operands are visited and that opens no scope; undefined for a node that opens one.
 */
export function simpleTexts(
  { metaText }: PrintedNames,
  { bindingOf, printed }: UsePrinter,
  attrsOf: PrinterOptions["attrsOf"],
): (expr: Expr) => Doc | undefined {
  const callText = (expr: Call): Doc => {
    const parts: Doc[] = [];
    for (const arg of expr.args) parts.push(printed(arg, false));
    addCallAttributes(parts, attrsOf ? attrsOf(expr) : expr.attrs, metaText);
    const { op } = expr;
    if (op.kind !== "Constructor") return listed(concatenated(printed(op, false), "("), parts, ")");
    return op.inputs.length === 0 ? op.name : listed(`${op.name}(`, parts, ")");
  };

  return (expr) => {
    switch (expr.kind) {
      case "Var":
        return bindingOf(expr);
      case "Constant": {
        const literal = scalarText(expr.data);
        if (literal !== undefined) return literal;
        return metaText(expr);
      }
      case "GlobalVar":
        return `@${expr.name}`;
      case "Op":
      case "Constructor":
        return expr.name;
      case "Call":
        return callText(expr);
      case "Tuple": {
        const fields = expr.fields.map((f) => printed(f, false));
        return listed("(", fields, fields.length === 1 ? ",)" : ")");
      }
      case "TupleGetItem":
        return concatenated(printed(expr.tuple, false), `.${expr.index}`);
      default:
        return undefined;
    }
  };
}
