/**
 * Padding, upsampling, and moving elements between spatial axes, channels and batch. Follows
 * src/relay/op/nn/{pad,upsampling,nn}.cc.
 */
import { type Attrs, at, type Dim, dimValue, firstOf, present, type Type, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, doubleField, intField, intsField, objectField, stringField } from "../fields.ts";
import { dimListsAttr, dimsAttr, elementAt, intAttr, numberAttr, textAttr } from "../relations/attributes.ts";
import {
  addDims,
  floorDivideDims,
  isAny,
  multiplyDims,
  productOfDims,
  subtractDims,
  truncateDivideDims,
} from "../relations/dimArithmetic.ts";
import { relationOver, tensorOf } from "../relations/guards.ts";
import { conversionToPlain } from "../relations/layout.ts";
import { demand, refuse } from "../relations/refusal.ts";

function padPairs(attrs: Attrs | undefined, rank: number): readonly (readonly [number, number])[] {
  const pairs = dimListsAttr(attrs, "pad_width");
  demand(pairs.length === rank, `\`pad_width\` has ${pairs.length} pairs; the data has ${rank} dimensions.`);
  return pairs.map((pair) => {
    demand(pair.length === 2, "Each element of `pad_width` must be a pair.");
    const [before, after] = pair.map((p) => dimValue(p) ?? refuse("`pad_width` must be made of known sizes."));
    return [present(before), present(after)] as const;
  });
}

const padRelation = relationOver(1, ([data], attrs) => {
  const pairs = padPairs(attrs, data.shape.length);
  const shape = data.shape.map((size, i) => {
    if (isAny(size)) return size;
    const [before, after] = at(pairs, i);
    const padded = addDims(size, before + after);
    demand((dimValue(padded) ?? 0) >= 0, `\`pad_width\` cuts more off dimension ${i} than it has.`);
    return padded;
  });
  return tensorType(shape, data.dtype);
});

const mirrorPadRelation = relationOver(1, ([data], attrs) => {
  const pairs = padPairs(attrs, data.shape.length);
  const shape = data.shape.map((size, i) => {
    const [before, after] = at(pairs, i);
    demand(before >= 0 && after >= 0, "`pad_width` must not be negative.");
    return addDims(size, before + after);
  });
  return tensorType(shape, data.dtype);
});

/** Scales the spatial axes of data in any layout; each result is rounded, a half to the even side. */
function upsamplingRelation(name: string, plain: "NCHW" | "NCDHW", scales: readonly string[]) {
  return relationOver(1, ([data], attrs) => {
    const layout = conversionToPlain(name, "a", textAttr(attrs, "layout"), plain);
    const shape = layout.forward(data.shape).map((size, i) => {
      const scale = scales[i - 2];
      return scale === undefined ? size : scaledDim(size, numberAttr(attrs, scale));
    });
    return tensorType(layout.backward(shape), data.dtype);
  });
}

function scaledDim(size: Dim, scale: number): Dim {
  const value = dimValue(size);
  if (value === undefined) return { kind: "SymbolicDim", name: `meta[tir.Cast][${scale} * ${isAny(size) ? size : "size"}]` };
  const product = value * scale;
  const below = Math.floor(product);
  const isHalf = product - below === 0.5;
  return isHalf ? below + (below % 2 === 0 ? 0 : 1) : Math.round(product);
}

/** Moves blocks of pixels into channels (`into` channels), or back. */
function subPixelRelation(name: string, into: "channels" | "pixels") {
  return relationOver(1, ([data], attrs) => {
    const block = intAttr(attrs, "block_size");
    const layout = conversionToPlain(name, "a", textAttr(attrs, "layout"), "NCHW");
    const shape = layout.forward(data.shape).map((size, i) => {
      if (i === 0 || isAny(size)) return size;
      const change = (i === 1) === (into === "channels") ? multiplyDims : floorDivideDims;
      return change(size, i === 1 ? block * block : block);
    });
    return tensorType(layout.backward(shape), data.dtype);
  });
}

