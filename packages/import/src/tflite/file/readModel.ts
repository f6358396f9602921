/** Reads a TFLite file. Weights stay slices of it, and options are read when a converter asks for them. */
import { messages } from "../diagnostics.ts";
import type { Model, Operator, OperatorCode, SparseDimension, Sparsity, Subgraph, Tensor } from "./model.ts";
import {
  bufferFields,
  dimensionFields,
  modelFields,
  operatorCodeFields,
  operatorFields,
  quantizationFields,
  sparsityFields,
  subgraphFields,
  tensorFields,
} from "./schema.ts";
import { FlatFile, type Table } from "./table.ts";

const identifier = "TFL3";

/** Whether the bytes say that they are a TFLite model. */
export function isTflite(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(4, 8)) === identifier;
}

/** The model that the bytes hold. Throws a `ModelFailure` with a sentence where they hold none. */
export function readModel(bytes: Uint8Array): Model {
  if (bytes.length === 0) throw messages.emptyFile();
  if (bytes.length < 8) throw messages.notTflite();
  const root = new FlatFile(bytes).root();
  return {
    description: text(root, modelFields.description) ?? "",
    version: root.unsignedInt(modelFields.version),
    operatorCodes: (root.tables(modelFields.operatorCodes) ?? []).map(operatorCode),
    subgraphs: (root.tables(modelFields.subgraphs) ?? []).map(subgraph),
    buffers: (root.tables(modelFields.buffers) ?? []).map((table) => ({ data: table.bytes(bufferFields.data) })),
  };
}

function text(table: Table, field: number): string | undefined {
  const bytes = table.bytes(field);
  return bytes && new TextDecoder().decode(bytes);
}

/** The code is in one of two fields: the older one holds a byte. */
function operatorCode(table: Table): OperatorCode {
  return {
    code: Math.max(table.byte(operatorCodeFields.oldCode), table.int(operatorCodeFields.code)),
    customName: text(table, operatorCodeFields.customCode),
  };
}

function subgraph(table: Table): Subgraph {
  return {
    tensors: (table.tables(subgraphFields.tensors) ?? []).map(tensor),
    inputs: table.ints(subgraphFields.inputs),
    outputs: table.ints(subgraphFields.outputs),
    operators: (table.tables(subgraphFields.operators) ?? []).map(operator),
  };
}

function tensor(table: Table): Tensor {
  const quantization = table.table(tensorFields.quantization);
  const sparsity = table.table(tensorFields.sparsity);
  return {
    name: text(table, tensorFields.name),
    shape: table.ints(tensorFields.shape),
    shapeSignature: table.ints(tensorFields.shapeSignature),
    type: table.byte(tensorFields.type),
    buffer: table.unsignedInt(tensorFields.buffer),
    quantization: quantization && {
      scales: quantization.floats(quantizationFields.scale),
      zeroPoints: quantization.longs(quantizationFields.zeroPoint),
    },
    sparsity: sparsity && sparsityOf(sparsity),
  };
}

function sparsityOf(table: Table): Sparsity {
  return {
    traversalOrder: table.ints(sparsityFields.traversalOrder) ?? [],
    blockMap: table.ints(sparsityFields.blockMap) ?? [],
    dimensions: (table.tables(sparsityFields.dimensions) ?? []).map(sparseDimension),
  };
}

function sparseDimension(table: Table): SparseDimension {
  return {
    isSparse: table.byte(dimensionFields.format) !== 0,
    denseSize: table.int(dimensionFields.denseSize),
    segments: indexList(table, dimensionFields.segmentsType, dimensionFields.segments),
    indices: indexList(table, dimensionFields.indicesType, dimensionFields.indices),
  };
}

/** Indices come in three widths; each is in a table of its own. */
function indexList(table: Table, typeField: number, field: number): readonly number[] | undefined {
  const values = table.table(field);
  switch (table.unsignedByte(typeField)) {
    case 1:
      return values?.ints(0);
    case 2:
      return values?.shorts(0);
    case 3:
      return values?.smalls(0);
    default:
      return undefined;
  }
}

function operator(table: Table): Operator {
  return {
    code: table.unsignedInt(operatorFields.code),
    inputs: table.ints(operatorFields.inputs),
    outputs: table.ints(operatorFields.outputs),
    optionsType: table.unsignedByte(operatorFields.optionsType),
    options: table.table(operatorFields.options),
    customOptions: table.bytes(operatorFields.customOptions),
  };
}
