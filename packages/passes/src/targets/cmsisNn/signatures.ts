/**
 * What functions of cmsis-nn use, in order of first use: their variables, and the constants that become variables. A
 * call of such a function passes the constants. If the call itself is in such a function, they are also among what that
 * function uses. Follows ExtractConstantsMutator in src/relay/backend/contrib/cmsisnn/extract_constants.cc of 0.18.0.
 */
import { type Call, type Constant, type Expr, type Func, type LineageRecorder, type Var, variable } from "@relayscope/ir";
import { compositeOf } from "../../byoc/compilerFunctions.ts";
import { argumentsLeftOver } from "./diagnostics.ts";

/** The name of a function's compiler or composite if it is not one of cmsis-nn. In such a function, constants stay. */
export function isLeftAlone(f: Func): string | undefined {
  const [composite, compiler] = [compositeOf(f), f.attrs.get("Compiler")];
  if (composite !== undefined && !composite.includes("cmsis-nn")) return composite;
  return typeof compiler === "string" && compiler !== "cmsis-nn" ? compiler : undefined;
}

export interface Signatures {
  open(f: Func): void;
  /** Closes the function opened last and returns the number of variables and constants that it uses. */
  close(): number;
  isInside(): boolean;
  /** The operands of an operator's call inside a function: variables instead of constants, but for scalars. */
  operands(call: Call): readonly Expr[];
  /** The arguments for a function whose constants were extracted, and those constants. */
  argumentsFor(call: Call, callee: Func): { readonly args: readonly Expr[]; readonly constants: readonly Constant[] };
}

export function signatures(lineage: LineageRecorder): Signatures {
  const usedBy = new Map<Func, Expr[]>();
  const open: { readonly used: Expr[]; readonly variables: Set<Expr> }[] = [];
  let count = 0;
  const standIn = (constant: Constant): Var => {
    const made = variable(`tvm_var_extract_const_${count++}`, constant.tensorType);
    lineage.record(made, constant);
    return made;
  };
  const use = (expr: Expr) => {
    const scope = open.at(-1);
    scope?.used.push(expr);
    if (expr.kind === "Var") scope?.variables.add(expr);
  };
  return {
    open(f) {
      const used: Expr[] = [];
      usedBy.set(f, used);
      open.push({ used, variables: new Set() });
    },
    close: () => open.pop()?.used.length ?? 0,
    isInside: () => open.length > 0,
    operands: ({ args }) =>
      args.map((arg) => {
        const isConstant = arg.kind === "Constant" && (arg.tensorType?.shape.length ?? 0) > 0;
        if (isConstant || (arg.kind === "Var" && !open.at(-1)?.variables.has(arg))) use(arg);
        return isConstant ? standIn(arg) : arg;
      }),
    argumentsFor(call, callee) {
      const used = usedBy.get(callee) ?? [];
      const handed = alignedArguments(call, used);
      const constants = used.filter((e) => e.kind === "Constant");
      const isOutermost = open.length === 0;
      const outer = handed.filter((e) => isOutermost || e.kind === "Constant" || e.kind === "Var");
      // TVM numbers the variables at every level, even if the constants themselves are passed.
      const inner = handed.map((e) => (e.kind === "Constant" ? standIn(e) : e));
      if (isOutermost || !handed.some((e) => e.kind === "Constant")) return { args: outer, constants };
      for (const e of outer) use(e);
      return { args: inner, constants };
    },
  };
}

/**
 * The arguments of a call with the callee's constants inserted, each before the argument that follows it in order of
 * use. A constant that was an argument stays in place.
 */
function alignedArguments(call: Call, used: readonly Expr[]): readonly Expr[] {
  const out: Expr[] = [];
  let next = 0;
  for (const arg of call.args) {
    if (arg.kind !== "Constant") for (; used[next]?.kind === "Constant"; next++) out.push(used[next] as Constant);
    out.push(arg);
    next++;
  }
  for (const rest of used.slice(next)) {
    if (rest.kind !== "Constant") throw argumentsLeftOver(call);
    out.push(rest);
  }
  return out;
}
