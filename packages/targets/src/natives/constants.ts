/** Making constants of values. Follows const in python/tvm/relay/expr.py. */
import { type Constant, constant, type TensorData } from "@relayscope/ir";
import {
  hostFunction,
  PyArray,
  PyClass,
  PyList,
  PyTuple,
  type Runtime,
  raised,
  str,
  textOf,
  typeName,
  type Value,
} from "@relayscope/python";
import { castTensor, flattened, isScalar, tensorOfArray, tensorOfNumbers, usualType } from "../objects/arrays.ts";
import { ExprObject, wrapExpr } from "../objects/exprHolder.ts";
import { withSpan } from "../objects/spanObjects.ts";
import { constantOfValue, isTensor, tensorOfValue } from "../objects/tensorObjects.ts";

/** The name of a type of elements, given as text, as a class or as numpy's own. */
function dtypeName(m: Runtime, value: Value): string | undefined {
  if (value === null || value === "") return undefined;
  if (!(value instanceof PyClass)) return textOf(value) ?? str(m, value);
  const own: Readonly<Record<string, string>> = { int: "int64", float: "float64", bool: "bool" };
  return own[value.name] ?? value.name;
}

const narrowed: Readonly<Record<string, string>> = { int64: "int32", float64: "float32" };

/** What constants make of the types that numpy gives. */
function narrow(dtype: string): string {
  return narrowed[dtype] ?? dtype;
}

function tensorFor(m: Runtime, value: Value, wanted: string | undefined): TensorData {
  if (isScalar(value) || value instanceof PyList) {
    const shape: number[] = [];
    const elements = flattened(value, shape);
    return tensorOfNumbers(elements, shape, wanted ?? narrow(usualType(elements)));
  }
  if (isTensor(value)) return tensorOfValue(m, value);
  const array = value instanceof PyTuple ? undefined : tensorOfArray(m, value);
  if (array) return castTensor(array, wanted ?? narrow(array.dtype));
  throw raised("AttributeError", `'${typeName(value)}' object has no attribute 'dtype'`);
}

/** A parameter's value as a constant: arrays keep their type, and what is none becomes one as `const` makes it. */
export function parameterConstant(m: Runtime, value: Value): Constant {
  if (isTensor(value) || value instanceof PyArray) return constantOfValue(m, value);
  if (value instanceof ExprObject) {
    throw raised("AttributeError", `<class '${value.cls.module}.${value.cls.name}'> has no attribute dtype`);
  }
  const data = tensorFor(m, value, undefined);
  return constant(data, { kind: "TensorType", shape: data.shape, dtype: data.dtype });
}

/** The members of `relay.expr` that make constants. */
export const constantMembers: Readonly<Record<string, Value>> = {
  const: hostFunction("const", "value, dtype=None, span=None", (m, value = null, dtype = null, span = null) => {
    const data = tensorFor(m, value, dtypeName(m, dtype));
    const type = { kind: "TensorType", shape: data.shape, dtype: data.dtype } as const;
    return withSpan(wrapExpr({ ...constant(data, type), checkedType: undefined }), span);
  }),
};
