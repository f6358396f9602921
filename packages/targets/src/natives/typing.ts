/** Types and folding of single expressions. Follows python/tvm/relay/transform/transform.py. */
import { inferExpression } from "@relayscope/infer";
import { hostFunction, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { diagnosticError } from "../objects/errors.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { TypeObject } from "../objects/typeObjects.ts";

/** What `relay.transform` has of it. */
export const typingMembers: Readonly<Record<string, Value>> = {
  InferTypeLocal: hostFunction("InferTypeLocal", "expr", (m, expr = null) => {
    const { expr: typed } = inferExpression(exprOf(m, expr), undefined, stateOf(m).operators);
    if (!typed.checkedType) throw diagnosticError();
    return new TypeObject(typed.checkedType);
  }),
};
