/** Type relations of pooling. Follows src/relay/op/nn/pooling.cc and pooling_common.h. */
import { type Attrs, at, eachOf, type TensorType, tensorType } from "@relayscope/ir";
import { dimsAttr, elementAt, flagAttr, optionalDimsAttr, textAttr } from "./attributes.ts";
import type { Spatial } from "./convolution.ts";
import { addDims, isAny, multiplyDims, subtractDims, truncateDivideDims } from "./dimArithmetic.ts";
import { relationOver } from "./guards.ts";
import { indexOfAxis, parseLayout } from "./layout.ts";
import { totalPadding } from "./padding.ts";
import { demand } from "./refusal.ts";

/** Where the spatial axes are in a layout; refuses a layout that lacks or splits one. */
function spatialAxes(data: TensorType, layoutName: string, spatial: Spatial): readonly number[] {
  const layout = parseLayout(layoutName);
  const letters = [...spatial];
  const isWhole = letters.every((l) => indexOfAxis(layout, l) >= 0 && indexOfAxis(layout, l.toLowerCase()) < 0);
  demand(isWhole, `The layout \`${layoutName}\` must have the axes \`${letters.join("`, `")}\`, and must not split them.`);
  const axes = letters.map((l) => indexOfAxis(layout, l));
  for (const axis of axes) elementAt(data.shape, axis, "shape");
  return axes;
}

/**
 * The result's type of pooling with a window that slides; undefined while the data's type is a hole, or for a padding
 * of an odd length.
 */
export function pooledType(data: TensorType, attrs: Attrs | undefined, spatial: Spatial): TensorType | undefined {
  const axes = spatialAxes(data, textAttr(attrs, "layout"), spatial);
  const padding = totalPadding(dimsAttr(attrs, "padding"), spatial.length);
  if (!padding) return undefined;
  const shape = [...data.shape];
  axes.forEach((axis, i) => {
    const size = at(data.shape, axis);
    if (isAny(size)) return;
    const [window, dilation, stride] = eachOf(["pool_size", "dilation", "strides"], (name) => elementAt(dimsAttr(attrs, name), i, name));
    const reach = addDims(multiplyDims(subtractDims(window, 1), dilation), 1);
    let room = subtractDims(addDims(size, at(padding, i)), reach);
    if (flagAttr(attrs, "ceil_mode")) room = addDims(room, subtractDims(stride, 1));
    shape[axis] = addDims(truncateDivideDims(room, stride), 1);
  });
  return tensorType(shape, data.dtype);
}

/** The relation of `nn.max_pool*` and `nn.avg_pool*`. */
export function poolRelation(spatial: Spatial) {
  return relationOver(1, ([data], attrs) => pooledType(data, attrs, spatial));
}

/** The relation of `nn.global_*_pool2d`: each spatial axis shrinks to one element. */
export const globalPoolRelation = relationOver(1, ([data], attrs) => {
  const axes = spatialAxes(data, textAttr(attrs, "layout"), "HW");
  return tensorType(
    data.shape.map((size, i) => (axes.includes(i) ? 1 : size)),
    data.dtype,
  );
});

/**
 * The relation of `nn.adaptive_*_pool*`: the output's spatial size is an attribute; one value represents all axes, none
 * keeps the input's.
 */
export function adaptivePoolRelation(spatial: Spatial) {
  return relationOver(1, ([data], attrs) => {
    const axes = spatialAxes(data, textAttr(attrs, "layout"), spatial);
    const sizes = optionalDimsAttr(attrs, "output_size") ?? [];
    demand(sizes.length <= axes.length, `\`output_size\` has ${sizes.length} values; at most ${axes.length} are allowed.`);
    if (sizes.length === 0) return tensorType(data.shape, data.dtype);
    const shape = [...data.shape];
    axes.forEach((axis, i) => {
      shape[axis] = elementAt(sizes, sizes.length === 1 ? 0 : i, "output_size");
    });
    return tensorType(shape, data.dtype);
  });
}
