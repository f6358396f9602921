/**
 * A model file as data. Weights are slices of the file's bytes; nothing is copied and nothing decoded before it is
 * asked for.
 */

export interface Model {
  readonly producerName: string;
  readonly producerVersion: string;
  readonly opsetImports: readonly OpsetImport[];
  readonly graph: Graph;
}

export interface OpsetImport {
  readonly domain: string;
  readonly version: number;
}

export interface Graph {
  readonly name: string;
  readonly nodes: readonly Node[];
  readonly initializers: readonly Tensor[];
  readonly inputs: readonly ValueInfo[];
  readonly outputs: readonly ValueInfo[];
  readonly valueInfos: readonly ValueInfo[];
}

export interface Node {
  readonly name: string;
  readonly opType: string;
  /** Empty names represent inputs that are not given. */
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
  readonly attributes: readonly Attribute[];
}

/** An attribute with the fields that the file gives. */
export interface Attribute {
  readonly name: string;
  readonly f?: number | undefined;
  readonly i?: bigint | undefined;
  readonly s?: Uint8Array | undefined;
  readonly t?: Tensor | undefined;
  readonly g?: Graph | undefined;
  readonly floats: readonly number[];
  readonly ints: readonly bigint[];
  readonly strings: readonly Uint8Array[];
  readonly tensors: readonly Tensor[];
  readonly graphCount: number;
}

/** Bytes of a repeated number field, as the file has them: packed, or an element a piece. */
export type NumberBytes = readonly Uint8Array[];

export interface Tensor {
  readonly name: string;
  readonly dims: readonly number[];
  /** TensorProto.DataType. */
  readonly dataType: number;
  readonly hasSegment: boolean;
  readonly rawData: Uint8Array | undefined;
  readonly floatData: NumberBytes;
  readonly int32Data: NumberBytes;
  readonly int64Data: NumberBytes;
  readonly doubleData: NumberBytes;
  readonly uint64Data: NumberBytes;
  /** Where the data is, if it is outside the file. */
  readonly external: { readonly location: string } | undefined;
}

export type Dimension = number | string | undefined;

export interface ValueInfo {
  readonly name: string;
  readonly type: ValueType;
}

export type ValueType =
  | { readonly kind: "tensor"; readonly elemType: number; readonly shape: readonly Dimension[] | undefined }
  | { readonly kind: "sequence" | "map" | "optional" | "sparse" | "unknown" };
