/** Arrays: a shape over a flat storage, with strides, so that parts share the data of the whole. */
import { collect } from "../core/iteration.ts";
import { intOf, textOf } from "../core/numbers.ts";
import { callSpecial, typeName } from "../core/protocol.ts";
import { hostClass } from "../host/native.ts";
import { boolClass, floatClass, intClass } from "../model/classes.ts";
import { PyBoxed, PyBytes, PyFloat, PyList, PyRange, PyTuple } from "../model/containers.ts";
import { typeError, unavailable, valueError } from "../model/exceptions.ts";
import { claim, type Runtime, spend } from "../model/runtime.ts";
import { PyClass, PyHost, PyObject, type Value } from "../model/value.ts";
import { Dtype, dtypeNamed, dtypeOfClass, dtypes, type Element, families, type Storage } from "./dtype.ts";

export const arrayClass = hostClass({ name: "ndarray", module: "numpy" });

export class PyArray extends PyObject {
  readonly offset: number;

  constructor(
    readonly dtype: Dtype,
    readonly shape: readonly number[],
    readonly data: Storage,
    readonly strides: readonly number[] = stridesOf(shape),
    offset = 0,
  ) {
    super(arrayClass);
    this.offset = offset;
  }

  get size(): number {
    return sizeOf(this.shape);
  }

  /** Elements one after another; the storage itself where it is just them. */
  flat(m: Runtime): Storage {
    const { size } = this;
    if (this.offset === 0 && this.data.length === size && isPacked(this.shape, this.strides)) return this.data;
    const made = create(m, this.dtype, size);
    let at = 0;
    for (const place of this.places()) put(made, at++, this.data[place] ?? 0);
    spend(m, size >> 3);
    return made;
  }

  /** Where each element is in the storage, in order. */
  *places(): Generator<number> {
    const { shape, strides } = this;
    if (this.size === 0) return;
    const at = shape.map(() => 0);
    let place = this.offset;
    for (;;) {
      yield place;
      let axis = shape.length - 1;
      for (; axis >= 0; axis--) {
        const next = (at[axis] ?? 0) + 1;
        if (next < (shape[axis] ?? 0)) {
          at[axis] = next;
          place += strides[axis] ?? 0;
          break;
        }
        at[axis] = 0;
        place -= (next - 1) * (strides[axis] ?? 0);
      }
      if (axis < 0) return;
    }
  }
}

/** A number of a dtype: what an element of an array is, and what functions of numpy answer. */
export class PyScalar extends PyHost {
  /** The key that equal numbers of Python have. */
  override get key(): unknown {
    const { value } = this;
    if (typeof value === "bigint") return Number.isSafeInteger(Number(value)) ? Number(value) : value;
    if (Number.isNaN(value)) return this;
    return Number.isInteger(value) && !Number.isSafeInteger(value) ? BigInt(value) : value + 0;
  }

  constructor(
    readonly dtype: Dtype,
    readonly value: Element,
  ) {
    super(dtype.scalarClass);
  }
}

export function sizeOf(shape: readonly number[]): number {
  return shape.reduce((a, b) => a * b, 1);
}

export function stridesOf(shape: readonly number[]): number[] {
  const strides: number[] = new Array(shape.length).fill(1);
  for (let axis = shape.length - 2; axis >= 0; axis--) strides[axis] = (strides[axis + 1] ?? 1) * (shape[axis + 1] ?? 1);
  return strides;
}

/** Whether elements are one after another in the storage. */
export function isPacked(shape: readonly number[], strides: readonly number[]): boolean {
  if (shape.includes(0)) return true;
  const packed = stridesOf(shape);
  return strides.every((s, axis) => s === packed[axis] || shape[axis] === 1);
}

/** Elements of a new array: its size is taken from the budget. */
export function create(m: Runtime, dtype: Dtype, length: number): Storage {
  if (length < 0) throw valueError("negative dimensions are not allowed");
  claim(m, length * 8);
  spend(m, length >> 4);
  return dtype.make(length);
}

export function put(data: Storage, at: number, value: Element): void {
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) data[at] = BigInt(value);
  else data[at] = Number(value);
}

/** An array of computed elements. */
export function build(m: Runtime, dtype: Dtype, shape: readonly number[], element: (at: number) => Element): PyArray {
  const size = sizeOf(shape);
  const data = create(m, dtype, size);
  for (let at = 0; at < size; at++) put(data, at, dtype.fit(element(at)));
  return new PyArray(dtype, shape, data);
}

/** An element as a number of numpy. */
export function scalarAt(array: PyArray, place: number): PyScalar {
  return new PyScalar(array.dtype, array.data[place] ?? 0);
}

/** An array without dimensions as its scalar, as functions of numpy answer. */
export function unwrapped(array: PyArray): Value {
  return array.shape.length === 0 ? scalarAt(array, array.offset) : array;
}

/** An element as a number of Python. */
export function plainNumber(dtype: Dtype, value: Element): Value {
  if (dtype.kind === "b") return value !== 0;
  if (dtype.kind === "f") return new PyFloat(Number(value));
  return typeof value === "bigint" ? (intOf(value) !== undefined && Number.isSafeInteger(Number(value)) ? Number(value) : value) : value;
}

