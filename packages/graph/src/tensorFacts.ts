/** What a picture says of a type: dtype, shape and size, each computed once per type. */
import type { Type } from "@relayscope/ir";
import { bytesPerElement, dimText, dimValue, typeText } from "@relayscope/ir";

export interface TensorFacts {
  /** As the text prints it. */
  readonly type: string;
  /** `float32`; empty where it is no tensor. */
  readonly dtype: string;
  /** `1×64×56×56`; empty where it is no tensor, and for a scalar. */
  readonly shape: string;
  /** Bytes of the tensor, or of all fields of a tuple; undefined where a dimension, a dtype or the type is not known. */
  readonly bytes: number | undefined;
}

const unknown: TensorFacts = { type: "", dtype: "", shape: "", bytes: undefined };

/** A reader of types that keeps what it made. */
export function tensorFacts(): (type: Type | undefined) => TensorFacts {
  const known = new Map<Type, TensorFacts>();
  return (type) => {
    if (!type) return unknown;
    let facts = known.get(type);
    if (!facts) {
      const isTensor = type.kind === "TensorType";
      facts = {
        type: typeText(type),
        dtype: isTensor ? type.dtype : "",
        shape: isTensor ? type.shape.map(dimText).join("×") : "",
        bytes: bytesOf(type),
      };
      known.set(type, facts);
    }
    return facts;
  };
}

/** Bytes that a value of a type takes, a tuple's fields together; undefined where that is not known. A bool takes one. */
function bytesOf(type: Type): number | undefined {
  let sum = 0;
  const open: Type[] = [type];
  for (let at = open.pop(); at; at = open.pop()) {
    if (at.kind === "TupleType") {
      open.push(...at.fields);
      continue;
    }
    if (at.kind !== "TensorType") return undefined;
    let elements = 1;
    for (const dim of at.shape) {
      const size = dimValue(dim);
      if (size === undefined) return undefined;
      elements *= size;
    }
    const width = elementWidth(at.dtype);
    if (width === undefined) return undefined;
    sum += Math.ceil(elements * width);
  }
  return sum;
}

/** Bytes of one element: half a byte for `int4`, four elements for `float32x4`. */
function elementWidth(dtype: string): number | undefined {
  const whole = bytesPerElement(dtype);
  if (whole !== undefined) return whole;
  const parts = /^(?:u?int|float|bfloat)(\d+)(?:x(\d+))?$/.exec(dtype);
  return parts ? (Number(parts[1]) * Number(parts[2] ?? 1)) / 8 : undefined;
}
