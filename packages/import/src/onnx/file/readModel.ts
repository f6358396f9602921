/** Reads a model file. Follows onnx/onnx.proto. Weights stay slices of the file. */
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { messages } from "../diagnostics.ts";
import type { Attribute, Dimension, Graph, Model, Node, NumberBytes, OpsetImport, Tensor, ValueInfo, ValueType } from "./model.ts";
import {
  attributeFields,
  dimensionFields,
  entryFields,
  graphFields,
  modelFields,
  nodeFields,
  opsetFields,
  shapeFields,
  tensorFields,
  tensorTypeFields,
  typeFields,
  valueInfoFields,
} from "./schema.ts";

/** How deep graphs may be in one another. */
const depthLimit = 32;

/** How many parts (nodes, attributes, values, tensors) a file may have. */
const partLimit = 4_000_000;

interface Reading {
  depth: number;
  parts: number;
}

/** The model that the bytes hold. Throws a `ModelFailure` with a sentence where they hold none. */
export function readModel(bytes: Uint8Array): Model {
  if (bytes.length === 0) throw messages.emptyFile();
  try {
    return model(bytes, { depth: 0, parts: 0 });
  } catch (error) {
    if (error instanceof Error && "code" in error) throw error;
    throw messages.notProtobuf(error instanceof Error ? error.message : String(error));
  }
}

type Visit = (field: number, reader: BinaryReader, wireType: WireType) => boolean;

/** Gives each field to `visit`, which reads it and answers true, or answers false and it is skipped. */
function eachField(bytes: Uint8Array, reading: Reading, visit: Visit): void {
  if (++reading.parts > partLimit) throw messages.tooManyParts(partLimit);
  const reader = new BinaryReader(bytes);
  while (reader.pos < reader.len) {
    const [field, wireType] = reader.tag();
    if (!visit(field, reader, wireType)) reader.skip(wireType, field);
  }
}

/** A varint as a number, exact up to 2^53. */
function int(reader: BinaryReader): number {
  return Number(reader.int64());
}

/** The raw bytes of one or more numbers. */
function numbers(bytes: Uint8Array, reader: BinaryReader, wireType: WireType): Uint8Array {
  if (wireType === WireType.LengthDelimited) return reader.bytes();
  const start = reader.pos;
  reader.skip(wireType);
  return bytes.subarray(start, reader.pos);
}

function model(bytes: Uint8Array, reading: Reading): Model {
  let [irVersion, producerName, producerVersion, domain, functionCount] = [0, "", "", "", 0];
  let graphBytes: Uint8Array | undefined;
  const opsetImports: OpsetImport[] = [];
  eachField(bytes, reading, (field, reader) => {
    if (field === modelFields.irVersion) irVersion = int(reader);
    else if (field === modelFields.producerName) producerName = reader.string();
    else if (field === modelFields.producerVersion) producerVersion = reader.string();
    else if (field === modelFields.domain) domain = reader.string();
    else if (field === modelFields.graph) graphBytes = reader.bytes();
    else if (field === modelFields.opsetImport) opsetImports.push(opset(reader.bytes(), reading));
    else if (field === modelFields.functions) {
      functionCount++;
      return false;
    } else return false;
    return true;
  });
  if (!graphBytes) throw messages.noGraph();
  return { irVersion, producerName, producerVersion, domain, opsetImports, graph: graph(graphBytes, reading), functionCount };
}

function opset(bytes: Uint8Array, reading: Reading): OpsetImport {
  let [domain, version] = ["", 0];
  eachField(bytes, reading, (field, reader) => {
    if (field === opsetFields.domain) domain = reader.string();
    else if (field === opsetFields.version) version = int(reader);
    else return false;
    return true;
  });
  return { domain, version };
}

