/**
 * Arrays and maps of the compiler, with their peculiarities. Follows python/tvm/ir/container.py and
 * python/tvm/runtime/container.py.
 */
import {
  generatorClass,
  hostClass,
  hostMethod,
  intOf,
  narrowing,
  overItems,
  PyDict,
  PyFloat,
  PyList,
  PySlice,
  PyTuple,
  raised,
  typeError,
  typeName,
  type Value,
} from "@relayscope/python";
import { internalError, tvmError } from "./errors.ts";
import { showValue, TvmObject, tvmObjectClass } from "./tvmObject.ts";

/** An array over a list of the compiler, which distinguishes arrays by identity; elements are wrapped on access. */
export class ArrayObject extends TvmObject {
  constructor(
    readonly source: readonly unknown[],
    readonly at: (index: number) => Value,
  ) {
    super(arrayClass);
  }

  override get key(): unknown {
    return this.source;
  }

  get values(): Value[] {
    return Array.from(this.source, (_, i) => this.at(i));
  }

  override show(): string {
    return `[${this.values.map(showValue).join(", ")}]`;
  }

  override copied(): Value {
    const { values } = this;
    return arrayOf(values.map((value) => (value instanceof TvmObject ? value.copied() : value)));
  }
}

/** An array of values that Python made. */
export function arrayOf(values: readonly Value[]): ArrayObject {
  return new ArrayObject(values, (i) => values[i] ?? null);
}

const arrayIn = narrowing(ArrayObject, (self) => typeError(`expected an Array but got ${typeName(self)}`));

function elementAt(array: ArrayObject, index: number): Value {
  if (index < 0 || index >= array.source.length) {
    throw internalError(`Check failed: static_cast<size_t>(i) < n->size() (${index} vs. ${array.source.length}) : out of bound of array`);
  }
  return array.at(index);
}

/** A slice of an array is a list; negative steps and ends beyond the array are as the reference has them. */
function sliceOf(array: ArrayObject, slice: PySlice): PyList {
  const { length } = array.source;
  const bound = (given: Value, otherwise: number) => {
    if (given === null) return otherwise;
    if (typeof given !== "number") throw tvmError(`expected int but got ${typeName(given)}`);
    return given < 0 ? given + length : given;
  };
  const step = slice.step === null ? 1 : slice.step;
  if (typeof step !== "number" || step === 0) throw raised("ValueError", "range() arg 3 must not be zero");
  const [start, stop] = [bound(slice.start, 0), bound(slice.stop, length)];
  const items: Value[] = [];
  for (let i = start; step > 0 ? i < stop : i > stop; i += step) items.push(elementAt(array, i));
  return new PyList(items);
}

function itemOf(array: ArrayObject, index: Value): Value {
  const { length } = array.source;
  if (index instanceof PySlice) return sliceOf(array, index);
  const at = index instanceof TvmObject ? undefined : intOf(index);
  if (typeof at === "number") {
    if (at < -length || at >= length) throw raised("IndexError", `Index out of range. size: ${length}, got index ${at}`);
    return array.at(at < 0 ? at + length : at);
  }
  if (index instanceof TvmObject) throw tvmError("expected int but got Object");
  if (index instanceof PyFloat) throw tvmError("expected int but got float");
  throw typeError(`'<' not supported between instances of '${typeName(index)}' and 'int'`);
}

export const arrayClass = hostClass({
  name: "Array",
  module: "tvm.ir.container",
  bases: [tvmObjectClass],
  members: {
    __getitem__: hostMethod("__getitem__", "self, idx", (_m, self, index) => itemOf(arrayIn(self), index)),
    __len__: hostMethod("__len__", "self", (_m, self) => arrayIn(self).source.length),
    type_key: "Array",
  },
});

/** A map of the compiler: its entries in order, and how a key is looked up. */
export class MapObject extends TvmObject {
  readonly entries: () => readonly (readonly [Value, Value])[];

  constructor(
    private readonly source: unknown,
    entries: MapObject["entries"],
    private readonly find: (key: Value) => Value | undefined,
  ) {
    super(mapClass);
    this.entries = entries;
  }

  override get key(): unknown {
    return this.source;
  }

  get(key: Value): Value | undefined {
    return this.find(key);
  }

  override show(): string {
    const shown = this.entries().map(([k, v]) => `${showValue(k)}: ${showValue(v)}`);
    return `{${shown.join(", ")}}`;
  }

  get keys(): readonly Value[] {
    return this.entries().map(([key]) => key);
  }

  get values(): readonly Value[] {
    return this.entries().map(([, value]) => value);
  }

  /** Its entries as a list of pairs. */
  get items(): PyList {
    return new PyList(this.entries().map((entry) => new PyTuple([...entry])));
  }
}

/** The entries of a dict or a map; none of anything else. */
export function entriesIn(value: Value): readonly (readonly [Value, Value])[] {
  if (value instanceof MapObject) return value.entries();
  return value instanceof PyDict ? Array.from(value.table.list(), (entry) => [entry.key, entry.value] as const) : [];
}

/** A map without entries. */
export function emptyMap(source: unknown): MapObject {
  const nothing = () => undefined;
  return new MapObject(source, () => [], nothing);
}

const mapIn = narrowing(MapObject, (self) => typeError(`expected a Map but got ${typeName(self)}`));

const keysOf = (self: Value) => overItems(mapIn(self).keys, generatorClass);

export const mapClass = hostClass({
  name: "Map",
  module: "tvm.ir.container",
  bases: [tvmObjectClass],
  members: {
    __getitem__: hostMethod("__getitem__", "self, k", (_m, self, key) => {
      const found = mapIn(self).get(key);
      if (found === undefined) throw internalError("Check failed: (it != n->end()) is false: cannot find the corresponding key in the Map");
      return found;
    }),
    __contains__: hostMethod("__contains__", "self, k", (_m, self, key) => mapIn(self).get(key) !== undefined),
    __iter__: hostMethod("__iter__", "self", (_m, self) => keysOf(self)),
    __len__: hostMethod("__len__", "self", (_m, self) => mapIn(self).entries().length),
    keys: hostMethod("keys", "self", (_m, self) => keysOf(self)),
    values: hostMethod("values", "self", (_m, self) => overItems(mapIn(self).values, generatorClass)),
    items: hostMethod("items", "self", (_m, self) => mapIn(self).items),
    get: hostMethod("get", "self, key, default=None", (_m, self, key, otherwise) => mapIn(self).get(key) ?? otherwise),
    type_key: "Map",
  },
});
