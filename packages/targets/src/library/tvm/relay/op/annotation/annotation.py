"""Marks."""
from tvm.relay.op._calls import _call, _name_functions, _operator_function


def compiler_begin(data, compiler):
    return _call("annotation.compiler_begin", data, compiler=compiler)


def compiler_end(data, compiler):
    return _call("annotation.compiler_end", data, compiler=compiler)


stop_fusion, checkpoint = _operator_function("annotation.stop_fusion", 1), _operator_function("annotation.checkpoint", 1)

_name_functions(globals())
