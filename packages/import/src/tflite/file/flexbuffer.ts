/**
 * The options of a custom operator as a flexbuffer: a flat map of numbers. Accepts what the reference's reader accepts,
 * in the same way. Follows python/tvm/relay/frontend/tflite_flexbuffer.py.
 */
import { ConversionFailure } from "../../diagnostics.ts";

export type FlexValue = number | boolean;

/** Kinds of values by their number. */
const kinds = { int: 1, uint: 2, float: 3, map: 9, bool: 26 } as const;

class FlexReader {
  private readonly view: DataView;

  constructor(readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  demand(at: number, count: number): void {
    if (at < 0 || at + count > this.bytes.length) throw new ConversionFailure("its options do not read as a flexbuffer.");
  }

  byte(at: number): number {
    this.demand(at, 1);
    return this.view.getUint8(at);
  }

  int(at: number): number {
    this.demand(at, 4);
    return this.view.getInt32(at, true);
  }

  uint(at: number): number {
    return this.int(at) >>> 0;
  }

  float(at: number): number {
    this.demand(at, 4);
    return this.view.getFloat32(at, true);
  }

  /** Offsets lead back from where they are. */
  jump(at: number, width: number): number {
    if (width === 1) return at - this.byte(at);
    if (width === 4) return at - this.int(at);
    throw new ConversionFailure(`its options have offsets of ${width} bytes, which TVM does not read.`);
  }

  key(at: number): string {
    this.demand(at, 1);
    const end = this.bytes.indexOf(0, at);
    if (end < 0) throw new ConversionFailure("its options do not read as a flexbuffer.");
    return new TextDecoder().decode(this.bytes.subarray(at, end));
  }
}

/** The map that the bytes hold. Throws a `ConversionFailure` where they hold what the reference does not read. */
export function readFlexMap(bytes: Uint8Array): ReadonlyMap<string, FlexValue> {
  const reader = new FlexReader(bytes);
  const parentWidth = reader.byte(bytes.length - 1);
  const packed = reader.byte(bytes.length - 2);
  if (packed >> 2 !== kinds.map) throw new ConversionFailure("its options are not map, which TVM does not read.");
  const width = 1 << (packed & 3);
  // Sizes are read as four bytes.
  if (width !== 4) throw new ConversionFailure(`its options have values of ${width} bytes, which TVM does not read.`);
  const start = reader.jump(bytes.length - 2 - parentWidth, parentWidth);
  const size = reader.int(start - width);
  reader.demand(start, Math.max(0, size) * (width + 1));
  const keys = reader.jump(start - 3 * width, width);
  const out = new Map<string, FlexValue>();
  for (let i = 0; i < size; i++) {
    out.set(reader.key(reader.jump(keys + i, 1)), valueAt(reader, start + i * width, reader.byte(start + size * width + i) >> 2));
  }
  return out;
}

function valueAt(reader: FlexReader, at: number, kind: number): FlexValue {
  switch (kind) {
    case kinds.bool:
      return reader.byte(at) !== 0;
    case kinds.int:
      return reader.int(at);
    case kinds.uint:
      return reader.uint(at);
    case kinds.float:
      return reader.float(at);
    default:
      throw new ConversionFailure(`its options have a value of kind ${kind}, which TVM does not read.`);
  }
}
