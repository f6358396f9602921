/** The lowering of each quantized operator to operators without scales: the reference's FTVMQnnCanonicalize. */
import { hardSwish, lowerAveragePool, lowerLeakyRelu, lowerSoftmax, lowerUnary } from "./activations.ts";
import { lowerAdd, lowerMultiply, lowerSubtract } from "./binary.ts";
import { lowerConcatenate } from "./concatenate.ts";
import { lowerDequantize, lowerQuantize } from "./conversions.ts";
import { lowerConvolution } from "./convolution.ts";
import { lowerBatchMatmul, lowerDense } from "./products.ts";
import { lowerRequantize } from "./requantize.ts";
import { applied, type Rule } from "./rule.ts";

export const quantizedRules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ["qnn.add", lowerAdd],
  ["qnn.subtract", lowerSubtract],
  ["qnn.mul", lowerMultiply],
  ["qnn.dense", lowerDense],
  ["qnn.batch_matmul", lowerBatchMatmul],
  ["qnn.conv2d", lowerConvolution],
  [
    "qnn.contrib_dense_pack",
    (lowering) => {
      throw lowering.refused("nothing is known that it could become.");
    },
  ],
  ["qnn.quantize", lowerQuantize],
  ["qnn.dequantize", lowerDequantize],
  ["qnn.requantize", lowerRequantize],
  ["qnn.concatenate", lowerConcatenate],
  ["qnn.avg_pool2d", lowerAveragePool],
  ["qnn.leaky_relu", lowerLeakyRelu],
  ["qnn.softmax", lowerSoftmax],
  ...["tanh", "exp", "sqrt", "rsqrt", "erf", "sigmoid", "log", "abs"].map((name): [string, Rule] => [
    `qnn.${name}`,
    lowerUnary(applied(name)),
  ]),
  ["qnn.hardswish", lowerUnary(hardSwish)],
]);
