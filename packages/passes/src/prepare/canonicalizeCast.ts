/**
 * CanonicalizeCast: gives each elementwise or broadcast consumer of a widening cast a cast of its own, so that fusion
 * passes the narrow tensor. Follows src/relay/transforms/canonicalize_cast.cc.
 */
import { at, attrOf, type Call, call, type Expr, type Func, isCallOf, rewriteFunction } from "@relayscope/ir";
import { type FunctionRun, functionPass } from "../core/functionPass.ts";
import { fusionKindOf } from "../core/fusionKindOf.ts";
import { inferType } from "../core/inferType.ts";
import { tensorOf } from "../core/tensorOf.ts";

export const canonicalizeCast = functionPass({
  name: "CanonicalizeCast",
  summary: "Gives each consumer of a widening cast its own copy.",
  upstream: ["src/relay/transforms/canonicalize_cast.cc"],
  optLevel: 3,
  requires: [inferType],
  runFunction,
});

function runFunction({ f, context, lineage }: FunctionRun): Func {
  const usedBefore = new Set<Call>();
  const isPointwise = (e: Call): boolean => {
    if (e.op.kind !== "Op") return false;
    const kind = fusionKindOf(e, context.operators);
    return kind === "elemwise" || kind === "broadcast";
  };
  const ownArgument = (original: Expr, rebuilt: Expr): Expr => {
    if (!isCallOf(original, "cast") || rebuilt.kind !== "Call" || !widens(original)) return rebuilt;
    if (!usedBefore.has(original)) {
      usedBefore.add(original);
      return rebuilt;
    }
    const copy = call(rebuilt.op, rebuilt.args, rebuilt.attrs, { typeArgs: rebuilt.typeArgs });
    lineage.record(copy, original);
    return copy;
  };
  const post = (original: Expr, rebuilt: Expr): Expr => {
    if (original.kind !== "Call" || rebuilt.kind !== "Call" || !isPointwise(original)) return rebuilt;
    const args = original.args.map((arg, i) => ownArgument(arg, at(rebuilt.args, i)));
    return args.every((a, i) => a === rebuilt.args[i]) ? rebuilt : call(rebuilt.op, args, rebuilt.attrs, { typeArgs: rebuilt.typeArgs });
  };
  return rewriteFunction(f, { post, lineage });
}

function widens(cast: Call): boolean {
  const to = attrOf(cast.attrs, "dtype");
  return bitsOf(tensorOf(cast.args[0]).dtype) < bitsOf(typeof to === "string" ? to : "");
}

/** Bits of an element: `bool` has one. */
function bitsOf(dtype: string): number {
  return dtype === "bool" ? 1 : Number(/\d+/.exec(dtype)?.[0] ?? 0);
}
