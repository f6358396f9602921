"""Evaluates calls with the reference compiler: JSON lines {"id", "text", "constants", "inputs"} in, {"id", "outputs"} or {"id", "error"} out.

`inputs` are the parameters' values in order, {"dtype", "shape", "values"}; the parameters named in `constants` are bound before compiling.
Values of int64 and what JSON cannot hold (nan, inf) are strings. Each case runs in a process of its own.
"""
import logging
import math
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from each_case import answer_each  # noqa: E402

import numpy as np
import tvm
from tvm import relay

logging.disable(logging.CRITICAL)
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "operators"))
import reference as _  # noqa: E402,F401  registers attributes that the parser lacks


def array(value):
    return np.array([float(v) if isinstance(v, str) and value["dtype"].startswith("float") else int(v) if isinstance(v, str) else v for v in value["values"]]).astype(value["dtype"]).reshape(value["shape"])


def plain(x, dtype):
    if dtype.startswith("float"):
        x = float(x)
        return x if math.isfinite(x) else str(x)
    return str(int(x)) if dtype in ("int64", "uint64") else int(x)


def flat(value):
    if isinstance(value, tvm.nd.NDArray):
        value = value.numpy()
        dtype = str(value.dtype)
        return [{"dtype": dtype, "shape": list(value.shape), "values": [plain(x, dtype) for x in value.flatten()]}]
    return [part for field in value for part in flat(field)]


def evaluate(case):
    module = relay.parse('#[version = "0.0.5"]\n' + case["text"])
    main = module["main"]
    values = [array(v) for v in case["inputs"]]
    bound = {p.name_hint: relay.const(v) for p, v in zip(main.params, values) if p.name_hint in case["constants"]}
    main = relay.build_module.bind_params_by_name(main, {k: v.data for k, v in bound.items()})
    module = tvm.IRModule({"main": main, **{g: f for g, f in module.functions.items() if g.name_hint != "main"}}) if len(module.functions) == 1 else module
    rest = [tvm.nd.array(v) for p, v in zip(relay.transform.InferType()(relay.parse('#[version = "0.0.5"]\n' + case["text"]))["main"].params, values) if p.name_hint not in case["constants"]]
    with tvm.transform.PassContext(opt_level=1):
        run = relay.create_executor("vm", mod=relay.transform.InferType()(module), device=tvm.cpu(), target="llvm").evaluate()
        return flat(run(*rest))


if __name__ == "__main__":
    answer_each(lambda case: {"outputs": evaluate(case)}, 30)
