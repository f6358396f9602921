/** Pages of the targets. */
import { own, type TargetWords } from "./words.ts";

const nchw = "padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3]";
const nhwc = `${nchw}, data_layout="NHWC"`;

/** Two layers with something between them that few targets take. */
const network = `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[(8, 8, 3, 3), float32], %v: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, ${nchw});
  %1 = nn.relu(%0);
  %2 = erf(%1);
  %3 = nn.conv2d(%2, %v, ${nchw});
  nn.relu(%3)
}
`;

const nhwcNetwork = (
  kernel: string,
  shape: string,
) => `def @main(%x: Tensor[(1, 8, 8, 8), float32], %w: Tensor[${shape}, float32], %v: Tensor[${shape}, float32]) {
  %0 = nn.conv2d(%x, %w, ${nhwc}, kernel_layout="${kernel}");
  %1 = nn.relu(%0);
  %2 = erf(%1);
  %3 = nn.conv2d(%2, %v, ${nhwc}, kernel_layout="${kernel}");
  nn.relu(%3)
}
`;

const quantized = `def @main(%x: Tensor[(1, 16, 16, 8), int8]) {
  %0 = qnn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(3, 3, 8, 8), int8] */, 3, 0, 0.02f, 0.1f, padding=[1, 1, 1, 1], channels=8, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO", out_dtype="int32");
  %1 = nn.bias_add(%0, meta[relay.Constant][1] /* ty=Tensor[(8), int32] */, axis=3);
  %2 = qnn.requantize(%1, 0.002f, 0, 0.05f, 4, axis=3, out_dtype="int8");
  clip(%2, a_min=-100f, a_max=100f)
}
`;

