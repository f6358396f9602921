/**
 * What the modules of the reference's own targets have for others: their partition functions, their passes, and whether
 * their runtimes are there. Follows python/tvm/relay/op/contrib. Tables and rules come from the targets' own Python.
 */

/** What checks of several targets read of a call, or of what is made of its results. */
export const callReadersSource = `
from tvm import relay
from tvm.ir import Op


def _first(expr):
    return expr.tuple_value if isinstance(expr, relay.TupleGetItem) else expr.fields[0]


def get_op_name(expr):
    while isinstance(expr, (relay.Call, relay.TupleGetItem, relay.Tuple)):
        expr = expr.op if isinstance(expr, relay.Call) else _first(expr)
    return expr.name if isinstance(expr, Op) else ""


def get_args(expr):
    if isinstance(expr, relay.Call):
        return expr.args
    if isinstance(expr, relay.TupleGetItem):
        return get_args(expr.tuple_value)
    return [arg for field in expr.fields for arg in get_args(field)] if isinstance(expr, relay.Tuple) else []


def get_attrs(expr):
    while isinstance(expr, relay.TupleGetItem):
        expr = expr.tuple_value
    return expr.attrs if isinstance(expr, relay.Call) else {}
`;

const shared = `
from tvm._library import named_pass, target_table, unsupported
from tvm.ir.transform import PassContext, Sequential
from tvm.relay.build_module import bind_params_by_name
from tvm.relay.op.contrib.register import get_pattern_table
from tvm.relay import transform


def _bound(mod, params):
    if params:
        mod["main"] = bind_params_by_name(mod["main"], params)
    return mod
`;

/** The flow of a library that has a table and nothing else. */
const tableAlone = (name: string, parameters: string) => `${shared}

def pattern_table():
    return target_table("${name}")


def partition_for_${name}(${parameters}):
    mod = _bound(mod, ${parameters === "mod" ? "None" : "params"})
    merge, annotate = transform.MergeComposite(pattern_table()), transform.AnnotateTarget("${name}")
    return Sequential([transform.InferType(), merge, annotate, transform.PartitionGraph(), transform.InferType()])(mod)
`;

const armComputeLib = `${shared}
from tvm._library import target_module


def is_arm_compute_runtime_enabled():
    return False


def arm_compute_lib_pattern_table(disabled_ops=["concatenate"]):
    source = target_module("arm_compute_lib")
    *others, (name, pattern, check) = source.pattern_table()

    def concatenate(expr):
        source.disabled_ops = disabled_ops
        return check(expr)

    return [*others, (name, pattern, concatenate)]


def partition_for_arm_compute_lib(mod, params=None, disabled_ops=["concatenate"], **opts):
    merge = transform.MergeComposite(arm_compute_lib_pattern_table(disabled_ops))
    annotate = transform.AnnotateTarget("arm_compute_lib", False)
    return Sequential([transform.InferType(), merge, annotate, transform.PartitionGraph()])(_bound(mod, params))
`;

const bnns = `${shared}

def pattern_table():
    return target_table("bnns")


def partition_for_bnns(mod, params=None):
    passes = [
        transform.InferType(),
        transform.FoldConstant(),
        transform.FoldScaleAxis(),
        transform.DynamicToStatic(),
        transform.AlterOpLayout(),
        transform.FoldConstant(),
        transform.MergeComposite(get_pattern_table("bnns")),
        transform.AnnotateTarget("bnns"),
        transform.PartitionGraph(),
    ]
    return Sequential(passes)(_bound(mod, params))
`;

const clml = `${shared}

def clml_pattern_table():
    return target_table("clml")


def is_clml_runtime_enabled():
    return False


def RemoveDropoutPass():
    return named_pass("RemoveDropoutPass")


def OptimizeBatchnormPass():
    return named_pass("OptimizeBatchnormPass")


def partition_for_clml(mod, params=None, **opts):
    passes = [
        transform.InferType(),
        RemoveDropoutPass(),
        transform.FoldConstant(),
        OptimizeBatchnormPass(),
        transform.MergeComposite(clml_pattern_table()),
        transform.AnnotateTarget("clml"),
        transform.MergeCompilerRegions(),
        transform.PartitionGraph(),
    ]
    return Sequential(passes)(_bound(mod, params))
`;

