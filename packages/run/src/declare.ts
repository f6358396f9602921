/**
 * Declares functions that a text calls and does not define: signatures without bodies, which all passes skip. One with
 * the name of a region (`@tinyai_0`, `@tvmgen_default_dnnl_main_3`) is a function of that compiler.
 */
import { type AttrValue, type Call, type Func, func, type Module, moduleOrder, tuple, variable, withFunctions } from "@relayscope/ir";

/** The module with a declaration for each function that it calls and lacks; the same module if it has all. */
export function declareUndefined(module: Module): Module {
  const sites = new Map<string, Call>();
  for (const expr of moduleOrder(module)) {
    if (expr.kind !== "Call" || expr.op.kind !== "GlobalVar") continue;
    const { name } = expr.op;
    if (!module.functions.has(name) && !sites.has(name)) sites.set(name, expr);
  }
  if (sites.size === 0) return module;
  const functions = new Map(module.functions);
  for (const [name, site] of sites) functions.set(name, declaration(name, site));
  return withFunctions(module, functions);
}

/** A function with a call's types, otherwise unknown. */
function declaration(name: string, site: Call): Func {
  const target = compilerInName(name);
  const attrs = new Map<string, AttrValue>([["Extern", { kind: "Meta", type: "ExternalFunc", index: 0 }]]);
  if (target !== undefined) attrs.set("Compiler", target).set("global_symbol", name);
  const params = site.args.map((arg, i) => variable(`${name}_i${i}`, arg.checkedType));
  return func({ params, body: tuple([]), returnType: site.checkedType, attrs }, { span: site.op.span });
}

/** Targets whose names are not valid in C: functions have them with underscores. */
const hyphenated = ["byoc-target", "cmsis-nn", "ethos-n", "ethos-u"];

/** The compiler in a function's name, if the name is that of a region. */
function compilerInName(name: string): string | undefined {
  const numbered = /^(?:tvmgen_(?:default_)?)?(.+?)(?:_main)?_\d+$/.exec(name)?.[1];
  if (numbered === undefined || /^fused_|^(?:main|func|fn|lambda|lifted_name|global)(?:_|$)/.test(numbered)) return undefined;
  return hyphenated.find((target) => target.replace("-", "_") === numbered) ?? numbered;
}
