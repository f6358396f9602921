/** Random padding, scaling, cropping and moving of blocks, and object detection. */
import type { AttrValue, Dim, Type } from "@relayscope/ir";
import type { Random } from "../../random.ts";
import { float, tensor } from "../case.ts";
import { alike, type GeneratorTable, type Made } from "../generator.ts";
import { randomLayout, shapeIn } from "./layouts.ts";

function sizes(random: Random): Record<string, Dim> {
  const size = (): Dim => random.pick<Dim>([4, 6, 8, 9, "?"]);
  return { N: random.pick<Dim>([1, 2, "?"]), C: random.pick([4, 8, 16]), D: size(), H: size(), W: size() };
}

function pad(low: number, ...value: readonly Type[]) {
  return (random: Random): Made => {
    const rank = random.int(0, 4);
    const widths = random.many(rank, () => [random.int(low, 3), random.int(low, 2)]);
    const data = tensor(random.many(rank, () => random.pick<Dim>([1, 3, 5, "?"])));
    return { args: [data, ...value], attrs: { pad_width: widths } };
  };
}

function upsampling(spatial: string) {
  return (random: Random): Made => {
    const layout = randomLayout(`NC${spatial}`, random, "C");
    const attrs: Record<string, AttrValue> = {};
    for (const letter of spatial.toLowerCase()) attrs[`scale_${letter}`] = float(random.pick([1, 2, 1.5, 0.5, 0.3, 2.7, 3]));
    if (layout !== `NC${spatial}`) attrs.layout = layout;
    const known = Object.fromEntries(Object.entries(sizes(random)).map(([k, v]) => [k, v === "?" && random.chance(0.8) ? 7 : v]));
    return { args: [tensor(shapeIn(layout, known))], attrs };
  };
}

function subPixel(random: Random): Made {
  const layout = randomLayout("NCHW", random, "C");
  const data = tensor(shapeIn(layout, sizes(random)));
  return { args: [data], attrs: { block_size: random.int(1, 3), ...(layout === "NCHW" ? {} : { layout }) } };
}

function batchBlocks(pairs: string) {
  return (random: Random): Made => {
    const rank = random.int(1, 3);
    const shape = [random.pick([4, 8, 36]), ...random.many(rank, () => random.pick([4, 6, 9])), 3];
    return {
      args: [tensor(shape)],
      attrs: {
        block_shape: random.many(rank, () => random.int(1, 3)),
        [pairs]: random.many(rank, () => [random.int(0, 2), random.int(0, 2)]),
      },
    };
  };
}

function dilate(random: Random): Made {
  const rank = random.int(1, 4);
  return {
    args: [tensor(random.many(rank, () => random.pick<Dim>([1, 4, "?"])))],
    attrs: { strides: random.many(rank, () => random.int(1, 3)), dilation_value: float(0.5) },
  };
}

function flatten(random: Random): Made {
  const shape = random.many(random.int(0, 5), () => random.pick<Dim>([1, 2, 3, 4, "?", { kind: "LongDim", value: 3 }]));
  return { args: [tensor(shape)] };
}

function resize(spatial: string) {
  return (random: Random): Made => {
    const layout = randomLayout(`NC${spatial}`, random, "C");
    const attrs: Record<string, AttrValue> = {
      size: random.many(spatial.length, () => random.int(1, 20)),
      roi: random.many(2 * spatial.length, () => float(0.5)),
    };
    if (layout !== `NC${spatial}`) attrs.layout = layout;
    if (random.chance(0.3)) attrs.out_dtype = "float16";
    return { args: [tensor(shapeIn(layout, sizes(random)))], attrs };
  };
}

function cropAndResize(random: Random): Made {
  const layout = randomLayout("NCHW", random, "C");
  const count = random.int(1, 5);
  return {
    args: [tensor(shapeIn(layout, sizes(random))), tensor([count, 4]), tensor([count], "int32")],
    attrs: { crop_size: [random.int(1, 9), random.int(1, 9)], layout, ...(random.chance(0.3) ? { out_dtype: "float16" } : {}) },
  };
}

function dilation(random: Random): Made {
  const layout = random.pick(["NCHW", "NHWC"]);
  const kernel = random.pick(["IHW", "HWI"]);
  const attrs: Record<string, AttrValue> = { data_layout: layout, kernel_layout: kernel };
  if (random.chance(0.5)) attrs.strides = [random.int(1, 2), random.int(1, 2)];
  if (random.chance(0.5)) attrs.padding = random.many(random.pick([1, 2, 4]), () => random.int(0, 2));
  if (random.chance(0.5)) attrs.dilations = [random.int(1, 2), random.int(1, 2)];
  return {
    args: [tensor(shapeIn(layout, sizes(random))), tensor(shapeIn(kernel, { I: 4, H: 3, W: 2 }))],
    attrs,
  };
}

function affineGrid(random: Random): Made {
  return {
    args: [tensor([random.pick<Dim>([1, 4, "?"]), 2, 3])],
    attrs: { target_shape: [random.int(1, 9), random.int(1, 9)] },
  };
}

