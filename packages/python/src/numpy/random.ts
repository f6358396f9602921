/**
 * The generator of numpy's legacy functions: after `seed(n)` its numbers are numpy's. Follows mt19937.c,
 * legacy-distributions.c and _bounded_integers.pyx.in of numpy.random.
 */
import { collect } from "../core/iteration.ts";
import { intOf } from "../core/numbers.ts";
import { hostClass, hostFunction, hostModule } from "../host/native.ts";
import { PyFloat } from "../model/containers.ts";
import { narrowing, typeError, valueError } from "../model/exceptions.ts";
import type { PyModule } from "../model/module.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import { PyObject, type Value } from "../model/value.ts";
import { build } from "./array.ts";
import { type Dtype, dtypes } from "./dtype.ts";
import { pcgMembers } from "./pcg64.ts";
import { shapeFrom } from "./shapes.ts";

const words = 624;
const twisterClass = hostClass({ name: "twister", module: "_random" });

/** A Mersenne Twister. */
class Twister extends PyObject {
  private readonly state = new Uint32Array(words);
  private at = words;
  private other: number | undefined;
  /** Draws that are promised, and made when someone asks for them. */
  private promised: Promised | undefined;

  /** `key`: what CPython mixes into the state, words of its seed. */
  constructor(seed: number, key: readonly number[] = []) {
    super(twisterClass);
    let word = seed;
    for (let i = 0; i < words; i++) {
      this.state[i] = word;
      word = Math.imul(1812433253, word ^ (word >>> 30)) + i + 1;
    }
    if (key.length > 0) this.mix(key);
  }

  /** Follows init_by_array. */
  private mix(key: readonly number[]): void {
    const { state } = this;
    let at = 1;
    const step = (factor: number, plus: (mixed: number) => number) => {
      const before = state[at - 1] ?? 0;
      state[at] = plus((state[at] ?? 0) ^ Math.imul(before ^ (before >>> 30), factor));
      if (++at < words) return;
      state[0] = state[words - 1] ?? 0;
      at = 1;
    };
    for (let i = 0; i < Math.max(words, key.length); i++) {
      const place = i % key.length;
      step(1664525, (mixed) => mixed + (key[place] ?? 0) + place);
    }
    for (let i = 1; i < words; i++) step(1566083941, (mixed) => mixed - at);
    state[0] = 0x80000000;
  }

  copy(): Twister {
    const made = new Twister(0);
    made.state.set(this.state);
    made.at = this.at;
    return made;
  }

  /** Passes over words. */
  skip(count: number): void {
    for (let left = count; left > 0; ) {
      if (this.at === words) this.refill();
      const passed = Math.min(left, words - this.at);
      this.at += passed;
      left -= passed;
    }
  }

  /** The next uniform numbers, drawn later: what is drawn from here on comes after them. */
  later(count: number): LaterUniforms {
    this.promised ??= new Promised(this.copy());
    return this.promised.next(count);
  }

  /** Passes over what was promised. */
  private passPromised(): void {
    const promised = this.promised;
    this.promised = undefined;
    if (promised) this.skip(promised.length);
  }

  private refill(): void {
    const { state } = this;
    let here = state[0] ?? 0;
    for (let i = 0; i < words; i++) {
      const next = state[i + 1 === words ? 0 : i + 1] ?? 0;
      const mixed = (here & 0x80000000) | (next & 0x7fffffff);
      state[i] = (state[i < words - 397 ? i + 397 : i + 397 - words] ?? 0) ^ (mixed >>> 1) ^ (next & 1 ? 0x9908b0df : 0);
      here = next;
    }
    this.at = 0;
  }

  /** 32 random bits. */
  next(): number {
    if (this.promised) this.passPromised();
    if (this.at === words) this.refill();
    let bits = this.state[this.at++] ?? 0;
    bits ^= bits >>> 11;
    bits ^= (bits << 7) & 0x9d2c5680;
    bits ^= (bits << 15) & 0xefc60000;
    return (bits ^ (bits >>> 18)) >>> 0;
  }

  /** In [0, 1), of 53 bits. */
  uniform(): number {
    const [high, low] = [this.next() >>> 5, this.next() >>> 6];
    return (high * 67108864 + low) / 9007199254740992;
  }

  /** Normally distributed, by the polar method, which makes two at a time. */
  normal(): number {
    const { other } = this;
    this.other = undefined;
    if (other !== undefined) return other;
    for (;;) {
      const [x, y] = [2 * this.uniform() - 1, 2 * this.uniform() - 1];
      const square = x * x + y * y;
      if (square >= 1 || square === 0) continue;
      const scale = Math.sqrt((-2 * Math.log(square)) / square);
      this.other = scale * x;
      return scale * y;
    }
  }

