/** The result of `topk` and of its dynamic form. Follows src/relay/op/algorithm/topk.cc. */
import { type Attrs, type Dim, type TensorType, type Type, tensorType, tupleType } from "@relayscope/ir";
import { textAttr } from "./attributes.ts";
import { refuse } from "./refusal.ts";

/** Values, indices, or a tuple of both, of the given shape. */
export function topKResult(data: TensorType, shape: readonly Dim[], attrs: Attrs | undefined): Type {
  const values = tensorType(shape, data.dtype);
  const indices = tensorType(shape, textAttr(attrs, "dtype"));
  const kind = textAttr(attrs, "ret_type");
  switch (kind) {
    case "both":
      return tupleType([values, indices]);
    case "values":
      return values;
    case "indices":
      return indices;
    default:
      return refuse(`\`ret_type\` is \`${kind}\`, but must be \`values\`, \`indices\` or \`both\`.`, [], "TVMError");
  }
}
