/**
 * Tensors as the reference saves them: base64 of a magic number (8 bytes), 8 reserved, device type and id (4 each),
 * number of axes (4), dtype (code, bits, lanes: 1, 1, 2), shape (8 each), byte length (8), data; all little-endian.
 * Follows include/tvm/runtime/ndarray.h.
 */
import { bytesPerElement, elementCount, emptyArray, type TensorData } from "@relayscope/ir";

const magic = 0xdd5e40f096b4a13fn;
const headerBytes = 28;
const sizeLimit = 2 ** 30;

const codes = ["int", "uint", "float", "handle", "bfloat"] as const;

/** The tensor that a base64 text holds; undefined where it is damaged or of a dtype without an array here. */
export function readTensor(base64: string): TensorData | undefined {
  const bytes = decodeBase64(base64);
  if (!bytes || bytes.length < headerBytes) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const axes = view.getInt32(24, true);
  if (view.getBigUint64(0, true) !== magic || axes < 0 || axes > 64) return undefined;
  const dataStart = headerBytes + 4 + 8 * axes + 8;
  if (bytes.length < dataStart) return undefined;
  const dtype = dtypeName(view.getUint8(28), view.getUint8(29), view.getUint16(30, true));
  const shape: number[] = [];
  for (let i = 0; i < axes; i++) shape.push(Number(view.getBigInt64(32 + 8 * i, true)));
  const count = elementCount(shape);
  const size = dtype === undefined ? undefined : bytesPerElement(dtype);
  if (dtype === undefined || size === undefined || !(count >= 0) || count * size > sizeLimit || bytes.length < dataStart + count * size)
    return undefined;
  const values = emptyArray(dtype, count);
  if (!values) return undefined;
  new Uint8Array(values.buffer).set(bytes.subarray(dataStart, dataStart + count * size));
  return { dtype, shape, values };
}

/** The base64 text of a tensor, as the reference writes it. */
export function writeTensor(tensor: TensorData): string {
  const { values, shape } = tensor;
  const dataStart = headerBytes + 4 + 8 * shape.length + 8;
  const bytes = new Uint8Array(dataStart + values.byteLength);
  const view = new DataView(bytes.buffer);
  view.setBigUint64(0, magic, true);
  view.setInt32(16, 1, true);
  view.setInt32(24, shape.length, true);
  const [code, bits] = dtypeCode(tensor.dtype);
  view.setUint8(28, code);
  view.setUint8(29, bits);
  view.setUint16(30, 1, true);
  shape.forEach((d, i) => {
    view.setBigInt64(32 + 8 * i, BigInt(d), true);
  });
  view.setBigInt64(dataStart - 8, BigInt(values.byteLength), true);
  bytes.set(new Uint8Array(values.buffer, values.byteOffset, values.byteLength), dataStart);
  return encodeBase64(bytes);
}

function dtypeName(code: number, bits: number, lanes: number): string | undefined {
  if (lanes !== 1) return undefined;
  if (code === 1 && bits === 1) return "bool";
  const kind = codes[code];
  return kind === undefined ? undefined : `${kind}${bits}`;
}

function dtypeCode(dtype: string): readonly [number, number] {
  if (dtype === "bool") return [1, 1];
  const parts = /^([a-z]+)(\d+)$/.exec(dtype);
  const code = codes.indexOf(parts?.[1] as (typeof codes)[number]);
  return [Math.max(0, code), Number(parts?.[2] ?? 32)];
}

function decodeBase64(text: string): Uint8Array | undefined {
  try {
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    return bytes;
  } catch {
    return undefined;
  }
}

const digits = new TextEncoder().encode("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
const padding = 61;
/** The two digits of each 12 bits, as one number of 16 bits. */
const digitPairs = new Uint16Array(
  new Uint8Array(Array.from({ length: 4096 }, (_, bits) => [digits[bits >> 6] ?? padding, digits[bits & 63] ?? padding]).flat()).buffer,
);

/**
 * Digits are written as bytes, two at a time, and read as one text: `btoa` needs a character for each byte first, which
 * takes 20 times as long.
 */
function encodeBase64(bytes: Uint8Array): string {
  const text = new Uint8Array(4 * Math.ceil(bytes.length / 3)).fill(padding);
  const pairs = new Uint16Array(text.buffer);
  const whole = bytes.length - (bytes.length % 3);
  let to = 0;
  for (let from = 0; from < whole; from += 3) {
    const bits = ((bytes[from] ?? 0) << 16) | ((bytes[from + 1] ?? 0) << 8) | (bytes[from + 2] ?? 0);
    pairs[to++] = digitPairs[bits >> 12] ?? 0;
    pairs[to++] = digitPairs[bits & 4095] ?? 0;
  }
  if (whole < bytes.length) {
    const bits = ((bytes[whole] ?? 0) << 16) | ((bytes[whole + 1] ?? 0) << 8);
    pairs[to++] = digitPairs[bits >> 12] ?? 0;
    if (whole + 1 < bytes.length) text[2 * to] = digits[(bits >> 6) & 63] ?? padding;
  }
  return new TextDecoder().decode(text);
}
