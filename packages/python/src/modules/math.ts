/** `math`. */
import { binary } from "../core/binary.ts";
import { fraction } from "../core/formatting.ts";
import { collect, each } from "../core/iteration.ts";
import {
  claimInts,
  floatOf,
  floorDivideInts,
  type Int,
  index,
  integer,
  intOf,
  moduloInts,
  multiplyInts,
  truncated,
} from "../core/numbers.ts";
import { callSpecial, typeName } from "../core/protocol.ts";
import { hostModule } from "../host/native.ts";
import { PyFloat, PyTuple } from "../model/containers.ts";
import { raised, typeError, valueError } from "../model/exceptions.ts";
import type { PyBuiltin } from "../model/functions.ts";
import type { PyModule } from "../model/module.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { builtin, variadic } from "../types/define.ts";
import { toFloat } from "../types/numbers.ts";

function real(m: Runtime, value: Value | undefined): number {
  const number = floatOf(value ?? null);
  if (number !== undefined) return number;
  if (callSpecialFloat(m, value)) return toFloat(m, value ?? null);
  throw typeError(`must be real number, not ${typeName(value ?? null)}`);
}

function callSpecialFloat(_m: Runtime, value: Value | undefined): boolean {
  return value !== undefined && value !== null && typeof value === "object" && value.cls.lookup("__float__") !== undefined;
}

const domain = () => valueError("math domain error");

/** A function of one float; what is not a number for one that is was outside of the domain. */
function plain(name: string, compute: (x: number) => number): PyBuiltin {
  return builtin(name, 1, (m, [value]) => {
    const x = real(m, value);
    const y = compute(x);
    if (Number.isNaN(y) && !Number.isNaN(x)) throw domain();
    if (!Number.isFinite(y) && !Number.isNaN(y) && Number.isFinite(x)) {
      throw name === "log" || name === "atanh" || name.startsWith("log") ? domain() : raised("OverflowError", "math range error");
    }
    return new PyFloat(y);
  });
}

function test(name: string, holds: (x: number) => boolean): PyBuiltin {
  return builtin(name, 1, (m, [value]) => holds(real(m, value)));
}

/** `log` of ints too large for floats. */
function logOf(m: Runtime, value: Value | undefined, base: (x: number) => number, ofTwo: number): number {
  const int = intOf(value ?? null);
  if (typeof int === "bigint") {
    if (int <= 0n) throw domain();
    const shift = Math.max(0, int.toString(2).length - 60);
    return base(Number(int >> BigInt(shift))) + shift * ofTwo;
  }
  const x = real(m, value);
  if (x <= 0) throw domain();
  return base(x);
}

function rounding(name: "floor" | "ceil" | "trunc"): PyBuiltin {
  return builtin(name, 1, (m, [value]) => {
    if (!(value instanceof PyFloat)) {
      const answer = callSpecial(m, value ?? null, `__${name}__`, []);
      if (answer !== undefined) return answer;
      if (name === "trunc") throw typeError(`type ${typeName(value ?? null)} doesn't define __trunc__ method`);
    }
    return truncated(Math[name](real(m, value)));
  });
}

function gcd(m: Runtime, a: Int, b: Int): Int {
  let [x, y] = [a < 0 ? -a : a, b < 0 ? -b : b];
  while (y !== 0) {
    spend(m, 1);
    if (typeof x === "bigint") claimInts(m, "%", x, y);
    [x, y] = [y, moduloInts(x, y)];
  }
  return x;
}

function integers(): PyBuiltin[] {
  const fold = (name: string, start: Int, step: (m: Runtime, a: Int, b: Int) => Int) =>
    variadic(name, (m, args) => args.reduce((total: Int, value) => step(m, total, index(m, value)), start));
  return [
    fold("gcd", 0, gcd),
    fold("lcm", 1, (m, a, b) => (a === 0 || b === 0 ? 0 : multiplyInts(m, floorDivideInts(a, gcd(m, a, b)), b < 0 ? -b : b))),
    builtin("factorial", 1, (m, [value]) => {
      if (value instanceof PyFloat) throw typeError("'float' object cannot be interpreted as an integer");
      const n = index(m, value ?? null);
      if (n < 0) throw valueError("factorial() not defined for negative values");
      let product: Int = 1;
      for (let i = 2; i <= n; i++) {
        spend(m, 1);
        product = multiplyInts(m, product, i);
      }
      return product;
    }),
    builtin("comb", 2, (m, [n, k]) => combinations(m, index(m, n ?? null), index(m, k ?? null))),
    builtin("perm", { least: 1, most: 2 }, (m, [n, k]) => {
      const size = index(m, n ?? null);
      const count = (k ?? null) === null ? size : index(m, k ?? null);
      let product: Int = 1;
      for (let i = 0; i < count; i++) {
        spend(m, 1);
        product = multiplyInts(m, product, Number(size) - i);
      }
      return count > size ? 0 : product;
    }),
    builtin("isqrt", 1, (m, [value]) => {
      const n = BigInt(index(m, value ?? null));
      if (n < 0n) throw valueError("isqrt() argument must be nonnegative");
      if (n < 2n) return integer(n);
      let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
      for (;;) {
        claimInts(m, "//", n, x);
        spend(m, 1);
        const y = (x + n / x) >> 1n;
        if (y >= x) return integer(x);
        x = y;
      }
    }),
  ];
}

