/** `array.flat`, the elements as one row, and `array.flags`, which says in which order they are stored. */
import { PyIterator } from "../core/iteration.ts";
import { textOf } from "../core/numbers.ts";
import { hostAttribute, hostClass, hostMethod } from "../host/native.ts";
import { iteratorClass } from "../model/classes.ts";
import { ellipsis } from "../model/containers.ts";
import { narrowing, raised, typeError } from "../model/exceptions.ts";
import type { Runtime } from "../model/runtime.ts";
import { PyObject, type Value } from "../model/value.ts";
import { isPacked, PyArray, scalarAt } from "./array.ts";
import { getPart, setPart } from "./indexing.ts";
import { copied, reshape, transpose } from "./shapes.ts";

class FlatIterator extends PyIterator {
  constructor(readonly array: PyArray) {
    const places = array.places();
    super(() => {
      const { value, done } = places.next();
      return done ? undefined : scalarAt(array, value);
    }, flatClass);
  }
}

const arrayOf = (self: Value) => narrowing(FlatIterator, () => typeError("a flatiter is needed"))(self).array;

const rowOf = (m: Runtime, array: PyArray) => reshape(m, array, [array.size]);

const flatClass = hostClass({
  name: "flatiter",
  module: "numpy",
  bases: [iteratorClass],
  members: {
    base: hostAttribute("base", FlatIterator, (self) => self.array),
    copy: hostMethod("copy", "self", (m, self) => copied(m, rowOf(m, arrayOf(self)))),
    __len__: hostMethod("__len__", "self", (_m, self) => arrayOf(self).size),
    __getitem__: hostMethod("__getitem__", "self, index", (m, self, index) => {
      const part = getPart(m, rowOf(m, arrayOf(self)), index ?? null);
      return part instanceof PyArray ? copied(m, part) : part;
    }),
    __setitem__: hostMethod("__setitem__", "self, index, value", (m, self, index, value) => {
      const array = arrayOf(self);
      const row = rowOf(m, array);
      setPart(m, row, index ?? null, value ?? null);
      // A row of elements that are apart is a copy.
      if (row.data !== array.data) setPart(m, array, ellipsis, reshape(m, row, array.shape));
      return null;
    }),
  },
});

/** The elements of an array as one row. */
export function flatOf(array: PyArray): Value {
  return new FlatIterator(array);
}

class Flags extends PyObject {
  constructor(readonly array: PyArray) {
    super(flagsClass);
  }

  get isC(): boolean {
    return isPacked(this.array.shape, this.array.strides);
  }

  get isF(): boolean {
    const { shape, strides } = transpose(this.array, undefined);
    return isPacked(shape, strides);
  }
}

type Flag = (of: Flags) => boolean;

/** The flags by their names. */
const flags = {
  c_contiguous: ({ isC }) => isC,
  contiguous: ({ isC }) => isC,
  f_contiguous: ({ isF }) => isF,
  fortran: ({ isF }) => isF,
  fnc: ({ isC, isF }) => isF && !isC,
  forc: ({ isC, isF }) => isF || isC,
} satisfies Readonly<Record<string, Flag>>;

/** The flags by their keys: names in capital letters, two of them also a letter alone. */
const flagOfKey: ReadonlyMap<string, Flag> = new Map([
  ...Object.entries<Flag>(flags).map(([name, flag]): [string, Flag] => [name.toUpperCase(), flag]),
  ["C", flags.c_contiguous],
  ["F", flags.f_contiguous],
]);

const flagsClass = hostClass({
  name: "flagsobj",
  module: "numpy.core.multiarray",
  members: {
    ...Object.fromEntries(Object.entries(flags).map(([name, ask]) => [name, hostAttribute(name, Flags, ask)])),
    __getitem__: hostMethod("__getitem__", "self, key", (_m, self, key = null) => {
      const ask = flagOfKey.get(textOf(key) ?? "");
      if (!ask || !(self instanceof Flags)) throw raised("KeyError", "Unknown flag");
      return ask(self);
    }),
  },
});

/** In which order the elements of an array are stored. */
export function flagsOf(array: PyArray): Value {
  return new Flags(array);
}