function graph(bytes: Uint8Array, reading: Reading): Graph {
  if (++reading.depth > depthLimit) throw messages.tooDeep(depthLimit);
  let [name, sparseInitializerCount] = ["", 0];
  const nodes: Node[] = [];
  const initializers: Tensor[] = [];
  const inputs: ValueInfo[] = [];
  const outputs: ValueInfo[] = [];
  const valueInfos: ValueInfo[] = [];
  eachField(bytes, reading, (field, reader) => {
    if (field === graphFields.node) nodes.push(node(reader.bytes(), reading));
    else if (field === graphFields.name) name = reader.string();
    else if (field === graphFields.initializer) initializers.push(tensor(reader.bytes(), reading));
    else if (field === graphFields.input) inputs.push(valueInfo(reader.bytes(), reading));
    else if (field === graphFields.output) outputs.push(valueInfo(reader.bytes(), reading));
    else if (field === graphFields.valueInfo) valueInfos.push(valueInfo(reader.bytes(), reading));
    else if (field === graphFields.sparseInitializer) {
      sparseInitializerCount++;
      return false;
    } else return false;
    return true;
  });
  reading.depth--;
  return { name, nodes, initializers, inputs, outputs, valueInfos, sparseInitializerCount };
}

function node(bytes: Uint8Array, reading: Reading): Node {
  let [name, opType, domain] = ["", "", ""];
  const inputs: string[] = [];
  const outputs: string[] = [];
  const attributes: Attribute[] = [];
  eachField(bytes, reading, (field, reader) => {
    if (field === nodeFields.input) inputs.push(reader.string());
    else if (field === nodeFields.output) outputs.push(reader.string());
    else if (field === nodeFields.name) name = reader.string();
    else if (field === nodeFields.opType) opType = reader.string();
    else if (field === nodeFields.domain) domain = reader.string();
    else if (field === nodeFields.attribute) attributes.push(attribute(reader.bytes(), reading));
    else return false;
    return true;
  });
  return { name, opType, domain, inputs, outputs, attributes };
}

function attribute(bytes: Uint8Array, reading: Reading): Attribute {
  const found: { name: string; f?: number; i?: bigint; s?: Uint8Array; t?: Tensor; g?: Graph } = { name: "" };
  const floatBytes: Uint8Array[] = [];
  const intBytes: Uint8Array[] = [];
  const strings: Uint8Array[] = [];
  const tensors: Tensor[] = [];
  let graphCount = 0;
  eachField(bytes, reading, (field, reader, wireType) => {
    if (field === attributeFields.name) found.name = reader.string();
    else if (field === attributeFields.f) found.f = reader.float();
    else if (field === attributeFields.i) found.i = BigInt(reader.int64());
    else if (field === attributeFields.s) found.s = reader.bytes();
    else if (field === attributeFields.t) found.t = tensor(reader.bytes(), reading);
    else if (field === attributeFields.g) found.g = graph(reader.bytes(), reading);
    else if (field === attributeFields.floats) floatBytes.push(numbers(bytes, reader, wireType));
    else if (field === attributeFields.ints) intBytes.push(numbers(bytes, reader, wireType));
    else if (field === attributeFields.strings) strings.push(reader.bytes());
    else if (field === attributeFields.tensors) tensors.push(tensor(reader.bytes(), reading));
    else if (field === attributeFields.graphs) {
      graphCount++;
      return false;
    } else return false;
    return true;
  });
  return { ...found, floats: floatsIn(floatBytes), ints: int64sIn(intBytes), strings, tensors, graphCount };
}

function floatsIn(pieces: NumberBytes): readonly number[] {
  const out: number[] = [];
  for (const piece of pieces) {
    const reader = new BinaryReader(piece);
    while (reader.pos < reader.len) out.push(reader.float());
  }
  return out;
}

function int64sIn(pieces: NumberBytes): readonly bigint[] {
  const out: bigint[] = [];
  for (const piece of pieces) {
    const reader = new BinaryReader(piece);
    while (reader.pos < reader.len) out.push(BigInt(reader.int64()));
  }
  return out;
}

