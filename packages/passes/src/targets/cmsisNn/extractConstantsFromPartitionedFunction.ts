/**
 * ExtractConstantsFromPartitionedFunction: makes parameters of the constants in cmsis-nn's functions, so that `@main`
 * hands them in. Scalars stay. Follows src/relay/backend/contrib/cmsisnn/extract_constants.cc of 0.18.0.
 */
import { type Call, type Constant, call, type Expr, func, type Rewriter, rewriter, withFunctions } from "@relayscope/ir";
import { inferType } from "../../core/inferType.ts";
import { modulePass } from "../../core/modulePass.ts";
import { mutationOrder } from "../../core/mutationOrder.ts";
import { withTypeOf } from "../../core/withType.ts";
import { calledFunctions, calledGlobal, mainOf } from "./calledFunctions.ts";
import { closedOver, replaceFunction } from "./cmsisNnFunctions.ts";
import { foreignFunctionCalled } from "./diagnostics.ts";
import { isLeftAlone, signatures } from "./signatures.ts";

export const extractConstantsFromPartitionedFunction = modulePass({
  name: "ExtractConstantsFromPartitionedFunction",
  summary: "Turns the constants in cmsis-nn's functions into parameters, which `@main` passes.",
  upstream: ["src/relay/backend/contrib/cmsisnn/extract_constants.cc@0.18.0"],
  requires: [inferType],
  boundTo: "cmsis-nn",
  run({ module, context, lineage, decide }) {
    if (context.hasHoles && !module.functions.has("main")) return module;
    const main = mainOf(module);
    const functions = new Map(module.functions);
    const called = calledFunctions(functions, "main");
    const scopes = signatures(lineage);
    const takenOut = (constants: readonly Constant[], functionName: string) => {
      for (const constant of constants) decide?.({ kind: "constant", constant, place: "taken-out", functionName });
    };
    const bodies: Rewriter = rewriter({
      lineage,
      children: mutationOrder,
      pre(e) {
        if (e.kind !== "Function") return undefined;
        if (isLeftAlone(e)) return e;
        scopes.open(e);
        return undefined;
      },
      needs: (e) => (e.kind === "Call" && calledGlobal(e) !== undefined ? [called.enter(e)] : undefined),
      post(original, rebuilt) {
        if (original.kind === "Function") {
          const body = bodies.rewritten(original.body) ?? original.body;
          return scopes.close() > 0 ? closedOver(original, body, lineage, true) : original;
        }
        if (original.kind !== "Call" || rebuilt.kind !== "Call") return withTypeOf(original, rebuilt);
        const name = calledGlobal(original);
        if (name !== undefined) return overGlobal(name, original, rebuilt);
        if (original.op.kind === "Function") {
          const foreign = isLeftAlone(original.op);
          if (foreign && context.hasHoles) return withTypeOf(original, rebuilt);
          if (foreign) throw foreignFunctionCalled(original, foreign);
          return call(rebuilt.op, scopes.argumentsFor(rebuilt, original.op).args);
        }
        if (original.op.kind === "Op" && scopes.isInside()) return call(original.op, scopes.operands(rebuilt), original.attrs);
        return withTypeOf(original, rebuilt);
      },
    });
    const overGlobal = (name: string, original: Call, rebuilt: Call): Expr => {
      const callee = called.leave(original);
      const over = bodies.rewritten(callee) ?? callee;
      if (over === callee || over.kind !== "Function") return withTypeOf(original, rebuilt);
      replaceFunction(functions, name, over);
      const { args, constants } = scopes.argumentsFor(rebuilt, callee);
      takenOut(constants, name);
      return call(original.op, args);
    };
    const body = bodies.rewrite(main.body);
    if (body !== main.body) {
      const newMain = func({ ...main, body }, { checkedType: main.checkedType, span: main.span });
      lineage.record(newMain, main);
      replaceFunction(functions, "main", newMain);
    }
    return withFunctions(module, functions);
  },
});