export const targetWords: Readonly<Record<string, TargetWords>> = {
  "byoc-target": {
    what: "The fictional target of the official tutorial, small enough to understand at a glance. It shows what a target is: a table of patterns and a list of operators.",
    refuses: "It takes a convolution only together with the `nn.relu` after it. A convolution followed by anything else stays on the host.",
    example: {
      text: `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = exp(%1);
  %3 = add(%1, %2);
  reshape(%3, newshape=[1, -1])
}
`,
      look: "A composite, a host operator, and a region of `add` and `reshape`.",
    },
  },
  dnnl: {
    what: "Intel's oneDNN, a library of fast kernels for CPUs. The largest of TVM's tables: convolutions and dense layers with many kinds of activations.",
    refuses:
      "Most often because weights are parameters: its flow binds them first. The operators' rules refuse poolings with `ceil_mode`, 64-bit integers and unusual layouts. At the end, `PruneDnnlSubgraphs` returns small regions to the host.",
    example: {
      text: network,
      look: "Both layers are taken. dnnl takes `erf` only within patterns such as GELU, so it stays on the host.",
      target: "dnnl",
    },
  },
  tensorrt: {
    what: "NVIDIA's TensorRT, which builds a GPU engine from each region. Each pattern of its table is a single operator.",
    refuses:
      "Most often because a shape is dynamic or the operator changes the batch axis, which TensorRT reserves. Its flow converts layouts to NCHW, which needs opt level 3. At the end, `PruneTensorrtSubgraphs` returns some regions to the host.",
    example: {
      text: network,
      look: "Two regions: the check of `erf` asks for TensorRT 7, and the target is set to 6. Write `sigmoid` instead, and everything is one region.",
      target: "tensorrt",
    },
  },
  cutlass: {
    what: "NVIDIA's CUTLASS, templates of GPU kernels for matrix products and convolutions with fused activations.",
    refuses:
      "Most often because the layout is not NHWC with OHWI weights, or because a convolution is depthwise. It has no operator rules, only patterns.",
    example: {
      text: nhwcNetwork("OHWI", "(8, 3, 3, 8)"),
      look: "Each layer is a region of its own: its flow has no `MergeCompilerRegions`.",
      target: "cutlass",
    },
  },
  cublas: {
    what: "NVIDIA's cuBLAS: products of matrices on a GPU.",
    refuses: "Everything that is not a product. With int8, sizes must be multiples of four.",
    example: {
      text: `def @main(%x: Tensor[(2, 8), float32], %w: Tensor[(8, 8), float32]) {
  %0 = nn.dense(%x, %w, units=None);
  %1 = nn.relu(%0);
  nn.dense(%1, %w, units=None)
}
`,
      look: "Two products are two regions; `nn.relu` between them stays on the host.",
      target: "cublas",
    },
  },
  cudnn: {
    what: "NVIDIA's cuDNN: convolutions and softmax on a GPU.",
    refuses: "Convolutions that are not NCHW with OIHW weights, or whose padding is not the same on both sides.",
    example: {
      text: network,
      look: "The convolutions are taken. `nn.relu` is not: a pattern takes it only after a convolution with a bias.",
      target: "cudnn",
    },
  },
  arm_compute_lib: {
    what: "Arm's Compute Library: kernels for Arm CPUs.",
    refuses: "Most often because the layout is NCHW (it requires NHWC), the batch is larger than one, or a weight is not a constant.",
    example: {
      text: nhwcNetwork("HWIO", "(3, 3, 8, 8)"),
      look: "The composites of convolution and `nn.relu` are taken, `erf` is not.",
      target: "arm_compute_lib",
    },
  },
  bnns: {
    what: "Apple's Basic Neural Network Subroutines: kernels for Apple's CPUs.",
    refuses: "Everything that is not float32 in NCHW, and convolutions whose weights are not constants.",
    example: { text: network, look: "Both layers are taken. `erf` is not.", target: "bnns" },
  },
  clml: {
    what: "Qualcomm's OpenCL extension for machine learning, for Adreno GPUs.",
    refuses: "Wide integers, batches of more than one, and weights that are not constants.",
    example: { text: network, look: "Both layers are taken. `erf` is not.", target: "clml" },
  },
  mrvl: {
    what: "Marvell's machine learning inference processor.",
    refuses:
      "`RepartitionMrvlSubgraphs` returns regions without a convolution or a dense layer to the host. Weights must be constants, and everything must be float32.",
    example: {
      text: network,
      look: "The flow first converts the layers to NHWC, so there is a layout transform at each end.",
      target: "mrvl",
    },
  },
  vitis_ai: {
    what: "AMD's deep learning processing units, formerly of Xilinx.",
    refuses: "In TVM, the vendor's tool decides. Here, a list of operators replaces it; edit it as an option of `VitisAIAnnotationPass`.",
    example: { text: network, look: "Every operator of the list is taken; `erf` is not in the list.", target: "vitis_ai" },
  },
  coremlcompiler: {
    what: "Apple's Core ML: a region is compiled into a Core ML model.",
    refuses: "Convolutions whose weights are not constants, and every operator outside of its short list.",
    example: { text: network, look: "Both layers are taken. `erf` is not in its list.", target: "coremlcompiler" },
  },
  "ethos-n": {
    what: "Arm's Ethos-N, a processor for quantized networks. It was part of TVM up to 0.18.0.",
    refuses:
      "Everything that is not quantized to 8 bits, and weights, scales and zero points that are not constants. In TVM, the vendor's library has the final decision, which is not possible here.",
    example: {
      text: quantized,
      look: "A quantized convolution with its bias and its requantization is one composite.",
      target: "ethos-n",
    },
  },
  "cmsis-nn": {
    what: "Arm's kernels for small microcontrollers (Cortex-M). It was part of TVM up to 0.18.0.",
    refuses: "Models that are not quantized, weights with a zero point other than 0, poolings that are not NHWC with a batch of one.",
    example: {
      text: quantized,
      look: "The convolution is one composite. Change the weight's zero point, the second number after the weights, to 5: its check refuses.",
      target: "cmsis-nn",
    },
  },
  "ethos-u": {
    what: "Arm's Ethos-U, a small processor for quantized networks next to a microcontroller. It was part of TVM up to 0.18.0.",
    refuses: "Models that are not quantized; kernels, strides and dilations that are too large for the hardware.",
    example: {
      text: quantized,
      look: "The convolution is one composite. Give it `dilation=[3, 3]`: its check refuses.",
      target: "ethos-u",
    },
  },
  custom: {
    what: "Your own accelerator, with TVM's flow for it (UMA). The table is empty: write patterns and operators in the Target tab.",
    refuses: "Everything, until you say what it takes.",
    example: {
      text: network,
      look: "One pattern and one operator of your own, and everything is one region. Open it in the explorer and remove `erf` from the list.",
      target: "custom",
      customTargets: [own("custom", ["erf"], { conv2d_relu: 'is_op("nn.relu")(is_op("nn.conv2d")(wildcard(), wildcard()))' })],
    },
  },
};
