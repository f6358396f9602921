/** What numpy does with rows of objects that are not numbers, such as dimensions: it calls the objects' own methods. */
import { binary, type Operator } from "../core/binary.ts";
import { compare, type Rich, truth } from "../core/equality.ts";
import { collect, overItems } from "../core/iteration.ts";
import { textOf } from "../core/numbers.ts";
import { typeName } from "../core/protocol.ts";
import { repr } from "../core/representation.ts";
import { getItem } from "../core/subscripts.ts";
import { hostAttribute, hostClass, hostMethod } from "../host/native.ts";
import { generatorClass } from "../model/classes.ts";
import { PyBytes, PyList, PyTuple } from "../model/containers.ts";
import { typeError, unavailable } from "../model/exceptions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import { PyObject, type Value } from "../model/value.ts";
import { arrayClass, arrayFrom, dtypeFrom, numberFrom, PyArray, rowsOf } from "./array.ts";
import { broadcastShape } from "./broadcast.ts";
import { dtypeClass, dtypes } from "./dtype.ts";

const objectDtypeClass = hostClass({
  name: "ObjectDType",
  module: "numpy.dtypes",
  bases: [dtypeClass],
  members: {
    name: "object",
    kind: "O",
    itemsize: 8,
    __repr__: hostMethod("__repr__", "self", () => "dtype('O')"),
    __str__: hostMethod("__str__", "self", () => "object"),
  },
});
const objectDtype = new PyObject(objectDtypeClass);

/** One row of objects. */
export class ObjectRow extends PyObject {
  constructor(readonly items: readonly Value[]) {
    super(rowClass);
  }
}

function itemsIn(self: Value): readonly Value[] {
  if (self instanceof ObjectRow) return self.items;
  throw typeError(`a row of objects is expected, not ${typeName(self)}`);
}

const rowClass = hostClass({
  name: "ndarray",
  module: "numpy",
  bases: [arrayClass],
  members: {
    dtype: hostAttribute("dtype", ObjectRow, () => objectDtype),
    shape: hostAttribute("shape", ObjectRow, (self) => new PyTuple([self.items.length])),
    size: hostAttribute("size", ObjectRow, (self) => self.items.length),
    ndim: 1,
    __len__: hostMethod("__len__", "self", (_m, self) => itemsIn(self).length),
    __iter__: hostMethod("__iter__", "self", (_m, self) => overItems([...itemsIn(self)], generatorClass)),
    __getitem__: hostMethod("__getitem__", "self, key", (m, self, key = null) => {
      const found = getItem(m, new PyList([...itemsIn(self)]), key);
      return found instanceof PyList ? new ObjectRow(found.items) : found;
    }),
    __str__: hostMethod("__str__", "self", (m, self) => rowText(m, itemsIn(self), " ")),
    __repr__: hostMethod("__repr__", "self", (m, self) => `array(${rowText(m, itemsIn(self), ", ")}, dtype=object)`),
    tolist: hostMethod("tolist", "self", (_m, self) => new PyList([...itemsIn(self)])),
    astype: hostMethod("astype", "self, dtype, order='K', casting='unsafe', subok=True, copy=True", (m, self, dtype = null) => {
      return arrayFrom(m, new PyList([...itemsIn(self)]), dtypeFrom(m, dtype));
    }),
  },
});

const rowText = (m: Runtime, items: readonly Value[], between: string) => `[${items.map((item) => repr(m, item)).join(between)}]`;

/** The objects of a row that numpy makes no numbers of; undefined for numbers, texts, and rows inside rows. */
export function objectsIn(m: Runtime, value: Value): readonly Value[] | undefined {
  if (value instanceof PyArray) return undefined;
  const items = value instanceof ObjectRow ? value.items : rowsOf(m, value);
  if (!items?.some((item) => item instanceof PyObject && numberFrom(item) === undefined)) return undefined;
  const isRow = (item: Value) => item === null || typeof item === "string" || item instanceof PyArray || rowsOf(m, item) !== undefined;
  return items.some(isRow) ? undefined : items;
}

/** Whether a value is an object to numpy, or has elements: neither a number nor a text. */
export function isObject(value: Value): boolean {
  if (!(value instanceof PyObject) || value instanceof PyArray || value instanceof PyBytes) return false;
  return numberFrom(value) === undefined && textOf(value) === undefined;
}

