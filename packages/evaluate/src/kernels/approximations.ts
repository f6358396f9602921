/**
 * The polynomials that FastMath puts in the place of functions, rounded after each step. Follows
 * include/tvm/topi/elemwise.h and `fast_erf_float_expr` in src/tir/op/op.cc upstream.
 */
import { larger, smaller } from "../arithmetic.ts";
import { type Kernel, type KernelTable, tensors } from "../kernel.ts";
import { errorFunction, type Round, tanh, unary } from "./pointwise.ts";

/** A polynomial by Horner's rule, the highest power's coefficient first. */
function polynomial(x: number, coefficients: readonly number[], round: Round): number {
  return coefficients.map(round).reduce((sum, coefficient) => round(round(x * sum) + coefficient));
}

/** An odd polynomial over an even one; each list is of the powers of the square. */
function quotient(x: number, above: readonly number[], below: readonly number[], round: Round): number {
  const square = round(x * x);
  return round(round(x * polynomial(square, above, round)) / polynomial(square, below, round));
}

const tanhAbove = [
  -2.76076847742355e-16, 2.00018790482477e-13, -8.60467152213735e-11, 5.12229709037114e-8, 1.48572235717979e-5, 6.37261928875436e-4,
  4.89352455891786e-3,
];
const tanhBelow = [1.19825839466702e-6, 1.18534705686654e-4, 2.268434632439e-3, 4.89352518554385e-3];
const erfAbove = [
  -2.72614225801306e-10, 2.77068142495902e-8, -2.10102402082508e-6, -5.69250639462346e-5, -7.34990630326855e-4, -2.95459980854025e-3,
  -1.60960333262415e-2,
];
const erfBelow = [-1.45660718464996e-5, -2.13374055278905e-4, -1.68282697438203e-3, -7.37332916720468e-3, -1.42647390514189e-2];
const expParts = [1.98756915e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1];

function fastErf(given: number, round: Round): number {
  return quotient(larger(smaller(given, 4), -4), erfAbove, erfBelow, round);
}

function fastTanh(given: number, round: Round): number {
  return quotient(larger(-9, smaller(9, given)), tanhAbove, tanhBelow, round);
}

const bound = Math.fround(88.376262664795);
const log2e = Math.fround(Math.LOG2E);
const ln2 = Math.fround(Math.LN2);

/** A power of two whose bits are put together: zero below the normal numbers and infinity above them. */
function powerOfTwo(exponent: number): number {
  return exponent < -126 ? 0 : exponent > 127 ? Number.POSITIVE_INFINITY : 2 ** exponent;
}

/** The whole part of the logarithm as a power of two, times a polynomial of the rest. */
function fastExp(given: number, round: Round): number {
  const x = larger(smaller(given, bound), -bound);
  const whole = Math.floor(round(round(x * log2e) + 0.5));
  const rest = round(x - round(whole * ln2));
  const scaled = round(round(polynomial(rest, expParts, round) * rest) * rest);
  return larger(round(powerOfTwo(whole) * round(round(scaled + rest) + 1)), given);
}

/** Another kernel for the dtypes that have no polynomial. */
function approximate(dtypes: readonly string[], compute: (x: number, round: Round) => number, otherwise: Kernel): Kernel {
  const kernel = unary(compute);
  return (args, attrs, result) => {
    const [x] = tensors(args, 1) ?? [];
    return x && (dtypes.includes(x.dtype) ? kernel : otherwise)(args, attrs, result);
  };
}

export const approximations: KernelTable = {
  fast_erf: approximate(["float32", "float16"], fastErf, errorFunction),
  fast_exp: approximate(["float32"], fastExp, unary(Math.exp)),
  fast_tanh: approximate(["float32"], fastTanh, unary(tanh)),
};
