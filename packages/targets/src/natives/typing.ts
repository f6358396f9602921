/** Types and folding of single expressions. Follows python/tvm/relay/transform/transform.py. */
import { inferExpression } from "@relayscope/infer";
import { emptyModule } from "@relayscope/ir";
import { typingFailureOf } from "@relayscope/passes";
import { hostFunction, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { diagnosticError } from "../objects/errors.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { TypeObject } from "../objects/typeObjects.ts";
import { currentContext } from "../passes/contexts.ts";
import { exceptionOf } from "../passes/failures.ts";
import { notifyInferType } from "../passes/instruments.ts";

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
};
