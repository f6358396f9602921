/** Shapes that are brought together, and what is computed element by element. */
import { typeError, valueError } from "../model/exceptions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import type { Value } from "../model/value.ts";
import { arrayFrom, build, numberFrom, PyArray, PyScalar, unwrapped } from "./array.ts";
import { type Dtype, dtypes, type Element, type Operand, resultType } from "./dtype.ts";

export function shapeText(shape: readonly number[]): string {
  return `(${shape.join(",")}${shape.length === 1 ? "," : ""})`;
}

/** The shape of several together. Raises ValueError. */
export function broadcastShape(shapes: readonly (readonly number[])[]): readonly number[] {
  const rank = Math.max(0, ...shapes.map((s) => s.length));
  const made: number[] = [];
  for (let axis = 0; axis < rank; axis++) {
    let size = 1;
    for (const shape of shapes) {
      const own = shape[axis - rank + shape.length] ?? 1;
      if (own === 1) continue;
      if (size !== 1 && size !== own) {
        throw valueError(`operands could not be broadcast together with shapes ${shapes.map((s) => `${shapeText(s)} `).join("")}`);
      }
      size = own;
    }
    made.push(size);
  }
  return made;
}

/** An array seen in a larger shape, without copying. */
export function broadcastTo(array: PyArray, shape: readonly number[]): PyArray {
  const extra = shape.length - array.shape.length;
  const strides = shape.map((_, axis) => {
    const own = axis - extra;
    return own < 0 || array.shape[own] === 1 ? 0 : (array.strides[own] ?? 0);
  });
  return new PyArray(array.dtype, shape, array.data, strides, array.offset);
}

/** A value as an operand: a scalar keeps its value, which numpy 1 looks at. */
function operandOf(m: Runtime, value: Value): { readonly array: PyArray; readonly operand: Operand } {
  const number = value instanceof PyArray ? undefined : numberFrom(value);
  const array = arrayFrom(m, value);
  const isScalar = number !== undefined || array.shape.length === 0;
  return { array, operand: { dtype: array.dtype, scalar: isScalar ? (array.data[array.offset] ?? 0) : undefined } };
}

export type Compute = (a: Element, b: Element) => Element;

/** The function for a dtype of the operands, and the dtype of what it gives. */
export type Loop = (dtype: Dtype) => { readonly operands: Dtype; readonly result: Dtype; readonly compute: Compute };

/** `loop` on two values, element by element; a scalar where both are. */
export function elementwise(m: Runtime, a: Value, b: Value, loop: Loop): Value {
  const x = operandOf(m, a);
  const y = operandOf(m, b);
  const { operands, result, compute } = loop(resultType([x.operand, y.operand]));
  const shape = broadcastShape([x.array.shape, y.array.shape]);
  const left = broadcastTo(x.array, shape).flat(m);
  const right = broadcastTo(y.array, shape).flat(m);
  const [fitLeft, fitRight] = [x.array.dtype === operands, y.array.dtype === operands];
  spend(m, left.length >> 3);
  const made = build(m, result, shape, (at) => {
    const p = left[at] ?? 0;
    const q = right[at] ?? 0;
    return compute(fitLeft ? p : operands.fit(p), fitRight ? q : operands.fit(q));
  });
  return unwrapped(made);
}

/** A function of one argument, element by element. */
export function mapped(
  m: Runtime,
  value: Value,
  loop: (dtype: Dtype) => { readonly result: Dtype; readonly compute: (a: Element) => Element },
): Value {
  const array = arrayFrom(m, value);
  const { result, compute } = loop(array.dtype);
  const from = array.flat(m);
  spend(m, from.length >> 3);
  return unwrapped(build(m, result, array.shape, (at) => compute(from[at] ?? 0)));
}

/** The float in which functions of floats compute for a dtype. */
export function floatFor(dtype: Dtype): Dtype {
  if (dtype.kind === "f") return dtype;
  return dtype.size === 1 ? dtypes.float16 : dtype.size === 2 ? dtypes.float32 : dtypes.float64;
}

export function isNumpy(value: Value): value is PyArray | PyScalar {
  return value instanceof PyArray || value instanceof PyScalar;
}

export function notSupported(name: string): never {
  throw typeError(
    `ufunc '${name}' not supported for the input types, and the inputs could not be safely coerced to any supported types ` +
      "according to the casting rule ''safe''",
  );
}
