/** Why something could not be evaluated or compared: sentences, written once. */
import { type Expr, type Failure, failure, grouped } from "@relayscope/ir";

/** Thrown where a node can't be evaluated: a reason, and the node. */
export function inability(reason: string, node: Expr | undefined): Failure {
  return failure("not-evaluated", reason, node);
}

export const reasons = {
  noFunction: (name: string) => `There is no function \`@${name}\` with a body.`,
  noField: (index: number) => `The tuple has no field ${index}.`,
  noData: "A constant has no values.",
  unbound: (name: string) => `The variable \`%${name}\` has no value.`,
  operatorAsValue: (name: string) => `The operator \`${name}\` is used as a value.`,
  notEvaluated: (kind: string) => `A ${kind} cannot be evaluated here.`,
  notCallable: "The called value is not a function.",
  external: "A function that is left to an external compiler has no body to run.",
  noKernel: (name: string) => `Relayscope has no arithmetic for the operator \`${name}\`.`,
  notData: (name: string) => `An argument of \`${name}\` is not a tensor.`,
  openType: (name: string) => `The result size of \`${name}\` is not known before it runs.`,
  overBudget: (budget: number) => `It takes more than ${grouped(budget)} multiplications.`,
  kernelCannot: (name: string) => `This call of \`${name}\` has a layout, dtype or attribute that Relayscope does not compute.`,
  claimedType: (name: string) => `The type that the text gives for a call of \`${name}\` does not follow from its arguments.`,
  internal: (message: string) => `The evaluation stopped at an internal error, a defect of Relayscope: ${message}`,
  noClause: "No clause of a match fits.",
  tooLarge: (estimate: number, budget: number) =>
    `One run takes about ${grouped(Math.round(estimate))} multiplications; the limit is ${grouped(budget)}.`,
  openInput: (name: string) => `The size of the input \`%${name}\` is not known.`,
  otherInput: (name: string) => `The input \`%${name}\` after the pass is not an input before it.`,
  madeConstant: "The pass made a constant whose values are not known.",
  notComparable: "The result is a function or a reference; only tensors are compared.",
};
