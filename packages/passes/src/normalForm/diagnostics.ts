/** Diagnostics of the normal forms. */
import { type Call, type Expr, type Failure, failure, type Var } from "@relayscope/ir";

export function freeVariables(functionName: string, free: readonly Var[], f: Expr): Failure {
  const names = free.map((v) => `\`%${v.name}\``).join(", ");
  return failure("contains-free-variables", `The function \`@${functionName}\` contains free variables: ${names}.`, free[0] ?? f, [
    "Bind them in the function, or make them its parameters; TVM raises here too.",
  ]);
}

export const onDevice = (call: Call) =>
  failure("on-device", "Relayscope does not convert functions with `on_device` annotations to a normal form.", call);
