/**
 * Reading a flatbuffer that nobody vouches for: every offset is checked before it is followed, and the work is bounded
 * by the size of the file. Bytes of weights stay slices of the file.
 */
import { ByteBuffer } from "flatbuffers";
import { messages } from "../diagnostics.ts";

/** Values that may be read per byte of the file: offsets may lead to one place from many. */
const valuesPerByte = 4;
const leastLimit = 200_000;
const mostLimit = 50_000_000;

/** The bytes of a file, and what is left of its budget. */
export class FlatFile {
  readonly buffer: ByteBuffer;
  readonly length: number;
  private readonly limit: number;
  private used = 0;

  constructor(readonly bytes: Uint8Array) {
    this.buffer = new ByteBuffer(bytes);
    this.length = bytes.length;
    this.limit = Math.min(mostLimit, leastLimit + valuesPerByte * bytes.length);
  }

  /** The table that the file starts with. */
  root(): Table {
    this.demand(0, 4, "the root");
    return new Table(this, this.buffer.readUint32(0));
  }

  /** Throws where bytes from a place on are not in the file. */
  demand(at: number, count: number, what: string): void {
    if (at < 0 || count < 0 || at + count > this.length) throw messages.damaged(what, at);
  }

  spend(count: number): void {
    this.used += count;
    if (this.used > this.limit) throw messages.tooMuch(this.limit);
  }
}

interface Vector {
  readonly start: number;
  readonly length: number;
}

/** A table; fields are asked for by their place. */
export class Table {
  private readonly vtable: number;
  private readonly vtableSize: number;

  constructor(
    private readonly file: FlatFile,
    private readonly at: number,
  ) {
    file.spend(1);
    file.demand(at, 4, "a table");
    this.vtable = at - file.buffer.readInt32(at);
    file.demand(this.vtable, 4, "the layout of a table");
    this.vtableSize = file.buffer.readUint16(this.vtable);
    file.demand(this.vtable, this.vtableSize, "the layout of a table");
  }

  /** The position of a field; undefined if the table lacks it. */
  private place(field: number, size: number): number | undefined {
    const entry = 4 + 2 * field;
    if (entry + 2 > this.vtableSize) return undefined;
    const offset = this.file.buffer.readUint16(this.vtable + entry);
    if (offset === 0) return undefined;
    this.file.demand(this.at + offset, size, "a field");
    return this.at + offset;
  }

  byte(field: number): number {
    const at = this.place(field, 1);
    return at === undefined ? 0 : this.file.buffer.readInt8(at);
  }

  unsignedByte(field: number): number {
    return this.byte(field) & 0xff;
  }

  flag(field: number): boolean {
    return this.byte(field) !== 0;
  }

  int(field: number, otherwise = 0): number {
    const at = this.place(field, 4);
    return at === undefined ? otherwise : this.file.buffer.readInt32(at);
  }

  unsignedInt(field: number): number {
    return this.int(field) >>> 0;
  }

  float(field: number): number {
    const at = this.place(field, 4);
    return at === undefined ? 0 : this.file.buffer.readFloat32(at);
  }

  table(field: number): Table | undefined {
    const at = this.place(field, 4);
    return at === undefined ? undefined : this.follow(at);
  }

  tables(field: number): readonly Table[] | undefined {
    const vector = this.vector(field, 4);
    return vector && Array.from({ length: vector.length }, (_, i) => this.follow(vector.start + 4 * i));
  }

  ints(field: number): readonly number[] | undefined {
    return this.numbers(field, 4, (at) => this.file.buffer.readInt32(at));
  }

  shorts(field: number): readonly number[] | undefined {
    return this.numbers(field, 2, (at) => this.file.buffer.readUint16(at));
  }

  smalls(field: number): readonly number[] | undefined {
    return this.numbers(field, 1, (at) => this.file.buffer.readUint8(at));
  }

  floats(field: number): readonly number[] | undefined {
    return this.numbers(field, 4, (at) => this.file.buffer.readFloat32(at));
  }

  longs(field: number): readonly bigint[] | undefined {
    return this.numbers(field, 8, (at) => this.file.buffer.readInt64(at));
  }

  /** A slice of the file. */
  bytes(field: number): Uint8Array | undefined {
    const vector = this.vector(field, 1);
    return vector && this.file.bytes.subarray(vector.start, vector.start + vector.length);
  }

  private numbers<T>(field: number, size: number, read: (at: number) => T): readonly T[] | undefined {
    const vector = this.vector(field, size);
    if (!vector) return undefined;
    this.file.spend(vector.length);
    return Array.from({ length: vector.length }, (_, i) => read(vector.start + size * i));
  }

  private vector(field: number, size: number): Vector | undefined {
    const at = this.place(field, 4);
    if (at === undefined) return undefined;
    const start = at + this.file.buffer.readUint32(at);
    this.file.demand(start, 4, "a list");
    const length = this.file.buffer.readUint32(start);
    this.file.demand(start + 4, length * size, "a list");
    return { start: start + 4, length };
  }

  private follow(at: number): Table {
    return new Table(this.file, at + this.file.buffer.readUint32(at));
  }
}
