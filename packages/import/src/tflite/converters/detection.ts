/** Boxes: choosing the best of those that overlap, and the end of SSD networks. */
import { type Expr, raise } from "@relayscope/ir";
import { ConversionFailure, quoted } from "../../diagnostics.ts";
import { add, multiply } from "../../relay/arithmetic.ts";
import type { Relay, Several } from "../../relay/relay.ts";
import { concatenate, expandDims, reshape, split, squeeze, stridedSlice, take, transpose } from "../../relay/wrappers.ts";
import { readFlexMap } from "../file/flexbuffer.ts";
import type { Conversion, Converted, Converter, ConverterTable, Operand } from "../import/conversion.ts";
import { dequantize } from "../import/quantization.ts";
import { float } from "./fused.ts";
import { numberIn } from "./integers.ts";

interface Suppression {
  readonly most: number;
  readonly overlap: number;
  readonly topK: number;
  readonly coordStart: number;
  readonly scoreIndex: number;
  readonly idIndex: number;
  readonly returnsIndices: boolean;
}

function suppressed(r: Relay, args: readonly [Expr, Expr, Expr], s: Suppression): Expr {
  return r.call("vision.non_max_suppression", [...args, r.constant(s.most, "int32"), r.constant(s.overlap, "float32")], {
    force_suppress: true,
    top_k: s.topK,
    coord_start: s.coordStart,
    score_index: s.scoreIndex,
    id_index: s.idIndex,
    return_indices: s.returnsIndices,
    invalid_to_bottom: false,
  });
}

function validCounts(r: Relay, data: Expr, threshold: number, idIndex: number, scoreIndex: number): Several {
  const attributes = { score_threshold: null, id_index: idIndex, score_index: scoreIndex };
  return { kind: "Several", tuple: r.call("vision.get_valid_counts", [data, r.constant(threshold, "float32")], attributes), size: 3 };
}

const nonMaxSuppression: Converter = (c, r) => {
  c.demandInputs(6);
  const [boxes, scores] = [c.expr(c.input(0)), c.expr(c.input(1))];
  const most = Math.trunc(numberIn(c, c.input(2)));
  const [overlap, threshold, sigma] = [numberIn(c, c.input(3)), numberIn(c, c.input(4)), numberIn(c, c.input(5))];
  if (sigma !== 0) throw new ConversionFailure("its `soft_nms_sigma` is not 0, which is not supported.");
  const data = expandDims(r, concatenate(r, [expandDims(r, scores, -1), boxes], -1), 0);
  const [count, valid, indices] = r.fields(validCounts(r, data, threshold, -1, 0));
  if (!count || !valid || !indices) throw new ConversionFailure("it has no valid boxes.");
  const shared = { most, overlap, topK: -1, coordStart: 1, scoreIndex: 0, idIndex: -1, returnsIndices: true };
  const found: Several = { kind: "Several", tuple: suppressed(r, [valid, count, indices], shared), size: 2 };
  const selected = stridedSlice(r, squeeze(r, r.field(found, 0), [0]), [0], [most]);
  const number = squeeze(r, r.field(found, 1), [1]);
  return r.several([selected, take(r, scores, selected, 0), number]);
};

/** The options of the operator: a map of numbers. */
class DetectionOptions {
  private readonly map;

  constructor(c: Conversion) {
    const { customOptions } = c.operator;
    if (!customOptions) throw new ConversionFailure("it has no options.");
    this.map = readFlexMap(customOptions);
  }

  has(name: string): boolean {
    return Boolean(this.map.get(name));
  }

  number(name: string): number {
    const value = this.map.get(name) ?? raise(new ConversionFailure(`its option ${quoted(name)} is missing.`));
    return Number(value);
  }

  /** One by a number. Throws where it is 0. */
  inverse(name: string): number {
    const value = this.number(name);
    if (value === 0) throw new ConversionFailure(`its option ${quoted(name)} is 0.`);
    return 1 / value;
  }
}

function numbers(c: Conversion, operand: Operand, x: Expr): Expr {
  return operand.quantized ? dequantize(c.r, x, operand.quantized) : x;
}

type Four = readonly [Expr, Expr, Expr, Expr];

function four(r: Relay, x: Expr, axis: number): Four {
  const whole = split(r, x, 4, axis);
  return [r.field(whole, 0), r.field(whole, 1), r.field(whole, 2), r.field(whole, 3)];
}

