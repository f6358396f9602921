/** The builders of operators for networks. Follows python/tvm/relay/op/nn, image and qnn. */
import { builderNames, builders, sharedSource } from "./sharedSource.ts";

const plainNetworkOperators = builders("nn.", [
  'dense(data, weight, units=None, out_dtype="")',
  'batch_matmul(tensor_a, tensor_b, out_dtype="", transpose_a=False, transpose_b=True)',
  "bias_add(data, bias, axis=1)",
  "softmax(data, axis=-1)",
  "fast_softmax(data, axis=-1)",
  "log_softmax(data, axis=-1)",
  "leaky_relu(data, alpha=0.01)",
  "prelu(data, alpha, axis=1)",
  'global_max_pool2d(data, layout="NCHW", out_layout="")',
  'global_avg_pool2d(data, layout="NCHW", out_layout="")',
  'mirror_pad(data, pad_width, mode="SYMMETRIC")',
  "lrn(data, size=5, axis=1, bias=2, alpha=0.00001, beta=0.75)",
  "l2_normalize(data, eps, axis=None)",
  "instance_norm(data, gamma, beta, axis=1, epsilon=1e-5, center=True, scale=True)",
  "layer_norm(data, gamma, beta, axis=-1, epsilon=1e-5, center=True, scale=True)",
  "group_norm(data, gamma, beta, num_groups, axis=1, epsilon=1e-5, center=True, scale=True)",
  'contrib_dense_pack(data, weight, weight_layout="NC", units=None, out_dtype="")',
  'nll_loss(predictions, targets, weights, reduction="mean", ignore_index=-100)',
  'depth_to_space(data, block_size, layout="NCHW", mode="DCR")',
  "space_to_batch_nd(data, block_shape, paddings, pad_value=0)",
  "batch_to_space_nd(data, block_shape, crops)",
  "fifo_buffer(data, buffer, axis)",
  "dilate(data, strides, dilation_value=0.0)",
]);

