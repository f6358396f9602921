/** Broadcasting: sizes of one stretch, axes are aligned at the end. Follows src/relay/op/type_relations.cc. */
import { at, type Dim, dimsEqual, dimValue, type TensorType, tensorType, typeText } from "@relayscope/ir";
import type { TypeRelation } from "../typeRelation.ts";
import { tensorOf } from "./guards.ts";
import { demand, refuse } from "./refusal.ts";

/** The tensor that two tensors stretch to, with the given dtype. Refuses shapes that do not fit. */
export function broadcastTensors(a: TensorType, b: TensorType, dtype: string): TensorType {
  const longer = a.shape.length > b.shape.length ? a.shape : b.shape;
  const lead = longer.length - Math.min(a.shape.length, b.shape.length);
  const shape = longer.map((dim, i) => {
    if (i < lead) return dim;
    const x = at(a.shape, a.shape.length - longer.length + i);
    const y = at(b.shape, b.shape.length - longer.length + i);
    const mismatch = () => `\`${typeText(a)}\` and \`${typeText(b)}\` can't be broadcast: the sizes of axis ${i} differ.`;
    return broadcastDim(x, y) ?? refuse(mismatch(), [], "report");
  });
  return tensorType(shape, dtype);
}

/** The dimension that two dimensions stretch to; undefined where they do not fit. `?` gives way to what is known. */
function broadcastDim(a: Dim, b: Dim): Dim | undefined {
  if (dimValue(a) === 1 || (a === "?" && dimValue(b) !== 1)) return b;
  if (dimValue(b) === 1 || b === "?" || dimsEqual(a, b)) return a;
  return undefined;
}

/** The result of an operator on two tensors of one dtype. */
export const broadcast: TypeRelation = (types) => broadcastPair(types, undefined);

/** The result of comparing two tensors of one dtype: bool. */
export const broadcastComparison: TypeRelation = (types) => broadcastPair(types, "bool");

function broadcastPair(types: Parameters<TypeRelation>[0], dtype: string | undefined): TensorType | undefined {
  const a = tensorOf(types, 0);
  const b = tensorOf(types, 1);
  if (!a || !b) return undefined;
  const hint = "Both operands must have one data type: put a `cast` before one of them.";
  demand(a.dtype === b.dtype, `The data types \`${a.dtype}\` and \`${b.dtype}\` do not match.`, [hint], "report");
  return broadcastTensors(a, b, dtype ?? a.dtype);
}
