/** The shape of a slice with steps. Follows include/tvm/topi/detail/strided_slice.h. */
import { type Attrs, at, attrOf, type Dim, dimValue, intOf, isAttrList, type TensorType } from "@relayscope/ir";
import { optionalIntListAttr, textAttr } from "./attributes.ts";
import { demand, refuse } from "./refusal.ts";

/**
 * The shape that `begin`, `end`, `strides`, `slice_mode` and `axes` cut out. Unknown sizes stay unknown along the cut
 * axes.
 */
export function slicedShape(tensor: TensorType, attrs: Attrs | undefined): readonly Dim[] {
  const rank = tensor.shape.length;
  const begins = [...optionalEntries(attrs, "begin")];
  const ends = [...optionalEntries(attrs, "end")];
  const steps = optionalEntries(attrs, "strides").map((step) => step ?? refuse("`strides` holds None."));
  const given = optionalIntListAttr(attrs, "axes");
  const axes = given ?? tensor.shape.map((_, i) => i);
  if (!given) {
    while (steps.length < rank) steps.push(1);
    while (begins.length < rank) begins.push(undefined);
    while (ends.length < rank) ends.push(undefined);
  }
  demand(
    [begins, ends, steps].every((list) => list.length === axes.length),
    `\`begin\`, \`end\` and \`strides\` are about ${begins.length}, ${ends.length} and ${steps.length} axes, not ${axes.length}.`,
  );
  demand(axes.length > 0, "A scalar can't be sliced.");
  const isSized = textAttr(attrs, "slice_mode") === "size";
  const shape = [...tensor.shape];
  axes.forEach((axis, i) => {
    const dim = tensor.shape[axis] ?? refuse(`\`axes\` has \`${axis}\`, but the tensor has ${rank} dimensions.`);
    const extent = dimValue(dim);
    if (extent === undefined) {
      shape[axis] = "?";
      return;
    }
    // where `end` holds sizes, steps are 1, but what was left out was filled in by the sign of the step as written
    const written = at(steps, i);
    const step = textAttr(attrs, "slice_mode") === "end" ? written : 1;
    const begin = begins[i] ?? (written > 0 ? 0 : Number.MAX_SAFE_INTEGER);
    const end = ends[i] ?? (written < 0 ? 0 : Number.MAX_SAFE_INTEGER);
    const stop = !isSized ? end : end >= 0 ? begin + end : step < 0 ? 0 : Number.MAX_SAFE_INTEGER;
    const size = slicedSize(extent, begin, stop, step) ?? refuse(`From \`${begin}\` to \`${stop}\` is not a piece of axis ${axis}.`);
    // The reference takes the width of a size from the axis at this place of the list.
    const other = shape[i];
    shape[axis] = typeof other === "object" && other.kind === "LongDim" ? { kind: "LongDim", value: size } : size;
  });
  return shape;
}

/** How many steps are between two places of an axis; undefined where they run the other way. */
function slicedSize(extent: number, begin: number, end: number, step: number): number | undefined {
  if (step === 0) return undefined;
  const from = clamp(begin, extent, step);
  const to = clamp(end, extent, step);
  if (step < 0 ? to > from : from > to) return undefined;
  return Math.floor((Math.abs(to - from) + Math.abs(step) - 1) / Math.abs(step));
}

function clamp(index: number, extent: number, step: number): number {
  const [least, most] = step < 0 ? [-1, extent - 1] : [0, extent];
  return Math.min(Math.max(index < 0 ? index + extent : index, least), most);
}

/** A list of integers, some of which may be None. */
function optionalEntries(attrs: Attrs | undefined, name: string): readonly (number | undefined)[] {
  const value = attrOf(attrs, name);
  if (value === undefined || value === null || !isAttrList(value)) return refuse(`The attribute \`${name}\` must be a list of integers.`);
  return value.map((item) =>
    item === null ? undefined : (intOf(item) ?? refuse(`The attribute \`${name}\` must be a list of integers.`)),
  );
}