/** Anchors as corners, from centers with sizes. */
function corners(r: Relay, anchors: Expr): Expr {
  const whole = split(r, anchors, 4, 1);
  const [y, x, h, w] = [r.field(whole, 0), r.field(whole, 1), r.field(whole, 2), r.field(whole, 3)];
  const [more, less] = [r.constant(0.5, "float32"), r.constant(-0.5, "float32")];
  const edge = (center: Expr, size: Expr, half: Expr) => add(r, center, multiply(r, size, half));
  return expandDims(r, concatenate(r, [edge(x, w, less), edge(y, h, less), edge(x, w, more), edge(y, h, more)], 1), 0);
}

const detection: Converter = (c, r) => {
  const options = new DetectionOptions(c);
  const isRegular = options.has("use_regular_nms");
  c.demandInputs(3);
  const [locations, scores, anchors] = [c.input(0), c.input(1), c.input(2)];
  const classes = c.expr(scores);
  const places = c.expr(locations);
  const batch = c.tensorOf(scores).shape?.[0] ?? 0;
  const anchorData = c.valueOf(anchors);
  const count = anchorData.shape[0] ?? raise(new ConversionFailure("its anchors are a scalar."));
  const anchorParameter = c.parameter(anchors, anchorData);
  const place = numbers(c, locations, places);
  const scored = numbers(c, scores, classes);
  const anchored = numbers(c, anchors, anchorParameter);
  const [y, x, h, w] = four(r, place, 2);
  const flat = reshape(r, concatenate(r, [x, y, w, h], 2), [batch, count * 4]);
  const boxes = corners(r, anchored);
  const located: Several = {
    kind: "Several",
    tuple: r.call("vision.multibox_transform_loc", [transpose(r, scored, [0, 2, 1]), flat, boxes], {
      clip: false,
      threshold: float(isRegular ? 0 : options.number("nms_score_threshold")),
      variances: ["x_scale", "y_scale", "w_scale", "h_scale"].map((name) => float(options.inverse(name))),
      keep_background: isRegular,
    }),
    size: 2,
  };
  return isRegular ? regular(c, located, scored, options) : fast(c, located, { batch, anchors: count }, options);
};

function regular(c: Conversion, located: Several, scores: Expr, options: DetectionOptions): Converted {
  const { r } = c;
  const parts = split(r, r.field(located, 0), [2], 2);
  const [left, top, right, bottom] = four(r, r.field(parts, 1), 2);
  const boxes = concatenate(r, [top, left, bottom, right], 2);
  const attributes = {
    max_detections_per_class: options.number("detections_per_class"),
    max_detections: options.number("max_detections"),
    num_classes: options.number("num_classes"),
    iou_threshold: float(options.number("nms_iou_threshold")),
    score_threshold: float(options.number("nms_score_threshold")),
  };
  return { kind: "Several", tuple: r.call("vision.regular_non_max_suppression", [boxes, scores], attributes), size: 4 };
}

function fast(c: Conversion, located: Several, counts: { batch: number; anchors: number }, options: DetectionOptions): Converted {
  const { r } = c;
  const most = options.number("max_detections");
  const shared = { coordStart: 2, scoreIndex: 1, idIndex: 0, returnsIndices: false };
  const [data, second, third] = [r.field(located, 0), r.field(located, 1), r.field(located, 1)];
  const kept = suppressed(r, [data, second, third], {
    ...shared,
    most,
    overlap: options.number("nms_iou_threshold"),
    topK: counts.anchors,
  });
  const valid = validCounts(r, kept, 0, 0, 1);
  const count = r.field(valid, 0);
  const rows = split(r, stridedSlice(r, r.field(valid, 1), [0, 0, 0], [counts.batch, most, 6]), 6, 2);
  const ids = reshape(r, r.field(rows, 0), [counts.batch, -1]);
  const scores = reshape(r, r.field(rows, 1), [counts.batch, -1]);
  const boxes = concatenate(r, [r.field(rows, 3), r.field(rows, 2), r.field(rows, 5), r.field(rows, 4)], 2);
  return r.several([boxes, ids, scores, count]);
}

export const detections: ConverterTable = { DETECTION_POSTPROCESS: detection, NON_MAX_SUPPRESSION_V5: nonMaxSuppression };
