/** Between numbers and their quantized form; weights that come in another form. */
import { ConversionFailure } from "../../diagnostics.ts";
import { add, divide, multiply, subtract } from "../../relay/arithmetic.ts";
import { cast, unary } from "../../relay/wrappers.ts";
import { fakeQuantFields } from "../file/schema.ts";
import { denseValue } from "../file/sparse.ts";
import type { Converter, ConverterTable } from "../import/conversion.ts";
import { dequantize, quantize } from "../import/quantization.ts";
import { clip, demandQuantized, requantize } from "./fused.ts";

const quantized: Converter = (c, r) => {
  c.demandInputs(1);
  const input = c.input(0);
  const from = c.dtypeOf(input);
  const x = c.anyExpr(input);
  c.demandOutputs(1);
  const output = c.output();
  const dtype = c.dtypeOf(output);
  const to = demandQuantized(output);
  return from === "float32" ? quantize(r, x, to, dtype) : requantize(r, x, demandQuantized(input), to, dtype);
};

/** Weights in half precision are parameters that are cast. */
const dequantized: Converter = (c, r) => {
  c.demandInputs(1);
  const input = c.input(0);
  if (c.tensorOf(input).type === halfPrecision) return cast(r, c.parameter(input, c.valueOf(input)), "float32");
  const x = c.expr(input);
  return dequantize(r, x, demandQuantized(input));
};

const halfPrecision = 1;

/** A sparse weight is made dense while it is imported; nothing is left of the operator. */
const densified: Converter = (c) => {
  c.demandOneOf(1);
  const [input, output] = [c.input(0), c.output()];
  c.values.dense.set(output.name, denseValue(c.values.model, c.tensorOf(input)));
  return undefined;
};

/** Rounds ties to even, like Python. */
function rounded(x: number): number {
  const floor = Math.floor(x);
  return x - floor === 0.5 && floor % 2 === 0 ? floor : Math.round(x);
}

const fakeQuantized: Converter = (c, r) => {
  c.demandInputs(1);
  const x = c.expr(c.input(0));
  const options = c.options("FakeQuant");
  const [min, max, bits] = [options.float(fakeQuantFields.min), options.float(fakeQuantFields.max), options.int(fakeQuantFields.bits)];
  if (bits < 2 || bits > 16) throw new ConversionFailure(`its number of bits is ${bits}.`);
  const least = options.flag(fakeQuantFields.isNarrow) ? 1 : 0;
  const most = 2 ** bits - 1;
  const scale = (max - min) / (most - least);
  if (scale === 0) throw new ConversionFailure("its least and greatest number are the same.");
  const fromMin = least - min / scale;
  const zero = fromMin <= least ? least : fromMin >= most ? most : rounded(fromMin);
  if (!Number.isFinite(zero)) throw new ConversionFailure(`its bounds are ${min} and ${max}.`);
  const [low, high] = [(least - zero) * scale, (most - zero) * scale];
  const lowest = r.constant(low, "float32");
  const shifted = subtract(r, clip(r, x, low, high), lowest);
  const half = r.constant(0.5, "float32");
  const step = r.constant(scale, "float32");
  const steps = unary(r, "floor", add(r, multiply(r, shifted, divide(r, r.constant(1, "float32"), step)), half));
  return add(r, multiply(r, steps, step), lowest);
};

export const quantization: ConverterTable = {
  DENSIFY: densified,
  DEQUANTIZE: dequantized,
  FAKE_QUANT: fakeQuantized,
  QUANTIZE: quantized,
};
