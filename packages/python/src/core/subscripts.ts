/** `len`, `in`, and what is in brackets. */
import { PyAlias } from "../model/alias.ts";
import { typeClass } from "../model/classes.ts";
import { PyBytes, PyFloat, PyList, PyRange, PySlice, PyTuple } from "../model/containers.ts";
import { raised, typeError, valueError } from "../model/exceptions.ts";
import { claim, type Runtime, spend, weigh } from "../model/runtime.ts";
import { PyDict, PySet } from "../model/table.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import { equals, tableDelete, tableGet, tableHas, tableSet, truth } from "./equality.ts";
import { collect, each, iterate, rangeItem, rangeLength } from "./iteration.ts";
import { clampedIndex, fitsSize, indexOrNothing, intOf, multiplyInts, textOf, tooLargeIndex } from "./numbers.ts";
import { call, callBound, callSpecial, classOf, findAttribute, typeName } from "./protocol.ts";

const surrogates = /[\ud800-\udfff]/;

/** Whether each code point of a text is one unit. */
export function isSimpleText(text: string): boolean {
  return !surrogates.test(text);
}

/** The number of code points. */
function textLength(text: string): number {
  return isSimpleText(text) ? text.length : [...text].length;
}

/** `len(value)`. */
export function lengthOf(m: Runtime, value: Value): number {
  const known = builtinLength(value);
  if (known !== undefined && !classOf(value).isMutable) return known;
  const answer = callSpecial(m, value, "__len__", []);
  if (answer === undefined) throw typeError(`object of type '${typeName(value)}' has no len()`);
  const size = indexOrNothing(m, answer);
  if (size === undefined) throw typeError(`'${typeName(answer)}' object cannot be interpreted as an integer`);
  if (size < 0) throw valueError("__len__() should return >= 0");
  return Number(size);
}

/** The length of a built-in value; undefined for what has none. */
export function builtinLength(value: Value): number | undefined {
  const text = textOf(value);
  if (text !== undefined) return textLength(text);
  if (value instanceof PyList || value instanceof PyTuple) return value.items.length;
  if (value instanceof PyDict || value instanceof PySet) return value.table.size;
  if (value instanceof PyRange) return Number(rangeLength(value));
  return value instanceof PyBytes ? value.bytes.length : undefined;
}

/** `item in container`. */
export function contains(m: Runtime, container: Value, item: Value): boolean {
  if (!classOf(container).isMutable) {
    const quick = builtinContains(m, container, item);
    if (quick !== undefined) return quick;
  }
  const cls = classOf(container);
  const method = cls.lookup("__contains__");
  if (method !== undefined && method !== null) return truth(m, callBound(m, method, container, [item]));
  if (cls.lookup("__iter__") === undefined && cls.lookup("__getitem__") === undefined) {
    throw typeError(`argument of type '${typeName(container)}' is not iterable`);
  }
  return isAmong(m, container, item);
}

function isAmong(m: Runtime, container: Value, item: Value): boolean {
  let isFound = false;
  each(m, container, (other) => {
    isFound = other === item || equals(m, other, item);
    return !isFound;
  });
  return isFound;
}

/** Of built-in values; undefined for others. */
export function builtinContains(m: Runtime, container: Value, item: Value): boolean | undefined {
  const text = textOf(container);
  if (text !== undefined) {
    const part = textOf(item);
    if (part === undefined) throw typeError(`'in <string>' requires string as left operand, not ${typeName(item)}`);
    weigh(m, text);
    return text.includes(part);
  }
  if (container instanceof PyDict || container instanceof PySet) return tableHas(m, container.table, item);
  if (container instanceof PyList || container instanceof PyTuple) {
    const { items } = container;
    for (let i = 0; i < items.length; i++) {
      const other = items[i] ?? null;
      if (other === item || equals(m, other, item)) return true;
    }
    spend(m, items.length >> 2);
    return false;
  }
  if (container instanceof PyRange) {
    const int = intOf(item);
    if (int === undefined) return isAmong(m, container, item);
    const [start, stop, step] = [BigInt(container.start), BigInt(container.stop), BigInt(container.step)];
    const at = BigInt(int);
    const isInside = step > 0n ? at >= start && at < stop : at <= start && at > stop;
    return isInside && (at - start) % step === 0n;
  }
  if (container instanceof PyBytes) {
    const int = intOf(item);
    return int === undefined ? undefined : container.bytes.includes(Number(int));
  }
  return undefined;
}

