/** Operators element by element. */
import type { Expr } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { add, divide, less, maximum, minimum, multiply, subtract, where } from "../../relay/arithmetic.ts";
import { cast, concatenate, expandDims, reduce, unary } from "../../relay/wrappers.ts";
import { type Conversion, type Converter, type ConverterTable, refusedVersion, versioned } from "../import/conversion.ts";

/** An operator of the same meaning that takes no attributes. */
function renamed(name: string, count: number): Converter {
  return (c) => {
    c.attributes.allow();
    c.demandCount(count);
    return c.r.call(name, c.all());
  };
}

/** Two inputs; attributes are not looked at, but for old files that broadcast along an axis. */
function binary(name: string): Converter {
  return (c) => {
    c.demandCount(2);
    const [a, b] = [c.input(0), c.input(1)];
    if (c.attributes.int("broadcast", 0) && isMadeBy(c, /conv2d/)) {
      return c.r.call(name, [a, expandDims(c.r, b, c.attributes.int("axis", 0), 2)]);
    }
    return c.r.call(name, [a, b]);
  };
}

/** Whether the text of the first input names such an operator. */
function isMadeBy(c: Conversion, name: RegExp): boolean {
  const pending = [c.input(0)];
  const seen = new Set(pending);
  for (let expr = pending.pop(); expr; expr = pending.pop()) {
    if (expr.kind !== "Call") continue;
    if (expr.op.kind === "Op" && name.test(expr.op.name)) return true;
    for (const arg of expr.args) {
      if (seen.has(arg)) continue;
      seen.add(arg);
      pending.push(arg);
    }
  }
  return false;
}

const integers = ["uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"];

function bitwise(name: string, count: number): Converter {
  return (c) => {
    demandIntegers(c, count, integers);
    return c.r.call(name, c.all());
  };
}

function demandIntegers(c: Conversion, count: number, dtypes: readonly string[]): void {
  c.demandCount(count);
  for (const input of c.all()) {
    const dtype = c.r.dtypeOf(input);
    if (!dtypes.includes(dtype)) throw new ConversionFailure(`it does not take ${dtype}.`);
  }
}

const bitShift: Converter = (c) => {
  demandIntegers(c, 2, integers.slice(0, 4));
  const direction = c.attributes.text("direction");
  if (direction === "LEFT") return c.r.call("left_shift", c.all());
  if (direction === "RIGHT") return c.r.call("right_shift", c.all());
  throw new ConversionFailure(`its direction \`${direction ?? ""}\` is neither LEFT nor RIGHT.`);
};

const mod: Converter = (c) => {
  c.demandCount(2);
  return c.r.call(c.attributes.int("fmod", 0) === 0 ? "floor_mod" : "mod", c.all());
};

const pow: Converter = (c, r) => {
  let [x, y] = [c.input(0), c.input(1)];
  const output = r.dtypeOf(x);
  const exponent = r.dtypeOf(y);
  const dtype = output.startsWith("float") ? output : "float32";
  if (dtype !== output) x = cast(r, x, dtype);
  if (dtype !== exponent) y = cast(r, y, dtype);
  const result = r.call("power", [x, y]);
  return dtype === output ? result : cast(r, result, output);
};

/** Chains a binary operator over all inputs. */
function chained(name: string): Converter {
  return (c) => {
    const [, ...rest] = c.all();
    return rest.reduce((a, b) => c.r.call(name, [a, b]), c.input(0));
  };
}

const mean: Converter = (c, r) => {
  if (c.inputs.length === 1) return c.input(0);
  const parts = c.all().map((x) => expandDims(r, x, 0));
  return reduce(r, "mean", concatenate(r, parts, 0), 0);
};

const reciprocal: Converter = (c) => divide(c.r, c.r.constant(1, c.r.dtypeOf(c.input(0))), c.input(0));

/** Rounds halves to the even neighbor. */
const round: Converter = (c, r) => {
  const x = c.input(0);
  const dtype = r.dtypeOf(x);
  const half = r.constant(0.5, dtype);
  const rounded = unary(r, "ceil", subtract(r, x, half));
  const above = add(r, x, half);
  const mask = subtract(r, r.constant(1, dtype), subtract(r, unary(r, "ceil", above), unary(r, "floor", add(r, x, half))));
  const odd = unary(r, "abs", r.call("mod", [rounded, r.constant(2, dtype)]));
  return add(r, rounded, multiply(r, mask, odd));
};