export const nnSource = `"""Operators for networks."""${sharedSource}${plainNetworkOperators}

relu, batch_flatten = _operator_function("nn.relu", 1), _operator_function("nn.batch_flatten", 1)
cross_entropy, cross_entropy_with_logits = _operator_function("nn.cross_entropy", 2), _operator_function("nn.cross_entropy_with_logits", 2)


def _convolution(axes, layout, kernel):
    name = f"nn.conv{axes}d"
    one, none = ((1, 0) if axes == 1 else ((1,) * axes, (0,) * axes))

    def made(data, weight, strides=one, padding=none, dilation=one, groups=1, channels=None, kernel_size=None, data_layout=layout,
             kernel_layout=kernel, out_layout="", out_dtype=""):
        return _call(name, data, weight, strides=_repeat(strides, axes), padding=_pad_sides(padding, axes), dilation=_repeat(dilation, axes), groups=groups,
                     channels=channels, kernel_size=_repeat(kernel_size, axes), data_layout=data_layout, kernel_layout=kernel_layout,
                     out_layout=out_layout, out_dtype=out_dtype)

    made.__name__ = name[3:]
    return made


conv1d, conv2d, conv3d = _convolution(1, "NCW", "OIW"), _convolution(2, "NCHW", "OIHW"), _convolution(3, "NCDHW", "OIDHW")


def _transposed(axes, layout, kernel):
    name = f"nn.conv{axes}d_transpose"
    ends = (lambda p: p) if axes == 1 else (lambda p: _pad_sides(p, axes))

    def made(data, weight, strides=(1,) * axes, padding=(0,) * axes, dilation=(1,) * axes, groups=1, channels=None, kernel_size=None,
             data_layout=layout, kernel_layout=kernel, out_layout="", output_padding=(0,) * axes, out_dtype=""):
        if axes == 3:
            kernel_size, strides, dilation = _repeat(kernel_size, 3), _repeat(strides, 3), _repeat(dilation, 3)
        return _call(name, data, weight, strides=strides, padding=ends(padding), dilation=dilation, groups=groups, channels=channels,
                     kernel_size=kernel_size, data_layout=data_layout, kernel_layout=kernel_layout, out_layout=out_layout,
                     output_padding=output_padding, out_dtype=out_dtype)

    made.__name__ = name[3:]
    return made


conv1d_transpose, conv2d_transpose = _transposed(1, "NCW", "IOW"), _transposed(2, "NCHW", "IOHW")
conv3d_transpose = _transposed(3, "NCDHW", "IODHW")


def contrib_conv2d_nchwc(data, kernel, strides=(1, 1), padding=(0, 0), dilation=(1, 1), groups=1, channels=None, kernel_size=None,
                         data_layout="NCHW8c", kernel_layout="OIHW", out_layout="", out_dtype=""):
    return _call("nn.contrib_conv2d_NCHWc", data, kernel, strides=strides, padding=_pad_sides(padding, 2), dilation=dilation, groups=groups,
                 channels=channels, kernel_size=kernel_size, data_layout=data_layout, kernel_layout=kernel_layout, out_layout=out_layout,
                 out_dtype=out_dtype)


def deformable_conv2d(data, offset, weight, strides=(1, 1), padding=(0, 0), dilation=(1, 1), deformable_groups=1, groups=1, channels=None,
                      kernel_size=None, data_layout="NCHW", kernel_layout="OIHW", out_layout="", out_dtype=""):
    return _call("nn.deformable_conv2d", data, offset, weight, strides=strides, padding=_pad_sides(padding, 2), dilation=dilation,
                 deformable_groups=deformable_groups, groups=groups, channels=channels, kernel_size=kernel_size, data_layout=data_layout,
                 kernel_layout=kernel_layout, out_layout=out_layout, out_dtype=out_dtype)


def matmul(tensor_a, tensor_b, units=None, out_dtype="", transpose_a=False, transpose_b=False):
    if not transpose_a and transpose_b:
        return dense(tensor_a, tensor_b, units, out_dtype)
    return _call("nn.matmul", tensor_a, tensor_b, units=units, out_dtype=out_dtype, transpose_a=transpose_a, transpose_b=transpose_b)


def _max_pool(axes, layout_):
    name = f"nn.max_pool{axes}d"

    def made(data, pool_size=(1,) * axes, strides=(1,) * axes, dilation=(1,) * axes, padding=(0,) * axes, layout=layout_, out_layout="",
             ceil_mode=False):
        return _call(name, data, pool_size=_repeat(pool_size, axes), strides=_repeat(strides, axes), dilation=_repeat(dilation, axes),
                     padding=_pad_sides(padding, axes), layout=layout, out_layout=out_layout, ceil_mode=ceil_mode)

    return made


def _avg_pool(axes, layout_):
    name = f"nn.avg_pool{axes}d"

    def made(data, pool_size=(1,) * axes, strides=(1,) * axes, dilation=(1,) * axes, padding=(0,) * axes, layout=layout_, out_layout="",
             ceil_mode=False, count_include_pad=False):
        return _call(name, data, pool_size=_repeat(pool_size, axes), strides=_repeat(strides, axes), dilation=_repeat(dilation, axes),
                     padding=_pad_sides(padding, axes), layout=layout, out_layout=out_layout, ceil_mode=ceil_mode,
                     count_include_pad=count_include_pad)

    return made


max_pool1d, max_pool2d, max_pool3d = _max_pool(1, "NCW"), _max_pool(2, "NCHW"), _max_pool(3, "NCDHW")
avg_pool1d, avg_pool2d, avg_pool3d = _avg_pool(1, "NCW"), _avg_pool(2, "NCHW"), _avg_pool(3, "NCDHW")


def _adaptive(kind, axes, layout_):
    name = f"nn.adaptive_{kind}_pool{axes}d"

    def made(data, output_size=None, layout=layout_, out_layout=""):
        output_size = [output_size] if axes == 1 and isinstance(output_size, int) else output_size
        return _call(name, data, output_size=output_size, layout=layout, out_layout=out_layout)

    return made


for _kind in ("max", "avg"):
    for _axes, _layout in ((1, "NCW"), (2, "NCHW"), (3, "NCDHW")):
        globals()[f"adaptive_{_kind}_pool{_axes}d"] = _adaptive(_kind, _axes, _layout)


def global_max_pool1d(data, layout="NCW", out_layout=""):
    return adaptive_max_pool1d(data, [1], layout, out_layout)


def global_avg_pool1d(data, layout="NCW", out_layout=""):
    return adaptive_avg_pool1d(data, [1], layout, out_layout)


def global_max_pool3d(data, layout="NCDHW", out_layout=""):
    return adaptive_max_pool3d(data, [1, 1, 1], layout, out_layout)


def global_avg_pool3d(data, layout="NCDHW", out_layout=""):
    return adaptive_avg_pool3d(data, [1, 1, 1], layout, out_layout)


def space_to_depth(data, block_size, layout="NCHW"):
    return _call("nn.space_to_depth", data, block_size=block_size, layout=layout, mode="")


def pad(data, pad_width, pad_value=0, pad_mode="constant"):
    if isinstance(pad_width, Constant):
        pad_width = [list(ends) for ends in pad_width.data.numpy()]
    pad_value = pad_value if isinstance(pad_value, Expr) else const(pad_value)
    if isinstance(pad_width, Expr):
        return _call("dyn.nn.pad", data, pad_width, pad_value, pad_width=[], pad_mode=pad_mode)
    return _call("nn.pad", data, pad_value, pad_width=pad_width, pad_mode=pad_mode)


def dropout_raw(data, rate=0.5):
    return _call("nn.dropout", data, rate=rate)


def dropout(data, rate=0.5):
    return TupleWrapper(dropout_raw(data, rate), 2)[0]


def batch_norm(data, gamma, beta, moving_mean, moving_var, axis=1, epsilon=1e-5, center=True, scale=True):
    made = _call("nn.batch_norm", data, gamma, beta, moving_mean, moving_var, axis=axis, epsilon=epsilon, center=center, scale=scale)
    return TupleWrapper(made, 3)


def upsampling(data, scale_h=1, scale_w=1, layout="NCHW", method="nearest_neighbor", align_corners=False):
    scale_h, scale_w = (s.data.numpy().item() if isinstance(s, Constant) else s for s in (scale_h, scale_w))
    if isinstance(scale_h, Expr) or isinstance(scale_w, Expr):
        scales = (s if isinstance(s, Expr) else const(s, "float64") for s in (scale_h, scale_w))
        return _call("dyn.nn.upsampling", data, *scales, layout=layout, method=method, align_corners=align_corners)
    return _call("nn.upsampling", data, scale_h=scale_h, scale_w=scale_w, layout=layout, method=method, align_corners=align_corners)


def upsampling3d(data, scale_d=1, scale_h=1, scale_w=1, layout="NCDHW", method="nearest_neighbor",
                 coordinate_transformation_mode="half_pixel"):
    scales = [s.data.numpy().item() if isinstance(s, Constant) else s for s in (scale_d, scale_h, scale_w)]
    attrs = dict(layout=layout, method=method, coordinate_transformation_mode=coordinate_transformation_mode)
    if any(isinstance(s, Expr) for s in scales):
        given = [s if isinstance(s, Expr) else const(s, "float64") for s in scales]
        return _call("dyn.nn.upsampling3d", data, *given, scale_d=0, scale_h=0, scale_w=0, **attrs)
    return _call("nn.upsampling3d", data, **dict(zip(("scale_d", "scale_h", "scale_w"), scales)), **attrs)


def correlation(data1, data2, kernel_size, max_displacement, stride1, stride2, padding, is_multiply, layout):
    return _call("nn.correlation", data1, data2, kernel_size=kernel_size, max_displacement=max_displacement, stride1=stride1, stride2=stride2,
                 padding=_repeat(padding, 2), is_multiply=is_multiply, layout=layout)


def get_pad_tuple1d(padding):
    return _pad_sides(padding, 1)


def get_pad_tuple2d(padding):
    return _pad_sides(padding, 2)


def get_pad_tuple3d(padding):
    return _pad_sides(padding, 3)
${builderNames}`;

