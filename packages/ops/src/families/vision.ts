/** Object detection: anchors, suppression of overlapping boxes, regions of interest. Follows src/relay/op/vision. */
import { type Attrs, at, firstOf, type Type, tensorType, tupleType } from "@relayscope/ir";
import { defineAttrs, defineOperator, type OperatorDefinition } from "../definition.ts";
import { boolField, doubleField, floatAttr, intField, intsField, objectField, stringField } from "../fields.ts";
import { dimsAttr, elementAt, flagAttr, intAttr, textAttr } from "../relations/attributes.ts";
import { floorDivideDims, isAny, multiplyDims, productOfDims } from "../relations/dimArithmetic.ts";
import { knownTensorOf, relationOver } from "../relations/guards.ts";
import { demandRank, listLengthAttr } from "../relations/rank.ts";
import { demand, type Manner } from "../relations/refusal.ts";

const multiboxPriorRelation = relationOver(1, ([data], attrs) => {
  demandRank(data, 4, "data");
  const anchors = listLengthAttr(attrs, "sizes") + listLengthAttr(attrs, "ratios") - 1;
  return tensorType([1, productOfDims([at(data.shape, 2), at(data.shape, 3), anchors]), 4], data.dtype);
});

const multiboxTransformRelation = relationOver(3, ([classes, locations, anchors], _attrs, reporter) => {
  demandRank(classes, 3, "cls_prob");
  demandRank(locations, 2, "loc_pred");
  demandRank(anchors, 3, "anchor");
  const count = at(classes.shape, 2);
  const anchorCount = at(anchors.shape, 1);
  demand(reporter.canEqual(count, anchorCount), "`cls_prob` and `anchor` differ in their number of anchors.");
  demand(reporter.canEqual(multiplyDims(count, 4), at(locations.shape, 1)), "`loc_pred` must have 4 values for each anchor.");
  demand(anchorCount !== 0, "There must be anchors.");
  demand(reporter.canEqual(at(anchors.shape, 2), 4), "An anchor must have 4 values.");
  const batch = at(classes.shape, 0);
  return tupleType([tensorType([batch, anchorCount, 6], classes.dtype), tensorType([batch], "int32")]);
});

const validCountsRelation = relationOver(1, ([data]) => {
  demandRank(data, 3, "data");
  return tupleType([tensorType(data.shape.slice(0, 1), "int32"), data, tensorType(data.shape.slice(0, 2), "int32")]);
});

const suppressionRelation = relationOver(2, ([data, counts], attrs) => {
  demandRank(data, 3, "data");
  demandRank(counts, 1, "valid_count");
  if (!flagAttr(attrs, "return_indices")) return data;
  return tupleType([tensorType(data.shape.slice(0, 2), "int32"), tensorType([at(data.shape, 0), 1], "int32")]);
});

const allClassSuppressionRelation = relationOver(2, ([boxes, scores], attrs) => {
  demandRank(boxes, 3, "boxes");
  demandRank(scores, 3, "scores");
  const batch = at(boxes.shape, 0);
  const count = at(boxes.shape, 1);
  const classes = at(scores.shape, 1);
  if (textAttr(attrs, "output_format") === "onnx") {
    const total = isAny(batch) || isAny(count) ? "?" : productOfDims([batch, classes, count]);
    return tupleType([tensorType([total, 3], "int64"), tensorType([1], "int64")]);
  }
  const total = isAny(count) ? "?" : multiplyDims(classes, count);
  return tupleType([tensorType([batch, total, 2], "int64"), tensorType([batch, total], "float32"), tensorType([batch], "int64")]);
});

const regularSuppressionRelation = relationOver(2, ([boxes, scores], attrs) => {
  demandRank(boxes, 3, "boxes");
  demandRank(scores, 3, "scores");
  const batch = at(boxes.shape, 0);
  const most = intAttr(attrs, "max_detections");
  const list = tensorType([batch, most], "float32");
  return tupleType([tensorType([batch, most, 4], "float32"), list, list, tensorType([batch], "int32")]);
});

