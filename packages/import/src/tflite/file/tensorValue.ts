/**
 * Types and values of a model's tensors. Follows get_tensor_value in python/tvm/relay/frontend/tflite.py, and NumPy's
 * frombuffer and reshape.
 */
import { bytesPerElement, elementCount, emptyArray, lazyTensor, raise, type TensorArray, type TensorData } from "@relayscope/ir";
import { ConversionFailure } from "../../diagnostics.ts";
import { bitsOf, viewAs } from "../../views.ts";
import type { Model, Tensor } from "./model.ts";
import { typeNames } from "./schema.ts";

const supported: readonly string[] = ["int8", "int16", "uint8", "float16", "float32", "int32", "int64", "bool"];

/** The dtype of an element type that the frontend takes. Throws a `ConversionFailure` for others. */
export function dtypeOfType(type: number): string {
  const name = typeNames[type];
  if (name !== undefined && supported.includes(name)) return name;
  throw new ConversionFailure(`tensors of ${name ?? `the unknown type ${type}`} are not supported.`);
}

/** A tensor's bytes. Throws a `ConversionFailure` where it has none. */
function bytesOf(model: Model, { buffer }: Tensor): Uint8Array {
  const data = model.buffers[buffer]?.data ?? raise(new ConversionFailure("it needs the value of a tensor that is not constant."));
  return data;
}

/** The numbers of a tensor as they are in the file, in one row. */
export function flatValue(model: Model, tensor: Tensor): TensorArray {
  const dtype = dtypeOfType(tensor.type);
  const bytes = bytesOf(model, tensor);
  demandWhole(bytes, dtype);
  return viewAs(dtype, bytes) ?? emptyArrayOf(dtype, 0);
}

/**
 * The value of a constant tensor of a shape, a view of the file. Throws a `ConversionFailure` where it has none, or
 * none of that shape.
 */
export function tensorValue(model: Model, tensor: Tensor, shape: readonly number[]): TensorData {
  const dtype = dtypeOfType(tensor.type);
  const bytes = bytesOf(model, tensor);
  const count = demandWhole(bytes, dtype);
  return lazyTensor(dtype, reshaped(shape, count), () => viewAs(dtype, bytes) ?? emptyArrayOf(dtype, 0));
}

function demandWhole(bytes: Uint8Array, dtype: string): number {
  const count = bytes.length / (bytesPerElement(dtype) ?? 1);
  if (!Number.isInteger(count)) throw new ConversionFailure(`the ${bytes.length} bytes of a constant are not whole number of ${dtype}.`);
  return count;
}

/** A shape for a number of elements; one negative size represents what is left. */
function reshaped(shape: readonly number[], count: number): readonly number[] {
  const open = shape.filter((d) => d < 0).length;
  const known = elementCount(shape.filter((d) => d >= 0));
  const rest = open === 1 && known > 0 ? count / known : undefined;
  if (open > 1 || (open === 0 && known !== count) || (open === 1 && (rest === undefined || !Number.isInteger(rest)))) {
    throw new ConversionFailure(`a constant of shape (${shape.join(", ")}) has ${count} elements in the file.`);
  }
  return shape.map((d) => (d < 0 ? (rest ?? 0) : d));
}

/** Zeros of a dtype that has an array. */
export function emptyArrayOf(dtype: string, count: number): TensorArray {
  const values = emptyArray(dtype, count) ?? raise(new ConversionFailure(`Relay has no tensors of ${dtype}.`));
  return values;
}

/** A constant with its axes in another order. */
export function transposed(data: TensorData, axes: readonly number[]): TensorData {
  const shape = axes.map((axis) => data.shape[axis] ?? 1);
  const steps = stepsOf(data.shape);
  return lazyTensor(data.dtype, shape, () =>
    gathered(
      data,
      shape,
      axes.map((axis) => steps[axis] ?? 0),
    ),
  );
}

function stepsOf(shape: readonly number[]): readonly number[] {
  const steps: number[] = new Array<number>(shape.length).fill(1);
  for (let i = shape.length - 2; i >= 0; i--) steps[i] = (steps[i + 1] ?? 1) * (shape[i + 1] ?? 1);
  return steps;
}

/** The elements in the order of `shape`, where a step along each axis moves `steps` elements. */
function gathered(data: TensorData, shape: readonly number[], steps: readonly number[]): TensorArray {
  const values = emptyArrayOf(data.dtype, elementCount(shape));
  const { bits: out, width } = bitsOf(values);
  const { bits: source } = bitsOf(data.values);
  const index = new Array<number>(shape.length).fill(0);
  for (let at = 0, from = 0; at < out.length; ) {
    for (let part = 0; part < width; part++) out[at++] = source[from * width + part] ?? 0;
    for (let axis = shape.length - 1; axis >= 0; axis--) {
      const [size, step] = [shape[axis] ?? 0, steps[axis] ?? 0];
      const next = (index[axis] ?? 0) + 1;
      from += step;
      if (next < size) {
        index[axis] = next;
        break;
      }
      from -= step * size;
      index[axis] = 0;
    }
  }
  return values;
}

/**
 * A constant of another shape with as many elements. Throws a `ConversionFailure` where the shape has more or fewer.
 */
export function withShape(data: TensorData, shape: readonly number[]): TensorData {
  return lazyTensor(data.dtype, reshaped(shape, elementCount(data.shape)), () => data.values);
}
