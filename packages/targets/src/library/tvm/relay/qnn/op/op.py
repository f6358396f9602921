"""What quantized operators become."""
from tvm.ir import register_op_attr


def register_qnn_legalize(op_name, legal_op=None, level=10):
    return register_op_attr(op_name, "FTVMQnnLegalize", legal_op, level)


def register_qnn_canonicalize(op_name, legal_op=None, level=10):
    return register_op_attr(op_name, "FTVMQnnCanonicalize", legal_op, level)