function spaceToBatchRelation(types: readonly Type[], attrs: Attrs | undefined): Type | undefined {
  const data = tensorOf(types, 0, "TVMError");
  if (!data || data.shape.length <= 1) return undefined;
  const blocks = dimsAttr(attrs, "block_shape");
  const paddings = dimListsAttr(attrs, "paddings");
  demand(paddings.length === blocks.length, "`paddings` must have a pair for each element of `block_shape`.", [], "TVMError");
  const shape = [...data.shape];
  blocks.forEach((block, i) => {
    const pair = at(paddings, i);
    demand(pair.length === 2, "Each element of `paddings` must be a pair.", [], "TVMError");
    const [before, after] = firstOf(
      pair.map((p) => dimValue(p) ?? refuse("`paddings` must be made of known sizes.")),
      2,
    );
    // The reference gives the padding the width of the dimension before the one that is padded.
    const padded = addDims(elementAt(data.shape, i + 1, "shape"), sizeLike(at(data.shape, i), before + after));
    shape[i + 1] = truncateDivideDims(padded, block);
  });
  shape[0] = multiplyDims(at(data.shape, 0), productOfDims(blocks));
  return tensorType(shape, data.dtype);
}

/** A size as wide as another dimension: int64 where that one is. */
function sizeLike(dim: Dim, value: number): Dim {
  return typeof dim === "object" && dim.kind === "LongDim" ? { kind: "LongDim", value } : value;
}

function batchToSpaceRelation(types: readonly Type[], attrs: Attrs | undefined): Type | undefined {
  const data = tensorOf(types, 0, "TVMError");
  if (!data || data.shape.length <= 1) return undefined;
  const blocks = dimsAttr(attrs, "block_shape");
  const crops = dimListsAttr(attrs, "crops");
  demand(crops.length === blocks.length, "`crops` must have a pair for each element of `block_shape`.", [], "TVMError");
  const isWithin = blocks.length < data.shape.length;
  demand(isWithin, "`block_shape` has more elements than the data has spatial dimensions.", [], "TVMError");
  const shape = [...data.shape];
  blocks.forEach((block, i) => {
    const pair = at(crops, i);
    const cropped = subtractDims(multiplyDims(at(data.shape, i + 1), block), elementAt(pair, 0, "crops"));
    shape[i + 1] = subtractDims(cropped, elementAt(pair, 1, "crops"));
  });
  shape[0] = truncateDivideDims(at(data.shape, 0), productOfDims(blocks));
  return tensorType(shape, data.dtype);
}

const dilateRelation = relationOver(1, ([data], attrs) => {
  const strides = dimsAttr(attrs, "strides");
  demand(strides.length === data.shape.length, `\`strides\` has ${strides.length} values; the data has ${data.shape.length} dimensions.`);
  const shape = data.shape.map((size, i) => (isAny(size) ? size : addDims(multiplyDims(subtractDims(size, 1), at(strides, i)), 1)));
  return tensorType(shape, data.dtype);
});

const batchFlattenRelation = relationOver(1, ([data]) => {
  if (data.shape.length === 0) return undefined;
  const [batch, ...others] = data.shape as readonly [Dim, ...Dim[]];
  return tensorType([batch, others.some(isAny) ? "?" : productOfDims(others)], data.dtype);
});

const subPixelAttrs = defineAttrs("SubPixelAttrs", [
  intField("block_size", 1, "Side of a block in pixels."),
  stringField("layout", "NCHW", "Order of the data's axes."),
  stringField("mode", "DCR", "Order of the channels: depth-column-row or column-row-depth."),
]);

const padWidth = objectField("pad_width", undefined, "A pair for each axis: elements added before and after.");

/** Fields of `nn.pad` and of its dynamic form. */
export const padAttrs = defineAttrs("PadAttrs", [padWidth, stringField("pad_mode", "constant", "`constant`, `edge` or `reflect`.")]);

/** Fields of `nn.upsampling` and of its dynamic form. */
export const upsamplingAttrs = defineAttrs("UpSamplingAttrs", [
  doubleField("scale_h", undefined, "Factor of the height."),
  doubleField("scale_w", undefined, "Factor of the width."),
  stringField("layout", "NCHW", "Order of the data's axes."),
  stringField("method", "nearest_neighbor", "`nearest_neighbor`, `bilinear` or `bicubic`."),
  boolField("align_corners", false, "Whether corner pixels keep their values."),
]);

