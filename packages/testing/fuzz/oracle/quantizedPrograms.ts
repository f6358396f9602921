/** Random programs of quantized operators for Legalize: texts, with the metadata section of their constants. */
import { type ConstantValue, constantMetadata } from "../operators/metadata.ts";
import type { Random } from "../random.ts";

interface Program {
  readonly text: string;
  readonly metadata: string;
}

/** What a call is drawn with: constants and parameters go into the program around it. */
interface Draw {
  readonly r: Random;
  parameter(shape: readonly (number | "?")[], dtype: string): string;
  constant(value: ConstantValue): string;
}

/** One to three calls, of which each may take the one before it. */
export function quantizedProgram(r: Random): Program {
  const parameters: string[] = [];
  const constants: ConstantValue[] = [];
  const draw: Draw = {
    r,
    parameter(shape, dtype) {
      const name = `%p${parameters.length}`;
      parameters.push(`${name}: ${shape.length === 0 ? dtype : `Tensor[(${shape.join(", ")}), ${dtype}]`}`);
      return name;
    },
    constant(value) {
      constants.push(value);
      return `meta[relay.Constant][${constants.length - 1}] /* ty=Tensor[(${value.shape.join(", ")}), ${value.dtype}] */`;
    },
  };
  const lines: string[] = [];
  const results: string[] = [];
  for (let i = r.int(1, 3); i > 0; i--) {
    const made = r.pick(calls)(draw, (line) => {
      lines.push(`  %${lines.length} = ${line};`);
      return `%${lines.length - 1}`;
    });
    lines.push(`  %${lines.length} = ${made};`);
    results.push(`%${lines.length - 1}`);
  }
  const body = [...lines, `  (${results.join(", ")}${results.length === 1 ? "," : ""})`];
  return {
    text: `def @main(${parameters.join(", ")}) {\n${body.join("\n")}\n}\n`,
    metadata: constants.length === 0 ? "" : constantMetadata(constants).replace("#[metadata]", ""),
  };
}

type Make = (draw: Draw, bind: (line: string) => string) => string;

const scales = [0.125, 0.25, 0.5, 1, 0.1, 0.0078125, 0.37, 2.5, 1e-5, 300];
const zeroPoints = [0, 0, 0, 1, -1, 5, 127, -128, 300];

function number(value: number): string {
  return Number.isInteger(value) && !/e/.test(String(value)) ? `${value}f` : `${value}f`;
}

/** A scale: a number, a vector of `channels` numbers, or what is only known when it runs. */
function scale({ r, parameter, constant }: Draw, channels?: number): string {
  if (channels !== undefined && r.chance(0.3))
    return constant({ dtype: "float32", shape: [channels], values: r.many(channels, () => r.pick(scales)) });
  if (r.chance(0.04)) return parameter(channels !== undefined && r.chance(0.5) ? [channels] : [], "float32");
  return number(r.pick(scales));
}

function zeroPoint({ r, parameter, constant }: Draw, channels?: number): string {
  if (channels !== undefined && r.chance(0.2))
    return constant({ dtype: "int32", shape: [channels], values: r.many(channels, () => r.pick(zeroPoints)) });
  if (r.chance(0.08)) return parameter(channels !== undefined && r.chance(0.5) ? [channels] : [], "int32");
  return String(r.pick(zeroPoints));
}

/** Two quantities, often the same. */
function pairs(draw: Draw, channels?: number): readonly [string, string, string, string] {
  const [s, z] = [scale(draw, channels), zeroPoint(draw, channels)];
  if (draw.r.chance(0.25) && !/[%m]/.test(s + z)) return [s, z, s, z];
  return [s, z, scale(draw), zeroPoint(draw)];
}

const bytes = ["int8", "uint8"] as const;

function shapeOf(r: Random): readonly number[] {
  return r.pick([[4], [2, 3], [1, 4, 2], [1, 3, 4, 4], [], [2, 1, 3]]);
}

const binary =
  (name: string): Make =>
  (draw) => {
    const { r } = draw;
    const shape = shapeOf(r);
    const other = r.chance(0.3) ? shape.map((size) => (r.chance(0.5) ? 1 : size)) : shape;
    const dtype = r.pick([...bytes, "int32"] as const);
    const axes = [shape, other].map(({ length }) => (r.chance(0.6) || length === 0 ? -1 : r.int(-length, length - 1))) as [number, number];
    const channels = (s: readonly number[], axis: number) => (s.length === 0 ? undefined : s.at(axis));
    const quantity = (s: readonly number[], axis: number) => `${scale(draw, channels(s, axis))}, ${zeroPoint(draw, channels(s, axis))}`;
    const [left, right, out] = [quantity(shape, axes[0]), quantity(other, axes[1]), `${scale(draw)}, ${zeroPoint(draw)}`];
    const same = r.chance(0.25) && !/[%m]/.test(left) ? left : out;
    const operands = `${draw.parameter(shape, dtype)}, ${draw.parameter(other, dtype)}`;
    return `qnn.${name}(${operands}, ${left}, ${right}, ${same}, lhs_axis=${axes[0]}, rhs_axis=${axes[1]})`;
  };