function tensor(bytes: Uint8Array, reading: Reading): Tensor {
  let [name, dataType, hasSegment, isExternal] = ["", 0, false, false];
  let rawData: Uint8Array | undefined;
  const dims: number[] = [];
  const [floatData, int32Data, int64Data, doubleData, uint64Data]: Uint8Array[][] = [[], [], [], [], []];
  const entries = new Map<string, string>();
  const lists = new Map<number, Uint8Array[] | undefined>([
    [tensorFields.floatData, floatData],
    [tensorFields.int32Data, int32Data],
    [tensorFields.int64Data, int64Data],
    [tensorFields.doubleData, doubleData],
    [tensorFields.uint64Data, uint64Data],
  ]);
  eachField(bytes, reading, (field, reader, wireType) => {
    const list = lists.get(field);
    if (list) list.push(numbers(bytes, reader, wireType));
    else if (field === tensorFields.dims) dims.push(...int64sIn([numbers(bytes, reader, wireType)]).map(Number));
    else if (field === tensorFields.dataType) dataType = reader.int32();
    else if (field === tensorFields.name) name = reader.string();
    else if (field === tensorFields.rawData) rawData = reader.bytes();
    else if (field === tensorFields.dataLocation) isExternal = reader.int32() === 1;
    else if (field === tensorFields.externalData) addEntry(entries, reader.bytes(), reading);
    else if (field === tensorFields.segment) {
      hasSegment = true;
      return false;
    } else return false;
    return true;
  });
  const length = entries.get("length");
  const external = isExternal
    ? { location: entries.get("location") ?? "", length: length === undefined ? undefined : Number(length) }
    : undefined;
  return {
    name,
    dims,
    dataType,
    hasSegment,
    rawData,
    floatData: floatData ?? [],
    int32Data: int32Data ?? [],
    int64Data: int64Data ?? [],
    doubleData: doubleData ?? [],
    uint64Data: uint64Data ?? [],
    external,
  };
}

function addEntry(entries: Map<string, string>, bytes: Uint8Array, reading: Reading): void {
  let [key, value] = ["", ""];
  eachField(bytes, reading, (field, reader) => {
    if (field === entryFields.key) key = reader.string();
    else if (field === entryFields.value) value = reader.string();
    else return false;
    return true;
  });
  entries.set(key, value);
}

function valueInfo(bytes: Uint8Array, reading: Reading): ValueInfo {
  let name = "";
  let type: ValueType = { kind: "unknown" };
  eachField(bytes, reading, (field, reader) => {
    if (field === valueInfoFields.name) name = reader.string();
    else if (field === valueInfoFields.type) type = valueType(reader.bytes(), reading);
    else return false;
    return true;
  });
  return { name, type };
}

function valueType(bytes: Uint8Array, reading: Reading): ValueType {
  let type: ValueType = { kind: "unknown" };
  eachField(bytes, reading, (field, reader) => {
    if (field === typeFields.tensorType) {
      type = tensorType(reader.bytes(), reading);
      return true;
    }
    if (field === typeFields.sequenceType) type = { kind: "sequence" };
    else if (field === typeFields.mapType) type = { kind: "map" };
    else if (field === typeFields.optionalType) type = { kind: "optional" };
    else if (field === typeFields.sparseTensorType) type = { kind: "sparse" };
    return false;
  });
  return type;
}

function tensorType(bytes: Uint8Array, reading: Reading): ValueType {
  let elemType = 0;
  let shape: Dimension[] | undefined;
  eachField(bytes, reading, (field, reader) => {
    if (field === tensorTypeFields.elemType) elemType = reader.int32();
    else if (field === tensorTypeFields.shape) shape = dimensions(reader.bytes(), reading);
    else return false;
    return true;
  });
  return { kind: "tensor", elemType, shape };
}

function dimensions(bytes: Uint8Array, reading: Reading): Dimension[] {
  const dims: Dimension[] = [];
  eachField(bytes, reading, (field, reader) => {
    if (field !== shapeFields.dim) return false;
    let dim: Dimension;
    eachField(reader.bytes(), reading, (inner, part) => {
      if (inner === dimensionFields.value) dim = int(part);
      else if (inner === dimensionFields.param) dim = part.string();
      else return false;
      return true;
    });
    dims.push(dim);
    return true;
  });
  return dims;
}
