/** Diagnostics of fusion. */
import { type Expr, type Failure, failure, type Var } from "@relayscope/ir";

export function notInDataflow(expr: Expr): Failure {
  return failure("not-in-dataflow", `FuseOps meets a ${expr.kind} as an argument of an operator, where TVM raises.`, expr);
}

export function sameParameterName(name: string, f: Expr): Failure {
  return failure("same-parameter-name", `Two parameters of a fused function are called \`%${name}\`, where TVM raises.`, f);
}

export function notAParameter(variable: Var): Failure {
  return failure("free-variable", `\`%${variable.name}\` is not a parameter of the fused function, where TVM fails.`, variable);
}
