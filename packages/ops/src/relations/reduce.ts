/** The shape that is left when axes are reduced. Follows src/relay/op/tensor/reduce.cc. */
import { type Attrs, at, type Dim, dimValue, type TensorType, typeText } from "@relayscope/ir";
import { flagAttr, optionalIntListAttr } from "./attributes.ts";
import { axisWithin } from "./guards.ts";
import { demand } from "./refusal.ts";

/** The axes that `axis` and `exclude` select, ascending; all of them if `axis` is None or empty. */
function reducedAxes(data: TensorType, attrs: Attrs | undefined): readonly number[] {
  const all = data.shape.map((_, i) => i);
  const given = optionalIntListAttr(attrs, "axis");
  if (!given || given.length === 0) return all;
  const axes = given.map((axis) => axisWithin(axis, data)).sort((a, b) => a - b);
  const isExclusive = flagAttr(attrs, "exclude");
  // An axis listed twice makes the reference write outside of its arrays, unless the shape is kept. With more axes than
  // there are, it asks for an array of a negative size, which the library of C++ refuses.
  const manner = axes.length > all.length ? "TVMError" : "InternalError";
  const isKept = flagAttr(attrs, "keepdims") && !isExclusive;
  demand(new Set(axes).size === axes.length || isKept, "`axis` lists an axis twice.", [], manner);
  if (!isExclusive) return axes;
  return all.filter((i) => !axes.includes(i));
}

/** The shape after reduction: the reduced axes are of size 1 where `keepdims` is set, else gone. */
export function reducedShape(data: TensorType, attrs: Attrs | undefined): readonly Dim[] {
  const axes = reducedAxes(data, attrs);
  if (axes.length === 0) return data.shape;
  demandCountable(data, axes);
  const kept = flagAttr(attrs, "keepdims");
  let at = 0;
  return data.shape.flatMap((dim, i) => {
    // the reference walks along the sorted axes and never gets past one that is listed twice
    if (axes[at] !== i) return [dim];
    at++;
    return kept ? [1] : [];
  });
}

/**
 * Indices of the reduced elements are int32: if some sizes are unknown, the product of the known ones before them must
 * fit.
 */
function demandCountable(data: TensorType, axes: readonly number[]): void {
  let count = 1;
  for (const axis of axes) {
    const size = dimValue(at(data.shape, axis));
    if (size === undefined) {
      demand(count < 2 ** 31 - 1, `The reduced axes of \`${typeText(data)}\` hold more elements than an int32 can count.`);
      return;
    }
    count *= size;
  }
}
