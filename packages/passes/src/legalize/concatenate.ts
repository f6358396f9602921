/** Concatenation of quantized tensors. Follows src/relay/qnn/op/concatenate.cc. */
import { eachOf, tuple, tupleGetItem } from "@relayscope/ir";
import { isSameScalar } from "./quantities.ts";
import { requantized } from "./requantize.ts";
import type { Rule } from "./rule.ts";

/** Each field at the scale of the result. */
export const lowerConcatenate: Rule = (lowering) => {
  const [data, scales, zeroPoints, scale, zeroPoint] = eachOf([0, 1, 2, 3, 4], lowering.arg);
  const type = lowering.original.args[0]?.checkedType;
  if (type?.kind !== "TupleType") throw lowering.refused("it joins what is not a tuple.");
  if (scales.kind !== "Tuple" || zeroPoints.kind !== "Tuple") throw lowering.refused("its scales and zero points are not written out.");
  const fields = data.kind === "Tuple" ? data.fields : data.kind === "Call" ? type.fields.map((_, i) => tupleGetItem(data, i)) : [];
  if (fields.length === 0) throw lowering.refused("its tuple is neither written out nor the result of a call.");
  const joined = fields.map((field, i) => {
    const [ownScale, ownZeroPoint] = [scales.fields[i], zeroPoints.fields[i]];
    const tensor = type.fields[i];
    if (!ownScale || !ownZeroPoint || tensor?.kind !== "TensorType") throw lowering.refused("a field has no scale or zero point.");
    if (isSameScalar(ownScale, scale, lowering) && isSameScalar(ownZeroPoint, zeroPoint, lowering)) return field;
    const own = { scale: ownScale, zeroPoint: ownZeroPoint };
    return requantized({ data: field, shape: tensor.shape, from: own, to: { scale, zeroPoint }, dtype: tensor.dtype }, lowering);
  });
  return lowering.calls("concatenate", [tuple(joined)], lowering.attrs("axis"));
};