const cutlass = `${shared}

def pattern_table():
    return target_table("cutlass")


def partition_for_cutlass(mod, params=None):
    if params is not None:
        mod["main"] = bind_params_by_name(mod["main"], params)
        prepare = [transform.InferType(), transform.SimplifyInference(), transform.FoldConstant(), transform.FoldScaleAxis()]
        with PassContext(opt_level=3):
            mod = Sequential(prepare)(mod)
    merge = transform.MergeComposite(get_pattern_table("cutlass"))
    annotate = transform.AnnotateTarget(["cutlass"], include_non_call_ops=False)
    return Sequential([transform.InferType(), merge, annotate, transform.PartitionGraph(bind_constants=False)])(mod)
`;

const mrvl = `${shared}

def mrvl_pattern_table():
    return target_table("mrvl")


def _layouts(data, kernel):
    pools = ("nn.max_pool2d", "nn.avg_pool2d", "nn.global_avg_pool2d")
    desired = {"nn.conv2d": [data, kernel], **{pool: [data] for pool in pools}}
    return named_pass("ConvertLayout", desired_layouts=desired, converters="mrvl")


def MrvlRemoveDropoutPass():
    return named_pass("MrvlRemoveDropoutPass")


def MrvlRemoveCopyPass():
    return named_pass("MrvlRemoveCopyPass")


def repartition_mrvl_subgraphs(mod):
    return named_pass("RepartitionMrvlSubgraphs")(mod)


def partition_for_mrvl(mod, params=None, **kwargs):
    mod = _bound(mod, params)
    simplify = [transform.FoldConstant(), transform.SimplifyExpr(), transform.InferType()]
    before = [
        transform.InferType(),
        MrvlRemoveDropoutPass(),
        MrvlRemoveCopyPass(),
        transform.RemoveUnusedFunctions(),
        *simplify,
        _layouts("NHWC", "OHWI"),
        *simplify,
        transform.MergeComposite(mrvl_pattern_table()),
        transform.AnnotateTarget("mrvl", True),
        transform.MergeCompilerRegions(),
        transform.PartitionGraph(""),
        transform.InferType(),
    ]
    options = {name: kwargs[name] for name in ("mattr", "num_tiles") if name in kwargs}
    with PassContext(opt_level=3, disabled_pass=["AlterOpLayout"]):
        mod = repartition_mrvl_subgraphs(Sequential(before)(mod))
        mod = Sequential([_layouts("NCHW", "OIHW"), *simplify])(mod)
        return named_pass("AddMrvlAttributes", **options)(mod)
`;

const tensorrt = `${shared}
${callReadersSource}

def pattern_table():
    return target_table("tensorrt")


def is_tensorrt_compiler_enabled():
    return False


def is_tensorrt_runtime_enabled():
    return False


def RemoveDropoutPass():
    return named_pass("RemoveDropoutPass")


def prune_tensorrt_subgraphs(mod):
    return named_pass("PruneTensorrtSubgraphs")(mod)


def partition_for_tensorrt(mod, params=None, target=None):
    assert is_tensorrt_compiler_enabled(), "Can only partition for TensorRT if it is enabled"
`;

const vitisAi = `${shared}
print("Skip because Vitis-AI codegen is not available.")

def enabled():
    return False


def partition_for_vitis_ai(mod, params=None, dpu=None, **opts):
    if dpu is None:
        raise ValueError("Please pass Vitis AI DPU identifier to the partitioning function")
    unsupported("tvm.relay.op.contrib.vitis_ai.partition_for_vitis_ai(...)")
`;

/** The Python of the modules by their names. */
export const targetSources: Readonly<Record<string, string>> = {
  arm_compute_lib: armComputeLib,
  bnns,
  clml,
  cublas: tableAlone("cublas", "mod, params=None"),
  cudnn: tableAlone("cudnn", "mod"),
  cutlass,
  mrvl,
  tensorrt,
  vitis_ai: vitisAi,
};
