/** What numpy does with rows of objects that are not numbers, such as dimensions: it calls the objects' own methods. */
import { binary } from "../core/binary.ts";
import { compare, truth } from "../core/equality.ts";
import { overItems } from "../core/iteration.ts";
import { typeName } from "../core/protocol.ts";
import { repr } from "../core/representation.ts";
import { getItem } from "../core/subscripts.ts";
import { hostAttribute, hostClass, hostMethod } from "../host/native.ts";
import { generatorClass } from "../model/classes.ts";
import { PyList, PyTuple } from "../model/containers.ts";
import { typeError, unavailable } from "../model/exceptions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import { PyObject, type Value } from "../model/value.ts";
import { arrayClass, arrayFrom, dtypeFrom, integerFrom, numberFrom, PyArray, rowsOf } from "./array.ts";
import { dtypeClass } from "./dtype.ts";

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
class ObjectRow extends PyObject {
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
      return arrayFrom(m, new PyList(itemsIn(self).map((item) => integerFrom(m, item))), dtypeFrom(m, dtype));
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
  const step = steps[name];
  if (!step) throw unavailable(`numpy's ${name} of objects is`);
  spend(m, items.length);
  return items.reduce((a, b) => step(m, a, b));
}
