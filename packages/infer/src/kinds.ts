/**
 * Whether the types that a text names exist and take as many arguments as they are given. Follows
 * src/relay/analysis/kind_check.cc.
 */
import { type Diagnostic, type Expr, type Module, nearestType, type Type } from "@relayscope/ir";
import { messages } from "./diagnostics.ts";
import { mapType } from "./substitute.ts";

/** With more types than this no similar name is suggested: each use of an unknown name would search them all. */
const mostTypes = 200;

function near(name: string, { types }: Module): string | undefined {
  return types.size <= mostTypes ? nearestType(name, types.keys()) : undefined;
}

/** Reports what is wrong with a type written at `node`. */
export function checkKind(type: Type, node: Expr, module: Module, report: (diagnostic: Diagnostic) => void): void {
  if (type.kind === "TensorType") return;
  mapType(type, (inner) => {
    if (inner.kind !== "TypeCall" || inner.func.kind !== "GlobalTypeVar") return undefined;
    const data = module.types.get(inner.func.name);
    if (!data && inner.func.name === "Storage") report(messages.storageType(node));
    else if (!data) report(messages.undefinedType(node, inner.func.name, near(inner.func.name, module)));
    else if (data.typeParams.length !== inner.args.length) {
      report(messages.typeParameterCount(node, inner, data.typeParams.length, inner.args.length));
    }
    return undefined;
  });
}
