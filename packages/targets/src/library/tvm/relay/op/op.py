"""Registering functions for operators."""
import tvm.ir


class OpPattern:
    ELEMWISE = 0
    BROADCAST = 1
    INJECTIVE = 2
    COMM_REDUCE = 3
    OUT_ELEMWISE_FUSABLE = 4
    TUPLE = 7
    OPAQUE = 8


def register_pattern(op_name, pattern, level=10):
    return tvm.ir.register_op_attr(op_name, "TOpPattern", pattern, level)


def register_stateful(op_name, stateful, level=10):
    return tvm.ir.register_op_attr(op_name, "TOpIsStateful", stateful, level)


def register_schedule(op_name, schedule, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMSchedule", schedule, level)


def register_compute(op_name, compute=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMCompute", compute, level)


def register_strategy(op_name, fstrategy=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMStrategy", fstrategy, level)


def register_legalize(op_name, legal_op=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMLegalize", legal_op, level)


def register_alter_op_layout(op_name, alter_layout=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMAlterOpLayout", alter_layout, level)


def register_convert_op_layout(op_name, convert_layout=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMConvertOpLayout", convert_layout, level)


def register_infer_correct_layout(op_name, infer_layout=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FInferCorrectLayout", infer_layout, level)


def register_gradient(op_name, fgradient=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FPrimalGradient", fgradient, level)


def register_external_compiler(op_name, fexternal=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMExternalCompiler", fexternal, level)


def register_fake_quantization_to_integer(op_name, func=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMFakeQuantizationToInteger", func, level)


def register_optional_fake_quantization_to_integer(op_name, func=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMOptionalFakeQuantizationToInteger", func, level)


def register_mixed_precision_conversion(op_name, func=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMMixedPrecisionConversionType", func, level)


def register_shape_func(op_name, data_dependent, shape_func=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FShapeFunc", shape_func, level)


def register_injective_schedule(op_name, level=10):
    pass


register_broadcast_schedule = register_reduce_schedule = register_injective_schedule
