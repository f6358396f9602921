/** Pages of the passes that belong to one target's flow. */
import type { PassWords } from "../words.ts";

/** Two functions of a compiler, called in a row: one with light work alone, one with a dense layer. */
const twoRegions = (compiler: string) => `def @main(%x: Tensor[(1, 4), float32]) {
  %0 = @light(%x);
  @heavy(%0)
}

def @light(%a: Tensor[(1, 4), float32], Compiler="${compiler}", Primitive=1, Inline=1, global_symbol="light") -> Tensor[(1, 4), float32] {
  nn.relu(%a)
}

def @heavy(%b: Tensor[(1, 4), float32], Compiler="${compiler}", Primitive=1, Inline=1, global_symbol="heavy") -> Tensor[(1, 4), float32] {
  %1 = nn.dense(%b, meta[relay.Constant][0] /* ty=Tensor[(4, 4), float32] */, units=None);
  nn.relu(%1)
}
`;

/** A convolution of cmsis-nn in its composite and its function; `side` is the length of its result's sides. */
const cmsisConvolution = (side: number, lines: readonly string[]) => `def @main(%x: Tensor[(1, 4, 4, 3), int8]) {
  @tvmgen_default_cmsis_nn_main_0(%x)
}

def @tvmgen_default_cmsis_nn_main_0(%i: Tensor[(1, 4, 4, 3), int8], Compiler="cmsis-nn", Primitive=1, Inline=1, global_symbol="tvmgen_default_cmsis_nn_main_0") -> Tensor[(1, ${side}, ${side}, 2), int8] {
  %4 = fn (%p: Tensor[(1, 4, 4, 3), int8], PartitionedFromPattern="...", Composite="cmsis-nn.qnn_conv2d") -> Tensor[(1, ${side}, ${side}, 2), int8] {
${lines.map((line) => `    ${line};\n`).join("")}    qnn.requantize(%1, meta[relay.Constant][2] /* ty=Tensor[(2), float32] */, 0, 0.75f, 4, axis=3, out_dtype="int8")
  };
  %4(%i)
}
`;

const quantizedConvolution = (input: string, kernel: string, layout: string) =>
  `%1 = qnn.conv2d(%${input}, meta[relay.Constant][0] /* ty=Tensor[${kernel}, int8] */, -3, 0, 0.5f, meta[relay.Constant][1] /* ty=Tensor[(2), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[2, 2], data_layout="NHWC", kernel_layout="${layout}", out_dtype="int32")`;