function regionRelation(types: readonly Type[], attrs: Attrs | undefined, manner?: Manner): Type | undefined {
  const [data, regions] = [knownTensorOf(types, 0), knownTensorOf(types, 1)];
  demandRank(data, 4, "data");
  demandRank(regions, 2, "rois");
  const layout = textAttr(attrs, "layout");
  const isKnown = layout === "NCHW" || layout === "NHWC";
  demand(isKnown, `\`layout\` must be \`NCHW\` or \`NHWC\`, not \`${layout}\`.`, [], manner);
  const pooled = dimsAttr(attrs, "pooled_size");
  const size = [elementAt(pooled, 0, "pooled_size"), elementAt(pooled, 1, "pooled_size")];
  const count = at(regions.shape, 0);
  const shape = layout === "NCHW" ? [count, at(data.shape, 1), ...size] : [count, ...size, at(data.shape, 3)];
  return tensorType(shape, data.dtype);
}

const proposalRelation = relationOver(3, ([classes, boxes, images], attrs, reporter) => {
  demandRank(classes, 4, "cls_prob");
  demandRank(boxes, 4, "bbox_pred");
  demandRank(images, 2, "im_info");
  demand(reporter.canEqual(at(images.shape, 1), 3), "`im_info` must have 3 values for each image.");
  const count = multiplyDims(at(classes.shape, 0), intAttr(attrs, "rpn_post_nms_top_n"));
  return tensorType([count, 5], classes.dtype);
});

const yoloReorganizeRelation = relationOver(1, ([data], attrs) => {
  demandRank(data, 4, "data");
  const stride = intAttr(attrs, "stride");
  const [batch, channels, height, width] = firstOf(data.shape, 4);
  const deep = multiplyDims(multiplyDims(channels, stride), stride);
  return tensorType([batch, deep, floorDivideDims(height, stride), floorDivideDims(width, stride)], data.dtype);
});

function floats(...values: number[]) {
  return values.map((value) => floatAttr(Math.fround(value)));
}

const regionFields = [
  intsField("pooled_size", undefined, "Height and width of a region's output."),
  doubleField("spatial_scale", undefined, "Size of the feature map relative to the image's."),
];
const regionLayout = stringField("layout", "NCHW", "Order of the data's axes.");
const idIndex = intField("id_index", 0, "Where a box's class is.");
const scoreIndex = intField("score_index", 1, "Where a box's score is.");

const anchorOperators: readonly OperatorDefinition[] = [
  defineOperator("vision.multibox_prior", "Anchor boxes of given sizes and ratios for each position.", {
    args: ["data"],
    attrs: defineAttrs("MultiBoxPriorAttrs", [
      objectField("sizes", floats(1), "Sizes of the boxes."),
      objectField("ratios", floats(1), "Aspect ratios of the boxes."),
      objectField("steps", floats(-1, -1), "Steps down and across; -1 follows from the data."),
      objectField("offsets", floats(0.5, 0.5), "Offsets of the centers."),
      boolField("clip", false, "Whether boxes are cut at the image's boundary."),
    ]),
    fusionKind: "opaque",
    relation: multiboxPriorRelation,
  }),
  defineOperator("vision.multibox_transform_loc", "Turns class probabilities and offsets from anchors into boxes.", {
    args: ["cls_prob", "loc_pred", "anchor"],
    attrs: defineAttrs("MultiBoxTransformLocAttrs", [
      boolField("clip", true, "Whether boxes are cut at the image's boundary."),
      doubleField("threshold", 0.01, "The minimum probability of a box."),
      objectField("variances", floats(0.1, 0.1, 0.2, 0.2), "Variances that decode offsets."),
      boolField("keep_background", false, "Whether boxes of the background stay."),
    ]),
    fusionKind: "opaque",
    relation: multiboxTransformRelation,
  }),
  defineOperator("vision.proposal", "Region proposals from class probabilities and box offsets.", {
    args: ["cls_prob", "bbox_pred", "im_info"],
    attrs: defineAttrs("ProposalAttrs", [
      objectField("scales", floats(4, 8, 16, 32), "Scales of the anchors."),
      objectField("ratios", floats(0.5, 1, 2), "Aspect ratios of the anchors."),
      intField("feature_stride", 16, "Pixels of the image that one position represents."),
      doubleField("threshold", 0.7, "Overlap from which a box is suppressed."),
      intField("rpn_pre_nms_top_n", 6000, "Boxes that enter suppression; -1 for all."),
      intField("rpn_post_nms_top_n", 300, "Boxes that are kept."),
      intField("rpn_min_size", 16, "Minimum height or width of a box."),
      boolField("iou_loss", false, "Whether offsets were trained with the overlap as loss."),
    ]),
    fusionKind: "opaque",
    relation: proposalRelation,
  }),
];

