/** Small helpers of the compiler that files import. Each follows the file named next to it. */

/** python/tvm/relay/op/strategy/generic.py and python/tvm/topi/nn/conv2d.py */
export const strategySource = `"""Questions that strategies ask of convolutions."""
import re


def _channels(shape, layout, letter, blocked):
    if len(shape) == 4:
        return shape[layout.find(letter)]
    for pattern, (first, second) in blocked:
        if re.match(pattern, layout):
            return shape[first] * shape[second]
    raise ValueError(f"Unknown layout {layout}")


def get_conv2d_in_channels(data_shape, data_layout):
    return _channels(data_shape, data_layout, "C", [(r"NCHW\\\\d*c", (1, 4))])


def get_conv2d_out_channels(kernel_shape, kernel_layout):
    return _channels(kernel_shape, kernel_layout, "O", [(r"OIHW\\\\d*i\\\\d*o", (0, 5)), (r"OIHW\\\\d*o", (0, 4))])


def is_depthwise_conv2d(data_shape, data_layout, kernel_shape, kernel_layout, groups):
    inputs = get_conv2d_in_channels(data_shape, data_layout)
    return inputs == get_conv2d_out_channels(kernel_shape, kernel_layout) == groups
`;

/** python/tvm/ir/type.py: kinds of types */
export const typeKindSource = `"""Kinds of types."""
from enum import IntEnum


class TypeKind(IntEnum):
    Type = 0
    ShapeVar = 1
    BaseType = 2
    Constraint = 4
    AdtHandle = 5
    TypeData = 6
`;

/** python/tvm/relay/testing/__init__.py */
export const testingSource = `"""Running one pass on an expression, and counting calls."""
import collections
import numpy as np
import tvm.testing
from tvm import relay
from tvm._library import unsupported
from tvm.relay.testing.init import create_workload
from tvm.relay.testing.temp_op_attr import TempOpAttr


def rand(dtype, *shape):
    return tvm.nd.array(np.random.rand(*shape).astype(dtype))


def count_ops(expr):
    counts = collections.Counter()

    class Counter(relay.ExprVisitor):
        def visit_call(self, call):
            counts[call.op.name] += 1
            super().visit_call(call)

    Counter().visit(expr)
    return counts


def run_opt_pass(expr, opt_pass, import_prelude=False):
    assert isinstance(opt_pass, tvm.transform.Pass)
    if import_prelude:
        unsupported("tvm.relay.prelude.Prelude")
    mod = opt_pass(relay.transform.InferType()(tvm.IRModule.from_expr(expr)))
    entry = mod["main"]
    return entry if isinstance(expr, relay.Function) else entry.body


def run_infer_type(expr):
    return run_opt_pass(expr, relay.transform.InferType())
`;

/** python/tvm/relay/testing/temp_op_attr.py */
export const tempOpAttrSource = `"""An operator's attribute for a while."""
from tvm import relay


class TempOpAttr:
    def __init__(self, op_name, attr_key, attr_value):
        self.op = relay.op.get(op_name)
        self.attr_key = attr_key
        self.attr_value = attr_value

    def __enter__(self):
        self.older_attr = self.op.get_attr(self.attr_key)
        self.op.reset_attr(self.attr_key)
        self.op.set_attr(self.attr_key, self.attr_value)
        return self

    def __exit__(self, ptype, value, trace):
        self.op.reset_attr(self.attr_key)
        if self.older_attr:
            self.op.set_attr(self.attr_key, self.older_attr)
`;

/** python/tvm/relay/op/contrib/te_target.py: how functions are lowered, of which nothing runs here */
export const teTargetSource = `"""Decorators that leave functions as they are."""


def lower_composite(comp_name):
    return lambda f: f


def relay_to_runtime(target):
    return lambda f: f
`;

/** python/tvm/contrib/mrvl.py */
export const contribSource = `"""Where a tool works."""


def get_working_dir():
    return "."
`;