// ---- slices

export interface Span {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly count: number;
}

/** What a slice means for a length. */
export function spanOf(m: Runtime, slice: PySlice, length: number): Span {
  const part = (value: Value): number | undefined => {
    if (value === null) return undefined;
    if (indexOrNothing(m, value) === undefined) {
      throw typeError("slice indices must be integers or None or have an __index__ method");
    }
    return clampedIndex(m, value);
  };
  const step = part(slice.step) ?? 1;
  if (step === 0) throw valueError("slice step cannot be zero");
  const bound = (value: number | undefined, low: number, high: number, otherwise: number): number => {
    if (value === undefined) return otherwise;
    const at = value < 0 ? value + length : value;
    return Math.min(high, Math.max(low, at));
  };
  if (step > 0) {
    const start = bound(part(slice.start), 0, length, 0);
    const stop = bound(part(slice.stop), 0, length, length);
    return { start, stop, step, count: Math.max(0, Math.ceil((stop - start) / step)) };
  }
  const start = bound(part(slice.start), -1, length - 1, length - 1);
  const stop = bound(part(slice.stop), -1, length - 1, -1);
  return { start, stop, step, count: Math.max(0, Math.ceil((stop - start) / step)) };
}

function pick<T>(items: ArrayLike<T>, { start, step, count }: Span): T[] {
  const picked: T[] = [];
  for (let i = 0, at = start; i < count; i++, at += step) {
    const item = items[at];
    if (item !== undefined) picked.push(item);
  }
  return picked;
}

// ---- items

/** `container[index]`. */
export function getItem(m: Runtime, container: Value, index: Value): Value {
  if (typeof index === "number" && container instanceof PyObject && !container.cls.isMutable) {
    if (container instanceof PyList || container instanceof PyTuple) {
      const { items } = container;
      const item = items[index < 0 ? index + items.length : index];
      if (item !== undefined) return item;
    }
  }
  const quick = classOf(container).isMutable ? undefined : getBuiltinItem(m, container, index);
  if (quick !== undefined) return quick;
  if (container instanceof PyClass) return getFromClass(m, container, index);
  const method = classOf(container).lookup("__getitem__");
  if (method === undefined) throw typeError(`'${typeName(container)}' object is not subscriptable`);
  return callBound(m, method, container, [index]);
}

function getFromClass(m: Runtime, cls: PyClass, index: Value): Value {
  const meta = cls.cls.lookup("__getitem__");
  if (meta !== undefined) return callBound(m, meta, cls, [index]);
  // Found as an attribute it would be one of every class.
  if (cls === typeClass) return new PyAlias(cls, index);
  const method = findAttribute(m, cls, "__class_getitem__");
  if (method === undefined) throw typeError(`type '${cls.name}' is not subscriptable`);
  return call(m, method, [index]);
}

/** Of built-in values; undefined for others. Raises IndexError, KeyError, TypeError. */
export function getBuiltinItem(m: Runtime, container: Value, index: Value): Value | undefined {
  if (container instanceof PyDict) return getFromDict(m, container, index);
  if (container instanceof PyList) return getFromSequence(m, container.items, index, "list", (items) => new PyList(items));
  if (container instanceof PyTuple) return getFromSequence(m, container.items, index, "tuple", (items) => new PyTuple(items));
  const text = textOf(container);
  if (text !== undefined) return getFromText(m, text, index);
  if (container instanceof PyRange) return getFromRange(m, container, index);
  if (container instanceof PyBytes) {
    const { bytes } = container;
    return getFromSequence(m, bytes, index, "byte", (items) => new PyBytes(Uint8Array.from(items)), "index out of range");
  }
  return undefined;
}

