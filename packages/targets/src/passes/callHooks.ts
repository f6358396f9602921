/**
 * How files change calls: by functions that they register as FTVMConvertOpLayout, FTVMAlterOpLayout, FTVMLegalize and
 * its like, and FTVMMixedPrecisionConversionType. Follows src/relay/transforms/convert_layout.cc, alter_op_layout.cc,
 * legalize.cc and to_mixed_precision.cc.
 */
import type { Attrs, Call, Expr } from "@relayscope/ir";
import type { AlterCall, LayoutConverter, LegalizeCall, PassContext, Precision, PrecisionRule } from "@relayscope/passes";
import { call, callMethod, getAttribute, PyModule, PyTuple, type Runtime, truth, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { AttrsObject } from "../objects/attrsObjects.ts";
import { arrayOf } from "../objects/containers.ts";
import { dtypeOf } from "../objects/dtypes.ts";
import { internalError } from "../objects/errors.ts";
import { exprArray, wrapExpr } from "../objects/exprHolder.ts";
import { primOf } from "../objects/primObjects.ts";
import { elementsOf } from "../objects/sequences.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { TypeObject } from "../objects/typeObjects.ts";

const convertKey = "FTVMConvertOpLayout";
const alterKey = "FTVMAlterOpLayout";
const precisionKey = "FTVMMixedPrecisionConversionType";

/** The functions of a program that change calls, at one point in time. */
type CallHooks = Required<Pick<PassContext, "layoutConverters" | "layoutAlterers" | "legalizers" | "leavesLayout" | "precisions">>;

/** The functions of a program by operator, null where it took the usual one away. */
export function callHooksOf(m: Runtime): CallHooks {
  const { attributes } = stateOf(m);
  const converters = new Map<string, LayoutConverter | null>();
  for (const operator of attributes.clearedOf(convertKey)) converters.set(operator, null);
  for (const [operator, callee] of attributes.under(convertKey)) converters.set(operator, converterOf(m, callee));
  const alterers = [...attributes.under(alterKey)].map(([operator, callee]) => [operator, altererOf(m, callee)] as const);
  return {
    layoutConverters: converters,
    layoutAlterers: new Map(alterers),
    legalizers: (key) => legalizersUnder(m, key),
    precisions: precisionsOf(m),
    leavesLayout: skipperOf(m),
  };
}

/** What the `LayoutConfig` that is entered says of the next convolution; undefined where none is. */
function skipperOf(m: Runtime): (() => boolean) | undefined {
  const transform = m.modules.get("tvm.ir.transform");
  const config = transform instanceof PyModule ? transform.names.get("LayoutConfig") : undefined;
  const current = config === undefined ? null : getAttribute(m, config, "current");
  return current === null ? undefined : () => truth(m, callMethod(m, current, "check_skip", []));
}

function legalizersUnder(m: Runtime, key: string): ReadonlyMap<string, LegalizeCall | null> {
  const { attributes } = stateOf(m);
  const found = new Map<string, LegalizeCall | null>();
  for (const operator of attributes.clearedOf(key)) found.set(operator, null);
  for (const [operator, callee] of attributes.under(key)) found.set(operator, legalizerOf(m, callee));
  return found;
}

function precisionsOf(m: Runtime): ReadonlyMap<string, PrecisionRule | null> {
  const { attributes } = stateOf(m);
  const found = new Map<string, PrecisionRule | null>();
  for (const operator of attributes.clearedOf(precisionKey)) found.set(operator, null);
  for (const [operator, callee] of attributes.under(precisionKey)) found.set(operator, precisionRuleOf(m, callee));
  return found;
}

function typesOf(...nodes: readonly Expr[]): Value {
  return arrayOf(nodes.map(({ checkedType }) => (checkedType ? new TypeObject(checkedType) : null)));
}

/** The call that a function of the file returns for another call; undefined for None. */
function madeBy(
  m: Runtime,
  callee: Value,
  key: string,
  attrs: Attrs | undefined,
  args: readonly Expr[],
  ...more: Value[]
): Call | undefined {
  const answer = call(m, callee, [attrs ? new AttrsObject(attrs) : null, exprArray(args), ...more]);
  if (answer === null) return undefined;
  const made = exprOf(m, answer);
  if (made.kind !== "Call" || made.op.kind !== "Op") throw internalError(`Check failed: a call of an operator is expected of ${key}`);
  return made;
}

function converterOf(m: Runtime, callee: Value): LayoutConverter {
  return ({ call: node, attrs, args, desired }) => {
    const made = madeBy(m, callee, convertKey, attrs, args, typesOf(...node.args), arrayOf(desired));
    if (!made) return { attrs };
    if (made.op.kind !== "Op" || !made.attrs) throw internalError(`Check failed: attributes are expected of ${convertKey}`);
    const changed = { attrs: made.attrs };
    return node.op.kind === "Op" && node.op.name === made.op.name ? changed : { ...changed, operator: made.op.name };
  };
}

function altererOf(m: Runtime, callee: Value): AlterCall {
  return (node, attrs, args) => {
    return madeBy(m, callee, alterKey, attrs, args, typesOf(...node.args), node.checkedType ? new TypeObject(node.checkedType) : null);
  };
}

function legalizerOf(m: Runtime, callee: Value): LegalizeCall {
  return (node, args) => {
    const attrs = node.attrs ? new AttrsObject(node.attrs) : null;
    const answer = call(m, callee, [attrs, exprArray(args), typesOf(...node.args, node)]);
    if (answer === null) return undefined;
    const made = exprOf(m, answer);
    if (made.kind === "Call") return made;
    throw internalError("Check failed: (legalized_call_node) is false: Can only replace the original operator with another call node");
  };
}

/** The compiler's numbers of the three ways; under any other, a call is computed wide. */
const precisions: readonly Precision[] = ["always", "follow", "never"];

function precisionRuleOf(m: Runtime, callee: Value): PrecisionRule {
  return (node, narrow) => {
    const given = call(m, callee, [wrapExpr(node), narrow]);
    // What Python returns as a tuple is lost on the way to the compiler.
    const answer = given === null || given instanceof PyTuple ? [] : elementsOf(given);
    if (answer?.length !== 3) {
      throw internalError(
        `Check failed: (op_descriptor.size() == 3) is false: got the wrong number of returned arguments from ${precisionKey}`,
      );
    }
    const [way = null, accumulated = null, result = null] = answer;
    const number = primOf(way);
    if (number.kind !== "IntImm" || typeof accumulated !== "string" || typeof result !== "string") {
      throw internalError(`Check failed: a number and two dtypes are expected of ${precisionKey}`);
    }
    return { precision: precisions[Number(number.value)] ?? "never", accumulated: dtypeOf(accumulated), result: dtypeOf(result) };
  };
}
