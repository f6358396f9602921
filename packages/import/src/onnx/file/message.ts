/** Messages of protobuf, described field by field. */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { messages } from "../diagnostics.ts";

/** How many parts (nodes, attributes, values, tensors) a file may have. */
const partLimit = 4_000_000;

/** The state of reading a file. */
export interface Reading {
  depth: number;
  parts: number;
}

/** Reads one occurrence of a field of the message that `content` holds. */
type Read<T> = (reader: BinaryReader, wireType: WireType, content: Uint8Array, reading: Reading) => T;

/** A field: its value where the message lacks it, and by its number what an occurrence makes of the value so far. */
interface Field<T> {
  readonly start: () => T;
  readonly next: Readonly<Record<number, (so: T, ...given: Parameters<Read<T>>) => T>>;
}

/** One of several fields, by their numbers: the last that occurs. */
export function oneOf<T>(start: T, reads: Readonly<Record<number, Read<T>>>): Field<T> {
  const next = Object.entries(reads).map(([at, read]) => {
    const taken: Field<T>["next"][number] = (_, reader, wireType, content, reading) => read(reader, wireType, content, reading);
    return [at, taken] as const;
  });
  return { start: () => start, next: Object.fromEntries(next) };
}

/** A field whose last occurrence counts. */
export function one<T>(at: number, read: Read<T>, start: T): Field<T> {
  return oneOf(start, { [at]: read });
}

export function maybe<T>(at: number, read: Read<T>): Field<T | undefined> {
  return one<T | undefined>(at, read, undefined);
}

/** A list, to which each occurrence adds some. */
export function several<T>(at: number, read: Read<Iterable<T>>): Field<T[]> {
  const put = (so: T[], items: Iterable<T>) => {
    for (const item of items) so.push(item);
  };
  return listed(at, put, read);
}

export function many<T>(at: number, read: Read<T>): Field<T[]> {
  return listed(at, (so, item) => so.push(item), read);
}

function listed<T, Part>(at: number, put: (so: T[], part: Part) => void, read: Read<Part>): Field<T[]> {
  const add: Field<T[]>["next"][number] = (so, reader, wireType, content, reading) => {
    put(so, read(reader, wireType, content, reading));
    return so;
  };
  return { start: () => [], next: { [at]: add } };
}

export const text: Read<string> = (reader) => reader.string();
export const bytes: Read<Uint8Array> = (reader) => reader.bytes();
export const int32: Read<number> = (reader) => reader.int32();
/** A varint as a number, exact up to 2^53. */
export const int: Read<number> = (reader) => Number(reader.int64());

/** The raw bytes of one or more numbers, a view of the file. */
export const numbers: Read<Uint8Array> = (reader, wireType, content) => {
  if (wireType === WireType.LengthDelimited) return reader.bytes();
  const start = reader.pos;
  reader.skip(wireType);
  return content.subarray(start, reader.pos);
};

/** A message inside. */
export function inside<T>(read: (content: Uint8Array, reading: Reading) => T): Read<T> {
  return (reader, _wireType, _content, reading) => read(reader.bytes(), reading);
}

/** What is made of a field that is there; nothing of it is read. */
export function there<T>(value: T): Read<T> {
  return (reader, wireType) => {
    reader.skip(wireType);
    return value;
  };
}

/** Reads a message by its fields; others are skipped. */
export function message<Values extends object>(
  fields: { readonly [K in keyof Values]: Field<Values[K]> },
): (content: Uint8Array, reading: Reading) => Values;
export function message(fields: Readonly<Record<string, Field<unknown>>>): (content: Uint8Array, reading: Reading) => unknown {
  const entries = Object.entries(fields);
  const byNumber = new Map(entries.flatMap(([key, { next }]) => Object.entries(next).map(([at, add]) => [Number(at), { key, add }])));
  return (content, reading) => {
    if (++reading.parts > partLimit) throw messages.tooManyParts(partLimit);
    // Files have hundreds of thousands of messages: no list is made for each.
    const values: Record<string, unknown> = {};
    for (const [key, { start }] of entries) values[key] = start();
    const reader = new BinaryReader(content);
    while (reader.pos < reader.len) {
      const [at, wireType] = reader.tag();
      const field = byNumber.get(at);
      if (field) values[field.key] = field.add(values[field.key], reader, wireType, content, reading);
      else reader.skip(wireType, at);
    }
    return values;
  };
}
