/**
 * How files change the layouts of calls: by functions that they register as FTVMConvertOpLayout and FTVMAlterOpLayout.
 * Follows src/relay/transforms/convert_layout.cc and alter_op_layout.cc.
 */
import type { Attrs, Call, Expr } from "@relayscope/ir";
import type { AlterCall, LayoutConverter, PassContext } from "@relayscope/passes";
import { call, type Runtime, type Value } from "@relayscope/python";
import { stateOf } from "../host/state.ts";
import { AttrsObject } from "../objects/attrsObjects.ts";
import { arrayOf } from "../objects/containers.ts";
import { internalError } from "../objects/errors.ts";
import { exprArray } from "../objects/exprHolder.ts";
import { exprOf } from "../objects/toCompiler.ts";
import { TypeObject } from "../objects/typeObjects.ts";

const convertKey = "FTVMConvertOpLayout";
const alterKey = "FTVMAlterOpLayout";

/** The layout functions of a program at one point in time. */
type LayoutHooks = Required<Pick<PassContext, "layoutConverters" | "layoutAlterers">>;

/** The converters of a program by operator (null where it took the usual one away), and what alters calls. */
export function layoutHooksOf(m: Runtime): LayoutHooks {
  const { attributes } = stateOf(m);
  const converters = new Map<string, LayoutConverter | null>();
  for (const operator of attributes.clearedOf(convertKey)) converters.set(operator, null);
  for (const [operator, callee] of attributes.under(convertKey)) converters.set(operator, converterOf(m, callee));
  const alterers = [...attributes.under(alterKey)].map(([operator, callee]) => [operator, altererOf(m, callee)] as const);
  return { layoutConverters: converters, layoutAlterers: new Map(alterers) };
}

function typesOf(node: Call): Value {
  return arrayOf(node.args.map((arg) => (arg.checkedType ? new TypeObject(arg.checkedType) : null)));
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
    const made = madeBy(m, callee, convertKey, attrs, args, typesOf(node), arrayOf(desired));
    if (!made) return { attrs };
    if (made.op.kind !== "Op" || !made.attrs) throw internalError(`Check failed: attributes are expected of ${convertKey}`);
    const changed = { attrs: made.attrs };
    return node.op.kind === "Op" && node.op.name === made.op.name ? changed : { ...changed, operator: made.op.name };
  };
}

function altererOf(m: Runtime, callee: Value): AlterCall {
  return (node, attrs, args) => {
    return madeBy(m, callee, alterKey, attrs, args, typesOf(node), node.checkedType ? new TypeObject(node.checkedType) : null);
  };
}
