/** The members of arrays, scalars and dtypes. */
import { binary, type Operator, operatorNames } from "../core/binary.ts";
import { compare, truth } from "../core/equality.ts";
import { formatAsBuiltin } from "../core/formatting.ts";
import { PyIterator } from "../core/iteration.ts";
import { clampedIndex, hashInt, integer, intOf, textOf, truncated } from "../core/numbers.ts";
import { call, getAttribute, typeName } from "../core/protocol.ts";
import { hostMethod } from "../host/native.ts";
import { notImplemented, PyFloat, PyList, PyTuple } from "../model/containers.ts";
import { narrowing, raised, typeError, valueError } from "../model/exceptions.ts";
import { PyBuiltin, PyGetSet } from "../model/functions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import { markPlain, PyDict } from "../model/table.ts";
import type { Value } from "../model/value.ts";
import { toFloat } from "../types/numbers.ts";
import {
  arrayClass,
  arrayFrom,
  build,
  converted,
  dtypeFrom,
  dtypeOrNothing,
  numberFrom,
  PyArray,
  PyScalar,
  plainNumber,
  scalarAt,
  unwrapped,
} from "./array.ts";
import { isNumpy } from "./broadcast.ts";
import { bytesOf, viewOf } from "./bytes.ts";
import { Dtype, dtypeClass, dtypes, genericClass } from "./dtype.ts";
import { flagsOf, flatOf } from "./flat.ts";
import { getPart, setPart } from "./indexing.ts";
import { isObject, ObjectRow } from "./objects.ts";
import { absolute, applyBinary, invert, negative, operatorLoops, orderLoops, roundEven, rounded } from "./operators.ts";
import { cumulativeAlong, ranks, sortedAlong } from "./orders.ts";
import { arrayRepr, arrayText, scalarText } from "./printing.ts";
import { reduce, reduceAsGiven, reductionParameters, reductions } from "./reductions.ts";
import { copied, repeat, reshape, shapeFrom, squeeze, swapAxes, toList, transpose } from "./shapes.ts";
import { sameAs } from "./ufuncs.ts";
import { written } from "./written.ts";

const symbols = { less: "<", less_equal: "<=", greater: ">", greater_equal: ">=" } as const;

/** Whether numpy computes with a value: numbers, arrays, sequences of numbers; with an array, objects too. */
function isOperand(value: Value, self?: Value): boolean {
  if (self instanceof ObjectRow || (self instanceof PyArray && self.shape.length > 0 && isObject(value))) return true;
  if (isNumpy(value) || value instanceof PyList || value instanceof PyTuple) return true;
  return (
    typeof value === "number" ||
    typeof value === "bigint" ||
    typeof value === "boolean" ||
    value instanceof PyFloat ||
    intOf(value) !== undefined
  );
}

/** What an operator gives for an array and None: what Python does with its first element, which raises. */
function withNone(m: Runtime, self: Value, other: Value, operation: (element: Value) => Value): Value {
  const array = isNumpy(self) && other === null ? arrayFrom(m, self) : undefined;
  return array && array.size > 0 ? operation(plainNumber(array.dtype, array.data[array.offset] ?? 0)) : notImplemented;
}

function binaryMethods(): PyBuiltin[] {
  const made: PyBuiltin[] = [];
  for (const [operator, name] of Object.entries(operatorLoops)) {
    const symbol = operator as Operator; // a key of the table
    const middle = operatorNames[symbol];
    made.push(
      hostMethod(`__${middle}__`, "self, other, mod=None", (m, self, other) =>
        isOperand(other, self)
          ? applyBinary(m, name, self, other)
          : withNone(m, self, other, (element) => binary(m, symbol, element, null)),
      ),
    );
    made.push(
      hostMethod(`__r${middle}__`, "self, other, mod=None", (m, self, other) =>
        isOperand(other, self)
          ? applyBinary(m, name, other, self)
          : withNone(m, self, other, (element) => binary(m, symbol, null, element)),
      ),
    );
    // An array itself is changed; a scalar has another value.
    made.push(
      hostMethod(`__i${middle}__`, "self, other", (m, self, other) =>
        self instanceof PyArray && isOperand(other)
          ? written(m, sameAs[name] ?? name, self, applyBinary(m, name, self, other))
          : notImplemented,
      ),
    );
  }
  for (const [method, name] of Object.entries(orderLoops)) {
    made.push(
      hostMethod(method, "self, other", (m, self, other) => {
        if (isOperand(other, self)) return applyBinary(m, name, self, other);
        if (name !== "equal" && name !== "not_equal")
          return withNone(m, self, other, (element) => compare(m, symbols[name], element, null));
        if (other !== null || !(self instanceof PyArray)) return notImplemented;
        return build(m, dtypes.bool, self.shape, () => (name === "equal" ? 0 : 1));
      }),
    );
  }
  made.push(hostMethod("__neg__", "self", negative));
  made.push(hostMethod("__pos__", "self", (m, self) => (self instanceof PyArray ? copied(m, self) : self)));
  made.push(hostMethod("__abs__", "self", absolute));
  made.push(hostMethod("__invert__", "self", invert));
  return made;
}

