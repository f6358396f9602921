/**
 * Iteration over values. An iterator of the evaluator returns undefined at its end and throws nothing.
 */
import { iteratorClass, typeClass } from "../model/classes.ts";
import { PyBytes, PyList, PyRange, PyTuple } from "../model/containers.ts";
import { isRaised, raised, typeError } from "../model/exceptions.ts";
import { PyBuiltin } from "../model/functions.ts";
import { claim, type Runtime, spend, walk } from "../model/runtime.ts";
import { PyDict, PySet, type Table } from "../model/table.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import { addInts, multiplyInts } from "./numbers.ts";
import { call, callBound, callSpecial, classOf, typeName } from "./protocol.ts";

export class PyIterator extends PyObject {
  constructor(
    /** The next value, or undefined at the end. */
    readonly next: (m: Runtime) => Value | undefined,
    cls: PyClass = iteratorClass,
  ) {
    super(cls);
  }
}

function kind(name: string): PyClass {
  const made = new PyClass({ name, bases: [iteratorClass], metaclass: typeClass });
  return made;
}

const listIteratorClass = kind("list_iterator");
export const listReverseIteratorClass = kind("list_reverseiterator");
const reversedClass = kind("reversed");
const tupleIteratorClass = kind("tuple_iterator");
const strIteratorClass = kind("str_iterator");
const asciiIteratorClass = kind("str_ascii_iterator");
const rangeIteratorClass = kind("range_iterator");
export const keyIteratorClass = kind("dict_keyiterator");
export const valueIteratorClass = kind("dict_valueiterator");
export const itemIteratorClass = kind("dict_itemiterator");
/** Iterates dicts and their views from the last entry on. */
export const reverseIteratorClasses = {
  keys: kind("dict_reversekeyiterator"),
  values: kind("dict_reversevalueiterator"),
  items: kind("dict_reverseitemiterator"),
} as const;
const setIteratorClass = kind("set_iterator");
const bytesIteratorClass = kind("bytes_iterator");
const callableIteratorClass = kind("callable_iterator");

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) return false;
  return true;
}

/** An iterator over a value. Raises TypeError where there is none. */
export function iterate(m: Runtime, value: Value): PyIterator {
  if (typeof value === "string") {
    walk(m, value);
    return overItems([...value], isAscii(value) ? asciiIteratorClass : strIteratorClass);
  }
  if (value instanceof PyBytes) walk(m, value.bytes);
  if (value instanceof PyIterator) return value;
  const cls = classOf(value);
  const own = cls.lookup("__iter__");
  if (own === undefined || own === null) return bySubscripts(m, value, cls, own === null);
  if (own instanceof PyBuiltin && value instanceof PyObject) {
    const builtin = overBuiltin(value);
    if (builtin && isBuiltinIter(own)) return builtin;
  }
  const answer = callBound(m, own, value, []);
  if (answer instanceof PyIterator) return answer;
  const next = classOf(answer).lookup("__next__");
  if (next === undefined) throw typeError(`iter() returned non-iterator of type '${typeName(answer)}'`);
  return new UserIterator(answer, next);
}

/** An iterator of a class of the file. */
export class UserIterator extends PyIterator {
  constructor(
    readonly target: Value,
    next: Value,
  ) {
    super((m) => stopped(m, () => callBound(m, next, target, [])));
  }
}

/** What `body` returns; undefined where it raises StopIteration. */
function stopped(m: Runtime, body: () => Value): Value | undefined {
  const { frame } = m;
  try {
    return body();
  } catch (error) {
    if (!isRaised(error, "StopIteration")) throw error;
    m.frame = frame;
    return undefined;
  }
}

/** The `__iter__` methods of built-in types, which `iterate` need not call. */
const builtinIters = new WeakSet<PyObject>();

export function builtinIter(): PyBuiltin {
  const made = new PyBuiltin("__iter__", (_m, [self]) => (self instanceof PyObject && overBuiltin(self)) || null, { isMethod: true });
  builtinIters.add(made);
  return made;
}

function isBuiltinIter(method: PyObject): boolean {
  return builtinIters.has(method);
}

function overBuiltin(value: PyObject): PyIterator | undefined {
  if (value instanceof PyList) return overList(value);
  if (value instanceof PyTuple) return overItems(value.items, tupleIteratorClass);
  if (value instanceof PyDict) return overTable(value.table, "dictionary", (entry) => entry.key, keyIteratorClass);
  if (value instanceof PySet) return overTable(value.table, "Set", (entry) => entry.key, setIteratorClass);
  if (value instanceof PyRange) return overRange(value);
  if (value instanceof PyBytes) return overItems([...value.bytes], bytesIteratorClass);
  return undefined;
}

