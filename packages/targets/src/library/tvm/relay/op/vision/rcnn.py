"""Regions of interest."""
from tvm.relay.op._calls import _call


def roi_align(data, rois, pooled_size, spatial_scale, sample_ratio=-1, layout="NCHW", mode="avg"):
    return _call(
        "vision.roi_align", data, rois, pooled_size=pooled_size, spatial_scale=spatial_scale, sample_ratio=sample_ratio,
        layout=layout, mode=mode
    )


def roi_pool(data, rois, pooled_size, spatial_scale, layout="NCHW"):
    return _call("vision.roi_pool", data, rois, pooled_size=pooled_size, spatial_scale=spatial_scale, layout=layout)


def proposal(
    cls_prob, bbox_pred, im_info, scales, ratios, feature_stride, threshold, rpn_pre_nms_top_n, rpn_post_nms_top_n, rpn_min_size,
    iou_loss
):
    return _call(
        "vision.proposal", cls_prob, bbox_pred, im_info, scales=scales, ratios=ratios, feature_stride=feature_stride,
        threshold=threshold, rpn_pre_nms_top_n=rpn_pre_nms_top_n, rpn_post_nms_top_n=rpn_post_nms_top_n,
        rpn_min_size=rpn_min_size, iou_loss=iou_loss
    )
