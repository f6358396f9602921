/** The type of a call by its operator's relation alone: for values whose types are known, whatever the text says. */
import { type Call, dimValue, type Type, typesEqual } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { canEqual } from "./calls.ts";

/**
 * The type of a call of an operator on arguments of these types; undefined where the operator has no relation, or it
 * refuses them.
 */
export function relatedType(operators: OperatorDefinitions): (call: Call, types: readonly Type[]) => Type | undefined {
  return (call, types) => {
    const definition = call.op.kind === "Op" ? operators.get(call.op.name) : undefined;
    let isRefused = false;
    const type = definition?.relation?.(types, call.attrs, {
      assign: (index, wanted) => {
        const given = types[index];
        if (given && isStatic(wanted) && !typesEqual(given, wanted)) isRefused = true;
      },
      fail: () => {
        isRefused = true;
        return undefined;
      },
      canEqual,
      constantOf: (index) => {
        const arg = call.args[index];
        return arg?.kind === "Constant" ? arg.data : undefined;
      },
    });
    return isRefused ? undefined : type;
  };
}

function isStatic(type: Type): boolean {
  if (type.kind === "TupleType") return type.fields.every(isStatic);
  return type.kind === "TensorType" && type.shape.every((size) => dimValue(size) !== undefined);
}