const plainImageOperators = builders("image.", [
  'grid_sample(data, grid, method="bilinear", layout="NCHW", padding_mode="zeros", align_corners=True)',
  "affine_grid(data, target_shape=None)",
  'dilation2d(data, weight, strides=(1, 1), padding=(0, 0), dilations=(1, 1), data_layout="NCHW", kernel_layout="IHW", out_dtype="")',
  'crop_and_resize(data, boxes, box_indices, crop_size, layout, method="bilinear", extrapolation_value=0, out_dtype=None)',
]);

export const imageSource = `"""Operators on images."""${sharedSource}${plainImageOperators}


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
    attrs = dict(layout=layout, method=method, coordinate_transformation_mode=coordinates, rounding_method=rounding, cubic_alpha=cubic_alpha,
                 cubic_exclude=cubic_exclude, extrapolation_value=extrapolation, out_dtype=out_dtype)
    if isinstance(size, Expr) or isinstance(roi, Expr):
        size = size if isinstance(size, Expr) else const(size, "int64")
        roi = roi if isinstance(roi, Expr) else const(roi, "float32")
        return _call("dyn." + name, data, size, roi, size=[], roi=[], **attrs)
    return _call(name, data, size=size, roi=roi, **attrs)
${builderNames}`;

const plainVisionOperators = builders("vision.", [
  "multibox_prior(data, sizes=(1.0,), ratios=(1.0,), steps=(-1.0, -1.0), offsets=(0.5, 0.5), clip=False)",
  "multibox_transform_loc(cls_prob, loc_pred, anchor, clip=True, threshold=0.01, variances=(0.1, 0.1, 0.2, 0.2), keep_background=False) -> 2",
  'roi_align(data, rois, pooled_size, spatial_scale, sample_ratio=-1, layout="NCHW", mode="avg")',
  'roi_pool(data, rois, pooled_size, spatial_scale, layout="NCHW")',
  "proposal(cls_prob, bbox_pred, im_info, scales, ratios, feature_stride, threshold, rpn_pre_nms_top_n, rpn_post_nms_top_n, rpn_min_size, iou_loss)",
  "yolo_reorg(data, stride)",
  "regular_non_max_suppression(boxes, scores, max_detections_per_class, max_detections, num_classes, iou_threshold, score_threshold) -> 4",
]);