function getFromDict(m: Runtime, dict: PyDict, key: Value): Value {
  const value = tableGet(m, dict.table, key);
  if (value !== undefined) return value;
  if (dict.cls.lookup("__missing__") !== undefined) {
    const answer = callSpecial(m, dict, "__missing__", [key]);
    if (answer !== undefined) return answer;
  }
  throw raised("KeyError", key);
}

/** A place in a sequence of that length. Raises TypeError and IndexError. */
function placeOf(m: Runtime, index: Value, length: number, kind: string, beyond = `${kind} index out of range`): number {
  const found = indexOrNothing(m, index);
  if (found === undefined) {
    const name = typeName(index);
    throw typeError(
      kind === "string" ? `string indices must be integers, not '${name}'` : `${kind} indices must be integers or slices, not ${name}`,
    );
  }
  if (kind !== "range" && !fitsSize(found)) throw raised("IndexError", tooLargeIndex);
  const at = Number(found) < 0 ? Number(found) + length : Number(found);
  if (at < 0 || at >= length) throw raised("IndexError", beyond);
  return at;
}

function getFromSequence<T extends Value>(
  m: Runtime,
  items: ArrayLike<T>,
  index: Value,
  kind: string,
  make: (items: T[]) => Value,
  beyond?: string,
): Value {
  if (index instanceof PySlice) {
    const span = spanOf(m, index, items.length);
    spend(m, span.count >> 3);
    claim(m, 8 * span.count);
    return make(pick(items, span));
  }
  return items[placeOf(m, index, items.length, kind, beyond)] ?? null;
}

function getFromText(m: Runtime, text: string, index: Value): Value {
  weigh(m, text);
  const isSimple = isSimpleText(text);
  if (!isSimple) spend(m, text.length >> 4);
  if (index instanceof PySlice) {
    const points = isSimple ? undefined : [...text];
    const span = spanOf(m, index, points?.length ?? text.length);
    spend(m, span.count >> 4);
    claim(m, span.count);
    if (!points && span.step === 1) return text.slice(span.start, span.start + span.count);
    return pick(points ?? text, span).join("");
  }
  const points = isSimple ? text : [...text];
  return points[placeOf(m, index, points.length, "string")] ?? "";
}

function getFromRange(m: Runtime, range: PyRange, index: Value): Value {
  const length = Number(rangeLength(range));
  if (!(index instanceof PySlice)) return rangeItem(m, range, placeOf(m, index, length, "range", "range object index out of range"));
  const { start, stop, step } = spanOf(m, index, length);
  return new PyRange(rangeItem(m, range, start), rangeItem(m, range, stop), multiplyInts(m, range.step, step));
}

/** `container[index] = value`. */
export function setItem(m: Runtime, container: Value, index: Value, value: Value): void {
  if (container instanceof PyObject && !container.cls.isMutable) {
    if (container instanceof PyDict || container instanceof PyList) {
      setBuiltinItem(m, container, index, value);
      return;
    }
  }
  const method = container instanceof PyObject ? container.cls.lookup("__setitem__") : undefined;
  if (method === undefined) throw typeError(`'${typeName(container)}' object does not support item assignment`);
  callBound(m, method, container, [index, value]);
}

export function setBuiltinItem(m: Runtime, container: PyDict | PyList, index: Value, value: Value): void {
  if (container instanceof PyDict) {
    claim(m, 64);
    tableSet(m, container.table, index, value);
  } else if (index instanceof PySlice) setSlice(m, container, index, value);
  else container.items[placeOf(m, index, container.items.length, "list", "list assignment index out of range")] = value;
}

