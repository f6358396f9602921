/**
 * A TFLite model as its file says it: plain data, nothing resolved. Lists that the file lacks are undefined, which is
 * not the same as empty.
 */
import type { Table } from "./table.ts";

export interface Model {
  readonly description: string;
  readonly version: number;
  readonly operatorCodes: readonly OperatorCode[];
  readonly subgraphs: readonly Subgraph[];
  readonly buffers: readonly Buffer[];
}

export interface OperatorCode {
  readonly code: number;
  /** Of an operator that the format does not define. */
  readonly customName: string | undefined;
}

export interface Subgraph {
  readonly tensors: readonly Tensor[];
  readonly inputs: readonly number[] | undefined;
  readonly outputs: readonly number[] | undefined;
  readonly operators: readonly Operator[];
}

export interface Tensor {
  readonly name: string | undefined;
  readonly shape: readonly number[] | undefined;
  /** With -1 where a size is open. */
  readonly shapeSignature: readonly number[] | undefined;
  readonly type: number;
  readonly buffer: number;
  readonly quantization: Quantization | undefined;
  readonly sparsity: Sparsity | undefined;
}

export interface Quantization {
  readonly scales: readonly number[] | undefined;
  readonly zeroPoints: readonly bigint[] | undefined;
}

export interface Sparsity {
  readonly traversalOrder: readonly number[];
  readonly blockMap: readonly number[];
  readonly dimensions: readonly SparseDimension[];
}

export interface SparseDimension {
  readonly isSparse: boolean;
  readonly denseSize: number;
  readonly segments: readonly number[] | undefined;
  readonly indices: readonly number[] | undefined;
}

export interface Operator {
  /** Its place among the operator codes. */
  readonly code: number;
  /** Tensors; -1 where an input is not given. */
  readonly inputs: readonly number[] | undefined;
  readonly outputs: readonly number[] | undefined;
  readonly optionsType: number;
  readonly options: Table | undefined;
  readonly customOptions: Uint8Array | undefined;
}

export interface Buffer {
  /** A slice of the file. */
  readonly data: Uint8Array | undefined;
}
