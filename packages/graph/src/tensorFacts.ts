/** The facts of a type in pictures: dtype, shape and size, each computed once per type. */
import type { TupleType, Type } from "@relayscope/ir";
import { bytesPerElement, dimText, dimValue, typeWriter } from "@relayscope/ir";

export interface TensorFacts {
  /** As printed in the text; a long one is cut, with a mark at the end. */
  readonly type: string;
  /** `float32`; empty if it is not a tensor. */
  readonly dtype: string;
  /** `1×64×56×56`; empty if it is not a tensor, and for a scalar. */
  readonly shape: string;
  /** Bytes of the tensor, or of all fields of a tuple; undefined if a dimension, a dtype or the type is unknown. */
  readonly bytes: number | undefined;
}

const unknown: TensorFacts = { type: "", dtype: "", shape: "", bytes: undefined };

/** Of a type with more characters only the beginning is shown. */
const longestType = 2_000;

/** A reader of types with a cache. */
export function tensorFacts(): (type: Type | undefined) => TensorFacts {
  const known = new Map<Type, TensorFacts>();
  const bytes = new Map<Type, number | undefined>();
  const write = typeWriter({}, longestType);
  return (type) => {
    if (!type) return unknown;
    let facts = known.get(type);
    if (!facts) {
      const isTensor = type.kind === "TensorType";
      facts = {
        type: write(type),
        dtype: isTensor ? type.dtype : "",
        shape: isTensor ? type.shape.map(dimText).join("×") : "",
        bytes: bytesOf(type, bytes),
      };
      known.set(type, facts);
    }
    return facts;
  };
}

/**
 * The bytes of a value of a type, all fields of a tuple together; undefined if unknown. A bool takes one. `known`
 * caches results: a tuple that is a field of several is added up once.
 */
function bytesOf(type: Type, known: Map<Type, number | undefined>): number | undefined {
  if (type.kind !== "TupleType") return tensorBytes(type);
  const open: TupleType[] = [type];
  for (let here = open.at(-1); here; here = open.at(-1)) {
    let sum: number | undefined = 0;
    let isReady = true;
    for (const field of known.has(here) ? [] : here.fields) {
      if (field.kind === "TupleType" && !known.has(field)) {
        open.push(field);
        isReady = false;
      } else if (isReady && sum !== undefined) {
        const bytes: number | undefined = field.kind === "TupleType" ? known.get(field) : tensorBytes(field);
        sum = bytes === undefined ? undefined : sum + bytes;
      }
    }
    if (!isReady) continue;
    open.pop();
    if (!known.has(here)) known.set(here, sum);
  }
  return known.get(type);
}

function tensorBytes(type: Type): number | undefined {
  if (type.kind !== "TensorType") return undefined;
  let elements = 1;
  for (const dim of type.shape) {
    const size = dimValue(dim);
    if (size === undefined) return undefined;
    elements *= size;
  }
  const width = elementWidth(type.dtype);
  return width === undefined ? undefined : Math.ceil(elements * width);
}

/** Bytes of one element: half a byte for `int4`, four elements for `float32x4`. */
function elementWidth(dtype: string): number | undefined {
  const whole = bytesPerElement(dtype);
  if (whole !== undefined) return whole;
  const parts = /^(?:u?int|float|bfloat)(\d+)(?:x(\d+))?$/.exec(dtype);
  return parts ? (Number(parts[1]) * Number(parts[2] ?? 1)) / 8 : undefined;
}
