/**
 * The part of ONNX's protobuf schema that is read: message by message, field name to field number.
 * Follows onnx/onnx.proto of ONNX 1.16. Fields that are not named here are skipped.
 */

export const modelFields = {
  irVersion: 1,
  producerName: 2,
  producerVersion: 3,
  domain: 4,
  graph: 7,
  opsetImport: 8,
  functions: 25,
} as const;

export const opsetFields = { domain: 1, version: 2 } as const;

export const graphFields = { node: 1, name: 2, initializer: 5, input: 11, output: 12, valueInfo: 13, sparseInitializer: 15 } as const;

export const nodeFields = { input: 1, output: 2, name: 3, opType: 4, attribute: 5, domain: 7 } as const;

export const attributeFields = {
  name: 1,
  f: 2,
  i: 3,
  s: 4,
  t: 5,
  g: 6,
  floats: 7,
  ints: 8,
  strings: 9,
  tensors: 10,
  graphs: 11,
} as const;

export const tensorFields = {
  dims: 1,
  dataType: 2,
  segment: 3,
  floatData: 4,
  int32Data: 5,
  stringData: 6,
  int64Data: 7,
  name: 8,
  rawData: 9,
  doubleData: 10,
  uint64Data: 11,
  externalData: 13,
  dataLocation: 14,
} as const;

export const entryFields = { key: 1, value: 2 } as const;

export const valueInfoFields = { name: 1, type: 2 } as const;

export const typeFields = { tensorType: 1, sequenceType: 4, mapType: 5, sparseTensorType: 8, optionalType: 9 } as const;

export const tensorTypeFields = { elemType: 1, shape: 2 } as const;

export const shapeFields = { dim: 1 } as const;

export const dimensionFields = { value: 1, param: 2 } as const;

/** TensorProto.DataType by number, as the dtype that the reference takes it for. */
export const dtypeNames: Readonly<Record<number, string>> = {
  1: "float32",
  2: "uint8",
  3: "int8",
  4: "uint16",
  5: "int16",
  6: "int32",
  7: "int64",
  8: "object",
  9: "bool",
  10: "float16",
  11: "float64",
  12: "uint32",
  13: "uint64",
  14: "complex64",
  15: "complex128",
  16: "bfloat16",
  17: "float32",
  18: "float32",
  19: "float32",
  20: "float32",
  21: "uint8",
  22: "int8",
};
