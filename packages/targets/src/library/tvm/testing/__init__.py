"""What tests require, as far as marks ask for it where files are read."""
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
