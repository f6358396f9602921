/** Diagnostics of fusion. */
import { diagnostic, type Expr, Failure, failure, type Var } from "@relayscope/ir";

export const notInDataflow = (expr: Expr) =>
  failure("not-in-dataflow", `FuseOps meets a ${expr.kind} as an argument of an operator, where TVM raises.`, expr);
export const sameParameterName = (name: string, f: Expr) =>
  failure("same-parameter-name", `Two parameters of a fused function are called \`%${name}\`, where TVM raises.`, f);
export const notAParameter = (variable: Var) =>
  failure("free-variable", `\`%${variable.name}\` is not a parameter of the fused function, where TVM fails.`, variable);
export const tooManyResults = (call: Expr, most: number) =>
  new Failure(
    diagnostic(
      "too-many-results",
      `The result of \`concatenate\` alone takes as many arguments as a function may have, ${most}; TVM raises here.`,
      { node: call, raises: "TVMError" },
    ),
  );
