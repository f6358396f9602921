/** Arrays of numpy, numbers of Python and tensors of the compiler. */
import { elementOf, emptyArray, numberToHalf, setElement, type TensorData } from "@relayscope/ir";
import {
  arrayOf,
  PyArray,
  PyFloat,
  PyList,
  PyScalar,
  PyTuple,
  type Runtime,
  raised,
  typeError,
  type Value,
  valueError,
} from "@relayscope/python";

export type Scalar = boolean | number | bigint | PyFloat;

export function isScalar(value: Value): value is Scalar {
  return typeof value === "boolean" || typeof value === "number" || typeof value === "bigint" || value instanceof PyFloat;
}

/** A list of lists of numbers as shape and elements. Raises where it is ragged or holds anything else. */
export function flattened(value: Value, shape: number[], depth = 0): Scalar[] {
  if (isScalar(value)) return [value];
  if (!(value instanceof PyList || value instanceof PyTuple)) throw valueError("value has to be scalar or NDArray");
  const { items } = value;
  shape[depth] ??= items.length;
  if (shape[depth] !== items.length || depth > 31) {
    throw valueError("setting an array element with a sequence. The requested array has an inhomogeneous shape");
  }
  return items.flatMap((item) => flattened(item, shape, depth + 1));
}

/** The type that numpy gives numbers of Python. */
export function usualType(elements: readonly Scalar[]): string {
  if (elements.some((e) => e instanceof PyFloat) || elements.length === 0) return "float64";
  return elements.every((e) => typeof e === "boolean") ? "bool" : "int64";
}

export function tensorOfNumbers(elements: readonly Scalar[], shape: readonly number[], dtype: string): TensorData {
  const values = emptyArray(dtype, elements.length);
  if (!values) throw raised("TypeError", `data type '${dtype}' not understood`);
  const made = { dtype, shape, values };
  elements.forEach((e, i) => {
    const number = e instanceof PyFloat ? e.value : typeof e === "boolean" ? Number(e) : e;
    setElement(made, i, dtype === "bool" ? (Number(number) === 0 ? 0 : 1) : number);
  });
  return made;
}

/** A tensor in another type, as numpy casts. */
export function castTensor(tensor: TensorData, dtype: string): TensorData {
  if (tensor.dtype === dtype) return tensor;
  return tensorOfNumbers(elementsOfTensor(tensor), tensor.shape, dtype);
}

function elementsOfTensor(tensor: TensorData): readonly Scalar[] {
  return Array.from({ length: tensor.values.length }, (_, i) => {
    const element = elementOf(tensor, i);
    return tensor.dtype.startsWith("float") || tensor.dtype.startsWith("bfloat") ? new PyFloat(Number(element)) : element;
  });
}

/** A tensor as an array of numpy, a copy that the program may change. */
export function arrayOfTensor(_m: Runtime, { dtype, shape, values }: TensorData): Value {
  if (dtype === "bfloat16") throw typeError("Do not understand type bfloat16");
  return arrayOf(dtype, shape, values.slice());
}

function halves(flat: ArrayLike<number | bigint>): Uint16Array {
  const bits = new Uint16Array(flat.length);
  for (let i = 0; i < flat.length; i++) bits[i] = numberToHalf(Number(flat[i]));
  return bits;
}

/** An array of numpy, or what numpy makes one of, as a tensor; undefined for anything else. */
export function tensorOfArray(m: Runtime, value: Value): TensorData | undefined {
  if (value instanceof PyArray) {
    const flat = value.flat(m);
    const values = value.dtype.name === "float16" ? halves(flat) : flat.slice();
    return { dtype: value.dtype.name, shape: value.shape, values };
  }
  if (value instanceof PyScalar) {
    const values = emptyArray(value.dtype.name, 1);
    if (!values) return undefined;
    const made = { dtype: value.dtype.name, shape: [], values };
    setElement(made, 0, value.value);
    return made;
  }
  if (!isScalar(value) && !(value instanceof PyList || value instanceof PyTuple)) return undefined;
  const shape: number[] = [];
  const elements = flattened(value, shape);
  return tensorOfNumbers(elements, shape, usualType(elements));
}