  /** An int from 0 to `most`, which has at most 32 bits: draws are repeated until one fits. */
  upTo(most: number): number {
    if (most === 0) return 0;
    const mask = 0xffffffff >>> Math.clz32(most);
    for (;;) {
      const drawn = (this.next() & mask) >>> 0;
      if (drawn <= most) return drawn;
    }
  }
}

/** Words between the places that a twister remembers. */
const markLength = 1 << 20;

/** Draws in a row that can be made in any order. */
class Promised {
  /** Words. */
  length = 0;
  /** The twister at every multiple of `markLength` that was passed. */
  private readonly marks: Twister[];

  constructor(start: Twister) {
    this.marks = [start];
  }

  next(count: number): LaterUniforms {
    const from = this.length;
    this.length += 2 * count;
    return new LaterUniforms(this, from, count);
  }

  /** The twister at a word. */
  at(word: number): Twister {
    for (let last = this.marks.at(-1); last && this.marks.length * markLength <= word; last = this.marks.at(-1)) {
      const next = last.copy();
      next.skip(markLength);
      this.marks.push(next);
    }
    const mark = Math.floor(word / markLength);
    const twister = (this.marks[mark] ?? new Twister(0)).copy();
    twister.skip(word - mark * markLength);
    return twister;
  }
}

const laterClass = hostClass({ name: "later", module: "_random" });

/** Uniform numbers that are drawn when they are asked for. */
export class LaterUniforms extends PyObject {
  constructor(
    private readonly source: Promised,
    private readonly from: number,
    private readonly count: number,
  ) {
    super(laterClass);
  }

  /** Gives each number to `put`. */
  draw(put: (at: number, value: number) => void): void {
    const twister = this.source.at(this.from);
    for (let at = 0; at < this.count; at++) put(at, twister.uniform());
  }
}

const twisterOf = narrowing(Twister, () => typeError("a twister is expected"));

/**
 * Draws ints from 0 to `most` of `bits` bits: a draw of 32 bits serves as many of them as fit into it. Follows
 * buffered_bounded_masked_uint8 and its like.
 */
function bounded(twister: Twister, most: number, bits: number): () => number {
  if (bits >= 32 || most === 0) return () => twister.upTo(most);
  const mask = 0xffffffff >>> Math.clz32(most);
  let [buffer, left] = [0, 0];
  const part = () => {
    buffer = left === 0 ? twister.next() : buffer >>> bits;
    left = left === 0 ? 32 / bits - 1 : left - 1;
    return buffer & mask;
  };
  return () => {
    for (;;) {
      const drawn = part();
      if (drawn <= most) return drawn;
    }
  };
}

/** One number for None, else an array of a shape. */
function drawn(m: Runtime, dtype: Dtype, size: Value, draw: () => number): Value {
  if (size === null) return dtype === dtypes.float64 ? new PyFloat(draw()) : draw();
  const shape = shapeFrom(m, size);
  if (shape.some((length) => length < 0)) throw valueError("negative dimensions are not allowed");
  const made = build(m, dtype, shape, draw);
  spend(m, made.size);
  return made;
}

/** `_random`: what `numpy.random` is written over. */
export function randomModule(): PyModule {
  return hostModule("_random", {
    ...pcgMembers,
    bits: hostFunction("bits", "twister", (_m, twister = null) => twisterOf(twister).next()),
    twister: hostFunction("twister", "seed, key=None", (m, seed = null, key = null) => {
      const word = intOf(seed);
      if (word === undefined || word < 0n || word > 0xffffffffn) throw valueError("Seed must be between 0 and 2**32 - 1");
      return new Twister(Number(word), key === null ? [] : collect(m, key).map((part) => Number(intOf(part) ?? 0n)));
    }),
    uniforms: hostFunction("uniforms", "twister, size", (m, twister = null, size = null) => {
      const made = twisterOf(twister);
      return drawn(m, dtypes.float64, size, () => made.uniform());
    }),
    later: hostFunction("later", "twister, count", (_m, twister = null, count = null) =>
      twisterOf(twister).later(Number(intOf(count) ?? 0n)),
    ),
    normals: hostFunction("normals", "twister, size", (m, twister = null, size = null) => {
      const made = twisterOf(twister);
      return drawn(m, dtypes.float64, size, () => made.normal());
    }),
    integers: hostFunction(
      "integers",
      "twister, low, most, bits, size",
      (m, twister = null, low = null, most = null, bits = null, size = null) => {
        const [from, range, width] = [low, most, bits].map((value) => Number(intOf(value) ?? 0n));
        const draw = bounded(twisterOf(twister), range ?? 0, width ?? 0);
        return drawn(m, dtypes.int64, size, () => (from ?? 0) + draw());
      },
    ),
  });
}
