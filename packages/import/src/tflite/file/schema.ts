/**
 * The parts of the file format that are read: places of fields in tables, and numbers that represent names. Follows
 * tensorflow/lite/schema/schema.fbs.
 */

export const modelFields = { version: 0, operatorCodes: 1, subgraphs: 2, description: 3, buffers: 4 } as const;
export const operatorCodeFields = { oldCode: 0, customCode: 1, version: 2, code: 3 } as const;
export const subgraphFields = { tensors: 0, inputs: 1, outputs: 2, operators: 3, name: 4 } as const;
export const tensorFields = { shape: 0, type: 1, buffer: 2, name: 3, quantization: 4, sparsity: 6, shapeSignature: 7 } as const;
export const quantizationFields = { scale: 2, zeroPoint: 3 } as const;
export const sparsityFields = { traversalOrder: 0, blockMap: 1, dimensions: 2 } as const;
export const dimensionFields = { format: 0, denseSize: 1, segmentsType: 2, segments: 3, indicesType: 4, indices: 5 } as const;
export const operatorFields = { code: 0, inputs: 1, outputs: 2, optionsType: 3, options: 4, customOptions: 5 } as const;
export const bufferFields = { data: 0 } as const;

/** Element types by their number. */
export const typeNames = [
  "float32",
  "float16",
  "int32",
  "uint8",
  "int64",
  "string",
  "bool",
  "int16",
  "complex64",
  "int8",
  "float64",
  "complex128",
  "uint64",
  "resource",
  "variant",
  "uint32",
  "uint16",
  "int4",
  "bfloat16",
] as const;

/** The numbers of the option tables that converters ask for. */
export const optionTypes = {
  Conv2D: 1,
  DepthwiseConv2D: 2,
  Pool2D: 5,
  FullyConnected: 8,
  Concatenation: 10,
  Add: 11,
  L2Norm: 12,
  LocalResponseNormalization: 13,
  ResizeBilinear: 15,
  Reshape: 17,
  SpaceToDepth: 19,
  Mul: 21,
  Gather: 23,
  Reducer: 27,
  Sub: 28,
  Div: 29,
  Squeeze: 30,
  StridedSlice: 32,
  Split: 35,
  Cast: 37,
  ArgMax: 40,
  TransposeConv: 49,
  Shape: 55,
  ArgMin: 57,
  FakeQuant: 58,
  Pack: 59,
  OneHot: 61,
  Unpack: 64,
  ResizeNearestNeighbor: 74,
  LeakyRelu: 75,
  MirrorPad: 77,
  ReverseSequence: 87,
  DepthToSpace: 94,
} as const;

export type OptionTable = keyof typeof optionTypes;

/** Places of the fields of option tables. */
export const convFields = { padding: 0, strideW: 1, strideH: 2, activation: 3, dilationW: 4, dilationH: 5 } as const;
export const depthwiseFields = { padding: 0, strideW: 1, strideH: 2, multiplier: 3, activation: 4, dilationW: 5, dilationH: 6 } as const;
export const transposeConvFields = { padding: 0, strideW: 1, strideH: 2 } as const;
export const poolFields = { padding: 0, strideW: 1, strideH: 2, filterW: 3, filterH: 4, activation: 5 } as const;
export const denseFields = { activation: 0, keepsDims: 2 } as const;
export const concatenationFields = { axis: 0, activation: 1 } as const;
export const lrnFields = { radius: 0, bias: 1, alpha: 2, beta: 3 } as const;
export const bilinearFields = { alignCorners: 2, halfPixelCenters: 3 } as const;
export const nearestFields = { alignCorners: 0, halfPixelCenters: 1 } as const;
export const sliceFields = { beginMask: 0, endMask: 1, ellipsisMask: 2, newAxisMask: 3, shrinkAxisMask: 4 } as const;
export const fakeQuantFields = { min: 0, max: 1, bits: 2, isNarrow: 3 } as const;

export const activation = { none: 0, relu: 1, reluN1To1: 2, relu6: 3, tanh: 4 } as const;
export const padding = { same: 0, valid: 1 } as const;

/** The code of operators that the format does not define. */
export const customCode = 32;
