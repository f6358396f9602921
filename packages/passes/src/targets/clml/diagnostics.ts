/** Diagnostics of clml's passes. */
import { type Call, type Expr, failure } from "@relayscope/ir";

export const calledAndUsed = (f: Expr) =>
  failure(
    "bound-twice",
    "This function is called and also used as a value. TVM copies one of the two with its parameters, and then raises.",
    f,
  );
export const itemOfNoCall = (tuple: Expr) =>
  failure("not-a-call", "An argument is an item of something that is not a call; TVM asks for its operator, and raises here.", tuple);
export const normOfNoOperator = (norm: Call) =>
  failure("not-an-operator", "No operator makes the input of a batch norm. TVM asks for the operator's name, and raises here.", norm);
export const kernelLayoutNotFolded = (convolution: Call, layout: string) =>
  failure("kernel-layout", `A weight in \`${layout}\` is not folded; TVM raises here.`, convolution);
export const normNotConstant = (argument: Expr) =>
  failure("not-constant", "A batch norm after a convolution has an argument that is not a constant; TVM raises here.", argument, [
    "Bind the parameters first.",
  ]);