/** python/tvm/contrib/target/coreml.py: files ask which operators it converts */
export const coremlSource = `"""Operators that have a converter."""
from tvm.contrib.target.coreml import coreml_compiler

_convert_map = dict.fromkeys(
    "add multiply clip expand_dims nn.relu nn.batch_flatten nn.softmax nn.conv2d nn.global_avg_pool2d".split(), coreml_compiler
)
`;

/**
 * pytest, as far as files that are tests, too, ask for it where they are read: what marks functions leaves them as they
 * are.
 */
export const pytestSource = `"""Marks of tests, and what tests expect."""
import re


def _mark(*args, **kwargs):
    only = args[0] if len(args) == 1 and not kwargs else None
    return only if callable(only) else lambda function: function


class _Marks:
    def __getattr__(self, name):
        return _mark


mark = _Marks()
fixture = _mark


def param(*values, **kwargs):
    return values


class OutcomeException(BaseException):
    pass


Failed, Skipped, XFailed = (type(name, (OutcomeException,), {}) for name in ("Failed", "Skipped", "XFailed"))


def _ending(kind):
    def end(reason="", **kwargs):
        raise kind(reason)

    return end


fail, skip, xfail = _ending(Failed), _ending(Skipped), _ending(XFailed)


def importorskip(modname, minversion=None, reason=None):
    try:
        return __import__(modname, fromlist=["*"])
    except ImportError as error:
        skip(reason or f"could not import {modname!r}: {error}")


class ExceptionInfo:
    def match(self, regexp):
        message = str(self.value)
        assert re.search(regexp, message), f"Regex pattern did not match.\\n  Regex: {regexp!r}\\n  Actual message: {message!r}"
        return True


class RaisesContext:
    def __init__(self, expected, match):
        self.expected, self.pattern, self.info = expected, match, ExceptionInfo()

    def __enter__(self):
        return self.info

    def __exit__(self, kind, value, trace):
        if kind is None:
            fail(f"DID NOT RAISE {getattr(self.expected, '__name__', self.expected)}")
        if not issubclass(kind, self.expected):
            return False
        self.info.type, self.info.value, self.info.tb, self.info.typename = kind, value, trace, kind.__name__
        return self.pattern is None or self.info.match(self.pattern)


def raises(expected_exception, *args, match=None, **kwargs):
    context = RaisesContext(expected_exception, match)
    if not args:
        return context
    with context as info:
        args[0](*args[1:], **kwargs)
    return info


class approx:
    def __init__(self, expected, rel=1e-6, abs=1e-12, nan_ok=False):
        self.expected, self.rel, self.abs = expected, rel or 1e-6, abs or 1e-12

    def _near(self, actual, expected):
        if isinstance(expected, dict):
            return actual.keys() == expected.keys() and all(self._near(actual[key], expected[key]) for key in expected)
        if isinstance(expected, (list, tuple)):
            return len(actual) == len(expected) and all(map(self._near, actual, expected))
        return actual == expected or abs(actual - expected) <= max(self.rel * abs(expected), self.abs)

    def __eq__(self, actual):
        return bool(self._near(actual, self.expected))
`;

/** python/tvm/testing/utils.py: what tests require, as far as marks of tests ask for it where they are read */
export const requirementsSource = `"""What tests require."""
import numpy as np
import tvm


class Feature:
    def __call__(self, function):
        return function

    def marks(self):
        return []


def assert_allclose(actual, desired, rtol=1e-7, atol=1e-7, verbose=True):
    np.testing.assert_allclose(actual, desired, rtol=rtol, atol=atol, verbose=verbose)


def enabled_targets():
    return [("llvm", tvm.cpu(0))]


for _name in (
    "aarch64 aarch64_sme aarch64_sve aprofile_aem_fvp arm_dot arm_fp16 cublas cuda cudagraph cudnn cutlass gpu hexagon hipblas libtorch llvm "
    "matrixcore metal mrvl multi_gpu nccl nnapi nvptx opencl openclml rocm rpc tensorcore vitis_ai vulkan x86 x86_amx x86_avx512 x86_vnni"
).split():
    globals()["requires_" + _name] = Feature()
`;

