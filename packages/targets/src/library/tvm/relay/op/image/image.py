"""Operators on images."""
from tvm.relay.expr import Constant, Expr, const
from tvm.relay.op._calls import _call, _list_of


def grid_sample(data, grid, method="bilinear", layout="NCHW", padding_mode="zeros", align_corners=True):
    return _call("image.grid_sample", data, grid, method=method, layout=layout, padding_mode=padding_mode, align_corners=align_corners)


def affine_grid(data, target_shape=None):
    return _call("image.affine_grid", data, target_shape=target_shape)


def dilation2d(data, weight, strides=(1, 1), padding=(0, 0), dilations=(1, 1), data_layout="NCHW", kernel_layout="IHW", out_dtype=""):
    return _call(
        "image.dilation2d", data, weight, strides=strides, padding=padding, dilations=dilations, data_layout=data_layout,
        kernel_layout=kernel_layout, out_dtype=out_dtype
    )


def crop_and_resize(data, boxes, box_indices, crop_size, layout, method="bilinear", extrapolation_value=0, out_dtype=None):
    return _call(
        "image.crop_and_resize", data, boxes, box_indices, crop_size=crop_size, layout=layout, method=method,
        extrapolation_value=extrapolation_value, out_dtype=out_dtype
    )


def resize2d(data, size, roi=None, layout="NCHW", method="linear", coordinate_transformation_mode="half_pixel", rounding_method="",
             cubic_alpha=-0.5, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None):
    return _resize("image.resize2d", data, _list_of(size), [0.0] * 4 if roi is None else _list_of(roi), layout, method,
                   coordinate_transformation_mode, rounding_method, cubic_alpha, cubic_exclude, extrapolation_value, out_dtype)


def resize1d(data, size, roi=None, layout="NCW", method="linear", coordinate_transformation_mode="half_pixel", rounding_method="",
             cubic_alpha=-0.5, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None):
    return _resize("image.resize1d", data, _list_of(size), [0.0] * 2 if roi is None else _list_of(roi), layout, method,
                   coordinate_transformation_mode, rounding_method, cubic_alpha, cubic_exclude, extrapolation_value, out_dtype)


def resize3d(data, size, roi=None, layout="NCDHW", method="linear", coordinate_transformation_mode="half_pixel", rounding_method="",
             cubic_alpha=-0.5, cubic_exclude=0, extrapolation_value=0.0, out_dtype=None):
    size, roi = (list(v.data.numpy().astype("int32")) if isinstance(v, Constant) else v for v in (size, [0.0] * 6 if roi is None else roi))
    if isinstance(size, Expr) or isinstance(roi, Expr):
        raise NotImplementedError("dyn.resize3d is not yet implemented, got size", size, "and roi", roi)
    return _resize("image.resize3d", data, size, roi, layout, method, coordinate_transformation_mode, rounding_method,
                   cubic_alpha, cubic_exclude, extrapolation_value, out_dtype)


def _resize(name, data, size, roi, layout, method, coordinates, rounding, cubic_alpha, cubic_exclude, extrapolation, out_dtype):
    attrs = dict(layout=layout, method=method, coordinate_transformation_mode=coordinates, rounding_method=rounding,
                 cubic_alpha=cubic_alpha, cubic_exclude=cubic_exclude, extrapolation_value=extrapolation, out_dtype=out_dtype)
    if isinstance(size, Expr) or isinstance(roi, Expr):
        size = size if isinstance(size, Expr) else const(size, "int64")
        roi = roi if isinstance(roi, Expr) else const(roi, "float32")
        return _call("dyn." + name, data, size, roi, size=[], roi=[], **attrs)
    return _call(name, data, size=size, roi=roi, **attrs)
