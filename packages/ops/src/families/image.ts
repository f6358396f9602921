/** Resizing, cropping, warping and dilating images. Follows src/relay/op/image. */
import { type AttrField, type Attrs, at, firstOf, type Type, tensorType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, doubleField, dtypeField, intField, intsField, objectField, stringField } from "../fields.ts";
import { dimsAttr, dtypeAttr, elementAt, optionalDimsAttr, textAttr } from "../relations/attributes.ts";
import { dilatedSize, type Spatial, slidSize } from "../relations/convolution.ts";
import { dimOf, relationOver, tensorOf } from "../relations/guards.ts";
import { requireConversion } from "../relations/layout.ts";
import { totalPadding } from "../relations/padding.ts";
import { demandRank, listLengthAttr } from "../relations/rank.ts";
import { demand, refuse } from "../relations/refusal.ts";

function resizeRelation(spatial: Spatial, name: string) {
  const rank = spatial.length;
  return relationOver(1, ([data], attrs) => {
    const size = dimsAttr(attrs, "size");
    demand(size.length === rank, `\`size\` has ${size.length} values, not ${rank}.`);
    demand(listLengthAttr(attrs, "roi") === 2 * rank, `\`roi\` must have ${2 * rank} values.`);
    const layout = requireConversion(name, "a", textAttr(attrs, "layout"), `NC${spatial}`);
    const [batch, channels] = firstOf(layout.forward(data.shape), 2);
    return tensorType(layout.backward([batch, channels, ...size]), dtypeAttr(attrs, "out_dtype") ?? data.dtype);
  });
}

function cropAndResizeRelation(types: readonly Type[], attrs: Attrs | undefined): Type | undefined {
  const data = tensorOf(types, 0);
  const boxes = tensorOf(types, 1);
  if (!data || !boxes || !tensorOf(types, 2)) return undefined;
  const layout = requireConversion("image.crop_and_resize", "a", textAttr(attrs, "layout"), "NCHW");
  const channels = at(layout.forward(data.shape), 1);
  const crop = dimsAttr(attrs, "crop_size");
  const size = [elementAt(crop, 0, "crop_size"), elementAt(crop, 1, "crop_size")];
  return tensorType(layout.backward([dimOf(boxes, 0, "boxes"), channels, ...size]), dtypeAttr(attrs, "out_dtype") ?? data.dtype);
}

const dilationRelation = relationOver(2, ([data, weight], attrs) => {
  const name = "image.dilation2d";
  const layout = requireConversion(name, "a data", textAttr(attrs, "data_layout"), "NCHW");
  const kernel = requireConversion(name, "a kernel", textAttr(attrs, "kernel_layout"), "IHW").forward(weight.shape);
  const shape = layout.forward(data.shape);
  const dilations = dimsAttr(attrs, "dilations");
  const strides = dimsAttr(attrs, "strides");
  const padding = totalPadding(dimsAttr(attrs, "padding"), 2) ?? refuse("`padding` must have 1, 2 or 4 values.");
  const spatial = [0, 1].map((i) => {
    const window = dilatedSize(at(kernel, i + 1), elementAt(dilations, i, "dilations"));
    return slidSize(at(shape, i + 2), at(padding, i), window, elementAt(strides, i, "strides"));
  });
  return tensorType(layout.backward([at(shape, 0), at(kernel, 0), ...spatial]), dtypeAttr(attrs, "out_dtype") ?? data.dtype);
});

const affineGridRelation = relationOver(1, ([data], attrs, reporter) => {
  demandRank(data, 3, "data");
  const isAffine = reporter.canEqual(at(data.shape, 1), 2) && reporter.canEqual(at(data.shape, 2), 3);
  demand(isAffine, "The data must be affine matrices: of shape `(batch, 2, 3)`.");
  const target = optionalDimsAttr(attrs, "target_shape");
  if (target?.length !== 2) return refuse("`target_shape` must have 2 values.");
  return tensorType([at(data.shape, 0), 2, ...target], data.dtype);
});

