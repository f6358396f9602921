/** All problems that this package reports: code, sentence, hints. */
import { diagnostic, type Expr, Failure, failure } from "@relayscope/ir";

export const failures = {
  attributeUndefined: (name: string, node: Expr) =>
    failure("attribute-undefined", `The pattern asks for attribute \`${name}\`, which this call leaves undefined; TVM raises here.`, node, [
      `Give the call its \`${name}\`, or remove the attribute from the pattern.`,
    ]),
  attributeNotComparable: (name: string, node: Expr) =>
    failure(
      "attribute-not-comparable",
      `The pattern's value for attribute \`${name}\` is of a kind that can't be compared with the call's; TVM raises here.`,
      node,
    ),
  operatorAttributeNotComparable: (name: string, operator: string, node: Expr) =>
    failure(
      "attribute-not-comparable",
      `\`${name}\` of \`${operator}\` is not a number or a string; TVM raises where a pattern asks for it.`,
      node,
    ),
  typeOfOperator: (name: string, node: Expr) =>
    failure(
      "type-of-operator",
      `The pattern asks for the type of the operator \`${name}\`, which has none on its own; TVM raises here.`,
      node,
    ),
  typeOfOpenFunction: (node: Expr) =>
    failure(
      "type-of-open-function",
      "The pattern asks for the type of a function that uses variables from outside of it; TVM infers its type without them, and raises.",
      node,
    ),
  typeOutsideModule: (node: Expr) =>
    failure(
      "type-outside-module",
      "The pattern asks for the type of a node that uses a type definition; TVM infers it without the module's definitions, and raises.",
      node,
    ),
  operandsMissing: (operator: string, node: Expr) =>
    failure(
      "operands-missing",
      `The pattern calls \`${operator}\` without two operands; TVM raises when it tries to re-associate it.`,
      node,
      [`Give \`${operator}\` two argument patterns.`],
    ),
  nullNode: () =>
    failure(
      "null-node",
      "Check failed: (n.defined()) is false: Found null pointer node while traversing AST. The previous pass may have generated invalid data.",
    ),
  nonePattern: (node?: Expr) =>
    failure("none-pattern", "A part of the pattern is None; TVM raises when it matches the pattern.", node, [
      "Write `wildcard()` for any argument, or a sole `None` for any number of arguments.",
    ]),
  repeatedMatch: (node: Expr) =>
    failure(
      "repeated-match",
      "A sub-pattern of a dominator's path matched several nodes and occurs again outside of the path; TVM raises here.",
      node,
      ["Use a separate wildcard in the path."],
    ),
  tooCostly: (node: Expr) =>
    failure("pattern-too-costly", "Matching this pattern takes too many steps, so Relayscope stopped it.", node, [
      "Nest fewer alternatives and commutative operators.",
    ]),
  tooDeep: (node: Expr) => failure("pattern-too-deep", "Matching this pattern nests too deeply, so Relayscope stopped it.", node),
  endlessRewrite: () =>
    new Failure(diagnostic("endless-rewrite", "Observed 100 rewrite passes, possible conflicting passes?", { raises: "TVMError" })),
  notADag: () =>
    failure("cyclic-dataflow", "A recursive binding makes the dataflow cyclic, so that dominators are undefined; TVM raises here."),
} as const;
