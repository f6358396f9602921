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
import json
from tvm._library import named_pass, target_module, target_table
from tvm.ir.transform import PassContext, Sequential
from tvm.relay.build_module import bind_params_by_name
from tvm.relay import transform


def _bound(mod, params):
    if params:
        mod["main"] = bind_params_by_name(mod["main"], params)
    return mod


def _flow(name, table, first=0, last=None, **options):
    """The passes of a target's flow between two places. \`options\`: further ones, by pass."""
    made = []
    for step in json.loads(target_module(name).FLOW)[first:last]:
        given = {**step.get("options", {}), **options.get(step["pass"], {})}
        if step["pass"] == "MergeComposite":
            made.append(transform.MergeComposite(table))
        elif step["pass"] == "AnnotateTarget":
            made.append(transform.AnnotateTarget(name, **given))
        else:
            made.append(named_pass(step["pass"], **given))
    return Sequential(made)
`;

/** A library that has a table and a flow and little else. */
const plain = (name: string, parameters: string, table = "pattern_table") => `${shared}

def ${table}():
    return target_table("${name}")


def partition_for_${name}(${parameters}):
    return _flow("${name}", ${table}())(_bound(mod, ${parameters === "mod" ? "None" : "params"}))
`;

const armComputeLib = `${shared}

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
    return _flow("arm_compute_lib", arm_compute_lib_pattern_table(disabled_ops))(_bound(mod, params))
`;

const clml = `${plain("clml", "mod, params=None, **opts", "clml_pattern_table")}

def is_clml_runtime_enabled():
    return False


def RemoveDropoutPass():
    return named_pass("RemoveDropoutPass")


def OptimizeBatchnormPass():
    return named_pass("OptimizeBatchnormPass")
`;

const cutlass = `${shared}

def pattern_table():
    return target_table("cutlass")


def partition_for_cutlass(mod, params=None):
    # The passes that prepare the weights.
    prepare = 4
    if params is not None:
        mod["main"] = bind_params_by_name(mod["main"], params)
        with PassContext(opt_level=3):
            mod = _flow("cutlass", [], 0, prepare)(mod)
    return _flow("cutlass", pattern_table(), prepare)(mod)
`;

const mrvl = `${shared}

def mrvl_pattern_table():
    return target_table("mrvl")


def MrvlRemoveDropoutPass():
    return named_pass("MrvlRemoveDropoutPass")


def MrvlRemoveCopyPass():
    return named_pass("MrvlRemoveCopyPass")


def repartition_mrvl_subgraphs(mod):
    return named_pass("RepartitionMrvlSubgraphs")(mod)


def partition_for_mrvl(mod, params=None, **kwargs):
    options = {name: kwargs[name] for name in ("mattr", "num_tiles") if name in kwargs}
    with PassContext(opt_level=3, disabled_pass=["AlterOpLayout"]):
        return _flow("mrvl", mrvl_pattern_table(), AddMrvlAttributes=options)(_bound(mod, params))
`;

const tensorrt = `${callReadersSource}
from tvm._library import named_pass, target_table


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

const vitisAi = `
from tvm._library import unsupported

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
  bnns: plain("bnns", "mod, params=None"),
  clml,
  cublas: plain("cublas", "mod, params=None"),
  cudnn: plain("cudnn", "mod"),
  cutlass,
  mrvl,
  tensorrt,
  vitis_ai: vitisAi,
};
