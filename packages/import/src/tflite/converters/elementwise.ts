/** Functions of one element. */
import type { Expr } from "@relayscope/ir";
import { add, multiply, power, subtract } from "../../relay/arithmetic.ts";
import type { Relay } from "../../relay/relay.ts";
import { cast, unary } from "../../relay/wrappers.ts";
import { dtypeOfType } from "../file/tensorValue.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";
import { dequantize, quantize } from "../import/quantization.ts";

/**
 * An operator on numbers, between dequantization of its input and quantization of its output where these are quantized.
 */
export function between(operator: (r: Relay, x: Expr, c: Conversion) => Expr): Converter {
  return (c) => {
    c.demandOneOf(1);
    const [input, output] = [c.input(0), c.output()];
    const x = c.expr(input);
    const y = operator(c.r, input.quantized ? dequantize(c.r, x, input.quantized) : x, c);
    return output.quantized ? quantize(c.r, y, output.quantized, c.dtypeOf(output)) : y;
  };
}

function named(name: string): Converter {
  return between((r, x) => unary(r, name, x));
}

/** The input alone, as it is. */
function plain(operator: (c: Conversion, x: Expr) => Expr): Converter {
  return (c) => {
    c.demandInputs(1);
    return operator(c, c.expr(c.input(0)));
  };
}

const elu = plain((c, x) => {
  const { r } = c;
  const dtype = c.dtypeOf(c.input(0));
  const below = unary(r, "nn.relu", subtract(r, r.constant(1, dtype), unary(r, "exp", x)));
  return add(r, multiply(r, r.constant(-1, dtype), below), unary(r, "nn.relu", x));
});

const gelu: Converter = (c, r) => {
  c.demandPlain();
  c.demandInputs(1);
  const x = c.expr(c.input(0));
  const dtype = c.dtypeOf(c.input(0));
  const half = () => r.constant(0.5, dtype);
  const error = unary(r, "erf", multiply(r, x, r.constant(Math.SQRT1_2, dtype)));
  return multiply(r, x, add(r, half(), multiply(r, error, half())));
};

const square: Converter = (c, r) => {
  c.demandOutputs(1);
  return plain(({ r }, x) => power(r, x, r.constant(2, c.dtypeOf(c.output()))))(c, r);
};

/** The type is in the options, or is the output's where there are none. */
const castTo: Converter = (c) => {
  c.demandInputs(1);
  const x = c.expr(c.input(0));
  const outType = c.operator.options ? dtypeOfType(c.options("Cast").byte(1)) : c.dtypeOf(c.output());
  return cast(c.r, x, outType);
};

export const elementwise: ConverterTable = {
  ABS: named("abs"),
  CAST: castTo,
  CEIL: named("ceil"),
  COS: named("cos"),
  ELU: elu,
  EXP: named("exp"),
  FLOOR: named("floor"),
  GELU: gelu,
  LOG: named("log"),
  LOGICAL_NOT: plain(({ r }, x) => unary(r, "logical_not", x)),
  LOGISTIC: named("sigmoid"),
  NEG: named("negative"),
  ROUND: named("round"),
  RSQRT: named("rsqrt"),
  SIN: named("sin"),
  SQRT: named("sqrt"),
  SQUARE: square,
  TANH: named("tanh"),
  ZEROS_LIKE: plain(({ r }, x) => unary(r, "zeros_like", x)),
};
