/**
 * The SHA-256 of bytes, in hex, for the parameters of recorded imports. Follows FIPS 180-4; browsers offer it only
 * asynchronously.
 */

const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every((p) => n % p !== 0)) primes.push(n);

/** The first 32 bits of a root's fraction. */
function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

const constants = Int32Array.from(primes, (p) => fraction(Math.cbrt(p)));
const start = primes.slice(0, 8).map((p) => fraction(Math.sqrt(p)));

function rotated(x: number, by: number): number {
  return (x >>> by) | (x << (32 - by));
}

export function sha256(bytes: Uint8Array): string {
  const state = Int32Array.from(start);
  const words = new Int32Array(64);
  const whole = bytes.length - (bytes.length % 64);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < whole; at += 64) block(state, words, view, at);
  const rest = new Uint8Array(bytes.length - whole > 55 ? 128 : 64);
  rest.set(bytes.subarray(whole));
  rest[bytes.length - whole] = 0x80;
  const end = new DataView(rest.buffer);
  end.setBigUint64(rest.length - 8, BigInt(bytes.length) * 8n);
  for (let at = 0; at < rest.length; at += 64) block(state, words, end, at);
  return Array.from(state, (word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Mixes 64 bytes into the state. */
function block(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  const word = (i: number) => words[i] ?? 0;
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const [x, y] = [word(i - 15), word(i - 2)];
    const low = rotated(x, 7) ^ rotated(x, 18) ^ (x >>> 3);
    const high = rotated(y, 17) ^ rotated(y, 19) ^ (y >>> 10);
    words[i] = word(i - 16) + low + word(i - 7) + high;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const mix = (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g));
    const first = (h + mix + (constants[i] ?? 0) + word(i)) | 0;
    const second = (rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [i, value] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] ?? 0) + value;
}