/** The dtype that a value names: a dtype, a class of scalars, bool, int, float, a text. */
export function dtypeFrom(m: Runtime, value: Value): Dtype {
  const found = dtypeOrNothing(value);
  if (found) return found;
  void m;
  const text = textOf(value);
  throw typeError(text === undefined ? `Cannot interpret '${typeName(value)}' as a data type` : `data type '${text}' not understood`);
}

export function dtypeOrNothing(value: Value): Dtype | undefined {
  if (value instanceof Dtype) return value;
  if (value === null) return dtypes.float64;
  if (value === boolClass) return dtypes.bool;
  if (value === intClass) return dtypes.int64;
  if (value === floatClass) return dtypes.float64;
  if (value instanceof PyClass) return dtypeOfClass(value) ?? (families.includes(value) ? dtypes.float64 : undefined);
  const text = textOf(value);
  return text === undefined ? undefined : dtypeNamed(text);
}

/** A number of Python or numpy as an element with its dtype; undefined for other values. */
export function numberFrom(value: Value): { readonly dtype: Dtype; readonly value: Element } | undefined {
  if (value instanceof PyScalar) return value;
  if (typeof value === "boolean") return { dtype: dtypes.bool, value: value ? 1 : 0 };
  if (value instanceof PyFloat) return { dtype: dtypes.float64, value: value.value };
  const int = value instanceof PyBoxed || typeof value === "number" || typeof value === "bigint" ? intOf(value) : undefined;
  if (int === undefined) return undefined;
  const big = BigInt(int);
  if (big >= 1n << 64n || big < -(1n << 63n)) throw typeError("an int that is too large for numpy here");
  return { dtype: big >= 1n << 63n ? dtypes.uint64 : dtypes.int64, value: big };
}

/** An object as the int that its `__int__` answers; other values as they are. */
function integerFrom(m: Runtime, value: Value): Value {
  if (numberFrom(value) || !(value instanceof PyObject)) return value;
  return callSpecial(m, value, "__int__", []) ?? value;
}

/** What `np.array` makes of a value: numbers, and sequences of equal length inside one another. */
export function arrayFrom(m: Runtime, value: Value, dtype?: Dtype): PyArray {
  if (value instanceof PyArray) return dtype && dtype !== value.dtype ? converted(m, value, dtype) : value;
  const number = numberFrom(value);
  if (number) return build(m, dtype ?? number.dtype, [], () => number.value);
  const rows = rowsOf(m, value);
  const asInt = dtype && !rows ? integerFrom(m, value) : value;
  // What has no more than `__int__` is not a float.
  if (dtype?.kind === "f" && asInt !== value)
    throw typeError(`float() argument must be a string or a real number, not '${typeName(value)}'`);
  if (dtype && asInt !== value) return arrayFrom(m, asInt, dtype);
  if (!rows) throw unavailable(`numpy arrays of ${typeName(value)} are`);
  const parts = rows.map((row) => arrayFrom(m, row, dtype));
  const [first] = parts;
  if (!first) return build(m, dtype ?? dtypes.float64, [0], () => 0);
  const made = dtype ?? commonType(parts.map((p) => p.dtype));
  if (parts.some((p) => p.shape.length !== first.shape.length || p.shape.some((d, axis) => d !== first.shape[axis]))) {
    throw valueError(
      `setting an array element with a sequence. The requested array has an inhomogeneous shape after 1 dimensions. The detected shape was (${rows.length},) + inhomogeneous part.`,
    );
  }
  const data = create(m, made, parts.length * first.size);
  let at = 0;
  for (const part of parts) for (const element of part.flat(m)) put(data, at++, made.fit(element));
  return new PyArray(made, [parts.length, ...first.shape], data);
}

function commonType(list: readonly Dtype[]): Dtype {
  const [first = dtypes.float64] = list;
  return list.reduce((a, b) => (a === b ? a : promoteForRows(a, b)), first);
}

function promoteForRows(a: Dtype, b: Dtype): Dtype {
  const order = ["b", "u", "i", "f"];
  if (a.kind === b.kind) return a.size >= b.size ? a : b;
  return order.indexOf(a.kind) > order.indexOf(b.kind)
    ? a.kind === "f" && a.size < 8 && b.size >= 4
      ? dtypes.float64
      : a
    : promoteForRows(b, a);
}

export function rowsOf(m: Runtime, value: Value): readonly Value[] | undefined {
  if (value instanceof PyList || value instanceof PyTuple) return value.items;
  if (value instanceof PyRange) return collect(m, value);
  if (
    value instanceof PyObject &&
    !(value instanceof PyBytes) &&
    value.cls.lookup("__len__") !== undefined &&
    value.cls.lookup("__getitem__") !== undefined
  ) {
    return collect(m, value);
  }
  return undefined;
}

/** The array in another dtype. */
export function converted(m: Runtime, array: PyArray, dtype: Dtype): PyArray {
  const from = array.flat(m);
  const fit = dtype.kind === "b" ? (v: Element) => (v ? 1 : 0) : dtype.fit;
  return build(m, dtype, array.shape, (at) => fit(from[at] ?? 0));
}
