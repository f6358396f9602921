"""Residual networks in two dimensions."""
from tvm import relay
from tvm.relay.testing import layers
from tvm.relay.testing._residual import _Family, _plan
from tvm.relay.testing.init import create_workload

_family = _Family(2)


def _height(image, layout):
    first, second, _ = image
    return first if layout == "NHWC" else second


def residual_unit(data, num_filter, stride, dim_match, name, bottle_neck=True, data_layout="NCHW", kernel_layout="IOHW"):
    layouts = dict(data_layout=data_layout, kernel_layout=kernel_layout)
    return _family.unit(data, num_filter, stride, dim_match, name, bottle_neck, **layouts)


def resnet(units, num_stages, filter_list, num_classes, data_shape, bottle_neck=True, layout="NCHW", dtype="float32"):
    layouts = dict(data_layout=layout, kernel_layout="OIHW" if layout == "NCHW" else "HWIO")
    height = _height(data_shape[1:], layout)
    return _family.network(units, num_stages, filter_list, num_classes, data_shape, bottle_neck, height, layouts, dtype)


def get_net(batch_size, num_classes, num_layers=50, image_shape=(3, 224, 224), layout="NCHW", dtype="float32", **kwargs):
    units, filters, is_deep = _plan(num_layers, _height(image_shape, layout))
    return resnet(units, len(units), filters, num_classes, (batch_size,) + image_shape, is_deep, layout, dtype)


def get_workload(
    batch_size=1, num_classes=1000, num_layers=18, image_shape=(3, 224, 224), layout="NCHW", dtype="float32", **kwargs
):
    return create_workload(get_net(batch_size, num_classes, num_layers, image_shape, layout, dtype, **kwargs))