const suppressionOperators: readonly OperatorDefinition[] = [
  defineOperator("vision.get_valid_counts", "Counts the boxes above a score and moves them to the front.", {
    args: ["data", "score_threshold"],
    attrs: defineAttrs("GetValidCountsAttrs", [
      objectField("score_threshold", undefined, "The minimum score of a box."),
      idIndex,
      scoreIndex,
    ]),
    fusionKind: "opaque",
    relation: validCountsRelation,
  }),
  defineOperator("vision.non_max_suppression", "Drops boxes that overlap better ones.", {
    args: ["data", "valid_count", "indices", "max_output_size", "iou_threshold"],
    attrs: defineAttrs("NonMaximumSuppressionAttrs", [
      boolField("force_suppress", false, "Whether classes are ignored."),
      intField("top_k", -1, "Boxes that enter; -1 for all."),
      intField("coord_start", 2, "Where a box's 4 coordinates start."),
      scoreIndex,
      idIndex,
      boolField("return_indices", true, "Whether indices are given in place of boxes."),
      boolField("invalid_to_bottom", false, "Whether dropped boxes move to the end."),
    ]),
    fusionKind: "opaque",
    relation: suppressionRelation,
  }),
  defineOperator("vision.all_class_non_max_suppression", "Drops boxes that overlap better ones, class by class.", {
    args: ["boxes", "scores", "max_output_boxes_per_class", "iou_threshold", "score_threshold"],
    attrs: defineAttrs("AllClassNonMaximumSuppressionAttrs", [
      stringField("output_format", "onnx", "`onnx` or `tensorflow`: how the result is laid out."),
    ]),
    fusionKind: "opaque",
    relation: allClassSuppressionRelation,
  }),
  defineOperator("vision.regular_non_max_suppression", "Drops boxes that overlap better ones, as TensorFlow Lite does.", {
    args: ["boxes", "scores"],
    attrs: defineAttrs("RegularNonMaximumSuppressionAttrs", [
      intField("max_detections_per_class", undefined, "Boxes kept of a class."),
      intField("max_detections", undefined, "Boxes kept in all."),
      intField("num_classes", undefined, "Number of classes, without the background."),
      doubleField("iou_threshold", undefined, "Overlap from which a box is dropped."),
      doubleField("score_threshold", undefined, "The minimum score of a box."),
    ]),
    fusionKind: "opaque",
    relation: regularSuppressionRelation,
  }),
];

const regionOperators: readonly OperatorDefinition[] = [
  defineOperator("vision.roi_align", "Samples each region of interest on a grid of one size.", {
    args: ["data", "rois"],
    attrs: defineAttrs("ROIAlignAttrs", [
      ...regionFields,
      intField("sample_ratio", -1, "Samples of a grid cell along a side; -1 follows from the size."),
      regionLayout,
      stringField("mode", "avg", "`avg` or `max`."),
    ]),
    fusionKind: "out_elemwise_fusable",
    relation: (types, attrs) => regionRelation(types, attrs),
  }),
  defineOperator("vision.roi_pool", "Pools each region of interest to one size.", {
    args: ["data", "rois"],
    attrs: defineAttrs("ROIPoolAttrs", [...regionFields, regionLayout]),
    fusionKind: "out_elemwise_fusable",
    relation: (types, attrs) => regionRelation(types, attrs, "TVMError"),
  }),
  defineOperator("vision.yolo_reorg", "Moves blocks of pixels into channels, as YOLO does.", {
    args: ["data"],
    attrs: defineAttrs("YoloReorgAttrs", [objectField("stride", 1, "Side of a block.")]),
    fusionKind: "injective",
    relation: yoloReorganizeRelation,
  }),
];

export const visionOperators: readonly OperatorDefinition[] = [...anchorOperators, ...suppressionOperators, ...regionOperators];
