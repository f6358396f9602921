/** The operators of arrays and scalars. */
import { moduloFloats } from "../core/binary.ts";
import { typeError } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { elementwise, type Loop, mapped, notSupported } from "./broadcast.ts";
import { type Dtype, dtypes, type Element } from "./dtype.ts";
import { binaryObjects } from "./objects.ts";

/** Functions by the operators that they are. */
export const operatorLoops: Readonly<Record<string, string>> = {
  "+": "add",
  "-": "subtract",
  "*": "multiply",
  "/": "true_divide",
  "//": "floor_divide",
  "%": "remainder",
  "**": "power",
  "<<": "left_shift",
  ">>": "right_shift",
  "&": "bitwise_and",
  "|": "bitwise_or",
  "^": "bitwise_xor",
};

/** Functions by the methods of comparisons. */
export const orderLoops = {
  __eq__: "equal",
  __ne__: "not_equal",
  __lt__: "less",
  __le__: "less_equal",
  __gt__: "greater",
  __ge__: "greater_equal",
} as const;

const isBig = (d: Dtype): boolean => d.size === 8 && d.kind !== "f";

/** Numbers are computed as numbers, 64-bit ints as bigints. */
function arithmetic(
  name: string,
  plain: (a: number, b: number) => number,
  big: (a: bigint, b: bigint) => bigint,
  ofBool?: (a: number, b: number) => number,
): Loop {
  return (dtype) => {
    if (dtype.kind === "b") {
      if (!ofBool)
        throw typeError(
          `numpy boolean ${name}, the \`-\` operator, is not supported, use the bitwise_xor, the \`^\` operator, or the logical_xor function instead.`,
        );
      return { operands: dtype, result: dtype, compute: (a, b) => ofBool(Number(a), Number(b)) };
    }
    const compute = isBig(dtype)
      ? (a: Element, b: Element) => big(BigInt(a), BigInt(b))
      : (a: Element, b: Element) => plain(Number(a), Number(b));
    return { operands: dtype, result: dtype, compute };
  };
}

const floorBig = (a: bigint, b: bigint): bigint => {
  if (b === 0n) return 0n;
  const quotient = a / b;
  return a % b !== 0n && a < 0n !== b < 0n ? quotient - 1n : quotient;
};

const moduloBig = (a: bigint, b: bigint): bigint => (b === 0n ? 0n : a - floorBig(a, b) * b);

function power(dtype: Dtype): ReturnType<Loop> {
  const operands = dtype.kind === "b" ? dtypes.int8 : dtype;
  if (operands.kind === "f") return { operands, result: operands, compute: (a, b) => Number(a) ** Number(b) };
  return {
    operands,
    result: operands,
    compute: (a, b) => {
      if (Number(b) < 0) throw typeError("Integers to negative integer powers are not allowed.");
      if (Number(b) > 4096) return Number(a) ** Number(b);
      return BigInt(a) ** BigInt(b);
    },
  };
}

const bitwise =
  (name: string, compute: (a: bigint, b: bigint) => bigint): Loop =>
  (dtype) => {
    if (dtype.kind === "f") notSupported(name);
    return { operands: dtype, result: dtype, compute: (a, b) => compute(BigInt(a), BigInt(b)) };
  };

const compared =
  (holds: (a: Element, b: Element) => boolean): Loop =>
  (dtype) => ({ operands: dtype, result: dtypes.bool, compute: (a, b) => (holds(a, b) ? 1 : 0) });

const logical =
  (holds: (a: boolean, b: boolean) => boolean): Loop =>
  (dtype) => ({
    operands: dtype,
    result: dtypes.bool,
    compute: (a, b) => (holds(Boolean(a), Boolean(b)) ? 1 : 0),
  });

const extreme =
  (isMax: boolean): Loop =>
  (dtype) => ({
    operands: dtype,
    result: dtype,
    compute: (a, b) => (Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : a > b === isMax ? a : b),
  });

const floatOnly =
  (compute: (a: number, b: number) => number): Loop =>
  (dtype) => {
    const made = dtype.kind === "f" ? dtype : dtypes.float64;
    return { operands: made, result: made, compute: (a, b) => compute(Number(a), Number(b)) };
  };