function combinations(m: Runtime, n: Int, k: Int): Int {
  if (n < 0 || k < 0) throw valueError(`${n < 0 ? "n" : "k"} must be a non-negative integer`);
  if (k > n) return 0;
  let product: Int = 1;
  for (let i = 0; i < k; i++) {
    spend(m, 1);
    product = floorDivideInts(multiplyInts(m, product, BigInt(n) - BigInt(i) > 0n ? integer(BigInt(n) - BigInt(i)) : 0), i + 1);
  }
  return product;
}

function isClose(a: number, b: number, relative: number, absolute: number): boolean {
  if (relative < 0 || absolute < 0) throw valueError("tolerances must be non-negative");
  if (a === b) return true;
  if (!Number.isFinite(a) || !Number.isFinite(b)) return false;
  const difference = Math.abs(b - a);
  return difference <= Math.abs(relative * b) || difference <= Math.abs(relative * a) || difference <= absolute;
}

function floats(): PyBuiltin[] {
  return [
    builtin("log", { least: 1, most: 2 }, (m, [value, base]) => {
      const top = logOf(m, value, Math.log, Math.LN2);
      if (base === undefined) return new PyFloat(top);
      const bottom = logOf(m, base, Math.log, Math.LN2);
      if (bottom === 0) throw raised("ZeroDivisionError", "float division by zero");
      return new PyFloat(top / bottom);
    }),
    builtin("log2", 1, (m, [value]) => new PyFloat(logOf(m, value, Math.log2, 1))),
    builtin("log10", 1, (m, [value]) => new PyFloat(logOf(m, value, Math.log10, Math.log10(2)))),
    builtin("pow", 2, (m, [a, b]) => {
      const [x, y] = [real(m, a), real(m, b)];
      if (x === 1 || y === 0) return new PyFloat(1);
      if (x === 0 && y < 0 && Number.isFinite(y)) throw domain();
      const power = x === -1 && !Number.isFinite(y) && !Number.isNaN(y) ? 1 : x ** y;
      if (Number.isNaN(power) && !Number.isNaN(x) && !Number.isNaN(y)) throw domain();
      if (!Number.isFinite(power) && Number.isFinite(x) && Number.isFinite(y)) throw raised("OverflowError", "math range error");
      return new PyFloat(power);
    }),
    builtin("atan2", 2, (m, [a, b]) => new PyFloat(Math.atan2(real(m, a), real(m, b)))),
    builtin("copysign", 2, (m, [a, b]) => {
      const sign = real(m, b);
      const isNegative = sign < 0 || Object.is(sign, -0);
      return new PyFloat(isNegative ? -Math.abs(real(m, a)) : Math.abs(real(m, a)));
    }),
    builtin("fmod", 2, (m, [a, b]) => {
      const rest = real(m, a) % real(m, b);
      if (Number.isNaN(rest) && !Number.isNaN(real(m, a)) && !Number.isNaN(real(m, b))) throw domain();
      return new PyFloat(rest);
    }),
    builtin("nextafter", 2, (m, [a, b]) => new PyFloat(nextAfter(real(m, a), real(m, b)))),
    builtin("ldexp", 2, (m, [a, b]) => new PyFloat(real(m, a) * 2 ** Number(index(m, b ?? null)))),
    builtin("frexp", 1, (m, [value]) => {
      const x = real(m, value);
      if (x === 0 || !Number.isFinite(x)) return new PyTuple([new PyFloat(x), 0]);
      let exponent = Math.max(-1023, Math.floor(Math.log2(Math.abs(x))) + 1);
      let mantissa = x * 2 ** -exponent;
      while (Math.abs(mantissa) < 0.5) {
        mantissa *= 2;
        exponent--;
      }
      while (Math.abs(mantissa) >= 1) {
        mantissa /= 2;
        exponent++;
      }
      return new PyTuple([new PyFloat(mantissa), exponent]);
    }),
    builtin("modf", 1, (m, [value]) => {
      const x = real(m, value);
      const whole = Math.trunc(x);
      return new PyTuple([new PyFloat(Number.isFinite(x) ? x - whole : x < 0 ? -0 : 0), new PyFloat(whole)]);
    }),
    variadic("hypot", (m, args) => new PyFloat(Math.hypot(...args.map((a) => real(m, a))))),
    builtin("dist", 2, (m, [a, b]) => {
      const [p, q] = [collect(m, a ?? null), collect(m, b ?? null)];
      if (p.length !== q.length) throw valueError("both points must have the same number of dimensions");
      return new PyFloat(Math.hypot(...p.map((x, at) => real(m, x) - real(m, q[at]))));
    }),
    builtin("isclose", { least: 2, most: 2, names: ["a", "b", "rel_tol", "abs_tol"] }, (m, [a, b, relative, absolute]) =>
      isClose(real(m, a), real(m, b), relative === undefined ? 1e-9 : real(m, relative), absolute === undefined ? 0 : real(m, absolute)),
    ),
    builtin("fsum", 1, (m, [values]) => new PyFloat(exactSum(collect(m, values ?? null).map((v) => real(m, v))))),
    builtin("prod", { least: 1, most: 1, names: ["iterable", "start"] }, (m, [values, start]) => {
      let product: Value = start ?? 1;
      each(m, values ?? null, (item) => {
        product = binary(m, "*", product, item);
        return true;
      });
      return product;
    }),
    builtin("degrees", 1, (m, [value]) => new PyFloat((real(m, value) * 180) / Math.PI)),
    builtin("radians", 1, (m, [value]) => new PyFloat((real(m, value) * Math.PI) / 180)),
    builtin("fabs", 1, (m, [value]) => new PyFloat(Math.abs(real(m, value)))),
  ];
}

