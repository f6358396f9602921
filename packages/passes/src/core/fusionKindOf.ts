/**
 * How far fusion may reach across the call of an operator. Follows the look-ups in the attribute map TOpPattern
 * (include/tvm/ir/op.h).
 */
import type { Call, FusionKind } from "@relayscope/ir";
import type { OperatorDefinitions } from "@relayscope/ops";
import { noFusionKind } from "./diagnostics.ts";

/**
 * The fusion kind of a called operator; `opaque` if the operator is unknown. Reports `no-fusion-kind` if the reference
 * has not registered a kind.
 */
export function fusionKindOf(call: Call, operators: OperatorDefinitions): FusionKind {
  const definition = call.op.kind === "Op" ? operators.get(call.op.name) : undefined;
  if (!definition) return "opaque";
  if (definition.fusionKind === undefined) {
    throw noFusionKind(call, definition.name);
  }
  return definition.fusionKind;
}
