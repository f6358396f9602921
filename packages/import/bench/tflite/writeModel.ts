/** Writes TFLite files: for tests, and for the gallery's models. */
import { Builder } from "flatbuffers";
import { operatorNames } from "../../src/tflite/file/operatorNames.ts";
import {
  bufferFields,
  customCode,
  modelFields,
  type OptionTable,
  operatorCodeFields,
  operatorFields,
  optionTypes,
  quantizationFields,
  subgraphFields,
  tensorFields,
  typeNames,
} from "../../src/tflite/file/schema.ts";

export type TypeName = (typeof typeNames)[number];

export interface TensorParts {
  /** Undefined leaves it out. */
  readonly name: string | undefined;
  readonly type: TypeName;
  /** Undefined leaves it out. */
  readonly shape: readonly number[] | undefined;
  readonly signature?: readonly number[];
  readonly data?: Uint8Array;
  readonly scales?: readonly number[];
  readonly zeroPoints?: readonly number[];
}

export interface OptionField {
  readonly slot: number;
  readonly kind: "byte" | "int" | "float" | "flag" | "ints";
  readonly value: number | readonly number[];
}

export interface OperatorParts {
  /** Its name, or that of a custom operator. */
  readonly op: string;
  /** Places of tensors; -1 where an input is not given. */
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
  readonly options?: { readonly table: OptionTable | number; readonly fields: readonly OptionField[] };
  readonly customOptions?: Uint8Array;
}

export interface GraphParts {
  readonly tensors: readonly TensorParts[];
  readonly operators: readonly OperatorParts[];
  readonly inputs: readonly number[];
  readonly outputs: readonly number[];
}

/** A TFLite file of one or more graphs. */
export function writeModel(graphs: readonly GraphParts[], description = "relayscope"): Uint8Array {
  const b = new Builder(4096);
  const buffers: (Uint8Array | undefined)[] = [undefined];
  const codes = [...new Set(graphs.flatMap(({ operators }) => operators.map(({ op }) => op)))];
  const subgraphs = graphs.map((graph) => subgraph(b, graph, buffers, codes));
  const codeTables = codes.map((op) => operatorCode(b, op));
  const bufferTables = buffers.map((data) => {
    const at = data && aligned(b, data);
    return table(b, 1, () => offset(b, bufferFields.data, at));
  });
  const lists = [tables(b, codeTables), tables(b, subgraphs), tables(b, bufferTables)] as const;
  const words = b.createString(description);
  const root = table(b, 5, () => {
    b.addFieldInt32(modelFields.version, 3, 0);
    offset(b, modelFields.operatorCodes, lists[0]);
    offset(b, modelFields.subgraphs, lists[1]);
    offset(b, modelFields.description, words);
    offset(b, modelFields.buffers, lists[2]);
  });
  b.finish(root, "TFL3");
  return b.asUint8Array();
}

function subgraph(b: Builder, graph: GraphParts, buffers: (Uint8Array | undefined)[], codes: readonly string[]): number {
  const tensors = tables(
    b,
    graph.tensors.map((parts) => tensor(b, parts, parts.data ? buffers.push(parts.data) - 1 : 0)),
  );
  const operators = tables(
    b,
    graph.operators.map((parts) => operator(b, parts, codes.indexOf(parts.op))),
  );
  const [inputs, outputs] = [ints(b, graph.inputs), ints(b, graph.outputs)];
  return table(b, 5, () => {
    offset(b, subgraphFields.tensors, tensors);
    offset(b, subgraphFields.inputs, inputs);
    offset(b, subgraphFields.outputs, outputs);
    offset(b, subgraphFields.operators, operators);
  });
}

