/** Activations that are operators of their own. */
import { add, divide, multiply } from "../../relay/arithmetic.ts";
import { broadcastTo, reshape } from "../../relay/wrappers.ts";
import { activation } from "../file/schema.ts";
import type { Converter, ConverterTable } from "../import/conversion.ts";
import { dequantize, quantize } from "../import/quantization.ts";
import { between } from "./elementwise.ts";
import { activated, activatedQuantized, clip, demandQuantized, float, requantize } from "./fused.ts";

/** Bounds of numbers; of quantized numbers, bounds on the input's grid. */
function bounded(kind: number, dtypeFrom: "input" | "output"): Converter {
  return (c, r) => {
    c.demandOneOf(1);
    const [input, output] = [c.input(0), c.output()];
    const x = c.expr(input);
    const dtype = () => c.dtypeOf(dtypeFrom === "input" ? input : output);
    const y = input.quantized ? activatedQuantized(r, x, kind, input.quantized, dtype()) : activated(r, x, kind);
    return output.quantized ? requantize(r, y, demandQuantized(input), output.quantized, c.dtypeOf(output)) : y;
  };
}

const leakyRelu: Converter = (c, r) => {
  c.demandOneOf(1);
  const [input, output] = [c.input(0), c.output()];
  const x = c.expr(input);
  const alpha = c.options("LeakyRelu").float(0);
  const y = r.call("nn.leaky_relu", [input.quantized ? dequantize(r, x, input.quantized) : x], { alpha: float(alpha) });
  return output.quantized ? quantize(r, y, output.quantized, c.dtypeOf(output)) : y;
};

const prelu: Converter = (c, r) => {
  c.demandInputs(2);
  const [input, alpha] = [c.input(0), c.input(1)];
  const slope = c.anyExpr(alpha);
  const x = c.expr(input);
  const shape = c.sizesOf(input);
  const slopes = reshape(r, broadcastTo(r, slope, shape), [-1]);
  return reshape(r, r.call("nn.prelu", [reshape(r, x, [-1]), slopes], { axis: 0 }), shape);
};

export const activations: ConverterTable = {
  HARD_SWISH: between((r, x) => {
    const gate = clip(r, add(r, x, r.constant(3, "float32")), 0, 6);
    return divide(r, multiply(r, x, gate), r.constant(6, "float32"));
  }),
  LEAKY_RELU: leakyRelu,
  LOG_SOFTMAX: between((r, x) => r.call("nn.log_softmax", [x], { axis: -1 })),
  PRELU: prelu,
  RELU: bounded(activation.relu, "output"),
  RELU6: bounded(activation.relu6, "output"),
  RELU_N1_TO_1: bounded(activation.reluN1To1, "input"),
  SOFTMAX: between((r, x) => r.call("nn.softmax", [x], { axis: -1 })),
};
