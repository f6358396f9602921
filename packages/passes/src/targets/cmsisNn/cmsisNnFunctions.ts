/** Functions of cmsis-nn, and copies of functions over other bodies. */
import { type Call, call, type Expr, type Func, freeVars, func, type LineageRecorder, type Rewriter, rewriter } from "@relayscope/ir";
import { compositeOf, isCompilerFunction } from "../../byoc/compilerFunctions.ts";
import { demandWellFormed } from "../../core/demandWellFormed.ts";
import { mutationOrder } from "../../core/mutationOrder.ts";
import { withTypeOf } from "../../core/withType.ts";
import { type CalledFunctions, calledGlobal } from "./calledFunctions.ts";

const compiler = "cmsis-nn";

/** Whether a call's operator is a composite of one of the names. */
export function isComposite(f: Expr, ...names: readonly string[]): f is Func {
  return names.includes(compositeOf(f) ?? "");
}

/**
 * A function with another body, with the body's free variables as its parameters, in order of first use. It has no
 * type. With `keepsType` it keeps the old type, right or not, like the reference's copies, and is the same object if
 * nothing changes.
 */
export function closedOver(f: Func, body: Expr, lineage: LineageRecorder, keepsType = false): Func {
  const params = freeVars(body);
  if (keepsType && body === f.body && params.length === f.params.length && params.every((p, i) => p === f.params[i])) return f;
  const over = func({ ...f, params, body }, keepsType ? { checkedType: f.checkedType } : {});
  lineage.record(over, f);
  return over;
}

/**
 * Replaces a function; throws if the new one is not well formed, as the reference does whenever a module gets a
 * function.
 */
export function replaceFunction(functions: Map<string, Func>, name: string, f: Func): void {
  demandWellFormed(name, f, functions.get(name));
  functions.set(name, f);
}

/** The rules of `throughCalls`. */
interface CallRules {
  /** The module's functions, kept up to date. */
  readonly functions: Map<string, Func>;
  readonly called: CalledFunctions;
  readonly lineage: LineageRecorder;
  /** Whether a function with another body keeps its declared type. */
  readonly keepsType?: boolean;
  /** The replacement of a call that does not call a global function; undefined if it stays. */
  readonly change: (original: Call, rebuilt: Call) => Expr | undefined;
}

/**
 * A rewriter of calls that enters a global function at its first call. A function with a changed body is replaced, and
 * its call has no type.
 */
export function throughCalls({ functions, called, lineage, keepsType, change }: CallRules): Rewriter {
  const bodies: Rewriter = rewriter({
    lineage,
    children: mutationOrder,
    needs: (e) => (e.kind === "Call" && calledGlobal(e) !== undefined ? [called.enter(e).body] : undefined),
    post(original, rebuilt) {
      if (original.kind !== "Call" || rebuilt.kind !== "Call") return withTypeOf(original, rebuilt);
      const name = calledGlobal(original);
      if (name === undefined) return change(original, rebuilt) ?? withTypeOf(original, rebuilt);
      const f = called.leave(original);
      const body = bodies.rewritten(f.body) ?? f.body;
      if (body === f.body) return withTypeOf(original, rebuilt);
      replaceFunction(functions, name, closedOver(f, body, lineage, keepsType));
      return call(original.op, rebuilt.args);
    },
  });
  return bodies;
}

/** Replaces the bodies of cmsis-nn's functions, one after the other; one that changes has no type. */
export function changeCmsisNnBodies(functions: Map<string, Func>, lineage: LineageRecorder, change: (body: Expr) => Expr): void {
  for (const name of [...functions.keys()]) {
    const f = functions.get(name);
    if (!f || !isCompilerFunction(f, compiler)) continue;
    const body = change(f.body);
    if (body === f.body) continue;
    const over = func({ ...f, body });
    lineage.record(over, f);
    replaceFunction(functions, name, over);
  }
}