/** What registers a value for an operator: its name, the key, and what it calls the value. */
const registers = [
  ["register_pattern", "TOpPattern", "pattern"],
  ["register_stateful", "TOpIsStateful", "stateful"],
  ["register_schedule", "FTVMSchedule", "schedule"],
  ["register_compute", "FTVMCompute", "compute=None"],
  ["register_strategy", "FTVMStrategy", "fstrategy=None"],
  ["register_legalize", "FTVMLegalize", "legal_op=None"],
  ["register_alter_op_layout", "FTVMAlterOpLayout", "alter_layout=None"],
  ["register_convert_op_layout", "FTVMConvertOpLayout", "convert_layout=None"],
  ["register_infer_correct_layout", "FInferCorrectLayout", "infer_layout=None"],
  ["register_gradient", "FPrimalGradient", "fgradient=None"],
  ["register_external_compiler", "FTVMExternalCompiler", "fexternal=None"],
  ["register_fake_quantization_to_integer", "FTVMFakeQuantizationToInteger", "func=None"],
  ["register_optional_fake_quantization_to_integer", "FTVMOptionalFakeQuantizationToInteger", "func=None"],
  ["register_mixed_precision_conversion", "FTVMMixedPrecisionConversionType", "func=None"],
]
  .map(([name, key, value = ""]) => {
    return `def ${name}(op_name, ${value}, level=10):\n    return register_op_attr(op_name, "${key}", ${value.replace("=None", "")}, level)`;
  })
  .join("\n\n\n");

/** python/tvm/relay/op/op.py: what registers functions for operators */
export const opSource = `"""Registering functions for operators."""
from tvm._library import register_op_attr


class OpPattern:
    ELEMWISE = 0
    BROADCAST = 1
    INJECTIVE = 2
    COMM_REDUCE = 3
    OUT_ELEMWISE_FUSABLE = 4
    TUPLE = 7
    OPAQUE = 8


${registers}


def register_shape_func(op_name, data_dependent, shape_func=None, level=10):
    return register_op_attr(op_name, "FShapeFunc", shape_func, level)


def register_injective_schedule(op_name, level=10):
    pass


register_broadcast_schedule = register_reduce_schedule = register_injective_schedule
`;

/** python/tvm/relay/transform/transform.py: passes that are made of others */
export const moreTransformSource = `"""Passes that are made of others."""
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
`;

