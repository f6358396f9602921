"""What quantized operators become."""
import tvm.ir


def register_qnn_legalize(op_name, legal_op=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMQnnLegalize", legal_op, level)


def register_qnn_canonicalize(op_name, legal_op=None, level=10):
    return tvm.ir.register_op_attr(op_name, "FTVMQnnCanonicalize", legal_op, level)