export const visionSource = `"""Operators that detect objects."""${sharedSource}${plainVisionOperators}

def get_valid_counts(data, score_threshold, id_index=0, score_index=1):
    score_threshold = _const_of(score_threshold, "float32")
    return TupleWrapper(_call("vision.get_valid_counts", data, score_threshold, id_index=id_index, score_index=score_index), 3)


def non_max_suppression(data, valid_count, indices, max_output_size=-1, iou_threshold=0.5, force_suppress=False, top_k=-1, coord_start=2,
                        score_index=1, id_index=0, return_indices=True, invalid_to_bottom=False):
    out = _call("vision.non_max_suppression", data, valid_count, indices, _const_of(max_output_size, "int32"),
                _const_of(iou_threshold, "float32"), force_suppress=force_suppress, top_k=top_k, coord_start=coord_start,
                score_index=score_index, id_index=id_index, return_indices=return_indices, invalid_to_bottom=invalid_to_bottom)
    return TupleWrapper(out, 2) if return_indices else out


def all_class_non_max_suppression(boxes, scores, max_output_boxes_per_class=-1, iou_threshold=-1.0, score_threshold=-1.0,
                                  output_format="onnx"):
    out = _call("vision.all_class_non_max_suppression", boxes, scores, _const_of(max_output_boxes_per_class, "int32"),
                _const_of(iou_threshold, "float32"), _const_of(score_threshold, "float32"), output_format=output_format)
    return TupleWrapper(out, 2 if output_format == "onnx" else 3)
${builderNames}`;

const plainMarks = builders("annotation.", ["compiler_begin(data, compiler)", "compiler_end(data, compiler)"]);

export const annotationSource = `"""Marks."""${sharedSource}${plainMarks}

stop_fusion, checkpoint = _operator_function("annotation.stop_fusion", 1), _operator_function("annotation.checkpoint", 1)
${builderNames}`;

