/**
 * NameMangleExtFuncs: gives the functions of external compilers the names they have in C: `tvmgen_<mod_name>_<name>`,
 * letters, digits and underscores only. Follows NameMangleExtFuncs in src/relay/transforms/partition_graph.cc and
 * mangle_module_name in python/tvm/relay/backend/utils.py.
 */
import {
  type AttrValue,
  call,
  type Expr,
  type Func,
  func,
  type GlobalVar,
  globalVar,
  rewriter,
  withEntry,
  withFunctions,
} from "@relayscope/ir";
import { holdsBelow } from "../../core/functionBodies.ts";
import { modulePass } from "../../core/modulePass.ts";
import { mutationOrder } from "../../core/mutationOrder.ts";
import { text } from "../../core/options.ts";
import { withTypeOf } from "../../core/withType.ts";
import { nameTaken } from "../diagnostics.ts";

export const moduleNameOption = text("default", "A part of the names of partitioned functions; empty for none.");

const isInOrder = (names: readonly string[], others: readonly string[]) => names.every((name, i) => name === others[i]);

export const nameMangleExtFuncs = modulePass({
  name: "NameMangleExtFuncs",
  summary: "Gives external functions names that C accepts.",
  upstream: ["src/relay/transforms/partition_graph.cc", "python/tvm/relay/backend/utils.py"],
  options: { mod_name: moduleNameOption },
  run({ module, options, lineage }) {
    const prefix = moduleName(options.mod_name);
    const mangled = new Map<string, GlobalVar>();
    for (const [name, f] of module.functions) {
      if (isExternal(f)) mangled.set(name, globalVar(sanitizedName(`${prefix}_${name}`), { checkedType: f.checkedType }));
    }
    const bodies = rewriter({
      keepsLeaves: true,
      lineage,
      children: mutationOrder,
      post(original, rebuilt) {
        const renamed = rebuilt.kind === "Call" && rebuilt.op.kind === "GlobalVar" ? mangled.get(rebuilt.op.name) : undefined;
        if (rebuilt.kind !== "Call" || !renamed) return withTypeOf(original, rebuilt);
        return call(renamed, rebuilt.args, rebuilt.attrs, {
          typeArgs: rebuilt.typeArgs,
          checkedType: original.checkedType,
          span: original.span,
        });
      },
    });
    const isRenamed = (expr: Expr) => expr.kind === "GlobalVar" && mangled.has(expr.name);
    const seen = new Set<Expr>();
    const isNested = [...module.functions.values()].some((f) => isExternal(f) && holdsBelow(f.body, isRenamed, seen));
    const functions = new Map<string, Func>();
    for (const [name, f] of module.functions) {
      const symbol = mangled.get(name)?.name;
      const body = isExternal(f) && !(isNested && holdsBelow(f.body, isRenamed)) ? f.body : bodies.rewrite(f.body);
      const attrs = symbol === undefined ? f.attrs : withEntry<AttrValue>(f.attrs, "global_symbol", symbol);
      const isNamed = symbol === undefined || f.attrs.get("global_symbol") === symbol;
      const isSame = body === f.body && isNamed && isInOrder([...f.attrs.keys()], [...attrs.keys()]);
      const changed = isSame ? f : func({ ...f, body, attrs }, { checkedType: f.checkedType, span: f.span });
      if (!isSame) lineage.record(changed, f);
      // The reference keeps old names reserved: a new name that equals a present or former name is refused.
      if (functions.has(symbol ?? name) || (symbol !== undefined && module.functions.has(symbol))) throw nameTaken(symbol ?? name);
      functions.set(symbol ?? name, changed);
    }
    const isSame = [...functions.keys()].every((name) => module.functions.has(name));
    return isSame ? withFunctions(module, functions) : { ...module, functions };
  },
});

function isExternal(f: Func): boolean {
  return typeof f.attrs.get("Compiler") === "string";
}

/** The first part of an external function's name: `tvmgen`, followed by the module's name if it has one. */
function moduleName(name: string): string {
  return name === "" ? "tvmgen" : `tvmgen_${name}`;
}

/**
 * A name in which each byte that is not an ASCII letter or digit became an underscore (SanitizeName,
 * src/runtime/name_transforms.cc).
 */
function sanitizedName(name: string): string {
  if (/^[A-Za-z0-9_]*$/.test(name)) return name;
  const bytes = new TextEncoder().encode(name);
  return Array.from(bytes, (byte) => String.fromCharCode(byte))
    .join("")
    .replace(/[^A-Za-z0-9]/g, "_");
}