/** Fields of `nn.upsampling3d` and of its dynamic form. */
export const upsampling3dAttrs = defineAttrs("UpSampling3DAttrs", [
  doubleField("scale_d", undefined, "Factor of the depth."),
  doubleField("scale_h", undefined, "Factor of the height."),
  doubleField("scale_w", undefined, "Factor of the width."),
  stringField("layout", "NCDHW", "Order of the data's axes."),
  stringField("method", "nearest_neighbor", "`nearest_neighbor` or `trilinear`."),
  stringField("coordinate_transformation_mode", "half_pixel", "How output positions map to input positions."),
]);

export const nnSpatialOperators: readonly OperatorDefinition[] = [
  defineOperator("nn.pad", "Adds elements around a tensor; negative widths cut some off.", {
    args: ["data", "pad_val"],
    attrs: padAttrs,
    fusionKind: "injective",
    relation: padRelation,
  }),
  defineOperator("nn.mirror_pad", "Adds elements around a tensor by mirroring it.", {
    args: ["data"],
    attrs: defineAttrs("MirrorPadAttrs", [
      stringField("mode", "SYMMETRIC", "`SYMMETRIC` repeats the boundary, `REFLECT` does not."),
      padWidth,
    ]),
    fusionKind: "injective",
    relation: mirrorPadRelation,
  }),
  defineOperator("nn.upsampling", "Enlarges images by a factor.", {
    args: ["data"],
    attrs: upsamplingAttrs,
    fusionKind: "injective",
    relation: upsamplingRelation("nn.upsampling", "NCHW", ["scale_h", "scale_w"]),
  }),
  defineOperator("nn.upsampling3d", "Enlarges volumes by a factor.", {
    args: ["data"],
    attrs: upsampling3dAttrs,
    fusionKind: "injective",
    relation: upsamplingRelation("nn.upsampling3d", "NCDHW", ["scale_d", "scale_h", "scale_w"]),
  }),
  defineOperator("nn.space_to_depth", "Moves blocks of pixels into channels.", {
    args: ["data"],
    attrs: subPixelAttrs,
    fusionKind: "injective",
    relation: subPixelRelation("nn.space_to_depth", "channels"),
  }),
  defineOperator("nn.depth_to_space", "Moves channels into blocks of pixels.", {
    args: ["data"],
    attrs: subPixelAttrs,
    fusionKind: "injective",
    relation: subPixelRelation("nn.depth_to_space", "pixels"),
  }),
  defineOperator("nn.space_to_batch_nd", "Moves blocks of spatial positions into the batch.", {
    args: ["data"],
    attrs: defineAttrs("SpaceToBatchNDAttrs", [
      intsField("block_shape", [1, 1], "Size of a block along each spatial axis."),
      objectField("paddings", undefined, "A pair for each spatial axis: elements added before and after."),
      doubleField("pad_value", 0, "The value of added elements."),
    ]),
    fusionKind: "injective",
    relation: spaceToBatchRelation,
  }),
  defineOperator("nn.batch_to_space_nd", "Moves the batch into blocks of spatial positions.", {
    args: ["data"],
    attrs: defineAttrs("BatchToSpaceNDAttrs", [
      intsField("block_shape", [1, 1], "Size of a block along each spatial axis."),
      objectField("crops", undefined, "A pair for each spatial axis: elements cut off before and after."),
    ]),
    fusionKind: "injective",
    relation: batchToSpaceRelation,
  }),
  defineOperator("nn.dilate", "Spreads elements apart and fills the gaps.", {
    args: ["x"],
    attrs: defineAttrs("DilateAttrs", [
      intsField("strides", [1, 1], "Distance of the elements along each axis."),
      doubleField("dilation_value", 0, "The value of the gaps."),
    ]),
    fusionKind: "injective",
    relation: dilateRelation,
  }),
  defineOperator("nn.batch_flatten", "Flattens all axes but the first.", {
    args: ["data"],
    fusionKind: "injective",
    relation: batchFlattenRelation,
  }),
];
