/**
 * The generator of numpy's newer functions: `default_rng(seed)`. Its numbers are numpy's. Follows bit_generator.pyx,
 * pcg64.h, distributions.c and _bounded_integers.pyx.in of numpy.random.
 */
import { intOf } from "../core/numbers.ts";
import { hostClass, hostFunction } from "../host/native.ts";
import { PyFloat } from "../model/containers.ts";
import { narrowing, typeError, unavailable, valueError } from "../model/exceptions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import { PyObject, type Value } from "../model/value.ts";
import { build, dtypeFrom, PyScalar, rowsOf } from "./array.ts";
import { type Dtype, dtypes, type Element } from "./dtype.ts";
import { shapeFrom } from "./shapes.ts";

const mask64 = (1n << 64n) - 1n;
const mask128 = (1n << 128n) - 1n;
const multiplier = (2549297995355413924n << 64n) + 4865540595714422341n;

/** Hashes words one after another, each under another constant. */
class Hash {
  constructor(
    private constant: number,
    private readonly factor: number,
  ) {}

  next(word: number): number {
    const mixed = word ^ this.constant;
    this.constant = Math.imul(this.constant, this.factor);
    const made = Math.imul(mixed, this.constant);
    return made ^ (made >>> 16);
  }
}

function mixed(x: number, y: number): number {
  const made = Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y);
  return made ^ (made >>> 16);
}

/** `SeedSequence(...).generate_state(4, uint64)` for 32-bit words. */
function seedState(entropy: readonly number[]): readonly [bigint, bigint, bigint, bigint] {
  const size = 4;
  const hash = new Hash(0x43b0d7e5, 0x931e8875);
  const pool = Array.from({ length: size }, (_, i) => hash.next(entropy[i] ?? 0));
  const mixIn = (at: number, word: number) => {
    pool[at] = mixed(pool[at] ?? 0, hash.next(word));
  };
  for (let from = 0; from < size; from++) {
    for (let to = 0; to < size; to++) if (from !== to) mixIn(to, pool[from] ?? 0);
  }
  for (const word of entropy.slice(size)) for (let to = 0; to < size; to++) mixIn(to, word);
  const out = new Hash(0x8b51f9dd, 0x58f38ded);
  const word = (i: number) => BigInt(out.next(pool[i % size] ?? 0) >>> 0);
  const long = (i: number) => {
    const low = word(i);
    return low | (word(i + 1) << 32n);
  };
  return [long(0), long(2), long(4), long(6)];
}

const pcgClass = hostClass({ name: "pcg64", module: "_random" });

class Pcg64 extends PyObject {
  private state = 0n;
  private readonly increment: bigint;
  /** The half of a draw that the next question for 32 bits gets. */
  private half: number | undefined;

  constructor(entropy: readonly number[]) {
    super(pcgClass);
    const [high, low, streamHigh, streamLow] = seedState(entropy);
    this.increment = ((((streamHigh << 64n) | streamLow) << 1n) | 1n) & mask128;
    this.step();
    this.state = (this.state + ((high << 64n) | low)) & mask128;
    this.step();
  }

  private step(): void {
    this.state = (this.state * multiplier + this.increment) & mask128;
  }

  next64(): bigint {
    this.step();
    const folded = (this.state >> 64n) ^ (this.state & mask64);
    const turn = this.state >> 122n;
    return ((folded >> turn) | (folded << (64n - turn))) & mask64;
  }

  next32(): number {
    const { half } = this;
    this.half = undefined;
    if (half !== undefined) return half;
    const drawn = this.next64();
    this.half = Number(drawn >> 32n);
    return Number(drawn & 0xffffffffn);
  }

  /** In [0, 1), of 53 bits. */
  uniform(): number {
    return Number(this.next64() >> 11n) / 9007199254740992;
  }

  /** In [0, 1), of 24 bits. */
  single(): number {
    return (this.next32() >>> 8) / 16777216;
  }
}

const pcgOf = narrowing(Pcg64, () => typeError("a generator is expected"));