function tensor(b: Builder, { name, type, shape, signature, scales, zeroPoints }: TensorParts, buffer: number): number {
  const words = name === undefined ? undefined : b.createString(name);
  const sizes = shape && ints(b, shape);
  const signatureAt = signature && ints(b, signature);
  const quantization = scales || zeroPoints ? quantizationOf(b, scales, zeroPoints) : undefined;
  return table(b, 8, () => {
    offset(b, tensorFields.shape, sizes);
    b.addFieldInt8(tensorFields.type, typeNames.indexOf(type), 0);
    b.addFieldInt32(tensorFields.buffer, buffer, 0);
    offset(b, tensorFields.name, words);
    offset(b, tensorFields.quantization, quantization);
    offset(b, tensorFields.shapeSignature, signatureAt);
  });
}

function quantizationOf(b: Builder, scales: readonly number[] | undefined, zeroPoints: readonly number[] | undefined): number {
  const scale = scales && vector(b, 4, scales, (x) => b.addFloat32(x));
  const zero = zeroPoints && vector(b, 8, zeroPoints, (x) => b.addInt64(BigInt(x)));
  return table(b, 4, () => {
    offset(b, quantizationFields.scale, scale);
    offset(b, quantizationFields.zeroPoint, zero);
  });
}

function operator(b: Builder, parts: OperatorParts, code: number): number {
  const [inputs, outputs] = [ints(b, parts.inputs), ints(b, parts.outputs)];
  const options = parts.options && optionsOf(b, parts.options.fields);
  const custom = parts.customOptions && aligned(b, parts.customOptions);
  return table(b, 6, () => {
    b.addFieldInt32(operatorFields.code, code, 0);
    offset(b, operatorFields.inputs, inputs);
    offset(b, operatorFields.outputs, outputs);
    if (parts.options) {
      const { table: name } = parts.options;
      b.addFieldInt8(operatorFields.optionsType, typeof name === "number" ? name : optionTypes[name], 0);
    }
    offset(b, operatorFields.options, options);
    offset(b, operatorFields.customOptions, custom);
  });
}

/** All fields are written, those with the default's value too. */
function optionsOf(b: Builder, fields: readonly OptionField[]): number {
  const made = fields.map((field) => ({ ...field, at: typeof field.value === "number" ? undefined : ints(b, field.value) }));
  b.forceDefaults(true);
  const at = table(b, Math.max(0, ...fields.map(({ slot }) => slot + 1)), () => {
    for (const { slot, kind, value, at: list } of made) {
      if (typeof value !== "number") offset(b, slot, list);
      else if (kind === "float") b.addFieldFloat32(slot, value, 0);
      else if (kind === "int") b.addFieldInt32(slot, value, 0);
      else b.addFieldInt8(slot, value, 0);
    }
  });
  b.forceDefaults(false);
  return at;
}

function operatorCode(b: Builder, op: string): number {
  const known = operatorNames.indexOf(op);
  const code = known < 0 ? customCode : known;
  const custom = known < 0 ? b.createString(op) : undefined;
  return table(b, 4, () => {
    b.addFieldInt8(operatorCodeFields.oldCode, Math.min(code, 127), 0);
    offset(b, operatorCodeFields.customCode, custom);
    b.addFieldInt32(operatorCodeFields.code, code, 0);
  });
}

function table(b: Builder, fields: number, add: () => void): number {
  b.startObject(fields);
  add();
  return b.endObject();
}

function offset(b: Builder, field: number, at: number | undefined): void {
  if (at !== undefined) b.addFieldOffset(field, at, 0);
}

function vector(b: Builder, size: number, values: readonly number[], add: (value: number) => void): number {
  b.startVector(size, values.length, size);
  for (const value of [...values].reverse()) add(value);
  return b.endVector();
}

function ints(b: Builder, values: readonly number[]): number {
  return vector(b, 4, values, (value) => b.addInt32(value));
}

function tables(b: Builder, offsets: readonly number[]): number {
  return vector(b, 4, offsets, (at) => b.addOffset(at));
}

/** Bytes at a place that any number may lie at. */
function aligned(b: Builder, bytes: Uint8Array): number {
  b.startVector(1, bytes.length, 16);
  for (let i = bytes.length - 1; i >= 0; i--) b.addInt8(bytes[i] ?? 0);
  return b.endVector();
}
