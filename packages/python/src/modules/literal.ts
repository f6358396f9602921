/** `ast.literal_eval`: the value of a text that holds only literals. */
import { readExpression } from "../builtins/scopes.ts";
import { textOf } from "../core/numbers.ts";
import { repr } from "../core/representation.ts";
import { valueError } from "../model/exceptions.ts";
import type { Expression } from "../syntax/ast.ts";
import { builtin } from "../types/define.ts";

/** The names that Python's `ast` gives the kinds with other names here. */
const astNames: Readonly<Partial<Record<Expression["kind"], string>>> = {
  Binary: "BinOp",
  Unary: "UnaryOp",
  Bool: "BoolOp",
  If: "IfExp",
  Generator: "GeneratorExp",
  Joined: "JoinedStr",
  Walrus: "NamedExpr",
};

function malformed(node: Expression) {
  return valueError(`malformed node or string on line ${node.line}: <ast.${astNames[node.kind] ?? node.kind} object at 0x7f0000000000>`);
}

const isNumber = (node: Expression): boolean =>
  node.kind === "Float" || (node.kind === "Constant" && (typeof node.value === "number" || typeof node.value === "bigint"));

/** Raises where a tree has more than literals. */
function check(node: Expression): void {
  switch (node.kind) {
    case "Constant":
    case "Float":
    case "Bytes":
    case "Ellipsis":
      return;
    case "List":
    case "Tuple":
    case "Set":
      for (const item of node.items) check(item);
      return;
    case "Dict":
      for (const { key, value } of node.items) {
        if (!key) throw valueError("malformed node or string: None");
        check(key);
        check(value);
      }
      return;
    case "Unary":
      if ((node.operator === "-" || node.operator === "+") && isNumber(node.operand)) return;
      throw malformed(node.operator === "-" || node.operator === "+" ? node.operand : node);
    case "Call":
      if (node.callee.kind === "Name" && node.callee.name === "set" && node.args.length + node.keywords.length === 0) return;
      throw malformed(node);
    default:
      throw malformed(node);
  }
}

export const literalValue = builtin("literal", 1, (m, [given = null]) => {
  const text = textOf(given);
  if (text === undefined) throw valueError(`malformed node or string: ${repr(m, given)}`);
  check(readExpression(text, "<unknown>"));
  return m.evaluateOver(text, new Map());
});
