"""Boxes that remain of those that overlap."""
from tvm.relay import expr
from tvm.relay.op._calls import _call, _const_of


def regular_non_max_suppression(boxes, scores, max_detections_per_class, max_detections, num_classes, iou_threshold, score_threshold):
    out = _call(
        "vision.regular_non_max_suppression", boxes, scores, max_detections_per_class=max_detections_per_class,
        max_detections=max_detections, num_classes=num_classes, iou_threshold=iou_threshold, score_threshold=score_threshold
    )
    return expr.TupleWrapper(out, 4)


def get_valid_counts(data, score_threshold, id_index=0, score_index=1):
    score_threshold = _const_of(score_threshold, "float32")
    return expr.TupleWrapper(_call("vision.get_valid_counts", data, score_threshold, id_index=id_index, score_index=score_index), 3)


def non_max_suppression(data, valid_count, indices, max_output_size=-1, iou_threshold=0.5, force_suppress=False, top_k=-1, coord_start=2,
                        score_index=1, id_index=0, return_indices=True, invalid_to_bottom=False):
    out = _call("vision.non_max_suppression", data, valid_count, indices, _const_of(max_output_size, "int32"),
                _const_of(iou_threshold, "float32"), force_suppress=force_suppress, top_k=top_k, coord_start=coord_start,
                score_index=score_index, id_index=id_index, return_indices=return_indices, invalid_to_bottom=invalid_to_bottom)
    return expr.TupleWrapper(out, 2) if return_indices else out


def all_class_non_max_suppression(boxes, scores, max_output_boxes_per_class=-1, iou_threshold=-1.0, score_threshold=-1.0,
                                  output_format="onnx"):
    out = _call("vision.all_class_non_max_suppression", boxes, scores, _const_of(max_output_boxes_per_class, "int32"),
                _const_of(iou_threshold, "float32"), _const_of(score_threshold, "float32"), output_format=output_format)
    return expr.TupleWrapper(out, 2 if output_format == "onnx" else 3)
