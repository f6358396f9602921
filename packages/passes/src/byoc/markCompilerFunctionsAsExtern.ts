/**
 * MarkCompilerFunctionsAsExtern: leaves functions of external compilers no attribute but `Extern`.
 * Follows src/relay/transforms/compiler_function_utils.cc.
 */
import { func, mapFunctions } from "@relayscope/ir";
import { modulePass } from "../core/modulePass.ts";
import { compilerFilterOption, isCompilerFunction } from "./compilerFunctions.ts";

export const markCompilerFunctionsAsExtern = modulePass({
  name: "MarkCompilerFunctionsAsExtern",
  summary: "Marks functions of external compilers as extern and drops their other attributes.",
  upstream: ["src/relay/transforms/compiler_function_utils.cc"],
  options: { compiler_filter: compilerFilterOption },
  run: ({ module, options, lineage }) =>
    mapFunctions(module, (f) => {
      if (!isCompilerFunction(f, options.compiler_filter)) return f;
      const changed = func({ ...f, attrs: new Map([["Extern", 1]]) }, { checkedType: f.checkedType, span: f.span });
      lineage.record(changed, f);
      return changed;
    }),
});
