/**
 * Writes the gallery's model, `public/examples/small-classifier.onnx`: an image classifier of separable convolutions
 * with residuals, as exporters write them, with an open batch and weights out of a fixed sequence of numbers. `npm run
 * script packages/import/bench/onnx/makeExample.ts`.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { graph, model, type NodeParts, node, type Part, value, weight } from "./writeModel.ts";

let state = 1;

/** The next number of the sequence, between -1 and 1. */
function next(): number {
  state = (state * 1103515245 + 12345) % 2147483648;
  return (state / 2147483648) * 2 - 1;
}

const nodes: Part[] = [];
const weights: Part[] = [];

function numbers(name: string, dims: readonly number[], scale: number, around = 0): string {
  const values = Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, () => around + scale * next());
  weights.push(weight(name, dims, values));
  return name;
}

function integers(name: string, values: readonly number[], dims: readonly number[] = [values.length]): string {
  weights.push(weight(name, dims, BigInt64Array.from(values, BigInt)));
  return name;
}

function add(path: string, op: string, inputs: readonly string[], attributes: NonNullable<NodeParts["attributes"]> = {}): string {
  const output = `${path}/${op}_output_0`;
  nodes.push(node({ op, inputs, outputs: [output], name: `${path}/${op}`, attributes }));
  return output;
}

interface Layer {
  readonly from: number;
  readonly to: number;
  readonly size: number;
  readonly stride: number;
  readonly isDepthwise?: boolean;
}

/** A convolution with normalization and, where wanted, a clip between 0 and 6. */
function convolution(path: string, x: string, { from, to, size, stride, isDepthwise }: Layer, isClipped = true): string {
  const groups = isDepthwise ? from : 1;
  const w = numbers(`${path}.weight`, [to, from / groups, size, size], 1 / size);
  const pad = (size - 1) / 2;
  const shape = { kernel_shape: [size, size], strides: [stride, stride], pads: [pad, pad, pad, pad], dilations: [1, 1], group: groups };
  const y = add(`${path}/conv`, "Conv", [x, w], shape);
  const parts = ["gamma", "beta", "mean", "var"].map((part) =>
    numbers(`${path}.${part}`, [to], 0.1, part === "gamma" || part === "var" ? 1 : 0),
  );
  const normal = add(`${path}/norm`, "BatchNormalization", [y, ...parts], { epsilon: { float: 1e-5 } });
  return isClipped ? add(`${path}/act`, "Clip", [normal, "low", "high"]) : normal;
}

/** A separable convolution: wide, by channel, narrow; with a residual where shapes allow. */
function block(path: string, x: string, from: number, to: number, stride: number): string {
  const wide = 2 * from;
  let y = convolution(`${path}/expand`, x, { from, to: wide, size: 1, stride: 1 });
  y = convolution(`${path}/depthwise`, y, { from: wide, to: wide, size: 3, stride, isDepthwise: true });
  y = convolution(`${path}/project`, y, { from: wide, to, size: 1, stride: 1 }, false);
  return stride === 1 && from === to ? add(path, "Add", [x, y]) : y;
}

weights.push(weight("low", [], Float32Array.of(0)), weight("high", [], Float32Array.of(6)));
let x = convolution("/stem", "image", { from: 3, to: 8, size: 3, stride: 2 });
for (const [i, [from, to, stride]] of (
  [
    [8, 8, 1],
    [8, 16, 2],
    [16, 16, 1],
    [16, 24, 2],
    [24, 24, 1],
  ] as const
).entries()) {
  x = block(`/blocks.${i}`, x, from, to, stride);
}
x = add("/pool", "GlobalAveragePool", [x]);
const shape = add("/flatten", "Shape", [x]);
const batch = add("/flatten", "Gather", [shape, integers("first", [0], [])], { axis: 0 });
const batchList = add("/flatten", "Unsqueeze", [batch, integers("axes", [0])]);
const flatShape = add("/flatten", "Concat", [batchList, integers("rest", [-1])], { axis: 0 });
const flat = add("/flatten", "Reshape", [x, flatShape]);
const scores = add("/head", "Gemm", [flat, numbers("/head.weight", [10, 24], 0.4), numbers("/head.bias", [10], 0.1)], { transB: 1 });
nodes.push(node({ op: "Softmax", inputs: [scores], outputs: ["probabilities"], name: "/Softmax", attributes: { axis: -1 } }));

const file = model(
  graph({
    name: "small-classifier",
    nodes,
    weights,
    inputs: [value("image", ["batch", 3, "height", "width"])],
    outputs: [value("probabilities", ["batch", 10])],
  }),
  13,
  "relayscope",
);
writeFileSync(fileURLToPath(new URL("../../../../public/examples/small-classifier.onnx", import.meta.url)), file);
process.stdout.write(`${file.length} bytes, ${nodes.length} nodes\n`);