const unary =
  (name: string, attrs = ""): Make =>
  (draw) => {
    const quantities = pairs(draw).join(", ");
    const dtype = name === "softmax" ? "int8" : draw.r.pick(bytes);
    const shape =
      name === "softmax"
        ? draw.r.pick([
            [2, 3],
            [1, 4, 2],
          ])
        : shapeOf(draw.r);
    return `qnn.${name}(${draw.parameter(shape, dtype)}, ${quantities}${attrs})`;
  };

const requantize: Make = (draw) => {
  const { r } = draw;
  const shape = shapeOf(r);
  const axis = r.chance(0.5) || shape.length === 0 ? -1 : r.int(0, shape.length - 1);
  const quantities = pairs(draw, shape.length === 0 ? undefined : shape.at(axis)).join(", ");
  const rounding = r.chance(0.4) ? `, rounding="${r.pick(["UPWARD", "TONEAREST"])}"` : "";
  const computed = r.chance(0.3) ? `, compute_dtype="${r.pick(["int64", "float32", "float64"])}"` : "";
  const data = draw.parameter(r.chance(0.1) ? shape.map(() => "?" as const) : shape, r.pick([...bytes, "int32", "int16"] as const));
  return `qnn.requantize(${data}, ${quantities}, axis=${axis}${rounding}${computed}, out_dtype="${r.pick([...bytes, "int32"] as const)}")`;
};

const quantize: Make = (draw) => {
  const { r } = draw;
  const shape = shapeOf(r);
  const axis = r.chance(0.5) || shape.length === 0 ? -1 : r.int(0, shape.length - 1);
  const channels = shape.length === 0 ? undefined : shape.at(axis);
  const quantity = `${scale(draw, channels)}, ${zeroPoint(draw, channels)}`;
  return `qnn.quantize(${draw.parameter(shape, "float32")}, ${quantity}, out_dtype="${r.pick([...bytes, "int32"] as const)}", axis=${axis})`;
};

const dequantize: Make = (draw) => {
  const { r } = draw;
  const shape = shapeOf(r);
  const axis = r.chance(0.5) || shape.length === 0 ? -1 : r.int(0, shape.length - 1);
  const channels = shape.length === 0 ? undefined : shape.at(axis);
  const quantity = `${scale(draw, channels)}, ${zeroPoint(draw, channels)}`;
  const out = `, out_dtype="${r.chance(0.2) ? "float16" : "float32"}"`;
  return `qnn.dequantize(${draw.parameter(shape, r.pick(bytes))}, ${quantity}, axis=${axis}${out})`;
};

const dense: Make = (draw) => {
  const { r } = draw;
  const [rows, depth, units] = [r.int(1, 3), r.int(1, 4), r.int(1, 4)];
  const operands = `${draw.parameter([rows, depth], r.pick(bytes))}, ${draw.parameter([units, depth], r.pick(bytes))}`;
  const kernel = r.chance(0.7) ? zeroPoint(draw) : zeroPoint(draw, units);
  const given = r.chance(0.8) ? units : "None";
  return `qnn.dense(${operands}, ${zeroPoint(draw)}, ${kernel}, ${scale(draw)}, ${scale(draw, units)}, units=${given}, out_dtype="int32")`;
};

const batchMatmul: Make = (draw) => {
  const { r } = draw;
  const [batch, rows, depth, columns] = [r.int(1, 2), r.int(1, 3), r.int(1, 4), r.int(1, 4)];
  const operands = `${draw.parameter([batch, rows, depth], r.pick(bytes))}, ${draw.parameter([batch, columns, depth], r.pick(bytes))}`;
  const quantities = `${zeroPoint(draw)}, ${zeroPoint(draw)}, ${scale(draw)}, ${scale(draw)}`;
  return `qnn.batch_matmul(${operands}, ${quantities}, out_dtype="int32", transpose_b=True)`;
};

