/** Detection: boxes and regions of interest. */
import { type Expr, firstOf } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, divide, subtract } from "../../relay/arithmetic.ts";
import { cast, concatenate, expandDims, split, squeeze, stridedSlice } from "../../relay/wrappers.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";

/** Boxes as corners, from boxes as centers with sizes. */
function corners(c: Conversion, boxes: Expr): Expr {
  const { r } = c;
  const [x, y, w, h] = firstOf(r.fields(split(r, boxes, 4, 2)), 4);
  const two = () => r.constant(2, r.dtypeOf(boxes));
  const [halfW, halfH] = [divide(r, w, two()), divide(r, h, two())];
  return concatenate(r, [subtract(r, y, halfH), subtract(r, x, halfW), add(r, y, halfH), add(r, x, halfW)], 2);
}

function scalar(c: Conversion, x: Expr): Expr {
  const rank = c.r.rankOf(x);
  if (rank > 1) throw new ConversionFailure("one of its bounds is not a scalar.");
  return rank === 1 ? squeeze(c.r, x, [0]) : x;
}

const nonMaxSuppression: Converter = (c, r) => {
  const boxes = c.attributes.int("center_point_box", 0) !== 0 ? corners(c, c.input(0)) : c.input(0);
  const bound = (i: number) => scalar(c, c.optional(i) ?? r.constant(0, "float32"));
  const found = r.call("vision.all_class_non_max_suppression", [boxes, c.input(1), scalar(c, c.input(2)), bound(3), bound(4)], {
    output_format: "onnx",
  });
  return stridedSlice(r, r.field(found, 0), r.constant([0], "int64"), r.field(found, 1));
};

const roiAlign: Converter = (c, r) => {
  c.demandCount(3);
  const mode = c.attributes.text("mode", "avg");
  if (mode !== "avg" && mode !== "max") throw new ConversionFailure("its mode is neither avg nor max.");
  const indices = cast(r, expandDims(r, c.input(2), 1), r.dtypeOf(c.input(1)));
  return r.call("vision.roi_align", [c.input(0), concatenate(r, [indices, c.input(1)], 1)], {
    pooled_size: [c.attributes.int("output_height", 1), c.attributes.int("output_width", 1)],
    spatial_scale: { kind: "Float", value: c.attributes.float("spatial_scale", 1) },
    sample_ratio: c.attributes.int("sampling_ratio", 0),
    layout: "NCHW",
    mode,
  });
};

const maxRoiPool: Converter = (c) => {
  c.demandCount(2);
  return c.r.call("vision.roi_pool", c.all(), {
    pooled_size: c.attributes.demandInts("pooled_shape"),
    spatial_scale: { kind: "Float", value: c.attributes.float("spatial_scale", 1) },
    layout: "NCHW",
  });
};

export const vision: ConverterTable = { MaxRoiPool: maxRoiPool, NonMaxSuppression: nonMaxSuppression, RoiAlign: roiAlign };
