/** Digests of bytes: MD5 (RFC 1321), SHA-1 and SHA-256 (FIPS 180-4). Names that files make are often digests. */

const rotate = (x: number, by: number): number => (x << by) | (x >>> (32 - by));

/** The bytes in whole blocks of 64, their number of bits at the end. */
function padded(bytes: Uint8Array, isLittle: boolean): DataView {
  const size = Math.ceil((bytes.length + 9) / 64) * 64;
  const whole = new Uint8Array(size);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  const view = new DataView(whole.buffer);
  view.setBigUint64(size - 8, BigInt(bytes.length) * 8n, isLittle);
  return view;
}

function bytesOf(words: readonly number[], isLittle: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  for (const [at, word] of words.entries()) view.setUint32(4 * at, word >>> 0, isLittle);
  return new Uint8Array(view.buffer);
}

/** Sums each block into the state that the blocks before it left. */
function digest(
  bytes: Uint8Array,
  start: readonly number[],
  isLittle: boolean,
  mix: (state: readonly number[], words: number[]) => number[],
) {
  const view = padded(bytes, isLittle);
  let state = start;
  for (let block = 0; block < view.byteLength; block += 64) {
    const words = Array.from({ length: 16 }, (_, i) => view.getUint32(block + 4 * i, isLittle));
    const before = state;
    state = mix(before, words).map((word, i) => (word + (before[i] ?? 0)) | 0);
  }
  return bytesOf(state, isLittle);
}

const shifts = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];
const sines = Array.from({ length: 64 }, (_, i) => Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))));

function mixMd5([a = 0, b = 0, c = 0, d = 0]: readonly number[], words: readonly number[]): number[] {
  for (let i = 0; i < 64; i++) {
    const round = i >> 4;
    const f = round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
    const at = (round === 0 ? i : round === 1 ? 5 * i + 1 : round === 2 ? 3 * i + 5 : 7 * i) % 16;
    const sum = (a + f + (sines[i] ?? 0) + (words[at] ?? 0)) | 0;
    [a, d, c, b] = [d, c, b, (b + rotate(sum, shifts[4 * round + (i % 4)] ?? 0)) | 0];
  }
  return [a, b, c, d];
}

const constants1 = [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6];

function mixSha1([a = 0, b = 0, c = 0, d = 0, e = 0]: readonly number[], words: number[]): number[] {
  for (let i = 0; i < 80; i++) {
    if (i >= 16) words.push(rotate((words[i - 3] ?? 0) ^ (words[i - 8] ?? 0) ^ (words[i - 14] ?? 0) ^ (words[i - 16] ?? 0), 1));
    const round = Math.floor(i / 20);
    const f = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
    const sum = (rotate(a, 5) + f + e + (constants1[round] ?? 0) + (words[i] ?? 0)) | 0;
    [e, d, c, b, a] = [d, c, rotate(b, 30), a, sum];
  }
  return [a, b, c, d, e];
}

const primes = Array.from({ length: 312 }, (_, i) => i).filter(
  (n) => n > 1 && !Array.from({ length: 17 }, (_, k) => k + 2).some((k) => k < n && n % k === 0),
);
const fraction = (x: number): number => Math.floor((x % 1) * 2 ** 32);
const constants2 = primes.slice(0, 64).map((p) => fraction(Math.cbrt(p)));

function mixSha256(state: readonly number[], words: number[]): number[] {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    if (i >= 16) {
      const [x, y] = [words[i - 15] ?? 0, words[i - 2] ?? 0];
      const low = rotate(x, 25) ^ rotate(x, 14) ^ (x >>> 3);
      const high = rotate(y, 15) ^ rotate(y, 13) ^ (y >>> 10);
      words.push(((words[i - 16] ?? 0) + low + (words[i - 7] ?? 0) + high) | 0);
    }
    const first = h + (rotate(e, 26) ^ rotate(e, 21) ^ rotate(e, 7)) + ((e & f) ^ (~e & g)) + (constants2[i] ?? 0) + (words[i] ?? 0);
    const second = (rotate(a, 30) ^ rotate(a, 19) ^ rotate(a, 10)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  return [a, b, c, d, e, f, g, h];
}

const start1 = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const start2 = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

/** The digests by their names in `hashlib`. */
export const digests: Readonly<Record<string, (bytes: Uint8Array) => Uint8Array>> = {
  md5: (bytes) => digest(bytes, start1.slice(0, 4), true, mixMd5),
  sha1: (bytes) => digest(bytes, start1, false, mixSha1),
  sha256: (bytes) => digest(bytes, start2, false, mixSha256),
};
