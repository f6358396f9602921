/** What represents an operator that cannot be converted. */
import { type Expr, type Type, tensorType } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import type { Relay } from "../../relay/relay.ts";
import type { Operator, Tensor } from "../file/model.ts";
import { dtypeOfType, tensorValue } from "../file/tensorValue.ts";
import type { Values } from "./values.ts";

/** The type that the file states for a tensor; undefined where it states none that Relay has. */
function statedType({ type, shape, shapeSignature }: Tensor): Type | undefined {
  const sizes = shapeSignature && shapeSignature.length > 0 ? shapeSignature : shape;
  try {
    return (
      sizes &&
      tensorType(
        sizes.map((d) => (d < 0 ? "?" : d)),
        dtypeOfType(type),
      )
    );
  } catch (error) {
    if (error instanceof ConversionFailure) return undefined;
    throw error;
  }
}

/** Makes the operator's outputs fields of an unknown operator, with the types that the file states. */
export function leaveHole(r: Relay, values: Values, operator: Operator, name: string, source: string): void {
  const args = (operator.inputs ?? []).flatMap((index) => argument(values, index));
  const outputs = (operator.outputs ?? []).filter((index) => index >= 0);
  const types = outputs.map((index) => statedType(values.tensor(index)));
  const known = types.flatMap((type) => (type ? [type] : []));
  const whole: Type | undefined = known.length === types.length ? { kind: "TupleType", fields: known } : undefined;
  const isSingle = outputs.length === 1;
  const call = r.unknownCall(`tflite.${name.replace(/\W/g, "_") || "unnamed"}`, args, [], isSingle ? types[0] : whole);
  r.sources.fill(call, source);
  for (const [i, index] of outputs.entries()) {
    if (isSingle) {
      values.set(values.nameOf(index), call);
      return;
    }
    const field = r.field(call, i);
    field.checkedType = types[i];
    values.set(values.nameOf(index), field);
  }
}

/** What an operator is given; nothing where an input is not there. */
function argument(values: Values, index: number): readonly Expr[] {
  if (index < 0) return [];
  try {
    const tensor = values.tensor(index);
    const made = values.get(values.nameOf(index));
    if (made) return [made];
    return [values.addParameter(tensorValue(values.model, tensor, tensor.shape ?? []), dtypeOfType(tensor.type), tensor.name)];
  } catch (error) {
    if (error instanceof ConversionFailure) return [];
    throw error;
  }
}