/** python/tvm/relay/analysis/count_layers.py and src/relay/analysis/mac_count.cc */
export const analysisSource = `"""Counts over expressions."""
from enum import IntEnum

import tvm
from tvm import relay
from tvm._library import all_calls, all_dtypes as _all_dtypes, features


def all_dtypes(expr):
    return set(_all_dtypes(expr))


def count_layers(expr, valid_ops):
    if isinstance(expr, tvm.ir.IRModule):
        expr = expr["main"]
    wanted = [relay.op.get(op) for op in valid_ops]

    class Counter(relay.ExprVisitor):
        """Each call is visited once: on the path that meets it first."""

        def __init__(self):
            super().__init__()
            self.depth = self.deepest = 0

        def visit_call(self, call):
            if call.op in wanted:
                self.depth += 1
            here = self.depth
            self.deepest = max(self.deepest, here)
            for arg in call.args:
                self.visit(arg)
                self.depth = here

    counter = Counter()
    counter.visit(expr)
    return counter.deepest


def _size(shape):
    size = 1
    for d in shape:
        size *= int(d)
    return size


def _of_convolution(call):
    data, kernel, layout = call.args[0].checked_type.shape, call.attrs.kernel_size, call.attrs.data_layout
    if not kernel or len(kernel) != 2:
        raise tvm.error.InternalError("The dimension of the kernel in Conv 2D should be 2.")
    channels = int(data[layout.index("C")])
    if "c" in layout:
        channels *= int(data[layout.index("c")])
    return _size(call.checked_type.shape) * _size(kernel) * (channels // call.attrs.groups)


def _of_dense(call):
    data, weight = (arg.checked_type.shape for arg in call.args)
    if len(data) != 2 or len(weight) != 2:
        raise tvm.error.InternalError("The dimension of an input tensor to Dense node should be 2.")
    return int(data[0]) * int(data[1]) * int(weight[0])


def _of_batches(call):
    a, b = (arg.checked_type.shape for arg in call.args)
    return int(a[0]) * int(a[1]) * int(a[2]) * int(b[1])


_COUNTS = {"nn.conv2d": _of_convolution, "nn.conv2d_transpose": _of_convolution, "nn.dense": _of_dense, "nn.batch_matmul": _of_batches}


Feature = IntEnum(
    "Feature",
    "fVar fGlobalVar fConstant fTuple fTupleGetItem fFunction fOp fCall fLet fIf fRefCreate fRefRead fRefWrite fConstructor fMatch "
    "fGraph fLetRec",
    start=0,
)


def detect_feature(a, b=None):
    if isinstance(a, tvm.IRModule):
        a, b = b, a
    return {Feature(number) for number in features(*(part for part in (a, b) if part is not None))}


def get_total_mac_number(expr):
    return sum(_COUNTS[call.op.name](call) for call in all_calls(expr) if getattr(call.op, "name", None) in _COUNTS)
`;

/** python/tvm/relay/frontend/common.py */
export const frontendSource = `"""Types of expressions that are made piece by piece."""
import tvm
from tvm import relay
from tvm.relay.build_module import create_executor as _create_executor
from tvm.topi.utils import get_const_tuple


def infer_type(node, mod=None):
    if isinstance(mod, tvm.IRModule):
        mod["main"] = relay.Function(relay.analysis.free_vars(node), node)
        typed = relay.transform.InferType()(mod)
    else:
        typed = relay.transform.InferType()(tvm.IRModule.from_expr(node))
    entry = typed["main"]
    return entry if isinstance(node, relay.Function) else entry.body


def infer_shape(inputs, mod=None):
    found = infer_type(inputs, mod=mod).checked_type
    return get_const_tuple(found.shape) if hasattr(found, "shape") else found


def infer_channels(inputs, transpose=False):
    return infer_shape(inputs)[1 if transpose else 0]


def infer_value(input_val, params, mod=None):
    """What folding makes a constant of; nothing else is run here."""
    free = relay.analysis.free_vars(input_val)
    assert all(var.name_hint in params.keys() for var in free), "All inputs to infer must be available in params."
    bound = relay.bind(relay.Function(free, input_val), {var: relay.const(params[var.name_hint]) for var in free})
    typed = relay.transform.InferType()(tvm.IRModule.from_expr(bound))
    with tvm.transform.PassContext(opt_level=2):
        found = relay.transform.FoldConstant(fold_qnn=True)(typed)["main"].body
    return found.data if isinstance(found, relay.Constant) else _create_executor("debug", typed)
`;