/** Binary functions by numpy's names. */
export const binaryLoops: Readonly<Record<string, Loop>> = {
  add: arithmetic(
    "add",
    (a, b) => a + b,
    (a, b) => a + b,
    (a, b) => a | b,
  ),
  subtract: arithmetic(
    "subtract",
    (a, b) => a - b,
    (a, b) => a - b,
  ),
  multiply: arithmetic(
    "multiply",
    (a, b) => a * b,
    (a, b) => a * b,
    (a, b) => a & b,
  ),
  true_divide: floatOnly((a, b) => a / b),
  divide: floatOnly((a, b) => a / b),
  floor_divide: arithmetic("floor_divide", floorNumbers, floorBig, floorNumbers),
  remainder: arithmetic("remainder", moduloNumbers, moduloBig, moduloNumbers),
  fmod: arithmetic(
    "fmod",
    (a, b) => a % b,
    (a, b) => (b === 0n ? 0n : a % b),
    (a, b) => a % b,
  ),
  mod: arithmetic("remainder", moduloNumbers, moduloBig, moduloNumbers),
  power,
  left_shift: bitwise("left_shift", (a, b) => (b > 64n ? 0n : a << b)),
  right_shift: bitwise("right_shift", (a, b) => a >> (b > 64n ? 64n : b)),
  bitwise_and: bitwise("bitwise_and", (a, b) => a & b),
  bitwise_or: bitwise("bitwise_or", (a, b) => a | b),
  bitwise_xor: bitwise("bitwise_xor", (a, b) => a ^ b),
  equal: compared((a, b) => a === b),
  not_equal: compared((a, b) => a !== b),
  less: compared((a, b) => a < b),
  less_equal: compared((a, b) => a <= b),
  greater: compared((a, b) => a > b),
  greater_equal: compared((a, b) => a >= b),
  logical_and: logical((a, b) => a && b),
  logical_or: logical((a, b) => a || b),
  logical_xor: logical((a, b) => a !== b),
  maximum: extreme(true),
  minimum: extreme(false),
  fmax: extreme(true),
  fmin: extreme(false),
  arctan2: floatOnly(Math.atan2),
  hypot: floatOnly(Math.hypot),
  copysign: floatOnly((a, b) => (b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a))),
};

function floorNumbers(a: number, b: number): number {
  if (b === 0) return Number.isInteger(a) ? 0 : a / b;
  return Math.floor(a / b);
}

function moduloNumbers(a: number, b: number): number {
  return b === 0 ? 0 : moduloFloats(a, b);
}

/** `np.NAME(a, b)`. */
export function applyBinary(m: Runtime, name: string, a: Value, b: Value): Value {
  const ofObjects = binaryObjects(m, name, a, b);
  if (ofObjects) return ofObjects;
  const loop = binaryLoops[name];
  if (!loop) throw new Error(`numpy has no function ${name} here.`);
  return elementwise(m, a, b, loop);
}

export function negative(m: Runtime, value: Value): Value {
  return mapped(m, value, (dtype) => {
    if (dtype.kind === "b")
      throw typeError(
        "The numpy boolean negative, the `-` operator, is not supported, use the `~` operator or the logical_not function instead.",
      );
    return { result: dtype, compute: (a) => -a };
  });
}

export function absolute(m: Runtime, value: Value): Value {
  return mapped(m, value, (dtype) => ({ result: dtype, compute: (a) => (a < 0 || Object.is(a, -0) ? -a : a) }));
}

export function invert(m: Runtime, value: Value): Value {
  return mapped(m, value, (dtype) => {
    if (dtype.kind === "f") notSupported("invert");
    return { result: dtype, compute: dtype.kind === "b" ? (a) => (a ? 0 : 1) : (a) => ~BigInt(a) };
  });
}

/** A rounding of floats; ints stay as they are. */
export function rounded(m: Runtime, value: Value, round: (x: number) => number): Value {
  return mapped(m, value, (dtype) => ({
    result: dtype.kind === "b" ? dtypes.float16 : dtype,
    compute: dtype.kind === "f" ? (a) => round(Number(a)) : (a) => a,
  }));
}

/** Half to even, at so many places. */
export function roundEven(places: number): (x: number) => number {
  const scale = 10 ** Math.abs(places);
  const near = (x: number): number => {
    const floor = Math.floor(x);
    const rest = x - floor;
    const up = rest > 0.5 || (rest === 0.5 && floor % 2 !== 0) ? floor + 1 : floor;
    return up === 0 && (x < 0 || Object.is(x, -0)) ? -0 : up;
  };
  if (places === 0) return (x) => (Number.isFinite(x) ? near(x) : x);
  return (x) => (Number.isFinite(x) ? (places > 0 ? near(x * scale) / scale : near(x / scale) * scale) : x);
}
