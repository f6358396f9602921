"""
DNNL: its passes and patterns, and its layouts: files ask the library for the best ones, which TVM 0.19.0's packages are
built without.
"""
import tvm
from tvm import _library, relay
from tvm.ir import Op
from tvm.relay import _ffi_api
from tvm.relay.analysis import post_order_visit as _post_order_visit
from tvm.relay.dataflow_pattern import DFPatternCallback, is_expr, is_op, rewrite, wildcard
from tvm.relay.expr_functor import ExprMutator
from tvm.relay.op._readers import get_args, get_attrs, get_op_name


def _part(tensor, part):
    if isinstance(tensor, relay.Var):
        return getattr(tensor.type_annotation, "concrete_shape" if part == "shape" else part)
    if isinstance(tensor, relay.Constant):
        return getattr(tensor.data, part)
    if isinstance(tensor, tvm.ir.TensorType):
        return getattr(tensor, "concrete_shape" if part == "shape" else part)
    if isinstance(tensor, tvm.ir.Array):
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
    return _library.target_table("dnnl")


_HEAVY = _library.dnnl_heavy_operators


def is_valid_subgraph(body):
    called = []
    _post_order_visit(body, lambda node: called.append(node.op) if isinstance(node, relay.Call) else None)
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
    return _library.named_pass("PruneDnnlSubgraphs")(mod)


class LayerNormRewrite(DFPatternCallback):
    """The operators of a layer normalization become one."""

    def __init__(self):
        super().__init__()
        self.data, self.gamma, self.beta = wildcard(), wildcard(), wildcard()
        mean = is_op("mean")(self.data)
        centered = is_op("subtract")(self.data, mean)
        two = is_expr(relay.const(2)) | is_expr(relay.const(2.0))
        squares = is_op("power")(centered | is_op("cast")(centered), two)
        spread = is_op("mean")(squares) | is_op("variance")(self.data, mean)
        safe = is_op("add")(spread, is_expr(relay.const(1e-5)) | is_expr(relay.const(1e-6)))
        normal = is_op("divide")(centered, is_op("sqrt")(safe)) | is_op("multiply")(centered, is_op("rsqrt")(safe))
        self.pattern = is_op("add")(is_op("multiply")(normal, self.gamma), self.beta)

    def callback(self, pre, post, node_map):
        return relay.nn.layer_norm(*(node_map[part][0] for part in (self.data, self.gamma, self.beta)))


def rewrite_layer_norm(mod):
    mod["main"] = rewrite(LayerNormRewrite(), mod["main"])
    return mod


class DenseReshapeBiasGeluRewrite(DFPatternCallback):
    """A reshape of a dense operator moves behind the bias, and the gelu, that follow."""

    def __init__(self, has_gelu=True):
        super().__init__()
        self.data, self.weight, self.bias = wildcard(), wildcard(), wildcard()
        self.constants = [wildcard(), wildcard(), wildcard()]
        self.has_gelu = has_gelu
        self.attr_map = {}
        added = is_op("add")(self.bias, is_op("reshape")(is_op("nn.dense")(self.data, self.weight)))
        by, one, half = self.constants
        erf = is_op("add")(is_op("erf")(is_op("divide")(added, by)), one)
        self.pattern = is_op("multiply")(is_op("multiply")(added, erf), half) if has_gelu else added

    def callback(self, pre, post, node_map):
        def note(node):
            if isinstance(node, relay.Call) and node.op == relay.op.get("reshape"):
                self.attr_map["reshape"] = dict(node.attrs)

        _post_order_visit(pre, note)
        made = relay.add(node_map[self.bias][0], relay.nn.dense(node_map[self.data][0], node_map[self.weight][0]))
        if self.has_gelu:
            by, one, half = (node_map[part][0] for part in self.constants)
            made = relay.multiply(relay.multiply(made, relay.add(relay.erf(relay.divide(made, by)), one)), half)
        return relay.reshape(made, self.attr_map["reshape"]["newshape"])


def rewrite_dense_bias_gelu_reshape_last(mod):
    mod["main"] = rewrite([DenseReshapeBiasGeluRewrite(), DenseReshapeBiasGeluRewrite(has_gelu=False)], mod["main"])
    return mod


def legalize_qnn_for_dnnl(mod):
    return _library.named_pass("LegalizeQnnForDnnl")(mod)


def make_conv_pattern(conv_name, with_bias=True, with_eltwise=None):
    return _library.target_module("dnnl").layer(conv_name, with_bias, with_eltwise)


def make_conv_bias_sum_relu_pattern(conv_type, has_relu=True):
    return _library.target_module("dnnl").layer_and_sum(conv_type, has_relu)


def make_dense_pattern(with_bias=True, with_eltwise=None):
    return _library.target_module("dnnl").layer("nn.dense", with_bias, with_eltwise)


def make_dense_bias_sum_pattern():
    return _library.target_module("dnnl").layer_and_sum("nn.dense", False)


def make_qnn_conv2d_pattern():
    return _library.target_module("dnnl").quantized_layer("qnn.conv2d")


def make_qnn_dense_pattern():
    return _library.target_module("dnnl").quantized_layer("qnn.dense")


def append_eltwise_ops(op, eltwise):
    return _library.target_module("dnnl").activated(op, eltwise)
