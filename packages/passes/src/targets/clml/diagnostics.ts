/** What the clean-ups of clml say when they stop. */
import { type Call, type Expr, type Failure, failure } from "@relayscope/ir";

export function calledAndUsed(f: Expr): Failure {
  return failure(
    "bound-twice",
    "This function is called where it is and used as a value too; the reference copies one of them, parameters and all, and raises then.",
    f,
  );
}

export function itemOfNoCall(tuple: Expr): Failure {
  return failure(
    "not-a-call",
    "An argument is an item of something that is not a call; the reference asks for its operator, and raises here.",
    tuple,
  );
}

export function normOfNoOperator(norm: Call): Failure {
  return failure("not-an-operator", "A batch norm is of what no operator gave; the reference asks for its name, and raises here.", norm);
}

export function kernelLayoutNotFolded(convolution: Call, layout: string): Failure {
  return failure("kernel-layout", `A weight in \`${layout}\` is not folded; the reference raises here.`, convolution);
}

export function normNotConstant(argument: Expr): Failure {
  return failure(
    "not-constant",
    "A batch norm after a convolution has an argument that is not a constant; the reference raises here.",
    argument,
    ["Bind the parameters first."],
  );
}
