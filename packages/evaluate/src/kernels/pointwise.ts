/**
 * Operators that compute each element by itself, with broadcasting. Follows the computes in
 * src/relay/op/tensor/{unary,binary}.cc and include/tvm/topi/{elemwise,broadcast}.h.
 */
import { attrOf, eachOf, elementCount, intOf, numberOf, present, type TensorData, type Type } from "@relayscope/ir";
import {
  isFloat,
  isLong,
  larger,
  leastOf,
  longLarger,
  longReader,
  longSmaller,
  mostOf,
  numberReader,
  rounder,
  roundHalfAway,
  slotsOf,
  smaller,
  writer,
} from "../arithmetic.ts";
import { fixedPointProduct } from "../fixedPoint.ts";
import { blank, broadcastOffsets, type Kernel, type KernelTable, onTensors, tensors, type Value } from "../kernel.ts";

export type Round = (x: number) => number;

/**
 * A function of one number, rounded to the result's dtype; it may round in between as well, as the reference's code
 * does.
 */
export function unary(compute: (x: number, round: Round) => number, long?: (x: bigint) => bigint): Kernel {
  return onTensors(1, ([x], out) => {
    const count = elementCount(out.shape);
    const write = writer(out);
    if (isLong(x.dtype)) {
      if (!long) return undefined;
      const read = longReader(x);
      for (let i = 0; i < count; i++) write(i, long(read(i)));
    } else {
      const read = numberReader(x);
      const round = rounder(x.dtype);
      for (let i = 0; i < count; i++) write(i, compute(read(i), round));
    }
    return out;
  });
}

/** Computes each element from two broadcast arguments. */
export function combined(
  a: TensorData,
  b: TensorData,
  result: Type,
  compute: (x: number, y: number, round: Round) => number,
  long?: (x: bigint, y: bigint) => bigint | number,
) {
  const out = blank(result);
  if (!out) return undefined;
  const count = elementCount(out.shape);
  const write = writer(out);
  const [fromA, fromB] = [broadcastOffsets(a.shape, out.shape), broadcastOffsets(b.shape, out.shape)];
  if (isLong(a.dtype)) {
    if (!long || !isLong(b.dtype)) return undefined;
    const [readA, readB] = [longReader(a), longReader(b)];
    for (let i = 0; i < count; i++) write(i, long(readA(fromA(i)), readB(fromB(i))));
  } else {
    const [readA, readB] = [numberReader(a), numberReader(b)];
    const round = rounder(a.dtype);
    for (let i = 0; i < count; i++) write(i, round(compute(readA(fromA(i)), readB(fromB(i)), round)));
  }
  return out;
}

interface Binary {
  readonly float: (x: number, y: number, round: Round) => number;
  /** Where it is another than that of floats. */
  readonly int?: (x: number, y: number) => number;
  readonly long: (x: bigint, y: bigint) => bigint | number;
}

function binary(parts: Binary): Kernel {
  return (args, _attrs, result) => {
    const [a, b] = tensors(args, 2) ?? [];
    if (!a || !b) return undefined;
    try {
      return combined(a, b, result, isFloat(a.dtype) ? parts.float : (parts.int ?? parts.float), parts.long);
    } catch (error) {
      if (error instanceof RangeError) return undefined; // an integer divided by zero
      throw error;
    }
  };
}

/** A quotient or a shift; that of bools is the first argument: their code takes the second as valid. */
function ofWhole(parts: Binary): Kernel {
  const [ofNumbers, ofBools] = [binary(parts), binary({ ...parts, int: (x) => x })];
  return (args, attrs, result) => (result.kind === "TensorType" && result.dtype === "bool" ? ofBools : ofNumbers)(args, attrs, result);
}

/** A divisor of integers; the process ends where it is zero. */
function divisor(y: number): number {
  if (y === 0) throw new RangeError("Division by zero");
  return y;
}

const compare = (test: (x: number | bigint, y: number | bigint) => boolean): Kernel =>
  binary({ float: (x, y) => Number(test(x, y)), long: (x, y) => Number(test(x, y)) });

const longMod = (x: bigint, y: bigint) => ((x % y) + y) % y;
const floorMod = (x: number, y: number, round: Round) => x - round(Math.floor(round(x / y)) * y);
const integerFloorMod = (x: number, y: number) => x - Math.floor(x / divisor(y)) * y;
const truncated = (x: number, y: number) => Math.trunc(x / divisor(y));
const floored = (x: number, y: number) => Math.floor(x / divisor(y));
const remainder = (x: number, y: number) => x % divisor(y);

/** C's `pow`: one to any power is one, and so is minus one to an infinite one. */
const power = (x: number, y: number) => (x === 1 || (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY) ? 1 : x ** y);

/** Put together from rounded exponentials, as the reference's code generator has it. */
export function tanh(x: number, round: Round): number {
  const e = round(Math.exp(-2 * Math.abs(x)));
  const size = round(1 - e) / round(1 + e);
  return x < 0 ? -size : size;
}

const bigAbs = (x: bigint) => (x < 0n ? -x : x);
const floorDivide = (x: bigint, y: bigint) => (x - longMod(x, y)) / y;