/** python/tvm/arith/analyzer.py: constants and variables stay as they are; the rest of the solver is not supported. */
export const arithSource = `"""What is known of numbers."""
from tvm._library import constant_value
from tvm.arith.analyzer import Analyzer as _Unsupported
from tvm.tir import Any, FloatImm, IntImm, Var, const


class Analyzer:
    def __init__(self):
        self._unsupported = _Unsupported()

    def __getattr__(self, name):
        return getattr(self._unsupported, name)

    def simplify(self, expr, steps=2):
        expr = const(expr) if isinstance(expr, (bool, int, float)) else expr
        if isinstance(expr, (Any, FloatImm, IntImm, Var)):
            return expr
        value = constant_value(expr)
        return self._unsupported.simplify(expr) if value is None else value

    def can_prove(self, expr, strength=0):
        value = constant_value(expr)
        return self._unsupported.can_prove(expr, strength) if value is None else value.value != 0

    def can_prove_equal(self, lhs, rhs):
        left, right = constant_value(lhs), constant_value(rhs)
        if left is None or right is None:
            return self._unsupported.can_prove_equal(lhs, rhs)
        return left.value == right.value

    rewrite_simplify = canonical_simplify = simplify
`;

/** python/tvm/relay/qnn/op/op.py */
export const qnnRegistersSource = `"""What quantized operators become."""
from tvm.ir import register_op_attr


def register_qnn_legalize(op_name, legal_op=None, level=10):
    return register_op_attr(op_name, "FTVMQnnLegalize", legal_op, level)


def register_qnn_canonicalize(op_name, legal_op=None, level=10):
    return register_op_attr(op_name, "FTVMQnnCanonicalize", legal_op, level)
`;

/** python/tvm/relay/qnn/transform.py */
export const qnnTransformSource = `"""Passes on quantized operators."""
from tvm import relay


def CanonicalizeOps():
    return relay.transform.Legalize("FTVMQnnCanonicalize")


def Legalize():
    return relay.transform.Legalize("FTVMQnnLegalize")
`;

/** python/tvm/ir/instrument.py */
export const instrumentSource = `"""What hears of passes."""
import inspect


class PassInstrument:
    def __init__(self):
        self.handle = None


def pass_instrument(pi_cls=None):
    def wrapped(cls):
        if not inspect.isclass(cls):
            raise TypeError("pi_cls must be a class")
        if issubclass(cls, PassInstrument):
            return cls

        class PyPassInstrument(cls, PassInstrument):
            def __init__(self, *args, **kwargs):
                self.handle = None
                cls.__init__(self, *args, **kwargs)
                PassInstrument.__init__(self)

        PyPassInstrument.__name__ = cls.__name__
        PyPassInstrument.__doc__ = cls.__doc__
        PyPassInstrument.__module__ = cls.__module__
        return PyPassInstrument

    return wrapped(pi_cls) if pi_cls else wrapped


class PassTimingInstrument:
    """Times are not measured here."""

    @staticmethod
    def render():
        return ""


@pass_instrument
class PassPrintingInstrument:
    def __init__(self, print_before_pass_names, print_after_pass_names):
        self.print_before_pass_names = print_before_pass_names
        self.print_after_pass_names = print_after_pass_names

    def run_before_pass(self, mod, pass_info):
        if pass_info.name in self.print_before_pass_names:
            print(f"Print IR before: {pass_info.name}\\n{mod}\\n\\n")

    def run_after_pass(self, mod, pass_info):
        if pass_info.name in self.print_after_pass_names:
            print(f"Print IR after: {pass_info.name}\\n{mod}\\n\\n")


@pass_instrument
class PrintAfterAll:
    def run_after_pass(self, mod, info):
        print(f"After Running Pass: {info}")
        print(mod)


@pass_instrument
class PrintBeforeAll:
    def run_before_pass(self, mod, info):
        print(f"Before Running Pass: {info}")
        print(mod)
`;

/** python/tvm/_ffi/base.py: kinds of values, and errors that files name */
export const ffiBaseSource = `"""Kinds of values."""
import numpy as np

string_types = (str,)
integer_types = (int, np.int32)
numeric_types = integer_types + (float, np.float16, np.float32)


def py_str(x):
    return x.decode("utf-8")


def register_error(func_name=None, cls=None):
    if callable(func_name):
        cls = func_name
    return cls if cls is not None else lambda registered: registered
`;