const plainQuantizedOperators = builders("qnn.", [
  'requantize(data, input_scale, input_zero_point, output_scale, output_zero_point, axis=-1, rounding="None", compute_dtype="None", out_dtype="int8")',
  'quantize(data, output_scale, output_zero_point, axis=-1, out_dtype="int8")',
  'dequantize(data, input_scale, input_zero_point, axis=-1, out_dtype="float32")',
  'dense(data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, units, out_dtype="int32")',
  "softmax(x, scale, zero_point, output_scale, output_zero_point, axis=-1)",
  'avg_pool2d(data, input_scale, input_zero_point, output_scale, output_zero_point, pool_size, strides, padding, dilation, ceil_mode=False, count_include_pad=True, layout="NHWC", out_layout="")',
]);

export const qnnSource = `"""Quantized operators."""${sharedSource}${plainQuantizedOperators}


def conv2d(data, kernel, input_zero_point, kernel_zero_point, input_scale, kernel_scale, kernel_size, channels, strides=(1, 1), padding=(0, 0),
           dilation=(1, 1), groups=1, data_layout="NCHW", kernel_layout="OIHW", out_layout="", out_dtype="int32"):
    return _call("qnn.conv2d", data, kernel, input_zero_point, kernel_zero_point, input_scale, kernel_scale, strides=strides,
                 padding=_pad_sides(padding, 2), dilation=dilation, groups=groups, channels=channels, kernel_size=kernel_size,
                 data_layout=data_layout, kernel_layout=kernel_layout, out_layout=out_layout, out_dtype=out_dtype)


def conv2d_transpose(data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, strides=(1, 1), padding=(0, 0),
                     dilation=(1, 1), groups=1, channels=None, kernel_size=None, data_layout="NCHW", kernel_layout="IOHW", out_layout="",
                     output_padding=(0, 0), out_dtype="int32"):
    return _call("qnn.conv2d_transpose", data, weight, input_zero_point, kernel_zero_point, input_scale, kernel_scale, channels=channels,
                 kernel_size=kernel_size, strides=strides, padding=_pad_sides(padding, 2), output_padding=output_padding, dilation=dilation,
                 groups=groups, data_layout=data_layout, kernel_layout=kernel_layout, out_layout=out_layout, out_dtype=out_dtype)


def _binary(name):
    def made(lhs, rhs, lhs_scale, lhs_zero_point, rhs_scale, rhs_zero_point, output_scale, output_zero_point, lhs_axis=-1, rhs_axis=-1):
        return _call(name, lhs, rhs, lhs_scale, lhs_zero_point, rhs_scale, rhs_zero_point, output_scale, output_zero_point, lhs_axis=lhs_axis,
                     rhs_axis=rhs_axis)

    return made


add, subtract, mul = _binary("qnn.add"), _binary("qnn.subtract"), _binary("qnn.mul")


def _unary(name):
    return lambda x, scale, zero_point, output_scale, output_zero_point: _call(name, x, scale, zero_point, output_scale, output_zero_point)


for _name in "abs erf exp hardswish log rsqrt sigmoid sqrt tanh".split():
    globals()[_name] = _unary("qnn." + _name)


def leaky_relu(x, alpha, input_scale, input_zero_point, output_scale, output_zero_point):
    return _call("qnn.leaky_relu", x, input_scale, input_zero_point, output_scale, output_zero_point, alpha=alpha)


def batch_matmul(x, y, x_zero_point, y_zero_point, x_scale, y_scale, out_dtype="int32"):
    scales = (x_zero_point, y_zero_point, x_scale, y_scale)
    return _call("qnn.batch_matmul", x, y, *scales, out_dtype=out_dtype, transpose_b=True)


def concatenate(data, input_scales, input_zero_points, output_scale, output_zero_point, axis):
    if isinstance(data, TupleWrapper):
        data = data.tuple_value
    if isinstance(data, (list, tuple)):
        data = Tuple(data)
    if not isinstance(axis, int):
        raise ValueError("For now, we only support integer axis")
    return _call("qnn.concatenate", data, Tuple(list(input_scales)), Tuple(list(input_zero_points)), output_scale, output_zero_point, axis=axis)
${builderNames}`;