function overList(list: PyList): PyIterator {
  let at = 0;
  return new PyIterator(() => {
    const value = list.items[at++];
    if (value === undefined) at = Number.MAX_SAFE_INTEGER;
    return value;
  }, listIteratorClass);
}

export function overItems(items: readonly Value[], cls: PyClass): PyIterator {
  let at = 0;
  return new PyIterator(() => items[at++], cls);
}

/** Live: RuntimeError where the table's size changes on the way. */
export function overTable(
  table: Table,
  what: string,
  pick: (entry: { readonly key: Value; readonly value: Value }) => Value,
  cls: PyClass,
): PyIterator {
  const { size } = table;
  const entries = table.list();
  let isDone = false;
  return new PyIterator(() => {
    if (isDone) return undefined;
    if (table.size !== size) {
      isDone = true;
      throw raised("RuntimeError", `${what} changed size during iteration`);
    }
    const { value, done } = entries.next();
    isDone = done ?? false;
    return done ? undefined : pick(value);
  }, cls);
}

function overRange({ start, step, stop }: PyRange): PyIterator {
  if (typeof start === "number" && typeof stop === "number" && typeof step === "number") {
    let next = start;
    return new PyIterator(() => {
      if (step > 0 ? next >= stop : next <= stop) return undefined;
      const value = next;
      next += step;
      return value;
    }, rangeIteratorClass);
  }
  let next = start;
  return new PyIterator(() => {
    if (step > 0 ? next >= stop : next <= stop) return undefined;
    const value = next;
    next = addInts(next, step);
    return value;
  }, rangeIteratorClass);
}

/** The number of elements of a range. */
export function rangeLength({ start, stop, step }: PyRange): number | bigint {
  const [a, b, s] = [BigInt(start), BigInt(stop), BigInt(step)];
  if (typeof start === "number" && typeof stop === "number" && typeof step === "number") {
    const count = Math.ceil((stop - start) / step);
    if (Number.isSafeInteger(stop - start)) return Math.max(0, count) + 0;
  }
  const span = s > 0n ? b - a : a - b;
  const size = s > 0n ? s : -s;
  return span <= 0n ? 0 : Number((span + size - 1n) / size);
}

export function rangeItem(m: Runtime, range: PyRange, at: number): number | bigint {
  return addInts(range.start, multiplyInts(m, range.step, at));
}

/** Objects that have `__getitem__` alone are asked for 0, 1, 2 and on, until IndexError. */
function bySubscripts(m: Runtime, value: Value, cls: PyClass, isRefused: boolean): PyIterator {
  const get = isRefused ? undefined : cls.lookup("__getitem__");
  if (get === undefined || value instanceof PyClass) throw typeError(`'${typeName(value)}' object is not iterable`);
  let at = 0;
  return new PyIterator(() => {
    const { frame } = m;
    try {
      return callBound(m, get, value, [at++]);
    } catch (error) {
      if (!isRaised(error, "IndexError") && !isRaised(error, "StopIteration")) throw error;
      m.frame = frame;
      return undefined;
    }
  });
}

/** All values, as an array of the caller's own. */
export function collect(m: Runtime, value: Value): Value[] {
  if ((value instanceof PyList || value instanceof PyTuple) && !value.cls.isMutable) {
    spend(m, value.items.length >> 3);
    claim(m, 8 * value.items.length);
    return [...value.items];
  }
  const items: Value[] = [];
  each(m, value, (item) => {
    items.push(item);
    claim(m, 32);
    return true;
  });
  return items;
}

/** Visits all values, as long as `visit` returns true. */
export function each(m: Runtime, value: Value, visit: (item: Value) => boolean): void {
  const iterator = iterate(m, value);
  for (;;) {
    const item = iterator.next(m);
    if (item === undefined) return;
    spend(m, 1);
    if (!visit(item)) return;
  }
}

/** `reversed(value)`. */
export function reversed(m: Runtime, value: Value, lengthOf: (value: Value) => number): PyIterator {
  const answer = callSpecial(m, value, "__reversed__", []);
  if (answer instanceof PyIterator) return answer;
  if (answer !== undefined) return iterate(m, answer);
  const get = classOf(value).lookup("__getitem__");
  if (get === undefined || value instanceof PyDict) throw typeError(`'${typeName(value)}' object is not reversible`);
  let at = lengthOf(value) - 1;
  return new PyIterator((n) => (at < 0 ? undefined : callBound(n, get, value, [at--])), reversedClass);
}

/** `iter(callable, sentinel)`. */
export function untilSentinel(callee: Value, isEnd: (m: Runtime, value: Value) => boolean): PyIterator {
  let isDone = false;
  return new PyIterator((m) => {
    if (isDone) return undefined;
    const value = stopped(m, () => call(m, callee, []));
    if (value === undefined || isEnd(m, value)) isDone = true;
    return isDone ? undefined : value;
  }, callableIteratorClass);
}