const convolution: Make = (draw) => {
  const { r } = draw;
  const isDepthwise = r.chance(0.35);
  const groups = isDepthwise ? r.pick([2, 4]) : r.chance(0.1) ? 2 : 1;
  const multiplier = r.pick([1, 1, 1, 2]);
  const inputs = isDepthwise ? groups : groups * r.int(1, 3);
  const outputs = isDepthwise ? groups : groups * r.int(1, 3);
  const [height, width] = [r.pick([1, 1, 3, 2]), r.pick([1, 1, 3])];
  const dataLayout = r.pick(["NCHW", "NHWC"] as const);
  const kernelLayout = r.pick(["OIHW", "HWIO", "HWOI", "OHWI"] as const);
  const sizes: Record<string, number> = {
    N: 1,
    C: inputs,
    H: height,
    W: width,
    O: outputs,
    I: isDepthwise ? multiplier : inputs / groups,
  };
  const data = [...dataLayout].map((letter) => (letter === "H" || letter === "W" ? 7 : (sizes[letter] ?? 1)));
  const kernel = [...kernelLayout].map((letter) => sizes[letter] ?? 1);
  const padding = r.pick([
    [0, 0, 0, 0],
    [1, 1, 1, 1],
    [0, 1, 2, 1],
  ]);
  const channels = r.chance(0.9) ? `channels=${isDepthwise ? groups : outputs}, ` : "";
  const attrs = `strides=${r.pick(["[1, 1]", "[2, 2]", "[2, 1]"])}, padding=[${padding.join(", ")}], dilation=${r.pick(["[1, 1]", "[1, 1]", "[2, 2]"])}, groups=${groups}, ${channels}kernel_size=[${height}, ${width}], data_layout="${dataLayout}", kernel_layout="${kernelLayout}", out_dtype="${r.pick(["int32", "int32", "int32", "int16", "int64"])}"`;
  const operands = `${draw.parameter(data, r.pick(bytes))}, ${draw.parameter(kernel, r.pick(bytes))}`;
  const ofKernel = r.chance(0.8) ? zeroPoint(draw) : zeroPoint(draw, outputs);
  return `qnn.conv2d(${operands}, ${zeroPoint(draw)}, ${ofKernel}, ${scale(draw)}, ${scale(draw, outputs)}, ${attrs})`;
};

const averagePool: Make = (draw) => {
  const { r } = draw;
  const data = draw.parameter([1, 4, 6, 4], r.pick(bytes));
  const layout = r.pick(["NCHW", "NHWC"]);
  const attrs = `pool_size=[2, 2], strides=[${r.int(1, 2)}, 1], padding=[0, 0, 0, 0], layout="${layout}", count_include_pad=${r.chance(0.5) ? "True" : "False"}`;
  return `qnn.avg_pool2d(${data}, ${pairs(draw).join(", ")}, ${attrs})`;
};

const concatenate: Make = (draw, bind) => {
  const { r } = draw;
  const shape = r.pick([
    [2, 3],
    [1, 4, 2],
  ]);
  const dtype = r.pick([...bytes, "int32"] as const);
  const count = r.int(2, 3);
  const [outScale, outZero] = [number(r.pick(scales)), String(r.pick(zeroPoints))];
  const fields = (make: () => string) => bind(`(${r.many(count, make).join(", ")})`);
  const data = fields(() => draw.parameter(shape, dtype));
  const ofScales = fields(() => (r.chance(0.4) ? outScale : scale(draw)));
  const ofZeros = fields(() => (r.chance(0.4) ? outZero : zeroPoint(draw)));
  return `qnn.concatenate(${data}, ${ofScales}, ${ofZeros}, ${outScale}, ${outZero}, axis=${r.int(0, shape.length - 1)})`;
};

const transposed: Make = (draw) => {
  const { r } = draw;
  const operands = `${draw.parameter([1, 3, 5, 5], r.pick(bytes))}, ${draw.parameter([3, 4, 2, 2], r.pick(bytes))}`;
  const quantities = `${zeroPoint(draw)}, ${zeroPoint(draw)}, ${scale(draw)}, ${scale(draw)}`;
  return `qnn.conv2d_transpose(${operands}, ${quantities}, channels=4, kernel_size=[2, 2], strides=[${r.int(1, 2)}, 1], out_dtype="int32")`;
};

const clipped: Make = (draw, bind) => {
  const dtype = draw.r.pick(bytes);
  const data = bind(`qnn.requantize(${draw.parameter([2, 3], "int32")}, ${pairs(draw).join(", ")}, out_dtype="${dtype}")`);
  const [least, most] = draw.r.chance(0.6) ? (dtype === "int8" ? [-128, 127] : [0, 255]) : [0, 6];
  return `clip(${data}, a_min=${least}f, a_max=${most}f)`;
};

const calls: readonly Make[] = [
  binary("add"),
  binary("subtract"),
  binary("mul"),
  requantize,
  requantize,
  quantize,
  dequantize,
  dense,
  batchMatmul,
  convolution,
  convolution,
  convolution,
  averagePool,
  concatenate,
  transposed,
  clipped,
  ...["tanh", "exp", "sqrt", "rsqrt", "erf", "sigmoid", "log", "abs", "hardswish"].map((name) => unary(name)),
  unary("leaky_relu", ", alpha=0.1f"),
  unary("softmax", ", axis=1"),
];
