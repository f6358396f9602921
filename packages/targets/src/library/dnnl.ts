/**
 * What files use of DNNL's layouts: they ask the library for the best ones, which TVM 0.19.0's packages are built
 * without. Follows python/tvm/relay/op/contrib/dnnl.py.
 */
export const dnnlSource = `
from tvm import relay
from tvm.relay import _ffi_api
from tvm.ir import Array, TensorType


def _part(tensor, part):
    if isinstance(tensor, relay.Var):
        return getattr(tensor.type_annotation, "concrete_shape" if part == "shape" else part)
    if isinstance(tensor, relay.Constant):
        return getattr(tensor.data, part)
    if isinstance(tensor, TensorType):
        return getattr(tensor, "concrete_shape" if part == "shape" else part)
    if isinstance(tensor, Array):
        return getattr(tensor[-1], part)
    if isinstance(tensor, relay.Call):
        type_ = tensor.type_args[0] if tensor.op.name == "multiply" else tensor.checked_type
        return getattr(type_, part)
    raise TypeError(f"Unsupport data type: {type(tensor)}")


def get_shape(tensor):
    return _part(tensor, "shape")


def get_dtype(tensor):
    return _part(tensor, "dtype")


def get_optimal_layout_for_conv(data_layout, kernel_layout, weight_shape, out_shape, paddings, strides, dilates, groups, dtype):
    return _ffi_api.get_optimal_layout_for_conv(
        data_layout, kernel_layout, weight_shape, out_shape, paddings, strides, dilates, groups, dtype
    )


def get_optimal_layout_for_conv_transpose(
    data_layout, kernel_layout, weight_shape, out_shape, paddings, output_paddings, strides, dilates, groups, dtype
):
    return _ffi_api.get_optimal_layout_for_conv_transpose(
        data_layout, kernel_layout, weight_shape, out_shape, paddings, output_paddings, strides, dilates, groups, dtype
    )


def _asked(attrs, inputs, out_type, ask, paddings):
    """The call of the library, after which nothing follows: it is not there."""
    _, weight = inputs
    shapes = [",".join(map(str, get_shape(of))) for of in (weight, out_type)]
    rest = [",".join(map(str, attrs.get_int_tuple(name))) for name in (*paddings, "strides", "dilation")]
    return ask(attrs["data_layout"], attrs["kernel_layout"], *shapes, *rest, str(attrs.groups), get_dtype(weight))


def alter_conv(attrs, inputs, tinfos, out_type):
    return _asked(attrs, inputs, out_type, get_optimal_layout_for_conv, ["padding"])


def alter_conv_transpose(attrs, inputs, tinfos, out_type):
    return _asked(attrs, inputs, out_type, get_optimal_layout_for_conv_transpose, ["padding", "output_padding"])
`;
