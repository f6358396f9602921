"""Which operators have a converter."""
from tvm.contrib.target.coreml import coreml_compiler

_convert_map = dict.fromkeys(
    "add multiply clip expand_dims nn.relu nn.batch_flatten nn.softmax nn.conv2d nn.global_avg_pool2d".split(), coreml_compiler
)
