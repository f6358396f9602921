/**
 * Variables that the reference's inference would copy. If an operator's relation determines the type of an argument, or
 * a branch the type of its condition, a variable in that place gets the type as a new object, and becomes a new
 * variable. In a whole function its parameter becomes the same new variable. An expression that is typed separately has
 * a variable without a binding, and the reference raises. Follows Resolver::AttachCheckedType in
 * src/relay/transforms/type_infer.cc.
 */
import { type Call, childrenOf, type Dim, dimsEqual, dimValue, type Expr, freeVars, postOrder, type Type, type Var } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

/** Returns the free variables of an expression that would be copied. No node is visited twice. */
export function retypedVariables(operators: OperatorDefinitions): (expr: Expr) => readonly Var[] {
  /** Whether a node is, or has below it, one that retypes a variable. */
  const known = new Map<Expr, boolean>();
  const look = (root: Expr): boolean => {
    postOrder(
      root,
      (e) => {
        if (!known.has(e)) known.set(e, retypedBy(e, operators).length > 0 || childrenOf(e).some((child) => known.get(child) === true));
      },
      (e) => !known.has(e),
    );
    return known.get(root) === true;
  };
  return (root) => {
    if (!look(root)) return [];
    const retyped = new Set<Var>();
    postOrder(
      root,
      (e) => {
        for (const v of retypedBy(e, operators)) retyped.add(v);
      },
      (e) => known.get(e) === true,
    );
    return freeVars(root).filter((v) => retyped.has(v));
  };
}

function retypedBy(expr: Expr, operators: OperatorDefinitions): readonly Var[] {
  if (expr.kind === "If") return expr.condition.kind === "Var" ? [expr.condition] : [];
  if (expr.kind !== "Call" || expr.op.kind !== "Op" || !expr.args.some((arg) => arg.kind === "Var")) return [];
  return assignedArguments(expr, operators.get(expr.op.name)).filter((arg): arg is Var => arg.kind === "Var");
}

/** The arguments whose type the operator's relation determines. */
function assignedArguments(call: Call, definition: ReturnType<OperatorDefinitions["get"]>): readonly Expr[] {
  const types = call.args.map((arg) => arg.checkedType);
  if (!types.every((t): t is Type => t !== undefined)) return [];
  const assigned: Expr[] = [];
  definition?.relation?.(types, call.attrs, {
    assign(index, type) {
      const arg = call.args[index];
      const isItsOwn = call.args.some((other, i) => other === arg && types[i] === type && i !== index);
      if (arg && !isItsOwn) assigned.push(arg);
    },
    fail: () => undefined,
    canEqual,
  });
  return assigned;
}

function canEqual(a: Dim, b: Dim): boolean {
  return dimsEqual(a, b) || dimValue(a) === undefined || dimValue(b) === undefined;
}