/** Methods that answer over elements: `sum(axis=None, keepdims=False)`. */
function reductionMethods(): PyBuiltin[] {
  return Object.entries(reductions)
    .filter(([name]) => !["median", "count_nonzero"].includes(name))
    .map(([name, reduction]) =>
      hostMethod(name, `self, ${reductionParameters}`, (m, self = null, ...given) => reduceAsGiven(m, self, reduction, given)),
    );
}

/** Methods that are functions of numpy on the array. */
function functionMethods(): PyBuiltin[] {
  return ["take", "searchsorted", "diagonal", "trace", "conj", "conjugate"].map((name) =>
    hostMethod(name, "self, *args, **options", (m, self = null, args = null, options = null) => {
      const named = options instanceof PyDict ? [...options.table.list()].map(({ key, value }) => [String(key), value] as const) : [];
      const function_ = getAttribute(m, m.importModule("numpy", { isGuarded: true }), name);
      return call(m, function_, [self, ...(args instanceof PyTuple ? args.items : [])], new Map(named));
    }),
  );
}

function asArray(m: Runtime, self: Value): PyArray {
  return self instanceof PyArray ? self : arrayFrom(m, self);
}

function onlyElement(m: Runtime, self: Value, what: string): PyScalar {
  const array = asArray(m, self);
  if (array.size !== 1) throw typeError(what);
  return scalarAt(array, array.places().next().value ?? 0);
}

const onlyScalars = "only length-1 arrays can be converted to Python scalars";

function conversionMethods(): PyBuiltin[] {
  return [
    hostMethod("__bool__", "self", (m, self) => {
      const array = asArray(m, self);
      if (array.size > 1) throw valueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()");
      return array.size === 1 && Boolean(onlyElement(m, self, onlyScalars).value);
    }),
    hostMethod("__int__", "self", (m, self) => {
      const { value } = onlyElement(m, self, onlyScalars);
      return typeof value === "bigint" ? integer(value) : truncated(value);
    }),
    hostMethod("__float__", "self", (m, self) => new PyFloat(Number(onlyElement(m, self, onlyScalars).value))),
    hostMethod("__index__", "self", (m, self) => {
      const { value, dtype } = onlyElement(m, self, "only integer scalar arrays can be converted to a scalar index");
      if (dtype.kind === "f" || dtype.kind === "b")
        throw typeError(
          self instanceof PyScalar
            ? `'${typeName(self)}' object cannot be interpreted as an integer`
            : "only integer scalar arrays can be converted to a scalar index",
        );
      return typeof value === "bigint" ? integer(value) : value;
    }),
    hostMethod("item", "self, *args", (m, self, args) => {
      const array = asArray(m, self);
      const places = args instanceof PyTuple ? args.items : [];
      const [first] = places;
      if (first === undefined) {
        if (array.size !== 1) throw valueError("can only convert an array of size 1 to a Python scalar");
        const { dtype, value } = onlyElement(m, self, onlyScalars);
        return plainNumber(dtype, value);
      }
      const flat = places.length > 1 || first instanceof PyTuple;
      const found = flat
        ? getPart(m, array, first instanceof PyTuple ? first : new PyTuple(places))
        : getPart(m, reshape(m, array, [array.size]), first);
      return found instanceof PyScalar ? plainNumber(found.dtype, found.value) : found;
    }),
    hostMethod("tolist", "self", (m, self) => toList(m, asArray(m, self))),
    hostMethod("astype", "self, dtype, order='K', casting='unsafe', subok=True, copy=True", (m, self, dtype) => {
      const to = dtypeFrom(m, dtype ?? null);
      const made = converted(m, asArray(m, self), to);
      return self instanceof PyScalar ? unwrapped(made) : made;
    }),
    hostMethod("tobytes", "self, order='C'", (m, self) => bytesOf(m, asArray(m, self))),
    hostMethod("view", "self, dtype=None, type=None", (m, self, dtype = null) => {
      const array = asArray(m, self);
      const made = viewOf(m, array, dtype === null ? array.dtype : dtypeFrom(m, dtype));
      return self instanceof PyScalar ? unwrapped(made) : made;
    }),
  ];
}

