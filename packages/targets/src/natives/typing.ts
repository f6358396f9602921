/** Types and folding of single expressions. Follows python/tvm/relay/transform/transform.py. */
import { inferExpression } from "@relayscope/infer";
import { type Expr, emptyModule, lineageRecorder, postOrderList } from "@relayscope/ir";
import { typingFailureOf } from "@relayscope/passes";
import { constantFolder } from "@relayscope/passes/folding";
import { hostFunction, type Runtime, truth, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { diagnosticError } from "../objects/errors.ts";
import { wrapExpr } from "../objects/exprHolder.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { TypeObject } from "../objects/typeObjects.ts";
import { currentContext } from "../passes/contexts.ts";
import { exceptionOf, guarded } from "../passes/failures.ts";
import { notifyInferType } from "../passes/instruments.ts";
import { contextFor } from "../passes/runPass.ts";

/** An expression with its constants folded. Nodes keep the types that they have, and what is new has none. */
function folded(m: Runtime, given: Expr, foldsQuantized: boolean): Expr {
  const types = new Map(postOrderList(given).map((node) => [node, node.checkedType]));
  const lineage = lineageRecorder();
  const folder = constantFolder({ context: contextFor(m, currentContext(m)), lineage, report: () => {}, foldsQuantized });
  const after = guarded(() => folder.rewrite(given));
  for (const node of postOrderList(after)) {
    const [origin = node] = lineage.originsOf(node);
    node.checkedType = node.kind === origin.kind && node.kind !== "Let" ? types.get(origin) : undefined;
  }
  for (const [node, type] of types) node.checkedType = type;
  return after;
}

/** The members of `relay.transform` that type and fold single expressions. */
export const typingMembers: Readonly<Record<string, Value>> = {
  InferTypeLocal: hostFunction("InferTypeLocal", "expr", (m, expr = null) => {
    const context = currentContext(m);
    notifyInferType(m, emptyModule, context);
    const { expr: typed, diagnostics } = inferExpression(exprOf(m, expr), undefined, stateOf(m).operators);
    const failed = typingFailureOf({ diagnostics }, stateOf(m));
    if (failed) throw exceptionOf(failed);
    if (!typed.checkedType) throw diagnosticError();
    return new TypeObject(typed.checkedType);
  }),
  FoldConstantExpr: hostFunction("FoldConstantExpr", "expr, mod, fold_qnn=False", (m, expr = null, _mod = null, foldsQuantized = null) => {
    return wrapExpr(folded(m, exprOf(m, expr), truth(m, foldsQuantized)));
  }),
};