/** `clip`, whose bounds are attributes. */
const clip: Kernel = (args, attrs, result) => {
  const least = numberOf(attrOf(attrs, "a_min"));
  const most = numberOf(attrOf(attrs, "a_max"));
  if (least === undefined || most === undefined) return undefined;
  return unary(
    (x) => larger(smaller(x, most), least),
    (x) => longLarger(longSmaller(x, BigInt(Math.trunc(most))), BigInt(Math.trunc(least))),
  )(args, attrs, result);
};

/**
 * The integer that a float is cast to. What the dtype cannot hold is undefined behavior, and comes out as the
 * reference's host has it: as the least of 32 (or 64) bits, of which narrow dtypes keep the lowest where one number is
 * cast, and the nearest that they hold where several are.
 */
function floatToInteger(dtype: string, isSingle: boolean): (x: number) => number | bigint {
  if (isLong(dtype)) {
    const ends = dtype === "int64" ? 2 ** 63 : 2 ** 64;
    return (x) => (x >= -(2 ** 63) && x < ends ? BigInt(Math.trunc(x)) : -(2n ** 63n));
  }
  const bits = Number(dtype.replace(/^u?int/, ""));
  const isUnsigned = dtype.startsWith("u");
  if (isUnsigned && bits === 32) return (x) => (x >= -(2 ** 31) && x < 2 ** 32 ? Math.trunc(x) : isSingle ? 0 : 2 ** 31);
  const toWord = (x: number) => (Math.abs(x) < 2 ** 31 ? Math.trunc(x) : -(2 ** 31));
  if (isSingle || bits === 32 || (isUnsigned && bits === 16)) return toWord;
  const [least, most] = [leastOf(dtype), mostOf(dtype)];
  return (x) => Math.min(most, Math.max(least, toWord(x)));
}

/** `cast`: to integers by truncation, to bool by comparison with zero. */
export function castTensor(x: TensorData, result: Type): Value | undefined {
  const out = blank(result);
  if (!out) return undefined;
  const write = writer(out);
  const count = elementCount(out.shape);
  if (isLong(x.dtype)) {
    const read = longReader(x);
    for (let i = 0; i < count; i++)
      write(
        i,
        out.dtype === "bool"
          ? Number(read(i) !== 0n)
          : isLong(out.dtype)
            ? read(i)
            : isFloat(out.dtype)
              ? Number(read(i))
              : Number(BigInt.asIntN(32, read(i))),
      );
    return out;
  }
  const read = numberReader(x);
  const toInteger = isFloat(x.dtype) ? floatToInteger(out.dtype, count === 1) : undefined;
  for (let i = 0; i < count; i++) {
    const value = read(i);
    write(i, out.dtype === "bool" ? Number(value !== 0) : isFloat(out.dtype) || !toInteger ? value : toInteger(value));
  }
  return out;
}

const cast: Kernel = (args, _attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  return x && castTensor(x, result);
};

const identity: Kernel = (args) => args[0];

const where = onTensors(3, ([condition, x, y], out) => {
  const offsets = eachOf([condition, x, y], (t) => broadcastOffsets(t.shape, out.shape));
  const target = slotsOf(out);
  for (let i = 0; i < elementCount(out.shape); i++) {
    target[i] = present(condition.values[offsets[0](i)] ? x.values[offsets[1](i)] : y.values[offsets[2](i)]);
  }
  return out;
});

/** The product in fixed point. As the reference's code computes it, 64-bit data lose their upper half first. */
const fixedPoint: Kernel = (args, attrs, result) => {
  const multiplier = intOf(attrOf(attrs, "multiplier"));
  const shift = intOf(attrOf(attrs, "shift"));
  if (multiplier === undefined || shift === undefined) return undefined;
  const product = fixedPointProduct(multiplier, shift);
  return unary(product, (x) => BigInt(product(Number(BigInt.asIntN(32, x)))))(args, attrs, result);
};

/**
 * The error function, by Abramowitz and Stegun's series near zero and a continued fraction far out; good to double
 * precision.
 */
export function erf(x: number): number {
  const z = Math.abs(x);
  if (z > 6) return Math.sign(x);
  if (z < 2.5) {
    let term = z;
    let sum = z;
    for (let n = 1; n < 100 && Math.abs(term) > 1e-17 * sum; n++) {
      term *= (-z * z) / n;
      sum += term / (2 * n + 1);
    }
    return Math.sign(x) * (2 / Math.sqrt(Math.PI)) * sum;
  }
  let fraction = 0;
  for (let n = 60; n > 0; n--) fraction = n / 2 / (z + fraction);
  return Math.sign(x) * (1 - Math.exp(-z * z) / Math.sqrt(Math.PI) / (z + fraction));
}

/** `erf`; that of an integer is rounded as a float32 before it is cut, so that it is one from 4 on. */
export const errorFunction: Kernel = (args, attrs, result) => {
  const [x] = tensors(args, 1) ?? [];
  return x && unary(isFloat(x.dtype) ? erf : (n) => Math.fround(erf(n)))(args, attrs, result);
};

