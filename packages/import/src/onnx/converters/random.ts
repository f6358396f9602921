/** Random numbers. Without a seed the reference draws one; the text does not show it. */
import type { Expr } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { less } from "../../relay/arithmetic.ts";
import { cast } from "../../relay/wrappers.ts";
import type { Conversion, Converter, ConverterTable } from "../import/conversion.ts";
import { dtypeOfNumber } from "./shapes.ts";

/** The state of a Threefry generator. Follows threefry_key in python/tvm/relay/op/random/kernel.py. */
function key(c: Conversion): Expr {
  const seed = Math.trunc(c.attributes.float("seed", 0));
  if (seed < 0) throw new ConversionFailure("its seed is negative.");
  return c.r.constant([BigInt(seed), 0n, 0n, 0n, 0n, 0n, 0n, 0n, 1n << 63n, 0n], "uint64");
}

function demandFloat(dtype: string): string {
  if (dtype !== "float32" && dtype !== "float64") throw new ConversionFailure(`random numbers of ${dtype} are not supported.`);
  return dtype;
}

function givenDtype(c: Conversion): string | undefined {
  const number = c.attributes.int("dtype");
  return number === undefined ? undefined : dtypeOfNumber(number);
}

/** Numbers of one distribution, whose two parameters are attributes with these names and defaults. */
function drawn(
  name: "random.uniform" | "random.normal",
  first: readonly [string, number],
  second: readonly [string, number],
  isLike: boolean,
): Converter {
  return (c, r) => {
    const shape = isLike ? r.knownSizesOf(c.input(0)) : c.attributes.demandInts("shape");
    const dtype = demandFloat(givenDtype(c) ?? (isLike ? r.dtypeOf(c.input(0)) : "float32"));
    const parameter = ([label, otherwise]: readonly [string, number]) => r.constant(c.attributes.float(label, otherwise), dtype);
    return r.field(r.call(name, [key(c), parameter(first), parameter(second)], { out_shape: shape, out_dtype: dtype }), 1);
  };
}

const bernoulli: Converter = (c, r) => {
  const x = c.input(0);
  const dtype = demandFloat(r.dtypeOf(x));
  const out = givenDtype(c) ?? dtype;
  const bounds = [r.constant(0, dtype), r.constant(1, dtype)] as const;
  const numbers = r.field(r.call("random.uniform", [key(c), ...bounds], { out_shape: r.knownSizesOf(x), out_dtype: dtype }), 1);
  return cast(r, less(r, numbers, x), out);
};

const multinomial: Converter = (c, r) => {
  // The state of the generator is made from the bytes of the seed. In TVM, a float has none.
  if (c.attributes.isFloat("seed")) throw new ConversionFailure("its seed is a float, and TVM takes an int only.");
  const drawnIndices = r.call("random.multinomial", [key(c), c.input(0)], { num_samples: c.attributes.int("sample_size", 1) });
  return cast(r, r.field(drawnIndices, 1), givenDtype(c) ?? "int32");
};

const bounds = [
  ["low", 0],
  ["high", 1],
] as const;
const bell = [
  ["mean", 0],
  ["scale", 1],
] as const;

export const random: ConverterTable = {
  Bernoulli: bernoulli,
  Multinomial: multinomial,
  RandomNormal: drawn("random.normal", ...bell, false),
  RandomNormalLike: drawn("random.normal", ...bell, true),
  RandomUniform: drawn("random.uniform", ...bounds, false),
  RandomUniformLike: drawn("random.uniform", ...bounds, true),
};