/** Draws of `bits` bits; a draw of 32 bits serves as many of them as fit into it. */
function parts(source: Pcg64, bits: number): () => bigint {
  if (bits === 64) return () => source.next64();
  if (bits === 32) return () => BigInt(source.next32());
  const mask = 2 ** bits - 1;
  let [buffer, left] = [0, 0];
  return () => {
    buffer = left === 0 ? source.next32() : buffer >>> bits;
    left = left === 0 ? 32 / bits - 1 : left - 1;
    return BigInt(buffer & mask);
  };
}

/** Draws ints from 0 to `most`, by Lemire's method, from draws of as many bits as numpy takes for a type. */
function bounded(source: Pcg64, most: bigint, width: number): () => bigint {
  if (most === 0n) return () => 0n;
  const bits = width === 64 && most < 1n << 32n ? 32 : width;
  const draw = parts(source, bits);
  const [shift, mask] = [BigInt(bits), (1n << BigInt(bits)) - 1n];
  if (most === mask || bits === 1) return draw;
  const count = most + 1n;
  const threshold = (mask - most) % count;
  return () => {
    let product = draw() * count;
    while ((product & mask) < threshold) product = draw() * count;
    return product >> shift;
  };
}

/** A number for None, else an array of a shape. */
function drawn(m: Runtime, dtype: Dtype, size: Value, draw: () => Element): Value {
  if (size === null) {
    const one = draw();
    return dtype.kind === "f" ? new PyFloat(Number(one)) : new PyScalar(dtype, dtype.fit(one));
  }
  const shape = shapeFrom(m, size);
  if (shape.some((length) => length < 0)) throw valueError("negative dimensions are not allowed");
  const made = build(m, dtype, shape, draw);
  spend(m, made.size);
  return made;
}

/** The most words of a seed. */
const mostWords = 1000;

/** The 32-bit words of a seed: an int, or ints one after another. */
function wordsOf(m: Runtime, seed: Value): number[] {
  const int = typeof seed === "boolean" ? undefined : intOf(seed instanceof PyScalar && typeof seed.value === "bigint" ? seed.value : seed);
  if (int !== undefined) {
    let rest = BigInt(int);
    if (rest < 0n) throw valueError("expected non-negative integer");
    const words: number[] = [];
    do {
      words.push(Number(rest & 0xffffffffn));
      rest >>= 32n;
    } while (rest > 0n && words.length <= mostWords);
    if (words.length > mostWords) throw unavailable("a seed of that length is");
    return words;
  }
  const rows = rowsOf(m, seed);
  if (rows && rows.length > mostWords) throw unavailable("a seed of that length is");
  if (!rows) throw typeError(`SeedSequence expects int or sequence of ints for entropy not ${String(seed)}`);
  return rows.flatMap((row) => wordsOf(m, row));
}

/** Members of `_random`. */
export const pcgMembers: Readonly<Record<string, Value>> = {
  pcg64: hostFunction("pcg64", "seed", (m, seed = null) => new Pcg64(wordsOf(m, seed))),
  pcg_uniforms: hostFunction("pcg_uniforms", "pcg, size", (m, pcg = null, size = null) => {
    const source = pcgOf(pcg);
    return drawn(m, dtypes.float64, size, () => source.uniform());
  }),
  pcg_singles: hostFunction("pcg_singles", "pcg, size", (m, pcg = null, size = null) => {
    const source = pcgOf(pcg);
    return drawn(m, dtypes.float32, size, () => source.single());
  }),
  pcg_integers: hostFunction(
    "pcg_integers",
    "pcg, low, most, dtype, size",
    (m, pcg = null, low = null, most = null, type = null, size = null) => {
      const dtype = dtypeFrom(m, type);
      const [from, range] = [low, most].map((value) => BigInt(intOf(value) ?? 0n));
      const draw = bounded(pcgOf(pcg), range ?? 0n, dtype === dtypes.bool ? 1 : dtype.size * 8);
      const isWide = dtype.size === 8;
      return drawn(m, dtype, size, () => {
        const value = (from ?? 0n) + draw();
        return isWide ? value : Number(value);
      });
    },
  ),
};