export const pointwise: KernelTable = {
  abs: unary(Math.abs, bigAbs),
  acos: unary(Math.acos),
  acosh: unary(Math.acosh),
  asin: unary(Math.asin),
  asinh: unary(Math.asinh),
  atan: unary(Math.atan),
  atanh: unary(Math.atanh),
  bitwise_not: unary(
    (x) => ~x,
    (x) => ~x,
  ),
  cast,
  ceil: unary(Math.ceil, (x) => x),
  clip,
  copy: identity,
  "annotation.bitpack_end": identity,
  "annotation.bitpack_start": identity,
  "annotation.cast_hint": identity,
  "annotation.checkpoint": identity,
  "annotation.compiler_begin": identity,
  "annotation.compiler_end": identity,
  "annotation.stop_fusion": identity,
  "annotation.with_funcid": identity,
  debug: identity,
  device_copy: identity,
  on_device: identity,
  cos: unary(Math.cos),
  cosh: unary((x, round) => round(round(Math.exp(x)) + round(Math.exp(-x))) / 2),
  erf: errorFunction,
  exp: unary(Math.exp),
  fixed_point_multiply: fixedPoint,
  floor: unary(Math.floor, (x) => x),
  isfinite: unary(
    (x) => Number(Number.isFinite(x)),
    () => 1n,
  ),
  isinf: unary(
    (x) => Number(Math.abs(x) === Number.POSITIVE_INFINITY),
    () => 0n,
  ),
  isnan: unary(
    (x) => Number(Number.isNaN(x)),
    () => 0n,
  ),
  log: unary(Math.log),
  log10: unary(Math.log10),
  log2: unary(Math.log2),
  logical_not: unary((x) => Number(!x)),
  negative: unary(
    (x) => 0 - x,
    (x) => -x,
  ),
  "nn.relu": unary(
    (x) => larger(x, 0),
    (x) => longLarger(x, 0n),
  ),
  round: unary(roundHalfAway, (x) => x),
  rsqrt: unary((x, round) => 1 / round(Math.sqrt(x))),
  sigmoid: unary((x, round) => 1 / round(1 + round(Math.exp(-x)))),
  sign: unary(
    (x) => (x > 0 ? 1 : x < 0 ? -1 : 0),
    (x) => (x > 0n ? 1n : x < 0n ? -1n : 0n),
  ),
  sin: unary(Math.sin),
  sinh: unary((x, round) => round(round(Math.exp(x)) - round(Math.exp(-x))) / 2),
  sqrt: unary(Math.sqrt),
  tan: unary((x, round) => round(Math.sin(x)) / round(Math.cos(x))),
  tanh: unary(tanh),
  trunc: unary(Math.trunc, (x) => x),
  where,
  add: binary({ float: (x, y) => x + y, long: (x, y) => x + y }),
  subtract: binary({ float: (x, y) => x - y, long: (x, y) => x - y }),
  multiply: binary({ float: (x, y) => x * y, int: Math.imul, long: (x, y) => x * y }),
  divide: ofWhole({ float: (x, y) => x / y, int: truncated, long: (x, y) => x / y }),
  floor_divide: ofWhole({ float: (x, y, round) => Math.floor(round(x / y)), int: floored, long: floorDivide }),
  trunc_divide: ofWhole({ float: (x, y) => Math.trunc(x / y), int: truncated, long: (x, y) => x / y }),
  mod: binary({ float: (x, y) => x % y, int: remainder, long: (x, y) => x % y }),
  trunc_mod: binary({
    float: (x, y, round) => x - round(Math.trunc(round(x / y)) * y),
    int: remainder,
    long: (x, y) => x % y,
  }),
  floor_mod: binary({ float: floorMod, int: integerFloorMod, long: longMod }),
  power: binary({ float: power, long: (x, y) => x ** y }),
  maximum: binary({ float: larger, long: longLarger }),
  minimum: binary({ float: smaller, long: longSmaller }),
  left_shift: ofWhole({ float: (x, y) => x << y, long: (x, y) => x << y }),
  right_shift: ofWhole({ float: (x, y) => x >> y, long: (x, y) => x >> y }),
  bitwise_and: binary({ float: (x, y) => x & y, long: (x, y) => x & y }),
  bitwise_or: binary({ float: (x, y) => x | y, long: (x, y) => x | y }),
  bitwise_xor: binary({ float: (x, y) => x ^ y, long: (x, y) => x ^ y }),
  logical_and: binary({ float: (x, y) => Number(x && y), long: (x, y) => Number(x && y) }),
  logical_or: binary({ float: (x, y) => Number(x || y), long: (x, y) => Number(x || y) }),
  logical_xor: binary({ float: (x, y) => x ^ y, long: (x, y) => x ^ y }),
  equal: compare((x, y) => x === y),
  not_equal: compare((x, y) => x < y || x > y),
  less: compare((x, y) => x < y),
  less_equal: compare((x, y) => x <= y),
  greater: compare((x, y) => x > y),
  greater_equal: compare((x, y) => x >= y),
};
