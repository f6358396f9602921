"""Operators of YOLO."""
from tvm.relay.op._calls import _call


def yolo_reorg(data, stride):
    return _call("vision.yolo_reorg", data, stride=stride)
