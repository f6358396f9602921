/** The result of `one_hot` and of its dynamic form. Follows src/relay/op/tensor/transform.cc. */
import { type Attrs, type Dim, type TensorType, tensorType } from "@relayscope/ir";
import { intAttr, textAttr } from "./attributes.ts";
import { demand } from "./refusal.ts";

/** The indices' shape with an axis of size `depth` put in at `axis`. Refuses an axis outside of the result. */
export function oneHotShape(indices: TensorType, attrs: Attrs | undefined, depth: Dim): TensorType {
  const rank = indices.shape.length;
  const given = intAttr(attrs, "axis");
  const axis = given === -1 ? rank : given;
  demand(0 <= axis && axis <= rank, `\`axis=${given}\` is outside the ${rank + 1} dimensions of the result.`);
  return tensorType([...indices.shape.slice(0, axis), depth, ...indices.shape.slice(axis)], textAttr(attrs, "dtype"));
}
