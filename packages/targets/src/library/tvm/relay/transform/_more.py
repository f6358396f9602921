"""Passes that are made of others."""
import warnings

from tvm import relay
from tvm.ir.transform import LayoutConfig, PassContext, Sequential, function_pass
from tvm._library import CombineParallelBatchMatmul, CombineParallelConv2D, CombineParallelDense, ToANormalForm


def build_config(opt_level=2, required_pass=None, disabled_pass=None, trace=None):
    warnings.warn("relay.build_config will be deprecated. Please use tvm.transform.PassContext directly", DeprecationWarning)
    return PassContext(opt_level, required_pass, disabled_pass, trace)


def BatchingOps():
    return Sequential([CombineParallelConv2D(), CombineParallelDense(), CombineParallelBatchMatmul()])


def ToANormalFormExpr(e):
    from tvm import IRModule

    after = ToANormalForm()(IRModule.from_expr(e))["main"]
    return after if isinstance(e, relay.Function) else after.body


@function_pass(opt_level=1)
class ChangeBatch:
    """Gives parameters another batch size."""

    def __init__(self, data, batch_size=16):
        self.data = data
        self.batch_size = batch_size

    def transform_function(self, func, mod, ctx):
        sizes, batch_size = self.data, self.batch_size

        class Change(relay.ExprMutator):
            def visit_var(self, var):
                if var not in sizes:
                    return var
                shape = list(var.type_annotation.shape)
                shape[sizes[var]] = batch_size
                return relay.Var(var.name_hint, relay.TensorType(shape, var.type_annotation.dtype))

        return Change().visit(relay.Function(func.params, func.body, None, func.type_params, func.attrs))