export const targetPasses: Readonly<Record<string, PassWords>> = {
  LegalizeQnnForDnnl: {
    contract:
      "Each `qnn.conv2d` or `qnn.dense` of `@main` with a `qnn.requantize`, a `clip` and a `cast` after it is in the form that the patterns of `dnnl` have: zero points of 0, and the rest in float32.",
    decides:
      "TVM has it as the function `legalize_qnn_for_dnnl`, which no flow calls: call it before `partition_for_dnnl`. It takes a `qnn.add` and its `clip` into the same form. It clips to 0 and 255, whatever the layer clips to, so it is for `uint8`. Scales per channel in NCHW do not broadcast in its form, and TVM raises.",
    example: {
      text: `def @main(%x: Tensor[(1, 4), uint8]) {
  %0 = qnn.dense(%x, meta[relay.Constant][0] /* ty=Tensor[(4, 4), int8] */, 0, 0, 0.5f, 0.25f, units=4, out_dtype="int32");
  %1 = qnn.requantize(%0, 0.125f, 0, 0.5f, 0, axis=1, out_dtype="int32");
  %2 = clip(%1, a_min=0f, a_max=255f);
  cast(%2, dtype="uint8")
}
`,
      look: "Scales and zero points of the requantize are a product and a sum after the dense layer.",
    },
  },
  PruneDnnlSubgraphs: {
    contract: "Regions of `dnnl` that do no heavy work are back in `@main`.",
    decides:
      "Convolutions, dense layers, batched products and poolings count as heavy work. A single region stays, whatever it holds. A transfer costs time, and a single `nn.relu` is not worth it.",
    example: { text: twoRegions("dnnl"), look: "`@light` holds only `nn.relu`: it returns to the host." },
  },
  PruneTensorrtSubgraphs: {
    contract: "Regions that TensorRT can't run are back in `@main`.",
    decides:
      "A region is put back if its inputs have different batch sizes, or, with the option, if it has no multiply-accumulate operator.",
    example: {
      text: `def @main(%x: Tensor[(1, 4), float32], %y: Tensor[(2, 4), float32]) {
  (@a(%x, %y), @b(%x))
}

def @a(%p0: Tensor[(1, 4), float32], %p1: Tensor[(2, 4), float32], Compiler="tensorrt", Primitive=1, Inline=1, global_symbol="a") -> Tensor[(2, 4), float32] {
  add(%p0, %p1)
}

def @b(%p0: Tensor[(1, 4), float32], Compiler="tensorrt", Primitive=1, Inline=1, global_symbol="b") -> Tensor[(1, 4), float32] {
  nn.relu(%p0)
}
`,
      look: "`@a` reads a batch of one and a batch of two: it returns to the host.",
    },
  },
  RepartitionMrvlSubgraphs: {
    contract:
      "Every remaining region of `mrvl` begins with an operator that its compiler accepts as the first, and holds a convolution or a dense layer.",
    decides: "A region without heavy work, or one whose inputs go straight into a concatenation or a sum, is put back where it was called.",
    example: { text: twoRegions("mrvl"), look: "`@light` holds no convolution and no dense layer: it returns to the host." },
  },
  InlineNonComputeIntensivePartitions: {
    contract: "Regions of `ethos-n` without a multiply-accumulate operator are back in `@main`.",
    decides: "Convolutions, dense layers, poolings and a few more count as work. A region of reshapes and clips alone is put back.",
    example: {
      text: `def @main(%x: Tensor[(1, 2, 2, 4), int8]) {
  @ethosn_0(%x)
}

def @ethosn_0(%a: Tensor[(1, 2, 2, 4), int8], Primitive=1, Inline=1, Compiler="ethos-n", global_symbol="ethosn_0") -> Tensor[(2, 2, 4), int8] {
  reshape(%a, newshape=[2, 2, 4])
}
`,
      look: "A reshape alone is not worth a region.",
    },
  },
  AddMrvlAttributes: {
    contract: "Every function of `mrvl` has the options of Marvell's compiler as attributes.",
    decides: "It applies to functions with `mrvl` in their name. The values come from the pass's options.",
    example: {
      text: `def @main(%x: Tensor[(1, 4), float32]) {
  @tvmgen_mrvl_main_0(%x)
}

def @tvmgen_mrvl_main_0(%p0: Tensor[(1, 4), float32], Compiler="mrvl", Primitive=1, Inline=1, global_symbol="tvmgen_mrvl_main_0") -> Tensor[(1, 4), float32] {
  nn.relu(%p0)
}
`,
      look: "The picture is the same; the function gets attributes. Read them in the text.",
    },
  },
  MrvlRemoveCopyPass: {
    contract: "Each `copy` is replaced by its input.",
    decides: "Nothing: it removes every `copy`.",
    example: {
      text: `def @main(%x: Tensor[(1, 4), float32]) {
  %0 = copy(%x);
  nn.relu(%0)
}
`,
      look: "`nn.relu` reads the input itself.",
    },
  },
  OptimizeBatchnormPass: {
    contract: "A batch norm after a convolution is folded into the convolution's weight and one `add`.",
    decides: "The weight and the norm's parameters must be constants, and another call must use the norm.",
    example: {
      text: `def @main(%x: Tensor[(1, 4, 8, 8), float32]) {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(2, 4, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]);
  %1 = nn.batch_norm(%0, meta[relay.Constant][1] /* ty=Tensor[(2), float32] */, meta[relay.Constant][2] /* ty=Tensor[(2), float32] */, meta[relay.Constant][3] /* ty=Tensor[(2), float32] */, meta[relay.Constant][4] /* ty=Tensor[(2), float32] */);
  %2 = %1.0;
  nn.relu(%2)
}
`,
      look: "The norm becomes one `add`.",
    },
  },
  VitisAIAnnotationPass: {
    contract: "Calls that AMD's processor takes are between annotations of `vitis_ai`, with the tuples that go into them.",
    decides:
      "In TVM, the vendor's tool selects the nodes. Here, a list of operators replaces its answer. Set the option to the tool's answer.",
    options: { operators: ["nn.relu"] },
    example: {
      text: `def @main(%x: Tensor[(1, 4), float32]) {
  %0 = nn.relu(%x);
  sigmoid(%0)
}
`,
      look: "`nn.relu` is in the list and is annotated; `sigmoid` is not, and not even as `default`.",
    },
  },
  CMSISNNFusePads: {
    contract: "A padding before a convolution of `cmsis-nn` is part of the convolution's own padding.",
    decides: "The pad must use the zero point as its value and pad height and width only.",
    example: {
      text: cmsisConvolution(4, [
        "%0 = nn.pad(%p, -3, pad_width=[[0, 0], [0, 1], [0, 1], [0, 0]])",
        quantizedConvolution("0", "(2, 2, 2, 3)", "OHWI"),
      ]),
      look: "`nn.pad` is removed; the convolution's `padding` has its values.",
    },
  },
  GenerateCMSISNNConstants: {
    contract: "Convolutions of `cmsis-nn` have weights in the layout of its kernels, and multipliers and shifts instead of float scales.",
    decides: "Weights in another layout are converted to OHWI. For each channel, the product of the scales becomes an integer and a shift.",
    example: {
      text: cmsisConvolution(3, [quantizedConvolution("p", "(2, 2, 3, 2)", "HWIO")]),
      look: "`kernel_layout` becomes OHWI, and two new constants replace the zero points.",
    },
  },
  ScalarToTensorConstants: {
    contract: "Scalar operands of sums and products of `cmsis-nn` have the shape of the other operand.",
    decides: "A scalar constant is broadcast to the shape; two scalars stay as they are.",
    example: {
      text: `def @main(%x: Tensor[(2, 3), int8]) {
  @f(%x)
}

def @f(%i: Tensor[(2, 3), int8], Compiler="cmsis-nn", Primitive=1, global_symbol="f") -> Tensor[(2, 3), int8] {
  %9 = fn (%a: int8, %b: Tensor[(2, 3), int8], Composite="cmsis-nn.qnn_mul") -> Tensor[(2, 3), int8] {
    qnn.mul(%a, %b, 0.5f, 3, 0.25f, -2, 1f, 0)
  };
  %9(meta[relay.Constant][0] /* ty=int8 */, %i)
}
`,
      look: "The scalar constant becomes a tensor of the other operand's shape.",
    },
  },
  ExtractConstantsFromPartitionedFunction: {
    contract: "The constants of a function of `cmsis-nn` are its parameters, and `@main` passes them.",
    decides: "Tensors are taken out; scalars stay inside. The device's memory can then be planned for them.",
    example: {
      text: `def @main(%x: Tensor[(2, 3), float32]) {
  @f(%x)
}

def @f(%i: Tensor[(2, 3), float32], Primitive=1, Compiler="cmsis-nn", global_symbol="f") -> Tensor[(2, 3), float32] {
  add(%i, meta[relay.Constant][0] /* ty=Tensor[(2, 3), float32] */)
}
`,
      look: "The constant moves from the function to the call in `@main`.",
    },
  },
  ConvertEquivalents: {
    contract:
      "Sums and products with constants that `ethos-n` can't run as such are rewritten to what it can run: a depthwise convolution, or another scale.",
    decides: "The composite's name says which form was meant when it was matched; the constants are computed for that form.",
    example: {
      text: `def @main(%v: Tensor[(1, 4, 4, 8), uint8]) {
  @tvmgen_default_ethos_n_main_0(%v)
}

def @tvmgen_default_ethos_n_main_0(%x: Tensor[(1, 4, 4, 8), uint8], Primitive=1, Inline=1, Compiler="ethos-n", global_symbol="tvmgen_default_ethos_n_main_0") -> Tensor[(1, 4, 4, 8), uint8] {
  %0 = fn (%p: Tensor[(1, 4, 4, 8), uint8], Composite="ethos-n.qnn_mul_to_depthwise", PartitionedFromPattern="qnn.mul_") -> Tensor[(1, 4, 4, 8), uint8] {
    qnn.mul(%p, meta[relay.Constant][0] /* ty=Tensor[(1, 1, 1, 8), uint8] */, 0.7f, 12, 0.3f, 100, 0.9f, 3)
  };
  %0(%x)
}
`,
      look: "The product with one number per channel becomes a depthwise `qnn.conv2d`.",
    },
  },
  ReplicatePads: {
    contract: "No `nn.pad` is shared by two convolutions: each `qnn.conv2d` has one of its own.",
    decides: "A pattern of pad and convolution can't take a pad that has another reader. So the pad is copied for each further reader.",
    example: {
      text: `def @main(%x: Tensor[(1, 4, 4, 2), int8], %w: Tensor[(3, 3, 2, 2), int8], %v: Tensor[(3, 3, 2, 2), int8]) {
  %0 = nn.pad(%x, 0, pad_width=[[0, 0], [1, 1], [1, 1], [0, 0]]);
  %1 = qnn.conv2d(%0, %w, 0, 0, 0.5f, 0.5f, padding=[0, 0, 0, 0], channels=2, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO", out_dtype="int32");
  %2 = qnn.conv2d(%0, %v, 0, 0, 0.5f, 0.5f, padding=[0, 0, 0, 0], channels=2, kernel_size=[3, 3], data_layout="NHWC", kernel_layout="HWIO", out_dtype="int32");
  add(%1, %2)
}
`,
      look: "The second convolution gets a pad of its own.",
    },
  },
  PreprocessExternalFuncIO: {
    contract: "Every function of `ethos-u` has one input and one output.",
    decides:
      "Several inputs are flattened and concatenated before the call and split inside it; several outputs the reverse. A function with one input and one output stays as it is.",
    example: {
      text: `def @main(%x: Tensor[(10, 10), float32], %y: Tensor[(10, 10), float32]) {
  @ethosu_0(%x, %y)
}

def @ethosu_0(%a: Tensor[(10, 10), float32], %b: Tensor[(10, 10), float32], Primitive=1, Inline=1, Compiler="ethos-u", global_symbol="ethosu_0") -> Tensor[(10, 10), float32] {
  add(%a, %b)
}
`,
      look: "The two inputs are concatenated in `@main` and split in the function.",
    },
  },
};
