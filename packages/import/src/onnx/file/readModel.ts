/** Reads a model file. Follows onnx/onnx.proto. Weights stay slices of the file. */
import { BinaryReader } from "@bufbuild/protobuf/wire";
import { messages } from "../diagnostics.ts";
import { bytes, inside, int, int32, many, maybe, message, numbers, one, oneOf, type Reading, several, text, there } from "./message.ts";
import type { Attribute, Dimension, Graph, Model, Tensor, ValueType } from "./model.ts";
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

/** The model that the bytes hold. Throws a `ModelFailure` with a sentence where they hold none. */
export function readModel(file: Uint8Array): Model {
  if (file.length === 0) throw messages.emptyFile();
  try {
    const reading: Reading = { depth: 0, parts: 0 };
    const { content, ...rest } = model(file, reading);
    if (!content) throw messages.noGraph();
    return { ...rest, graph: graph(content, reading) };
  } catch (error) {
    if (error instanceof Error && "code" in error) throw error;
    throw messages.notProtobuf(error instanceof Error ? error.message : String(error));
  }
}

const opset = message({ domain: one(opsetFields.domain, text, ""), version: one(opsetFields.version, int, 0) });

const model = message({
  producerName: one(modelFields.producerName, text, ""),
  producerVersion: one(modelFields.producerVersion, text, ""),
  opsetImports: many(modelFields.opsetImport, inside(opset)),
  content: maybe(modelFields.graph, bytes),
});

const entry = message({ key: one(entryFields.key, text, ""), value: one(entryFields.value, text, "") });

const tensorParts = message({
  name: one(tensorFields.name, text, ""),
  dims: several(tensorFields.dims, (...given) => int64sIn([numbers(...given)]).map(Number)),
  dataType: one(tensorFields.dataType, int32, 0),
  hasSegment: one(tensorFields.segment, there(true), false),
  rawData: maybe(tensorFields.rawData, bytes),
  floatData: many(tensorFields.floatData, numbers),
  int32Data: many(tensorFields.int32Data, numbers),
  int64Data: many(tensorFields.int64Data, numbers),
  doubleData: many(tensorFields.doubleData, numbers),
  uint64Data: many(tensorFields.uint64Data, numbers),
  location: one(tensorFields.dataLocation, int32, 0),
  entries: many(tensorFields.externalData, inside(entry)),
});

function tensor(content: Uint8Array, reading: Reading): Tensor {
  const { location, entries, ...rest } = tensorParts(content, reading);
  const place = entries.findLast(({ key }) => key === "location")?.value ?? "";
  return { ...rest, external: location === 1 ? { location: place } : undefined };
}

const dimension = message({
  size: oneOf<Dimension>(undefined, { [dimensionFields.value]: int, [dimensionFields.param]: text }),
});
const shape = message({ dims: many(shapeFields.dim, inside(dimension)) });
const tensorType = message({ elemType: one(tensorTypeFields.elemType, int32, 0), shape: maybe(tensorTypeFields.shape, inside(shape)) });

function typeOfTensor(content: Uint8Array, reading: Reading): ValueType {
  const read = tensorType(content, reading);
  return { kind: "tensor", elemType: read.elemType, shape: read.shape?.dims.map(({ size }) => size) };
}

const unknown: ValueType = { kind: "unknown" };

const valueType = message({
  type: oneOf<ValueType>(unknown, {
    [typeFields.tensorType]: inside(typeOfTensor),
    [typeFields.sequenceType]: there({ kind: "sequence" } as const),
    [typeFields.mapType]: there({ kind: "map" } as const),
    [typeFields.optionalType]: there({ kind: "optional" } as const),
    [typeFields.sparseTensorType]: there({ kind: "sparse" } as const),
  }),
});

const valueInfo = message({
  name: one(valueInfoFields.name, text, ""),
  type: one(
    valueInfoFields.type,
    inside((...given) => valueType(...given).type),
    unknown,
  ),
});

const attributeParts = message({
  name: one(attributeFields.name, text, ""),
  f: maybe(attributeFields.f, (reader) => reader.float()),
  i: maybe(attributeFields.i, (reader) => BigInt(reader.int64())),
  s: maybe(attributeFields.s, bytes),
  t: maybe(attributeFields.t, inside(tensor)),
  g: maybe(attributeFields.g, inside(graph)),
  floats: many(attributeFields.floats, numbers),
  ints: many(attributeFields.ints, numbers),
  strings: many(attributeFields.strings, bytes),
  tensors: many(attributeFields.tensors, inside(tensor)),
  graphs: many(attributeFields.graphs, there(true)),
});

function attribute(content: Uint8Array, reading: Reading): Attribute {
  const { floats, ints, graphs, ...rest } = attributeParts(content, reading);
  return { ...rest, floats: floats.flatMap(floatsIn), ints: int64sIn(ints), graphCount: graphs.length };
}

const node = message({
  name: one(nodeFields.name, text, ""),
  opType: one(nodeFields.opType, text, ""),
  inputs: many(nodeFields.input, text),
  outputs: many(nodeFields.output, text),
  attributes: many(nodeFields.attribute, inside(attribute)),
});

const graphParts = message({
  name: one(graphFields.name, text, ""),
  nodes: many(graphFields.node, inside(node)),
  initializers: many(graphFields.initializer, inside(tensor)),
  inputs: many(graphFields.input, inside(valueInfo)),
  outputs: many(graphFields.output, inside(valueInfo)),
  valueInfos: many(graphFields.valueInfo, inside(valueInfo)),
});

function graph(content: Uint8Array, reading: Reading): Graph {
  if (++reading.depth > depthLimit) throw messages.tooDeep(depthLimit);
  const read = graphParts(content, reading);
  reading.depth--;
  return read;
}

function floatsIn(piece: Uint8Array): readonly number[] {
  const out: number[] = [];
  for (const reader = new BinaryReader(piece); reader.pos < reader.len; ) out.push(reader.float());
  return out;
}

function int64sIn(pieces: readonly Uint8Array[]): readonly bigint[] {
  const out: bigint[] = [];
  for (const piece of pieces) for (const reader = new BinaryReader(piece); reader.pos < reader.len; ) out.push(BigInt(reader.int64()));
  return out;
}
