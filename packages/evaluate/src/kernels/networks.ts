/** Operators of neural networks. */
import type { TensorData } from "@relayscope/ir";
import { axisOf, isTensor, type Kernel, type KernelTable, tensors } from "../kernel.ts";
import { combined } from "./pointwise.ts";

/** `nn.bias_add`: a vector added along an axis. */
const biasAdd: Kernel = (args, attrs, result) => {
  const [x, bias] = tensors(args, 2) ?? [];
  if (!x || !bias) return undefined;
  const axis = axisOf(attrs, "axis", x.shape.length, 1);
  const along: TensorData = { ...bias, shape: x.shape.map((d, i) => (i === axis ? d : 1)) };
  return combined(
    x,
    along,
    result,
    (a, b) => a + b,
    (a, b) => a + b,
  );
};

const dropout: Kernel = (args) => (isTensor(args[0]) ? [args[0], { ...args[0] }] : undefined);

export const networks: KernelTable = {
  "nn.bias_add": biasAdd,
  "nn.dropout": dropout,
};