function shapeMethods(): PyBuiltin[] {
  const method = (name: string, signature: string, body: (m: Runtime, array: PyArray, ...args: Value[]) => Value) =>
    hostMethod(name, signature === "" ? "self" : `self, ${signature}`, (m, self, ...args) => body(m, asArray(m, self), ...args));
  const many = (args: Value): Value => (args instanceof PyTuple && args.items.length === 1 ? (args.items[0] ?? null) : args);
  return [
    method("reshape", "*shape, order='C'", (m, array, shape = null) => reshape(m, array, shapeFrom(m, many(shape)))),
    method("flatten", "order='C'", (m, array) => reshape(m, copied(m, array), [array.size])),
    method("ravel", "order='C'", (m, array) => reshape(m, array, [array.size])),
    method("copy", "order='C'", (m, array) => copied(m, array)),
    method("transpose", "*axes", (m, array, axes = null) => {
      const given = many(axes);
      const isAll = given === null || (given instanceof PyTuple && given.items.length === 0);
      return transpose(array, isAll ? undefined : shapeFrom(m, given).map((a) => (a < 0 ? a + array.shape.length : a)));
    }),
    method("squeeze", "axis=None", (m, array, axis = null) => squeeze(m, array, axis)),
    method("swapaxes", "axis1, axis2", (m, array, one = 0, other = 0) => swapAxes(m, array, one, other)),
    method("repeat", "repeats, axis=None", (m, array, times = 1, axis = null) => repeat(m, array, times, axis)),
    method("round", "decimals=0", (m, array, places = 0) => unwrapped(arrayFrom(m, rounded(m, array, roundEven(clampedIndex(m, places)))))),
    method("clip", "min=None, max=None", (m, array, low = null, high = null) => {
      const above = low === null ? array : applyBinary(m, "maximum", array, low);
      return high === null ? above : applyBinary(m, "minimum", above, high);
    }),
    method("cumsum", "axis=None", (m, array, axis = null) => cumulativeAlong(m, array, axis, false)),
    method("cumprod", "axis=None", (m, array, axis = null) => cumulativeAlong(m, array, axis, true)),
    method("argsort", "axis=-1, kind=None, order=None", (m, array, axis = null) => ranks(m, array, axis)),
    method("sort", "axis=-1, kind=None, order=None", (m, array, axis = -1) => {
      setPart(m, array, new PyTuple([]), sortedAlong(m, array, axis));
      return null;
    }),
    method("fill", "value", (m, array, value = 0) => {
      setPart(m, reshape(m, array, [array.size]), new PyTuple([]), value);
      return null;
    }),
    method("nonzero", "", (m, array) => {
      const flat = array.flat(m);
      const found = [...flat.keys()].filter((at) => flat[at]);
      return new PyTuple(
        array.shape.map((size, axis) => {
          const stride = array.shape.slice(axis + 1).reduce((a, b) => a * b, 1);
          return build(m, dtypes.int64, [found.length], (at) => Math.floor((found[at] ?? 0) / stride) % size);
        }),
      );
    }),
    method("dot", "other", (m, array, other = null) => dot(m, array, other)),
    method("__matmul__", "other", (m, array, other = null) => dot(m, array, other)),
  ];
}