/** The float nearest to the exact sum. */
function exactSum(values: readonly number[]): number {
  if (!values.every(Number.isFinite)) return values.reduce((a, b) => a + b, 0);
  let top = 0n;
  const shift = 1n << 1074n;
  for (const value of values) {
    const [p, q] = fraction(Math.abs(value));
    const part = (p * shift) / q;
    top += value < 0 ? -part : part;
  }
  const size = top < 0n ? -top : top;
  const extra = Math.max(0, size.toString(2).length - 66);
  const cut = size >> BigInt(extra);
  const kept = cut << BigInt(extra) === size ? cut : cut | 1n;
  const number = Number(kept) * 2 ** Math.max(-1022, extra - 1074) * 2 ** Math.min(0, extra - 1074 + 1022);
  return top < 0n ? -number : number;
}

/** The float next to one, on the way to another. */
function nextAfter(from: number, to: number): number {
  if (from === to || Number.isNaN(from) || Number.isNaN(to)) return from === to ? to : Number.NaN;
  if (from === 0) return to > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  const bits = new DataView(new ArrayBuffer(8));
  bits.setFloat64(0, from);
  bits.setBigInt64(0, bits.getBigInt64(0) + (from > 0 === to > from ? 1n : -1n));
  return bits.getFloat64(0);
}

/** `math`, made for one machine. */
export function mathModule(): PyModule {
  const functions = [
    ...floats(),
    ...integers(),
    ...(
      [
        "sqrt",
        "exp",
        "expm1",
        "log1p",
        "sin",
        "cos",
        "tan",
        "asin",
        "acos",
        "atan",
        "sinh",
        "cosh",
        "tanh",
        "asinh",
        "acosh",
        "atanh",
        "cbrt",
      ] as const
    ).map((name) => plain(name, Math[name])),
    plain("exp2", (x) => 2 ** x),
    test("isnan", Number.isNaN),
    test("isinf", (x) => !Number.isNaN(x) && !Number.isFinite(x)),
    test("isfinite", Number.isFinite),
    rounding("floor"),
    rounding("ceil"),
    rounding("trunc"),
  ];
  const constants = { pi: Math.PI, e: Math.E, tau: 2 * Math.PI, inf: Number.POSITIVE_INFINITY, nan: Number.NaN };
  const made = hostModule("math", {});
  for (const one of functions) made.names.set(one.name, one);
  for (const [name, value] of Object.entries(constants)) made.names.set(name, new PyFloat(value));
  return made;
}