const isInf: Converter = (c, r) => {
  const x = c.input(0);
  const dtype = r.dtypeOf(x);
  let result: Expr = r.call("isinf", [x]);
  if (!c.attributes.int("detect_negative", 1)) result = multiply(r, result, r.call("greater", [x, r.constant(0, dtype)]));
  if (!c.attributes.int("detect_positive", 1)) result = multiply(r, result, less(r, x, r.constant(0, dtype)));
  return result;
};

function single(name: string): Converter {
  return (c) => c.r.call(name, [c.input(0)]);
}

function pair(name: string): Converter {
  return (c) => c.r.call(name, [c.input(0), c.input(1)]);
}

const clipByAttributes: Converter = (c) => {
  c.attributes.allow("min", "max");
  const low = c.attributes.float("min", Number.NEGATIVE_INFINITY);
  const high = c.attributes.float("max", Number.POSITIVE_INFINITY);
  c.demandCount(1);
  return clip(c, low, high);
};

function clip(c: Conversion, low: number, high: number) {
  return c.r.call("clip", [c.input(0)], { a_min: { kind: "Float", value: low }, a_max: { kind: "Float", value: high } });
}

/** Bounds that are constants become attributes, where both are. */
const clipByInputs: Converter = (c, r) => {
  let count = c.inputs.length;
  let [low, high]: (number | undefined)[] = [];
  const [lowInput, highInput] = [c.optional(1), c.optional(2)];
  if (count === 3 && highInput?.kind === "Constant") {
    high = Number(r.numbersOf(highInput)[0]);
    count = 2;
  }
  if (count >= 2 && lowInput?.kind === "Constant") {
    low = Number(r.numbersOf(lowInput)[0]);
    count = 1;
  }
  low ??= c.attributes.int("min");
  high ??= c.attributes.int("max");
  if (low !== undefined && high !== undefined) {
    if (count > 1) throw new ConversionFailure("its bounds come both as inputs and as attributes.");
    return clip(c, low, high);
  }
  let result = c.input(0);
  if (count > 1 && lowInput) result = maximum(r, result, lowInput);
  if (count > 2 && highInput) result = minimum(r, result, highInput);
  return result;
};

export const elementwise: ConverterTable = {
  Abs: (c) => {
    c.demandCount(1);
    return c.r.call("abs", c.all());
  },
  Acos: renamed("acos", 1),
  Acosh: renamed("acosh", 1),
  Add: binary("add"),
  And: pair("logical_and"),
  Asin: renamed("asin", 1),
  Asinh: renamed("asinh", 1),
  Atan: renamed("atan", 1),
  Atanh: renamed("atanh", 1),
  BitShift: bitShift,
  BitwiseAnd: bitwise("bitwise_and", 2),
  BitwiseNot: bitwise("bitwise_not", 1),
  BitwiseOr: bitwise("bitwise_or", 2),
  BitwiseXor: bitwise("bitwise_xor", 2),
  Ceil: renamed("ceil", 1),
  Clip: versioned({ 1: clipByAttributes, 11: clipByInputs }),
  Cos: renamed("cos", 1),
  Cosh: renamed("cosh", 1),
  Div: binary("divide"),
  Equal: binary("equal"),
  Erf: single("erf"),
  Exp: renamed("exp", 1),
  Floor: renamed("floor", 1),
  Greater: renamed("greater", 2),
  GreaterOrEqual: renamed("greater_equal", 2),
  Identity: renamed("copy", 1),
  IsInf: isInf,
  IsNaN: renamed("isnan", 1),
  Less: renamed("less", 2),
  LessOrEqual: renamed("less_equal", 2),
  Log: renamed("log", 1),
  Max: chained("maximum"),
  Mean: mean,
  Min: chained("minimum"),
  Mod: mod,
  Mul: binary("multiply"),
  Neg: renamed("negative", 1),
  Not: single("logical_not"),
  Or: versioned({ 1: refusedVersion, 7: pair("logical_or") }),
  Pow: pow,
  Reciprocal: reciprocal,
  Round: round,
  Sigmoid: renamed("sigmoid", 1),
  Sign: single("sign"),
  Sin: renamed("sin", 1),
  Sinh: renamed("sinh", 1),
  Sqrt: renamed("sqrt", 1),
  Sub: binary("subtract"),
  Sum: chained("add"),
  Tan: renamed("tan", 1),
  Tanh: renamed("tanh", 1),
  Where: (c) => {
    c.demandCount(3);
    return where(c.r, c.input(0), c.input(1), c.input(2));
  },
  Xor: renamed("logical_xor", 2),
};