/** The product of two vectors, or of matrices. */
export function dot(m: Runtime, a: Value, b: Value): Value {
  const left = arrayFrom(m, a);
  const right = arrayFrom(m, b);
  if (left.shape.length === 0 || right.shape.length === 0) return applyBinary(m, "multiply", left, right);
  const inner = left.shape.at(-1) ?? 0;
  const other = right.shape.length === 1 ? right : transpose(right, [1, 0]);
  if (inner !== other.shape.at(-1) || left.shape.length > 2 || right.shape.length > 2) {
    throw valueError(
      `shapes (${left.shape.join(",")}${left.shape.length === 1 ? "," : ""}) and (${right.shape.join(",")}${right.shape.length === 1 ? "," : ""}) not aligned`,
    );
  }
  const columns = right.shape.length === 1 ? 1 : (right.shape[1] ?? 0);
  const rows = left.shape.length === 1 ? 1 : (left.shape[0] ?? 0);
  const made: Value[] = [];
  for (let i = 0; i < rows; i++) {
    for (let j = 0; j < columns; j++) {
      spend(m, inner);
      const row = left.shape.length === 1 ? left : getPart(m, left, i);
      const column = right.shape.length === 1 ? right : getPart(m, other, j);
      made.push(reduce(m, applyBinary(m, "multiply", row, column), reductions.sum ?? never(), null, false));
    }
  }
  const shape = [...(left.shape.length === 1 ? [] : [rows]), ...(right.shape.length === 1 ? [] : [columns])];
  return shape.length === 0 ? (made[0] ?? null) : reshape(m, arrayFrom(m, new PyList(made)), shape);
}

function never(): never {
  throw new Error("numpy has no sum.");
}

function attributes(): PyGetSet[] {
  const of = (name: string, get: (array: PyArray, m: Runtime) => Value) =>
    new PyGetSet(name, (m, self) => (isNumpy(self) ? get(asArray(m, self), m) : undefined));
  return [
    of("shape", (a) => new PyTuple(a.shape)),
    of("ndim", (a) => a.shape.length),
    of("size", (a) => a.size),
    of("dtype", (a) => a.dtype),
    of("itemsize", (a) => a.dtype.size),
    of("nbytes", (a) => a.dtype.size * a.size),
    of("T", (a) => transpose(a, undefined)),
    of("strides", (a) => new PyTuple(a.strides.map((s) => s * a.dtype.size))),
    of("flat", flatOf),
    of("flags", flagsOf),
    of("real", (a) => unwrapped(a)),
    of("imag", (a, m) => unwrapped(build(m, a.dtype, a.shape, () => 0))),
  ];
}

/** What arrays and scalars share. */
function allMethods() {
  return [...binaryMethods(), ...reductionMethods(), ...functionMethods(), ...conversionMethods(), ...shapeMethods(), ...attributes()];
}

function fillArray(): void {
  const rowAt = (m: Runtime, array: PyArray, at: number) => getPart(m, array, at);
  for (const one of allMethods()) arrayClass.define(one.name, one);
  const own = [
    hostMethod("__len__", "self", (_m, self) => {
      const [first] = self instanceof PyArray ? self.shape : [];
      if (first === undefined) throw typeError("len() of unsized object");
      return first;
    }),
    hostMethod("__iter__", "self", (m, self) => {
      const array = asArray(m, self);
      if (array.shape.length === 0) throw typeError("iteration over a 0-d array");
      let at = 0;
      return new PyIterator((n) => (at < (array.shape[0] ?? 0) ? rowAt(n, array, at++) : undefined));
    }),
    hostMethod("__getitem__", "self, index", (m, self, index) => getPart(m, asArray(m, self), index)),
    hostMethod("__setitem__", "self, index, value", (m, self, index, value) => {
      setPart(m, asArray(m, self), index, value);
      return null;
    }),
    hostMethod("__contains__", "self, item", (m, self, item) =>
      truth(m, reduce(m, applyBinary(m, "equal", self, item), reductions.any ?? never(), null, false)),
    ),
    hostMethod("__repr__", "self", (m, self) => (self instanceof PyArray ? arrayRepr(m, self) : "")),
    hostMethod("__str__", "self", (m, self) => (self instanceof PyArray ? arrayText(m, self) : "")),
    hostMethod("__format__", "self, spec", (m, self, spec) => {
      const array = asArray(m, self);
      if (textOf(spec) === "") return arrayText(m, array);
      if (array.shape.length > 0) throw typeError("unsupported format string passed to numpy.ndarray.__format__");
      return formatAsBuiltin(m, plainNumber(array.dtype, array.data[array.offset] ?? 0), textOf(spec) ?? "");
    }),
  ];
  for (const one of own) arrayClass.define(one.name, one);
  arrayClass.define("__hash__", null);
}

