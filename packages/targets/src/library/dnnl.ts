/**
 * What files use of DNNL: its passes and patterns, and its layouts: they ask the library for the best ones, which TVM
 * 0.19.0's packages are built without. Follows python/tvm/relay/op/contrib/dnnl.py.
 */
import { dnnlHeavyOperators } from "@relayscope/passes";
import { callReadersSource } from "./targetSources.ts";

export const dnnlSource = `${callReadersSource}
from tvm._library import named_pass, target_module, target_table
import tvm
from tvm.relay import _ffi_api
from tvm.relay.analysis import post_order_visit
from tvm.relay.expr_functor import ExprMutator
from tvm.relay.transform import RemoveUnusedFunctions
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


def pattern_table():
    return target_table("dnnl")


_HEAVY = ${JSON.stringify([...dnnlHeavyOperators])}


def is_valid_subgraph(body):
    called = []
    post_order_visit(body, lambda node: called.append(node.op) if isinstance(node, relay.Call) else None)
    return any(isinstance(op, Op) and op.name in _HEAVY for op in called)


class _Inliner(ExprMutator):
    """Puts the bodies of functions in the place of their calls. Other calls of functions are new, and have no types."""

    def __init__(self, mod, names):
        super().__init__()
        self.mod, self.names = mod, names

    def visit_call(self, call):
        if not isinstance(call.op, relay.GlobalVar):
            return super().visit_call(call)
        args = [self.visit(arg) for arg in call.args]
        if call.op.name_hint not in self.names:
            return call.op(*args)
        inlined = self.mod[call.op.name_hint]
        return relay.bind(inlined.body, dict(zip(inlined.params, args)))


def prune_dnnl_subgraphs(mod):
    names = [var.name_hint for var in mod.get_global_vars()]
    if len(names) <= 2:
        return mod
    regions = [name for name in names if mod[name].attrs and mod[name].attrs["Compiler"] == "dnnl"]
    pruned = tvm.IRModule(mod.functions, mod.type_definitions)
    pruned["main"] = _Inliner(mod, [name for name in regions if not is_valid_subgraph(mod[name].body)]).visit(mod["main"])
    return RemoveUnusedFunctions()(pruned)


def legalize_qnn_for_dnnl(mod):
    return named_pass("LegalizeQnnForDnnl")(mod)


def make_conv_pattern(conv_name, with_bias=True, with_eltwise=None):
    return target_module("dnnl").layer(conv_name, with_bias, with_eltwise)


def make_conv_bias_sum_relu_pattern(conv_type, has_relu=True):
    return target_module("dnnl").layer_and_sum(conv_type, has_relu)


def make_dense_pattern(with_bias=True, with_eltwise=None):
    return target_module("dnnl").layer("nn.dense", with_bias, with_eltwise)


def make_dense_bias_sum_pattern():
    return target_module("dnnl").layer_and_sum("nn.dense", False)


def make_qnn_conv2d_pattern():
    return target_module("dnnl").quantized_layer("qnn.conv2d")


def make_qnn_dense_pattern():
    return target_module("dnnl").quantized_layer("qnn.dense")


def append_eltwise_ops(op, eltwise):
    return target_module("dnnl").activated(op, eltwise)
`;
