/**
 * Writes the gallery's TFLite models into `public/examples`: a keyword spotter and an image classifier, both of 8 bits
 * as converters write them, a scale a channel, with weights out of a fixed sequence of numbers. `npm run
 * script packages/import/bench/tflite/makeExamples.ts`.
 */
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type OperatorParts, type OptionField, type TensorParts, writeModel } from "./writeModel.ts";

let state = 7;

/** The next number of the sequence, between -1 and 1. */
function next(): number {
  state = (state * 1103515245 + 12345) % 2147483648;
  return (state / 2147483648) * 2 - 1;
}

interface Value {
  readonly index: number;
  readonly shape: readonly number[];
  readonly scale: number;
}

interface Layer {
  readonly to: number;
  readonly kernel: readonly [number, number];
  readonly stride: number;
  readonly isDepthwise?: boolean;
  readonly isClipped?: boolean;
}

const relu6 = 3;

/** A network that grows operator by operator. */
class Network {
  private readonly tensors: TensorParts[] = [];
  private readonly operators: OperatorParts[] = [];

  input(name: string, shape: readonly number[], scale: number, zero: number): Value {
    return this.value(name, shape, scale, zero);
  }

  /** A convolution with its bias, and ReLU6 where it is clipped. */
  convolution(name: string, x: Value, { to, kernel, stride, isDepthwise = false, isClipped = true }: Layer): Value {
    const [batch = 1, height = 1, width = 1, from = 1] = x.shape;
    const shape = isDepthwise ? [1, ...kernel, from] : [to, ...kernel, from];
    const scales = Array.from({ length: to }, () => 0.004 + 0.002 * Math.abs(next()));
    const zeros = scales.map(() => 0);
    const w = this.constant(`${name}/kernel`, "int8", shape, { scales, zeroPoints: zeros });
    const b = this.constant(`${name}/bias`, "int32", [to], { scales: scales.map((s) => s * x.scale), zeroPoints: zeros });
    const out = [batch, Math.ceil(height / stride), Math.ceil(width / stride), to];
    const y = isClipped ? this.value(`${name}/Relu6`, out, 6 / 255, -128) : this.value(`${name}/BiasAdd`, out, 0.04, 3);
    const common = [byte(0, 0), int(1, stride), int(2, stride)];
    const activation = isClipped ? relu6 : 0;
    this.operators.push({
      op: isDepthwise ? "DEPTHWISE_CONV_2D" : "CONV_2D",
      inputs: [x.index, w, b],
      outputs: [y.index],
      options: isDepthwise
        ? { table: "DepthwiseConv2D", fields: [...common, int(3, 1), byte(4, activation)] }
        : { table: "Conv2D", fields: [...common, byte(3, activation)] },
    });
    return y;
  }

  add(name: string, a: Value, b: Value): Value {
    const y = this.value(`${name}/Add`, a.shape, 0.05, -4);
    this.operators.push({ op: "ADD", inputs: [a.index, b.index], outputs: [y.index], options: { table: "Add", fields: [byte(0, 0)] } });
    return y;
  }

  /** The mean over all places. */
  pool(name: string, x: Value): Value {
    const [batch = 1, height = 1, width = 1, channels = 1] = x.shape;
    const y = this.value(`${name}/AvgPool`, [batch, 1, 1, channels], x.scale, x.scale === 6 / 255 ? -128 : 3);
    const fields = [byte(0, 1), int(1, width), int(2, height), int(3, width), int(4, height), byte(5, 0)];
    this.operators.push({ op: "AVERAGE_POOL_2D", inputs: [x.index], outputs: [y.index], options: { table: "Pool2D", fields } });
    return y;
  }

  flatten(name: string, x: Value): Value {
    const [batch = 1, ...rest] = x.shape;
    const width = rest.reduce((product, size) => product * size, 1);
    const y = this.value(`${name}/Reshape`, [batch, width], x.scale, x.scale === 6 / 255 ? -128 : 3);
    const fields: OptionField[] = [{ slot: 0, kind: "ints", value: [batch, width] }];
    this.operators.push({ op: "RESHAPE", inputs: [x.index], outputs: [y.index], options: { table: "Reshape", fields } });
    return y;
  }

  dense(name: string, x: Value, units: number): Value {
    const [batch = 1, width = 1] = x.shape;
    const w = this.constant(`${name}/kernel`, "int8", [units, width], { scales: [0.01], zeroPoints: [0] });
    const b = this.constant(`${name}/bias`, "int32", [units], { scales: [0.01 * x.scale], zeroPoints: [0] });
    const y = this.value(`${name}/BiasAdd`, [batch, units], 0.1, 5);
    const options = { table: "FullyConnected", fields: [byte(0, 0)] } as const;
    this.operators.push({ op: "FULLY_CONNECTED", inputs: [x.index, w, b], outputs: [y.index], options });
    return y;
  }