function fillScalars(): void {
  const of = narrowing(PyScalar, () => typeError("a number of numpy is needed"));
  for (const one of allMethods()) genericClass.define(one.name, one);
  const own = [
    hostMethod("__repr__", "self", (_m, self) => scalarText(of(self).dtype, of(self).value)),
    hostMethod("__str__", "self", (_m, self) => scalarText(of(self).dtype, of(self).value)),
    hostMethod("__hash__", "self", (_m, self) => hashOf(of(self))),
    hostMethod("__format__", "self, spec", (m, self, spec) => {
      if (textOf(spec) === "" && of(self).dtype.kind === "b") return scalarText(of(self).dtype, of(self).value);
      return formatAsBuiltin(m, plainNumber(of(self).dtype, of(self).value), textOf(spec) ?? "");
    }),
    hostMethod("is_integer", "self", (_m, self) => Number.isInteger(Number(of(self).value))),
    hostMethod("__round__", "self, ndigits=None", (m, self, places) => {
      const made = rounded(m, self, roundEven(places === null ? 0 : clampedIndex(m, places)));
      return places === null && made instanceof PyScalar ? truncated(Number(made.value)) : made;
    }),
    hostMethod("__getitem__", "self, index", (m, self, index) => {
      if (index instanceof PyTuple && index.items.length === 0) return self;
      void m;
      throw raised("IndexError", "invalid index to scalar variable.");
    }),
  ];
  for (const one of own) genericClass.define(one.name, one);
  for (const name of ["__eq__", "__hash__"]) {
    const method = genericClass.dict.get(name);
    if (method instanceof PyBuiltin) markPlain(method);
  }
  for (const dtype of Object.values(dtypes)) fillScalarClass(dtype);
}

function hashOf({ value }: PyScalar) {
  return hashInt(typeof value === "bigint" ? integer(value) : Number.isInteger(value) ? value : Math.trunc(value * 1000003));
}

/**
 * The class of a dtype's scalars: called with a number it makes one. What `float` has of its own must not come first.
 */
function fillScalarClass(dtype: Dtype): void {
  const cls = dtype.scalarClass;
  const make = new PyBuiltin("__new__", (m, [, given]) => {
    if (given === undefined) return new PyScalar(dtype, dtype.fit(0));
    const text = textOf(given);
    const array =
      text === undefined
        ? arrayFrom(m, given, numberFrom(given) || isNumpy(given) ? undefined : dtype)
        : arrayFrom(m, new PyFloat(toFloat(m, text)));
    return unwrapped(converted(m, array, dtype));
  });
  cls.define("__new__", make);
  if (dtype === dtypes.float64)
    for (const [name, value] of genericClass.dict)
      if (name !== "__new__" && name !== "__doc__" && name !== "__module__") cls.define(name, value);
}

function fillDtype(): void {
  const of = narrowing(Dtype, () => typeError("a dtype is needed"));
  const methods = [
    hostMethod("__repr__", "self", (_m, self) => `dtype('${of(self).name}')`),
    hostMethod("__str__", "self", (_m, self) => of(self).name),
    hostMethod("__eq__", "self, other", (_m, self, other) => dtypeOrNothing(other) === of(self) && other !== null),
    hostMethod("__ne__", "self, other", (_m, self, other) => !(dtypeOrNothing(other) === of(self) && other !== null)),
    hostMethod("__hash__", "self", (_m, self) => of(self).name.length * 31 + of(self).size),
  ];
  for (const one of methods) dtypeClass.define(one.name, one);
  const attribute = (name: string, get: (d: Dtype) => Value) =>
    dtypeClass.define(name, new PyGetSet(name, (_m, self) => (self instanceof Dtype ? get(self) : undefined)));
  attribute("name", (d) => d.name);
  attribute("kind", (d) => d.kind);
  attribute("itemsize", (d) => d.size);
  attribute("type", (d) => d.scalarClass);
  attribute(
    "char",
    (d) =>
      ({
        bool: "?",
        int8: "b",
        int16: "h",
        int32: "i",
        int64: "l",
        uint8: "B",
        uint16: "H",
        uint32: "I",
        uint64: "L",
        float16: "e",
        float32: "f",
        float64: "d",
      })[d.name] ?? "d",
  );
  attribute("str", (d) => (d.size === 1 ? `|${d.kind}1` : `<${d.kind}${d.size}`));
  attribute("shape", () => new PyTuple([]));
  attribute("ndim", () => 0);
  attribute("names", () => null);
  dtypeClass.define("__new__", new PyBuiltin("__new__", (m, [, given]) => dtypeFrom(m, given ?? null)));
}

/** Gives the classes of numpy what they have; once. */
export function fillNumpy(): void {
  if (arrayClass.dict.has("__len__")) return;
  fillArray();
  fillScalars();
  fillDtype();
}