function gridSample(random: Random): Made {
  const spatial = random.pick(["HW", "DHW"]);
  const layout = randomLayout(`NC${spatial}`, random, "");
  return {
    args: [tensor(shapeIn(layout, sizes(random))), tensor([1, spatial.length, ...random.many(spatial.length, () => random.int(2, 8))])],
    attrs: { layout },
  };
}

function multiboxPrior(random: Random): Made {
  const attrs: Record<string, AttrValue> = {};
  if (random.chance(0.7)) attrs.sizes = random.many(random.int(1, 3), () => float(0.5));
  if (random.chance(0.7)) attrs.ratios = random.many(random.int(1, 3), () => float(0.5));
  return { args: [tensor(random.many(4, () => random.int(2, 8)))], attrs };
}

function multiboxTransform(random: Random): Made {
  const anchors = random.int(1, 6);
  const batch = random.pick<Dim>([1, 2, "?"]);
  return {
    args: [tensor([batch, random.int(2, 5), anchors]), tensor([batch, 4 * anchors]), tensor([1, anchors, 4])],
    attrs: random.chance(0.5) ? { clip: false } : {},
  };
}

function validCounts(random: Random): Made {
  return {
    args: [tensor([random.pick<Dim>([1, "?"]), random.pick<Dim>([5, "?"]), random.int(5, 6)]), tensor([])],
    attrs: { score_threshold: float(0.5) },
  };
}

function suppression(random: Random): Made {
  const batch = random.pick<Dim>([1, 2, "?"]);
  const count = random.pick<Dim>([5, "?"]);
  const scalar = tensor([], "int32");
  return {
    args: [tensor([batch, count, 6]), tensor([batch], "int32"), tensor([batch, count], "int32"), scalar, tensor([])],
    attrs: { return_indices: random.chance(0.5) },
  };
}

function allClassSuppression(random: Random): Made {
  const batch = random.pick<Dim>([1, 2, "?"]);
  const count = random.pick<Dim>([5, 7, "?"]);
  const classes = random.pick<Dim>([3, "?"]);
  return {
    args: [tensor([batch, count, 4]), tensor([batch, classes, count]), tensor([], "int64"), tensor([]), tensor([])],
    attrs: { output_format: random.pick(["onnx", "tensorflow"]) },
  };
}

function regularSuppression(random: Random): Made {
  return {
    args: [tensor([random.pick<Dim>([1, 2, "?"]), 6, 4]), tensor([1, 6, 3])],
    attrs: {
      max_detections_per_class: 5,
      max_detections: random.int(1, 9),
      num_classes: 3,
      iou_threshold: float(0.5),
      score_threshold: float(0.25),
    },
  };
}

function regions(random: Random): Made {
  return {
    args: [tensor(random.many(4, () => random.pick<Dim>([1, 8, "?"]))), tensor([random.pick<Dim>([3, "?"]), 5])],
    attrs: { pooled_size: [random.int(1, 7), random.int(1, 7)], spatial_scale: float(0.5), layout: random.pick(["NCHW", "NHWC", "CHWN"]) },
  };
}

function proposal(random: Random): Made {
  const batch = random.pick([1, 2]);
  return {
    args: [tensor([batch, 24, 6, 6]), tensor([batch, 48, 6, 6]), tensor([batch, 3])],
    attrs: random.chance(0.6) ? { rpn_post_nms_top_n: random.int(1, 9) } : {},
  };
}

function yolo(random: Random): Made {
  return {
    args: [tensor([1, 4, random.int(2, 9), random.int(2, 9)])],
    attrs: random.chance(0.8) ? { stride: random.int(1, 3) } : {},
  };
}

export const spatialGenerators: GeneratorTable = {
  "nn.pad": pad(-1, tensor([])),
  "nn.mirror_pad": pad(0),
  "nn.upsampling": upsampling("HW"),
  "nn.upsampling3d": upsampling("DHW"),
  ...alike("nn.space_to_depth nn.depth_to_space", subPixel),
  "nn.space_to_batch_nd": batchBlocks("paddings"),
  "nn.batch_to_space_nd": batchBlocks("crops"),
  "nn.dilate": dilate,
  "nn.batch_flatten": flatten,
  "image.resize1d": resize("W"),
  "image.resize2d": resize("HW"),
  "image.resize3d": resize("DHW"),
  "image.crop_and_resize": cropAndResize,
  "image.dilation2d": dilation,
  "image.affine_grid": affineGrid,
  "image.grid_sample": gridSample,
  "vision.multibox_prior": multiboxPrior,
  "vision.multibox_transform_loc": multiboxTransform,
  "vision.get_valid_counts": validCounts,
  "vision.non_max_suppression": suppression,
  "vision.all_class_non_max_suppression": allClassSuppression,
  "vision.regular_non_max_suppression": regularSuppression,
  ...alike("vision.roi_align vision.roi_pool", regions),
  "vision.proposal": proposal,
  "vision.yolo_reorg": yolo,
};
