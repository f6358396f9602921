/** Variables that the reference's inference replaces while it lowers a call in a module of its own. */
import { at, type Call, childrenOf, type Expr, postOrderList, type Type, type Var } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

/**
 * A variable bound outside of an owner that gets a new type below it: as the condition of an `if`, or as an argument
 * whose type follows from the others, such as a weight, also through operators of one type. The inference copies the
 * variable with the type: what comes back refers to a variable that nothing binds (Resolver::AttachCheckedType in
 * src/relay/transforms/type_infer.cc).
 */
export function replacedVariable(root: Expr, owners: ReadonlySet<Expr>, operators: OperatorDefinitions): Var | undefined {
  const order = postOrderList(root);
  const below = new Set<Expr>();
  const bound = new Set<Expr>();
  const retyped = new Set<Expr>();
  for (let i = order.length - 1; i >= 0; i--) {
    const node = at(order, i);
    const isBelow = below.has(node);
    if (isBelow || owners.has(node)) for (const child of childrenOf(node)) below.add(child);
    if (!isBelow) continue;
    if (node.kind === "Function") for (const param of node.params) bound.add(param);
    if (node.kind === "Let") bound.add(node.variable);
    if (node.kind === "If") retyped.add(node.condition);
    if (node.kind !== "Call") continue;
    for (const arg of assignedArguments(node, operators)) retyped.add(arg);
    const [only] = node.args;
    // The type of the only argument is the result's, as one object.
    if (only && node.args.length === 1 && retyped.has(node) && only.checkedType === node.checkedType) retyped.add(only);
  }
  for (const node of retyped) if (node.kind === "Var" && !bound.has(node)) return node;
  return undefined;
}

/** The arguments of a call to which the operator's relation assigns a type that it makes. */
function assignedArguments(call: Call, operators: OperatorDefinitions): readonly Expr[] {
  const relation = call.op.kind === "Op" ? operators.get(call.op.name)?.relation : undefined;
  const types = call.args.map((arg) => arg.checkedType);
  if (!relation || !types.every((type): type is Type => type !== undefined)) return [];
  const assigned: Expr[] = [];
  relation(types, call.attrs, {
    assign(index, wanted) {
      const arg = call.args[index];
      if (arg && !types.includes(wanted)) assigned.push(arg);
    },
    fail: () => undefined,
    canEqual: () => true,
    constantOf: () => undefined,
  });
  return assigned;
}
