/** Writes model files: for tests, for the gallery's model, for files to mutate. */
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import {
  attributeFields,
  graphFields,
  modelFields,
  nodeFields,
  opsetFields,
  tensorFields,
  valueInfoFields,
} from "../../src/onnx/file/schema.ts";

export type Part = Uint8Array;

/** A message out of what `write` adds. */
export function message(write: (w: BinaryWriter) => void): Part {
  const writer = new BinaryWriter();
  write(writer);
  return writer.finish();
}

export function addPart(w: BinaryWriter, field: number, content: Part): void {
  w.tag(field, WireType.LengthDelimited).bytes(content);
}

export function addText(w: BinaryWriter, field: number, content: string): void {
  w.tag(field, WireType.LengthDelimited).string(content);
}

export function addInt(w: BinaryWriter, field: number, value: number | bigint): void {
  w.tag(field, WireType.Varint).int64(value);
}

/** A value of float32 (or another type by its number); a text is a size's name. */
export function value(name: string, sizes: readonly (number | string)[], dataType = 1): Part {
  const shape = message((w) => {
    for (const size of sizes)
      addPart(
        w,
        1,
        message((d) => (typeof size === "number" ? addInt(d, 1, size) : addText(d, 2, size))),
      );
  });
  const tensor = message((w) => {
    addInt(w, 1, dataType);
    addPart(w, 2, shape);
  });
  return message((w) => {
    addText(w, valueInfoFields.name, name);
    addPart(
      w,
      valueInfoFields.type,
      message((t) => addPart(t, 1, tensor)),
    );
  });
}

export type AttributeValue =
  | number
  | string
  | readonly number[]
  | Part
  | { readonly float: number }
  | { readonly floats: readonly number[] };

/** A number is an integer, unless it is wrapped: `{ float: 1 }`. A part is a graph. */
function attribute(name: string, given: AttributeValue): Part {
  return message((w) => {
    addText(w, attributeFields.name, name);
    if (typeof given === "number") addInt(w, attributeFields.i, given);
    else if (typeof given === "string") addText(w, attributeFields.s, given);
    else if (given instanceof Uint8Array) addPart(w, attributeFields.g, given);
    else if ("float" in given) w.tag(attributeFields.f, WireType.Bit32).float(given.float);
    else if ("floats" in given) for (const item of given.floats) w.tag(attributeFields.floats, WireType.Bit32).float(item);
    else for (const item of given) addInt(w, attributeFields.ints, item);
  });
}

export interface NodeParts {
  readonly op: string;
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly name?: string;
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

export function node({ op, inputs, outputs, name, attributes }: NodeParts): Part {
  return message((w) => {
    for (const input of inputs) addText(w, nodeFields.input, input);
    for (const output of outputs) addText(w, nodeFields.output, output);
    if (name !== undefined) addText(w, nodeFields.name, name);
    addText(w, nodeFields.opType, op);
    for (const [key, given] of Object.entries(attributes ?? {})) addPart(w, nodeFields.attribute, attribute(key, given));
  });
}

/** A weight whose values stand raw. */
export function weight(name: string, dims: readonly number[], values: Float32Array | BigInt64Array): Part {
  return message((w) => {
    for (const dim of dims) addInt(w, tensorFields.dims, dim);
    addInt(w, tensorFields.dataType, values instanceof Float32Array ? 1 : 7);
    addText(w, tensorFields.name, name);
    addPart(w, tensorFields.rawData, new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  });
}

/** A weight of any type by its number, out of plain numbers. */
export function tensor(name: string, dims: readonly number[], dataType: number, values: readonly number[]): Part {
  return message((w) => {
    for (const dim of dims) addInt(w, tensorFields.dims, dim);
    addInt(w, tensorFields.dataType, dataType);
    addText(w, tensorFields.name, name);
    for (const given of values) {
      if (dataType === 1) w.tag(tensorFields.floatData, WireType.Bit32).float(given);
      else addInt(w, dataType === 7 ? tensorFields.int64Data : tensorFields.int32Data, given);
    }
  });
}

/** An attribute as a case writes it: `1` an integer, `1.0` a float, `[1,2]`, `[0.5]` or `"text"`. */
export function attributeOf(given: string): AttributeValue {
  if (given.startsWith("[")) {
    const list = JSON.parse(given) as readonly number[];
    return /[.e]/.test(given) ? { floats: list } : list;
  }
  if (given.startsWith('"')) return JSON.parse(given) as string;
  return /[.e]|inf|nan/.test(given) ? { float: Number(given) } : Number(given);
}

export interface GraphParts {
  readonly name?: string;
  readonly nodes: readonly Part[];
  readonly weights?: readonly Part[];
  readonly inputs: readonly Part[];
  readonly outputs: readonly Part[];
}

export function graph({ name, nodes, weights, inputs, outputs }: GraphParts): Part {
  return message((w) => {
    for (const n of nodes) addPart(w, graphFields.node, n);
    addText(w, graphFields.name, name ?? "graph");
    for (const t of weights ?? []) addPart(w, graphFields.initializer, t);
    for (const i of inputs) addPart(w, graphFields.input, i);
    for (const o of outputs) addPart(w, graphFields.output, o);
  });
}

/** A model file. */
export function model(content: Part, opset = 13, producer = "relayscope"): Part {
  return message((w) => {
    addInt(w, modelFields.irVersion, 8);
    addText(w, modelFields.producerName, producer);
    addPart(w, modelFields.graph, content);
    addPart(
      w,
      modelFields.opsetImport,
      message((o) => addInt(o, opsetFields.version, opset)),
    );
  });
}