const gridSampleRelation = relationOver(2, ([data, grid], attrs) => {
  const rank = data.shape.length;
  if (rank !== 4 && rank !== 5) return refuse(`The data has ${rank} dimensions, not 4 or 5.`, [], "report");
  const layout = requireConversion("image.grid_sample", "a", textAttr(attrs, "layout"), rank === 4 ? "NCHW" : "NCDHW");
  const [batch, channels] = firstOf(layout.forward(data.shape), 2);
  const spatial = Array.from({ length: rank - 2 }, (_, i) => dimOf(grid, i + 2, "grid"));
  return tensorType(layout.backward([batch, channels, ...spatial]), data.dtype);
});

export function resizeFields(spatial: Spatial): readonly AttrField[] {
  return [
    intsField("size", null, "Spatial size of the output."),
    objectField("roi", null, "The part of the image that is taken: its first corner, then its last."),
    stringField("layout", `NC${spatial}`, "Order of the data's axes."),
    stringField("method", "linear", "`nearest_neighbor`, `linear` or `cubic`."),
    stringField("coordinate_transformation_mode", "half_pixel", "How output positions map to input positions."),
    stringField("rounding_method", "round", "How positions are rounded for the nearest neighbor."),
    doubleField("cubic_alpha", -0.5, "Coefficient of the cubic spline."),
    intField("cubic_exclude", 0, "Whether elements outside the image are left out of the cubic spline."),
    doubleField("extrapolation_value", 0, "The value of elements outside the image."),
    dtypeField("out_dtype", "", "Element type of the output; the data's where empty."),
  ];
}

function resize(spatial: Spatial, what: string): OperatorDefinition {
  const name = `image.resize${spatial.length}d`;
  return defineOperator(name, `Resizes ${what} to a given size.`, {
    args: ["data"],
    attrs: defineAttrs(`Resize${spatial.length}DAttrs`, resizeFields(spatial)),
    fusionKind: "injective",
    relation: resizeRelation(spatial, name),
  });
}

export const imageOperators: readonly OperatorDefinition[] = [
  resize("W", "signals"),
  resize("HW", "images"),
  resize("DHW", "volumes"),
  defineOperator("image.crop_and_resize", "Cuts boxes out of images and resizes them to one size.", {
    args: ["data", "boxes", "box_indices"],
    attrs: defineAttrs("CropAndResizeAttrs", [
      intsField("crop_size", null, "Height and width of the output."),
      stringField("layout", "NCHW", "Order of the data's axes."),
      stringField("method", "bilinear", "`nearest_neighbor` or `bilinear`."),
      doubleField("extrapolation_value", 0, "The value of elements outside the image."),
      dtypeField("out_dtype", "", "Element type of the output; the data's where empty."),
    ]),
    fusionKind: "injective",
    relation: cropAndResizeRelation,
  }),
  defineOperator("image.dilation2d", "Morphological dilation: the largest sum of image and kernel under each position.", {
    args: ["data", "weight"],
    attrs: defineAttrs("Dilation2DAttrs", [
      intsField("strides", [1, 1], "Steps of the window along each spatial axis."),
      intsField("padding", [0, 0], "Elements added: one for all sides, one a pair of sides, or front sides then back sides."),
      intsField("dilations", [1, 1], "Distance between neighboring kernel elements."),
      stringField("data_layout", "NCHW", "Order of the data's axes."),
      stringField("kernel_layout", "IHW", "Order of the kernel's axes."),
      dtypeField("out_dtype", "", "Element type of the output; the data's where empty."),
    ]),
    fusionKind: "out_elemwise_fusable",
    relation: dilationRelation,
  }),
  defineOperator("image.affine_grid", "A grid of sampling positions for each affine matrix.", {
    args: ["data"],
    attrs: defineAttrs("AffineGridAttrs", [intsField("target_shape", undefined, "Height and width of the grid.")]),
    fusionKind: "injective",
    relation: affineGridRelation,
  }),
  defineOperator("image.grid_sample", "Samples images at the positions of a grid.", {
    args: ["data", "grid"],
    attrs: defineAttrs("GridSampleAttrs", [
      stringField("method", "bilinear", "`nearest`, `bilinear` or `bicubic`."),
      stringField("layout", "NCHW", "Order of the data's axes."),
      stringField("padding_mode", "zeros", "What is outside the image: `zeros`, `border` or `reflection`."),
      boolField("align_corners", true, "Whether corner pixels are at the grid's ends."),
    ]),
    fusionKind: "injective",
    relation: gridSampleRelation,
  }),
];
