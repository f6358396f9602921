/** The calls of global functions whose types depend only on the functions' declared results. */
import { inferTypes } from "@relayscope/infer";
import { type Expr, func, isSkippedByPasses, type Module, mapFunctions, moduleOrder, rewriteFunction } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";

/**
 * A call of a function of `module` whose type follows only from that function's declared result. DynamicToStatic in the
 * reference drops these results temporarily, types the module without them, and raises if a call has no type. Undefined
 * if there is no such call.
 */
export function callWithoutType(module: Module, operators: OperatorDefinitions): Expr | undefined {
  if (!callsGlobals(module)) return undefined;
  const forgetful = mapFunctions(module, (f) => {
    if (isSkippedByPasses(f)) return f;
    const body = rewriteFunction(f, { post: (_, e) => (e.kind === "Function" ? func({ ...e, returnType: undefined }) : e) });
    return func({ ...body, returnType: undefined });
  });
  return inferTypes(forgetful, operators, { trust: "nothing" }).diagnostics.find((d) => d.code === "undeclared-result")?.node;
}

function callsGlobals(module: Module): boolean {
  return moduleOrder(module).some((e) => e.kind === "GlobalVar" && module.functions.has(e.name));
}
