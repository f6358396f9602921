/** The target cublas: NVIDIA's cuBLAS. Follows python/tvm/relay/op/contrib/cublas.py. */
import { steps, type Target } from "./target.ts";

const source = `
import logging

from tvm.relay.dataflow_pattern import is_op, wildcard
from tvm.relay.op.contrib.register import register_pattern_table

NAME = "cublas"

logger = logging.getLogger(NAME)

# Dtypes of inputs and output that the library multiplies.
SUPPORTED = [
    ("float32", "float32"),
    ("float16", "float16"),
    ("float16", "float32"),
    ("int8", "int32"),
    ("float64", "float64"),
    ("int8", "float32"),
]


def is_supported(product):
    """Equal input dtypes, a supported output, and for int8 columns in multiples of four."""
    left, right = [argument.checked_type for argument in product.args]
    if left.dtype != right.dtype:
        return False
    if (left.dtype, product.checked_type.dtype) not in SUPPORTED:
        return False
    if left.dtype == "int8":
        for columns in (left.shape[-1], right.shape[-1]):
            if columns % 4 != 0:
                logger.info("int8 needs columns in multiples of 4, and there are %s", columns)
                return False
    return True


@register_pattern_table(NAME)
def pattern_table():
    products = ["matmul", "batch_matmul", "dense"]
    return [(f"{NAME}.{name}", is_op(f"nn.{name}")(wildcard(), wildcard()), is_supported) for name in products]
`;

/** NVIDIA's matrix products. */
export const cublas: Target = {
  name: "cublas",
  title: "cuBLAS",
  upstream: ["python/tvm/relay/op/contrib/cublas.py"],
  needs: "Products of float16, float32 or float64, or of int8 with columns in multiples of four.",
  source,
  flow: steps("InferType", "MergeComposite", "AnnotateTarget", "PartitionGraph", "InferType"),
  optLevel: 2,
  bindsParameters: false,
};
