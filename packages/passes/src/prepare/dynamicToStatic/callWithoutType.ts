/** The calls of global functions whose types depend only on the functions' declared results. */
import { inferTypes } from "@relayscope/infer";
import {
  type Expr,
  func,
  isSkippedByPasses,
  lineageRecorder,
  type Module,
  mapFunctions,
  moduleOrder,
  rewriteFunction,
} from "@relayscope/ir";
import type { PassContext } from "../../core/pass.ts";
import { constantFolder } from "../foldConstant.ts";

/**
 * A call of a function of `module` whose type follows only from that function's declared result. DynamicToStatic in the
 * reference drops these results temporarily, folds constants, types the module without them, and raises if a call has
 * no type. Undefined if there is no such call.
 */
export function callWithoutType(module: Module, context: PassContext): Expr | undefined {
  if (!callsGlobals(module)) return undefined;
  const folder = constantFolder({ context, lineage: lineageRecorder(), report: () => {} });
  const forgetful = mapFunctions(module, (f) => {
    if (isSkippedByPasses(f)) return f;
    const body = rewriteFunction(folder.rewriteFunction(f), {
      post: (_, e) => (e.kind === "Function" ? func({ ...e, returnType: undefined }) : e),
    });
    return func({ ...body, returnType: undefined });
  });
  return inferTypes(forgetful, context.operators, { trust: "nothing" }).diagnostics.find((d) => d.code === "undeclared-result")?.node;
}

function callsGlobals(module: Module): boolean {
  return moduleOrder(module).some((e) => e.kind === "GlobalVar" && module.functions.has(e.name));
}
