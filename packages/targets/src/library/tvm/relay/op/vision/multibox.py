"""Boxes of anchors."""
from tvm.relay import expr
from tvm.relay.op._calls import _call


def multibox_prior(data, sizes=(1.0,), ratios=(1.0,), steps=(-1.0, -1.0), offsets=(0.5, 0.5), clip=False):
    return _call("vision.multibox_prior", data, sizes=sizes, ratios=ratios, steps=steps, offsets=offsets, clip=clip)


def multibox_transform_loc(cls_prob, loc_pred, anchor, clip=True, threshold=0.01, variances=(0.1, 0.1, 0.2, 0.2), keep_background=False):
    out = _call(
        "vision.multibox_transform_loc", cls_prob, loc_pred, anchor, clip=clip, threshold=threshold, variances=variances,
        keep_background=keep_background
    )
    return expr.TupleWrapper(out, 2)
