/** The base of every node, and constants, which occur in calls and in attributes. */
import type { Span } from "./span.ts";
import type { TensorData } from "./tensors.ts";
import type { TensorType, Type } from "./types.ts";

export interface Node {
  /** The inferred type; undefined before inference, or if it is unknown. */
  checkedType: Type | undefined;
  /** Its place in the text; undefined for what a pass made. */
  readonly span: Span | undefined;
}

/**
 * A constant tensor. Without `data` its values are unknown (the text came without metadata): it has an identity, and a
 * type if `tensorType` is set.
 */
export interface Constant extends Node {
  readonly kind: "Constant";
  readonly tensorType: TensorType | undefined;
  readonly data: TensorData | undefined;
  /** The assumption that replaces its missing data, if any. Shown with each result that depends on it. */
  readonly assumed?: string;
}

/** Optional parts of a new node. */
export interface NodeExtras {
  readonly span?: Span | undefined;
  readonly checkedType?: Type | undefined;
}

/** A constant of a type, which is its checked type too. */
export function constant(
  data: TensorData | undefined,
  tensorType: TensorType | undefined,
  extras: NodeExtras & { assumed?: string } = {},
): Constant {
  const node: Constant = { kind: "Constant", checkedType: extras.checkedType ?? tensorType, span: extras.span, tensorType, data };
  return extras.assumed === undefined ? node : { ...node, assumed: extras.assumed };
}

/** Whether data is of a tensor type: dtype and shape. */
export function isOfType(data: TensorData, { dtype, shape }: TensorType): boolean {
  return data.dtype === dtype && data.shape.length === shape.length && shape.every((size, axis) => size === data.shape[axis]);
}