/** python/tvm/runtime/ndarray.py: what a new tensor holds is not said */
export const ndarraySource = `
import numpy as np


def empty(shape, dtype="float32", device=None, mem_scope=None):
    return array(np.zeros(shape, dtype))
`;

/** python/tvm/support.py: what the packages of the reference were built with, but for paths and versions */
export const supportSource = `"""What the compiler was built with."""

_ON = "INDEX_DEFAULT_I64 USE_AOT_EXECUTOR USE_GRAPH_EXECUTOR USE_PROFILER USE_RANDOM USE_RPC USE_RTTI USE_SORT USE_THREADS"
_OFF = (
    "BACKTRACE_ON_SEGFAULT BUILD_DUMMY_LIBTVM BUILD_STATIC_RUNTIME HIDE_PRIVATE_SYMBOLS INSTALL_DEV SUMMARIZE TVM_DEBUG_WITH_ABI_CHANGE "
    "TVM_LOG_BEFORE_THROW USE_AMX USE_ARM_COMPUTE_LIB USE_ARM_COMPUTE_LIB_GRAPH_EXECUTOR USE_BNNS USE_BYODT_POSIT USE_CLML "
    "USE_CLML_GRAPH_EXECUTOR USE_COREML USE_CPP_RPC USE_CPP_RTVM USE_CUBLAS USE_CUDA USE_CUDNN USE_CURAND USE_CUSTOM_LOGGING USE_CUTLASS "
    "USE_DNNL USE_FALLBACK_STL_MAP USE_FLASHINFER USE_GRAPH_EXECUTOR_CUDA_GRAPH USE_HEXAGON USE_HEXAGON_EXTERNAL_LIBS USE_HEXAGON_RPC "
    "USE_HIPBLAS USE_IOS_RPC USE_KHRONOS_SPIRV USE_LIBTORCH USE_METAL USE_MIOPEN USE_MKL USE_MLIR USE_MRVL USE_MSC USE_MSCCL USE_MSVC_MT "
    "USE_NCCL USE_NNAPI_CODEGEN USE_NNAPI_RUNTIME USE_NNPACK USE_NVSHMEM USE_NVTX USE_OPENCL USE_OPENCL_ENABLE_HOST_PTR USE_PAPI "
    "USE_PT_TVMDSOOP USE_RCCL USE_RELAY_DEBUG USE_ROCBLAS USE_ROCM USE_RUST_EXT USE_SPIRV_KHR_INTEGER_DOT_PRODUCT USE_STACKVM_RUNTIME "
    "USE_TARGET_ONNX USE_TENSORRT_CODEGEN USE_TENSORRT_RUNTIME USE_TFLITE USE_TF_TVMDSOOP USE_THRUST USE_UMA USE_VERILATOR USE_VITIS_AI "
    "USE_VULKAN"
)


def libinfo():
    return {**dict.fromkeys(_OFF.split(), "OFF"), **dict.fromkeys(_ON.split(), "ON")}
`;

/** python/tvm/relay/backend/utils.py */
export const backendUtilsSource = `"""Names of what is generated."""


def mangle_module_name(mod_name):
    if mod_name and not mod_name.isascii():
        raise ValueError(mod_name + " contains invalid characters")
    return "tvmgen_" + mod_name if mod_name else "tvmgen"
`;

/** python/tvm/te: variables, and what comes from tir */
export const teSource = `"""Variables of sizes."""
from tvm import tir as _tir
from tvm.tir import (
    abs, all, any, div, floordiv, floormod, indexdiv, indexmod, max, max_value, min, min_value, truncdiv, truncmod,
)


def var(name="tindex", dtype="int32", span=None):
    return _tir.Var(name, dtype, span)


def size_var(name="size", dtype="int32", span=None):
    return _tir.SizeVar(name, dtype, span)


def const(value, dtype="int32", span=None):
    return _tir.const(value, dtype, span)
`;
