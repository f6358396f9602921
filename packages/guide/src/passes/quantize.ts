/** Pages of the passes that turn a float model into one of integers. */
import type { PassWords } from "../words.ts";

const layer = `def @main(%x: Tensor[(1, 2, 4, 4), float32]) {
  %0 = nn.conv2d(%x, meta[relay.Constant][0] /* ty=Tensor[(2, 2, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]);
  %1 = nn.relu(%0);
  %2 = nn.conv2d(%1, meta[relay.Constant][1] /* ty=Tensor[(2, 2, 1, 1), float32] */, padding=[0, 0, 0, 0], channels=2, kernel_size=[1, 1]);
  nn.relu(%2)
}
`;

const all = { skip_conv_layers: [] };
const step = (pass: string) => ({ pass, options: all });

export const quantizePasses: Readonly<Record<string, PassWords>> = {
  FakeQuantizationToInteger: {
    contract:
      "What a quantized model computes on reals, between `qnn.dequantize` and `qnn.quantize`, is computed on the integers themselves, by the operators of `qnn`.",
    decides:
      "A region is everything that a `qnn.quantize` depends on, up to `qnn.dequantize`. It is converted if each of its operators has a rule and only dequantized tensors and constants feed it; otherwise it stays as it was. With `use_qat`, the rest is then tried operator by operator. Before that, divisions by constants become multiplications (upstream's `DivToMul`), since there is no rule for divisions.",
    example: {
      text: `def @main(%x: Tensor[(1, 3, 8, 8), int8], %w: Tensor[(4, 3, 3, 3), int8]) {
  %0 = qnn.dequantize(%x, 0.5f, 0, out_dtype="float32");
  %1 = qnn.dequantize(%w, 0.25f, 0, out_dtype="float32");
  %2 = nn.conv2d(%0, %1, padding=[1, 1, 1, 1], channels=4, kernel_size=[3, 3]);
  %3 = nn.relu(%2);
  qnn.quantize(%3, 1f, 0, out_dtype="int8")
}
`,
      look: "The convolution becomes `qnn.conv2d` on int8, and what quantized its result becomes `qnn.requantize`.",
    },
  },
  QuantizePartition: {
    contract:
      "The graph is divided into sections that are computed in integers, with `annotation.cast_hint` and `annotation.stop_fusion` at the end of each.",
    decides:
      "A section begins at a convolution. Elementwise operators and poolings of maxima after it stay inside. Where a section ends, the pass inserts the two calls, so that the value is passed on in a narrow type. Most of the `annotation.stop_fusion` between layers comes from here.",
    options: all,
    example: {
      text: layer,
      look: "The two calls appear after each layer: between the layers, and at the result. There are none before the first layer, whose input is that of the model.",
    },
  },
  QuantizeAnnotate: {
    contract: "`relay.op.annotation.simulated_quantize` is wherever a value will be quantized. Its scale and bounds are still parameters.",
    decides:
      "Each operator has a rule. Inputs and weights of convolutions and dense layers are quantized, operators that only move values follow, and others stay in floats.",
    options: all,
    example: {
      text: layer,
      look: "Simulated quantization appears at inputs and weights; the model still computes in floats.",
      steps: [step("QuantizePartition")],
    },
  },
  QuantizeCalibrate: {
    contract: "Every simulated quantization has numbers for its scale and its bounds.",
    decides:
      "With the current settings, activations use one global scale, and weights a power of two that fits their values. Where the values of a weight are not in the text, the page assumes a magnitude and says so.",
    options: all,
    example: { text: layer, look: "The open parameters become constants.", steps: [step("QuantizePartition"), step("QuantizeAnnotate")] },
  },
  QuantizeRealize: {
    contract: "Simulated quantization is removed: the module computes in integers, with casts, shifts and clips between layers.",
    decides:
      "Each annotated value becomes an integer with a scale, and scales are made equal where values meet. There, an `annotation.stop_fusion` is put after an argument that is quantized right before. The `add`, `right_shift`, `clip` and `cast` between two layers come from here: for one region, a target must take them, too.",
    options: all,
    example: {
      text: layer,
      look: "A target must take what is between the two layers now.",
      steps: [step("QuantizePartition"), step("QuantizeAnnotate"), step("QuantizeCalibrate")],
    },
  },
  RemoveStopFusion: {
    contract: "Each `annotation.stop_fusion` is replaced by its argument.",
    decides:
      "Quantization puts them between layers so that FuseOps keeps layers apart. A target that computes whole regions does not need them. TVM has no pass that only removes them; an exported script defines one.",
    example: {
      text: `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = nn.relu(%x);
  %1 = annotation.stop_fusion(%0);
  nn.relu(%1)
}
`,
      look: "The second `nn.relu` reads the first.",
    },
  },
  PartitionConversions: {
    contract:
      "`@main` calls three functions in a row: conversion of the inputs to integers, the integer computation, and conversion of the result to floats.",
    decides:
      "It finds the first and the last integers. It runs only with `partition_conversions`. If it cannot separate a module's integers, the module stays as it was, or the pass stops.",
    example: {
      text: `def @main(%x: Tensor[(1, 2, 4, 4), float32]) {
  %0 = cast(round(%x), dtype="int8");
  %1 = nn.relu(%0);
  multiply(cast(%1, dtype="float32"), 0.5f)
}
`,
      look: "One function becomes a prefix, a middle of integers, and a suffix.",
    },
  },
};
