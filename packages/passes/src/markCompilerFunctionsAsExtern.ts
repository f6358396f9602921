/**
 * MarkCompilerFunctionsAsExtern: leaves functions of external compilers no attribute but `Extern`.
 * Follows src/relay/transforms/compiler_function_utils.cc.
 */
import { func, lineageRecorder, mapFunctions } from "@relayscope/ir";
import { compilerFilterOption, isCompilerFunction } from "./compilerFunctions.ts";
import { definePass } from "./pass.ts";
import { textOption } from "./passOptions.ts";

export const markCompilerFunctionsAsExtern = definePass({
  name: "MarkCompilerFunctionsAsExtern",
  summary: "Marks functions of external compilers as extern and drops their other attributes.",
  optLevel: 0,
  requires: [],
  options: [compilerFilterOption],
  run(module, options) {
    const compiler = textOption(options, compilerFilterOption.name, "");
    const lineage = lineageRecorder();
    const marked = mapFunctions(module, (f) => {
      if (!isCompilerFunction(f, compiler)) return f;
      const changed = func({ ...f, attrs: new Map([["Extern", 1]]) }, { checkedType: f.checkedType, span: f.span });
      lineage.record(changed, f);
      return changed;
    });
    return { module: marked, lineage, decisions: [], diagnostics: [] };
  },
});
