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
      "A region is everything that a `qnn.quantize` depends on, up to `qnn.dequantize`. It is converted if each of its operators has a rule and nothing but dequantized tensors and constants feeds it; else it stays as it was. With `use_qat`, what is left is then tried operator by operator. First of all, divisions by constants become multiplications (upstream's `DivToMul`), since there is no rule for them.",
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
      "The graph is cut into sections that will each be computed in integers, with `annotation.cast_hint` and `annotation.stop_fusion` on the cuts.",
    decides:
      "A section begins at a convolution or a dense layer. Where a result of one section feeds the next, it is to be handed over in a narrow type, and the two calls are put there. This is where most of the `annotation.stop_fusion` comes from that one later finds between layers.",
    options: all,
    example: {
      text: layer,
      look: "A cut appears between the two layers. There is none before the first one, whose input is the model's own.",
    },
  },
  QuantizeAnnotate: {
    contract:
      "`relay.op.annotation.simulated_quantize` is wherever a value will be quantized, with scale and bounds still open as parameters.",
    decides:
      "Each operator has a rule: inputs and weights of convolutions and dense layers are quantized, what only passes values on goes along, and what is better left in floats is.",
    options: all,
    example: {
      text: layer,
      look: "Simulated quantization appears at inputs and weights; the model still computes in floats.",
      steps: [step("QuantizePartition")],
    },
  },
  QuantizeCalibrate: {
    contract: "Every simulated quantization has a number for its scale and for its bounds.",
    decides:
      "With the current settings, activations take one global scale and weights a power of two from their values. Where the values of a weight are not in the text, the page assumes a magnitude and says so.",
    options: all,
    example: { text: layer, look: "The open parameters become constants.", steps: [step("QuantizePartition"), step("QuantizeAnnotate")] },
  },
  QuantizeRealize: {
    contract: "Simulated quantization is removed: the module computes in integers, with casts, shifts and clips between layers.",
    decides:
      "Each annotated value becomes an integer with a scale, and scales are made to agree where values meet. The chain of `add`, `right_shift`, `clip` and `cast` between two layers comes from here: a target has to take it, too, for the layers to be one region.",
    options: all,
    example: {
      text: layer,
      look: "What is between the two layers now is what a target has to take.",
      steps: [step("QuantizePartition"), step("QuantizeAnnotate"), step("QuantizeCalibrate")],
    },
  },
  RemoveStopFusion: {
    contract: "No `annotation.stop_fusion` is left: what it was around takes its place.",
    decides:
      "Quantization puts them between layers so that FuseOps keeps layers apart. A target that computes whole regions does not need them. TVM has no pass that only removes them; a script exported writes it out.",
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
      "It looks where the first and the last integers are. It runs only where `partition_conversions` asks for it; a module whose integers it cannot distinguishes so is left as it was, or stops it.",
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