  softmax(x: Value): Value {
    const y = this.value("StatefulPartitionedCall:0", x.shape, 1 / 256, -128);
    this.operators.push({
      op: "SOFTMAX",
      inputs: [x.index],
      outputs: [y.index],
      options: { table: 9, fields: [{ slot: 0, kind: "float", value: 1 }] },
    });
    return y;
  }

  file(inputs: readonly Value[], outputs: readonly Value[]): Uint8Array {
    const places = (values: readonly Value[]) => values.map(({ index }) => index);
    return writeModel([{ tensors: this.tensors, operators: this.operators, inputs: places(inputs), outputs: places(outputs) }]);
  }

  private value(name: string, shape: readonly number[], scale: number, zero: number): Value {
    const index = this.tensors.push({ name, type: "int8", shape, scales: [scale], zeroPoints: [zero] }) - 1;
    return { index, shape, scale };
  }

  private constant(name: string, type: "int8" | "int32", shape: readonly number[], rest: Partial<TensorParts>): number {
    const count = shape.reduce((product, size) => product * size, 1);
    const values = type === "int8" ? new Int8Array(count) : new Int32Array(count);
    for (let i = 0; i < count; i++) values[i] = Math.round(next() * (type === "int8" ? 127 : 900));
    return this.tensors.push({ name, type, shape, data: new Uint8Array(values.buffer), ...rest }) - 1;
  }
}

function byte(slot: number, value: number): OptionField {
  return { slot, kind: "byte", value };
}

function int(slot: number, value: number): OptionField {
  return { slot, kind: "int", value };
}

/** Ten words out of a second of sound: 49 slices of 10 coefficients. */
function keywordSpotter(): Uint8Array {
  const net = new Network();
  const sound = net.input("serving_default_mfcc:0", [1, 49, 10, 1], 0.58, 83);
  let x = net.convolution("ds_cnn/conv", sound, { to: 16, kernel: [10, 4], stride: 2 });
  for (const i of [1, 2, 3]) {
    x = net.convolution(`ds_cnn/depthwise_${i}`, x, { to: 16, kernel: [3, 3], stride: 1, isDepthwise: true });
    x = net.convolution(`ds_cnn/pointwise_${i}`, x, { to: 16, kernel: [1, 1], stride: 1 });
  }
  const words = net.dense("ds_cnn/dense", net.flatten("ds_cnn/flatten", net.pool("ds_cnn/pool", x)), 12);
  return net.file([sound], [net.softmax(words)]);
}

/** A small image classifier of inverted residuals, as MobileNetV2 has them. */
function imageClassifier(): Uint8Array {
  const net = new Network();
  const image = net.input("serving_default_image:0", [1, 48, 48, 3], 1 / 128, 0);
  let x = net.convolution("mobilenet/stem", image, { to: 8, kernel: [3, 3], stride: 2 });
  x = net.convolution("mobilenet/project", x, { to: 8, kernel: [1, 1], stride: 1, isClipped: false });
  for (const [i, to, stride] of [
    [1, 8, 1],
    [2, 16, 2],
    [3, 16, 1],
    [4, 24, 2],
    [5, 24, 1],
  ] as const) {
    const from = x.shape[3] ?? 1;
    const name = `mobilenet/block_${i}`;
    let y = net.convolution(`${name}/expand`, x, { to: 2 * from, kernel: [1, 1], stride: 1 });
    y = net.convolution(`${name}/depthwise`, y, { to: 2 * from, kernel: [3, 3], stride, isDepthwise: true });
    y = net.convolution(`${name}/project`, y, { to, kernel: [1, 1], stride: 1, isClipped: false });
    x = stride === 1 && from === to ? net.add(name, x, y) : y;
  }
  x = net.convolution("mobilenet/head", x, { to: 32, kernel: [1, 1], stride: 1 });
  const scores = net.dense("mobilenet/dense", net.flatten("mobilenet/flatten", net.pool("mobilenet/pool", x)), 10);
  return net.file([image], [net.softmax(scores)]);
}

for (const [name, file] of [
  ["keyword-spotter-int8.tflite", keywordSpotter()],
  ["small-mobilenet-int8.tflite", imageClassifier()],
] as const) {
  writeFileSync(fileURLToPath(new URL(`../../../../public/examples/${name}`, import.meta.url)), file);
  process.stdout.write(`${name}: ${file.length} bytes\n`);
}
