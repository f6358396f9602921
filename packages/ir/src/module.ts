/**
 * A module: global functions and algebraic data types, in the order they were added. Follows include/tvm/ir/module.h
 * and relay/adt.h.
 */
import { type AttrValue, isTruthy } from "./attributes.ts";
import type { Constructor, Func } from "./expressions.ts";
import type { GlobalTypeVar, TypeVar } from "./types.ts";

export interface TypeData {
  readonly header: GlobalTypeVar;
  readonly typeParams: readonly TypeVar[];
  /** Empty for `extern type`. */
  readonly constructors: readonly Constructor[];
  readonly isExtern: boolean;
}

export interface Module {
  /**
   * By global name. A value that is not a function is an extern (`def @f(...) = meta[...]`) or a bare global
   * expression.
   */
  readonly functions: ReadonlyMap<string, Func>;
  readonly types: ReadonlyMap<string, TypeData>;
  readonly attrs: ReadonlyMap<string, AttrValue>;
}

export const emptyModule: Module = { functions: new Map(), types: new Map(), attrs: new Map() };

/** A module of functions only. */
export function moduleOf(functions: Iterable<readonly [string, Func]>): Module {
  return { ...emptyModule, functions: new Map(functions) };
}

/** A copy with its functions replaced; the same object if no function changed. */
export function withFunctions(module: Module, functions: ReadonlyMap<string, Func>): Module {
  if (functions.size === module.functions.size) {
    let same = true;
    for (const [name, f] of functions) {
      if (module.functions.get(name) !== f) {
        same = false;
        break;
      }
    }
    if (same) return module;
  }
  return { ...module, functions };
}

/** A copy in which `change` replaces each function; the same object if none changes. */
export function mapFunctions(module: Module, change: (f: Func, name: string) => Func): Module {
  const functions = new Map<string, Func>();
  for (const [name, f] of module.functions) functions.set(name, change(f, name));
  return withFunctions(module, functions);
}

/**
 * Whether passes leave a function alone: it belongs to an external compiler or asks to be skipped (FunctionPass
 * upstream, src/relay/ir/transform.cc).
 */
export function isSkippedByPasses(f: Func): boolean {
  return f.attrs.has("Extern") || f.attrs.has("Compiler") || isTruthy(f.attrs.get("SkipOptimization"));
}

/** Whether a function represents one that is not in the text: external, with nothing in its body. */
export function isDeclaration(f: Func): boolean {
  return f.attrs.has("Extern") && f.body.kind === "Tuple" && f.body.fields.length === 0;
}