function setSlice(m: Runtime, list: PyList, slice: PySlice, value: Value): void {
  if (classOf(value).lookup("__iter__") === undefined && classOf(value).lookup("__getitem__") === undefined) {
    throw typeError(slice.step === null ? "can only assign an iterable" : "must assign iterable to extended slice");
  }
  const items = collect(m, value);
  const { start, step, count } = spanOf(m, slice, list.items.length);
  spend(m, list.items.length >> 3);
  if (step === 1) {
    list.items = [...list.items.slice(0, start), ...items, ...list.items.slice(start + count)];
    return;
  }
  if (items.length !== count) {
    throw valueError(`attempt to assign sequence of size ${items.length} to extended slice of size ${count}`);
  }
  for (let i = 0, at = start; i < count; i++, at += step) list.items[at] = items[i] ?? null;
}

/** `del container[index]`. */
export function deleteItem(m: Runtime, container: Value, index: Value): void {
  if (container instanceof PyObject && !container.cls.isMutable && (container instanceof PyDict || container instanceof PyList)) {
    deleteBuiltinItem(m, container, index);
    return;
  }
  const method = container instanceof PyObject ? container.cls.lookup("__delitem__") : undefined;
  if (method === undefined) {
    // Of what has neither places nor length the reference says it in full.
    const isPlain = container === null || container instanceof PyFloat || intOf(container) !== undefined;
    throw typeError(`'${typeName(container)}' object ${isPlain ? "does not" : "doesn't"} support item deletion`);
  }
  callBound(m, method, container, [index]);
}

export function deleteBuiltinItem(m: Runtime, container: PyDict | PyList, index: Value): void {
  if (container instanceof PyDict) {
    if (!tableDelete(m, container.table, index)) throw raised("KeyError", index);
    return;
  }
  spend(m, container.items.length >> 6);
  if (!(index instanceof PySlice)) {
    container.items.splice(placeOf(m, index, container.items.length, "list", "list assignment index out of range"), 1);
    return;
  }
  const { start, step, count } = spanOf(m, index, container.items.length);
  const gone = new Set<number>();
  for (let i = 0, at = start; i < count; i++, at += step) gone.add(at);
  container.items = container.items.filter((_, at) => !gone.has(at));
}

/**
 * Exactly this many values, as an unpacking assignment needs. `before` and `after` count the targets around a starred
 * one.
 */
export function unpack(m: Runtime, value: Value, count: number): readonly Value[] {
  if ((value instanceof PyTuple || value instanceof PyList) && value.items.length === count && !value.cls.isMutable) return value.items;
  const items: Value[] = [];
  const iterator = unpacking(m, value);
  while (items.length < count) {
    const item = iterator.next(m);
    if (item === undefined) throw valueError(`not enough values to unpack (expected ${count}, got ${items.length})`);
    items.push(item);
  }
  if (iterator.next(m) !== undefined) throw valueError(`too many values to unpack (expected ${count})`);
  return items;
}

/** Values for targets of which one is starred: that one gets a list. */
export function unpackStarred(m: Runtime, value: Value, before: number, after: number): readonly Value[] {
  const iterator = unpacking(m, value);
  const items: Value[] = [];
  for (let item = iterator.next(m); item !== undefined; item = iterator.next(m)) {
    spend(m, 1);
    items.push(item);
  }
  if (items.length < before + after) {
    throw valueError(`not enough values to unpack (expected at least ${before + after}, got ${items.length})`);
  }
  const end = items.length - after;
  return [...items.slice(0, before), new PyList(items.slice(before, end)), ...items.slice(end)];
}

function unpacking(m: Runtime, value: Value) {
  const cls = classOf(value);
  if ((cls.lookup("__iter__") ?? null) === null && cls.lookup("__getitem__") === undefined && typeof value !== "string") {
    throw typeError(`cannot unpack non-iterable ${typeName(value)} object`);
  }
  return iterate(m, value);
}