/** What `np.array` makes of a value: a row of objects, or undefined where it is an array of numbers. */
export function objectRow(m: Runtime, value: Value): Value | undefined {
  const items = objectsIn(m, value);
  return items && new ObjectRow(items);
}

type Step = (m: Runtime, a: Value, b: Value) => Value;

/** How two objects become one, by the names of reductions. */
const steps: Readonly<Record<string, Step>> = {
  sum: (m, a, b) => binary(m, "+", a, b),
  prod: (m, a, b) => binary(m, "*", a, b),
  maximum: (m, a, b) => (truth(m, compare(m, ">=", a, b)) ? a : b),
  minimum: (m, a, b) => (truth(m, compare(m, "<=", a, b)) ? a : b),
  all: (m, a, b) => (truth(m, a) ? b : a),
  any: (m, a, b) => (truth(m, a) ? a : b),
};

/**
 * A reduction over objects, from the first to the last. Raises what they raise, and for reductions that need numbers.
 */
export function reduceObjects(m: Runtime, items: readonly Value[], name: string): Value {
  if (name === "count_nonzero") return items.filter((item) => truth(m, item)).length;
  const step = steps[name];
  if (!step) throw unavailable(`numpy's ${name} of objects is`);
  spend(m, items.length);
  return items.reduce((a, b) => step(m, a, b));
}

type Pairing = (m: Runtime, a: Value, b: Value) => Value;

const arithmetic =
  (operator: Operator): Pairing =>
  (m, a, b) =>
    binary(m, operator, a, b);
const comparison =
  (operator: Rich): Pairing =>
  (m, a, b) =>
    truth(m, compare(m, operator, a, b));

/** What functions of two operands do with two objects. */
const pairings: Readonly<Record<string, Pairing>> = {
  add: arithmetic("+"),
  subtract: arithmetic("-"),
  multiply: arithmetic("*"),
  divide: arithmetic("/"),
  true_divide: arithmetic("/"),
  floor_divide: arithmetic("//"),
  remainder: arithmetic("%"),
  mod: arithmetic("%"),
  power: arithmetic("**"),
  equal: comparison("=="),
  not_equal: comparison("!="),
  less: comparison("<"),
  less_equal: comparison("<="),
  greater: comparison(">"),
  greater_equal: comparison(">="),
  logical_and: (m, a, b) => (truth(m, a) ? b : a),
  logical_or: (m, a, b) => (truth(m, a) ? a : b),
  maximum: (m, a, b) => steps.maximum?.(m, a, b) ?? null,
  minimum: (m, a, b) => steps.minimum?.(m, a, b) ?? null,
};

/** One side of an operation with a row: its elements, or the value itself for each element of the other side. */
function sideOf(m: Runtime, value: Value): readonly Value[] | undefined {
  if (value instanceof ObjectRow) return value.items;
  if (value instanceof PyArray && value.shape.length > 1) throw unavailable("numpy's arrays of objects in several dimensions are");
  if (value instanceof PyArray) return value.shape.length === 0 ? undefined : collect(m, value);
  return rowsOf(m, value);
}

/** A function of two operands on a row of objects; undefined where neither side is one. */
export function binaryObjects(m: Runtime, name: string, a: Value, b: Value): Value | undefined {
  const isWithArray = (x: Value, y: Value) => x instanceof PyArray && x.shape.length > 0 && isObject(y) && !rowsOf(m, y);
  if (!objectsIn(m, a) && !objectsIn(m, b) && !isWithArray(a, b) && !isWithArray(b, a)) return undefined;
  const pairing = pairings[name];
  if (!pairing) throw unavailable(`numpy's ${name} of objects is`);
  const [left, right] = [sideOf(m, a), sideOf(m, b)];
  const [count] = broadcastShape([left, right].map((side) => (side ? [side.length] : [])));
  const at = (side: readonly Value[] | undefined, whole: Value, i: number) => (side ? (side[side.length === 1 ? 0 : i] ?? null) : whole);
  spend(m, count ?? 0);
  const items = Array.from({ length: count ?? 0 }, (_, i) => pairing(m, at(left, a, i), at(right, b, i)));
  return isComparison(name) ? arrayFrom(m, new PyList(items), dtypes.bool) : new ObjectRow(items);
}

const isComparison = (name: string): boolean => /equal|less|greater/.test(name);
