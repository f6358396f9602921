/** What is equal, in order, true; how values are hashed and found in tables. */
import { objectClass } from "../model/classes.ts";
import { notImplemented, PyBytes, PyFloat, PyList, PyRange, PySlice, PyTuple } from "../model/containers.ts";
import { raised, typeError } from "../model/exceptions.ts";
import { type Runtime, spend, walk, weigh } from "../model/runtime.ts";

import { type Entry, PyDict, PySet, plainKey, type Table } from "../model/table.ts";
import { PyHost, PyObject, type Value } from "../model/value.ts";
import { hash } from "./hashing.ts";
import { rangeLength } from "./iteration.ts";
import { type Int, intOf, textOf } from "./numbers.ts";
import { callBound, classOf, typeName } from "./protocol.ts";

export type Order = "<" | "<=" | ">" | ">=";
export type Rich = Order | "==" | "!=";

const methods: Readonly<Record<Rich, readonly [own: string, swapped: string]>> = {
  "<": ["__lt__", "__gt__"],
  "<=": ["__le__", "__ge__"],
  ">": ["__gt__", "__lt__"],
  ">=": ["__ge__", "__le__"],
  "==": ["__eq__", "__eq__"],
  "!=": ["__ne__", "__ne__"],
};

/** Built-in values inside one another, as `[[[]]]`, which can be compared: CPython raises RecursionError there. */
const deepest = 500;

/** `is`: numbers and texts are compared by value. */
export function isSame(a: Value, b: Value): boolean {
  return a === b || (a instanceof PyFloat && b instanceof PyFloat && Object.is(a.value, b.value) && a.cls === b.cls && !a.cls.isMutable);
}

// ---- truth

/** The truth of a value: `__bool__`, else `__len__`, else true. */
export function truth(m: Runtime, value: Value): boolean {
  if (typeof value === "boolean") return value;
  if (value === null) return false;
  if (typeof value === "number" || typeof value === "bigint") return value !== 0;
  if (typeof value === "string") return value !== "";
  return truthOfObject(m, value);
}

function truthOfObject(m: Runtime, value: PyObject): boolean {
  if (!value.cls.isMutable) {
    if (value instanceof PyList || value instanceof PyTuple) return value.items.length > 0;
    if (value instanceof PyFloat) return value.value !== 0;
    if (value instanceof PyDict || value instanceof PySet) return value.table.size > 0;
  }
  const own = value.cls.lookup("__bool__");
  if (own !== undefined && own !== null) {
    const answer = callBound(m, own, value, []);
    if (typeof answer !== "boolean") throw typeError(`__bool__ should return bool, returned ${typeName(answer)}`);
    return answer;
  }
  const length = value.cls.lookup("__len__");
  if (length === undefined) return true;
  const size = intOf(callBound(m, length, value, []));
  if (size === undefined) throw typeError(`'${typeName(value)}' object cannot be interpreted as an integer`);
  if (size < 0) throw raised("ValueError", "__len__() should return >= 0");
  return size !== 0;
}

// ---- comparison

/** `a == b` as a truth value; the same object is equal, as containers have it. */
export function equals(m: Runtime, a: Value, b: Value, depth = 0): boolean {
  if (a === b) return true;
  const quick = plainEquality(a, b);
  if (quick !== undefined) return quick;
  const answer = compare(m, "==", a, b, depth);
  return truth(m, answer);
}

/** Of two texts, or two numbers; else undefined. */
function plainEquality(a: Value, b: Value): boolean | undefined {
  const left = typeof a;
  const right = typeof b;
  if (left === "object" || right === "object")
    return a === null && right !== "object" ? false : b === null && left !== "object" ? false : undefined;
  if (left === "string" || right === "string") return a === b;
  return Number(a) === Number(b) && (left !== "bigint" && right !== "bigint" ? true : BigInt(a as Int) === BigInt(b as Int));
}

/**
 * A rich comparison. Returns the result of the methods, which can be anything. Raises TypeError if there is no order.
 */
export function compare(m: Runtime, operator: Rich, a: Value, b: Value, depth = 0): Value {
  const left = classOf(a);
  const right = classOf(b);
  if (!left.isMutable && !right.isMutable) {
    const quick = compareBuiltin(m, operator, a, b, depth);
    if (quick !== undefined) return quick;
  }
  const [own, swapped] = methods[operator];
  const isSubclass = left !== right && right.isSubclassOf(left) && right.lookup(swapped) !== left.lookup(swapped);
  if (isSubclass) {
    const answer = ask(m, b, swapped, a);
    if (answer !== undefined) return answer;
  }
  const first = ask(m, a, own, b);
  if (first !== undefined) return first;
  if (!isSubclass) {
    const second = ask(m, b, swapped, a);
    if (second !== undefined) return second;
  }
  if (operator === "==") return isSame(a, b);
  if (operator === "!=") return !isSame(a, b);
  throw typeError(`'${operator}' not supported between instances of '${typeName(a)}' and '${typeName(b)}'`);
}

function ask(m: Runtime, self: Value, name: string, other: Value): Value | undefined {
  const method = classOf(self).lookup(name);
  if (method === undefined || method === null) return undefined;
  const answer = callBound(m, method, self, [other]);
  return answer === notImplemented ? undefined : answer;
}

/** The result of `__eq__`, `__lt__`... of built-in types; NotImplemented for unsupported operands. */
export function compareAsBuiltin(m: Runtime, operator: Rich, a: Value, b: Value): Value {
  return compareBuiltin(m, operator, a, b, 0) ?? notImplemented;
}

/** Of built-in values (and of those that hold one); undefined where they are of different kinds. */
function compareBuiltin(m: Runtime, operator: Rich, a: Value, b: Value, depth: number): Value | undefined {
  const x = numberIn(a);
  const y = numberIn(b);
  if (x !== undefined && y !== undefined) return ordered(operator, compareNumbers(x, y));
  const s = textOf(a);
  const t = textOf(b);
  if (s !== undefined && t !== undefined) {
    weigh(m, s);
    return ordered(operator, s === t ? 0 : compareTexts(s, t));
  }
  if (!(a instanceof PyObject) || !(b instanceof PyObject)) return undefined;
  if ((a instanceof PyList && b instanceof PyList) || (a instanceof PyTuple && b instanceof PyTuple)) {
    return compareSequences(m, operator, a.items, b.items, depth + 1);
  }
  if (a instanceof PySet && b instanceof PySet) return compareSets(m, operator, a, b);
  if (a instanceof PyBytes && b instanceof PyBytes) {
    walk(m, a.bytes);
    return ordered(operator, compareBytes(a.bytes, b.bytes));
  }
  if (operator !== "==" && operator !== "!=") return undefined;
  if (a instanceof PyDict && b instanceof PyDict) return equalDicts(m, a, b, depth + 1) === (operator === "==");
  if (a instanceof PyRange && b instanceof PyRange) {
    const [m1, m2] = [rangeLength(a), rangeLength(b)];
    const isEqual = m1 === m2 && (m1 === 0 || (a.start === b.start && (m1 === 1 || a.step === b.step)));
    return isEqual === (operator === "==");
  }
  if (a instanceof PySlice && b instanceof PySlice) {
    return compareSequences(m, operator, [a.start, a.stop, a.step], [b.start, b.stop, b.step], depth + 1);
  }
  return undefined;
}

function numberIn(value: Value): Int | PyFloat | undefined {
  return value instanceof PyFloat ? value : intOf(value);
}

/** Negative, 0, positive, or NaN where there is no order. */
function compareNumbers(a: Int | PyFloat, b: Int | PyFloat): number {
  const x = a instanceof PyFloat ? a.value : a;
  const y = b instanceof PyFloat ? b.value : b;
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  return x < y ? -1 : x > y ? 1 : 0;
}

/** By code points, which for JavaScript's texts differs from `<` where there are surrogates. */
export function compareTexts(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x === y) continue;
    const isPair = (c: number) => c >= 0xd800 && c <= 0xdfff;
    if (isPair(x) !== isPair(y)) return isPair(x) ? 1 : -1;
    return x - y;
  }
  return a.length - b.length;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

function ordered(operator: Rich, difference: number): boolean {
  switch (operator) {
    case "==":
      return difference === 0;
    case "!=":
      return difference !== 0;
    case "<":
      return difference < 0;
    case "<=":
      return difference <= 0;
    case ">":
      return difference > 0;
    default:
      return difference >= 0;
  }
}

function checkDepth(depth: number): void {
  if (depth > deepest) throw raised("RecursionError", "maximum recursion depth exceeded in comparison");
}

function compareSequences(m: Runtime, operator: Rich, a: readonly Value[], b: readonly Value[], depth: number): Value {
  checkDepth(depth);
  if ((operator === "==" || operator === "!=") && a.length !== b.length) return operator === "!=";
  for (let i = 0; i < Math.min(a.length, b.length); i++) {
    spend(m, 1);
    const x = a[i] ?? null;
    const y = b[i] ?? null;
    if (isSame(x, y) || equals(m, x, y, depth)) continue;
    if (operator === "==") return false;
    if (operator === "!=") return true;
    return compare(m, operator, x, y, depth);
  }
  return ordered(operator, a.length - b.length);
}

function equalDicts(m: Runtime, a: PyDict, b: PyDict, depth: number): boolean {
  checkDepth(depth);
  if (a.table.size !== b.table.size) return false;
  for (const { key, value } of a.table.list()) {
    spend(m, 1);
    const other = tableGet(m, b.table, key);
    if (other === undefined || !(isSame(value, other) || equals(m, value, other, depth))) return false;
  }
  return true;
}

function compareSets(m: Runtime, operator: Rich, a: PySet, b: PySet): boolean {
  const within = (x: PySet, y: PySet): boolean => {
    if (x.table.size > y.table.size) return false;
    for (const { key } of x.table.list()) {
      spend(m, 1);
      if (!tableHas(m, y.table, key)) return false;
    }
    return true;
  };
  switch (operator) {
    case "==":
      return a.table.size === b.table.size && within(a, b);
    case "!=":
      return !(a.table.size === b.table.size && within(a, b));
    case "<=":
      return within(a, b);
    case "<":
      return a.table.size < b.table.size && within(a, b);
    case ">=":
      return within(b, a);
    default:
      return b.table.size < a.table.size && within(b, a);
  }
}

// ---- tables

/** A value in a table, or undefined. */
export function tableGet(m: Runtime, table: Table, key: Value): Value | undefined {
  const plain = plainKey(key);
  const found = plain === undefined ? undefined : table.getPlain(plain);
  // None is null here, and a value like others.
  return found === undefined ? entryOf(m, table, key, plain !== undefined)?.value : found;
}

export function tableHas(m: Runtime, table: Table, key: Value): boolean {
  return tableGet(m, table, key) !== undefined;
}

/** Sets a value; a key that is there already stays as it is. */
export function tableSet(m: Runtime, table: Table, key: Value, value: Value): void {
  const plain = plainKey(key);
  const isKnown = plain !== undefined && table.getPlain(plain) !== undefined;
  const entry = isKnown ? undefined : entryOf(m, table, key, plain !== undefined);
  if (entry) entry.value = value;
  else if (plain !== undefined) table.setPlain(plain, key, value);
  else table.addToBucket(bucketOf(m, key), key, value);
}

/** Removes a key; false where there was none. */
export function tableDelete(m: Runtime, table: Table, key: Value): boolean {
  const plain = plainKey(key);
  if (plain !== undefined && table.deletePlain(plain)) return true;
  const entry = entryOf(m, table, key, plain !== undefined);
  if (!entry) return false;
  if (entry.hash === undefined) table.deletePlain(plainKey(entry.key));
  else table.deleteFromBucket(entry.hash, entry);
  return true;
}

function bucketOf(m: Runtime, key: Value): number {
  const found = hash(m, key);
  return typeof found === "number" ? found : Number(BigInt.asIntN(52, found));
}

/**
 * The entry of a key that is not found directly: another key with the same hash, whose class reports that the two are
 * equal.
 */
function entryOf(m: Runtime, table: Table, key: Value, isPlain: boolean): Entry | undefined {
  if (isPlain && !table.hasBuckets) return undefined;
  const at = bucketOf(m, key);
  const found = equalEntry(m, table.bucket(at), key);
  if (found || isPlain || table.size === 0 || !mayEqualPlain(key)) return found;
  const hashOf = (plain: Value) => {
    spend(m, 1);
    return bucketOf(m, plain);
  };
  return equalEntry(m, table.plainWithHash(at, hashOf), key);
}

function equalEntry(m: Runtime, entries: readonly Entry[], key: Value): Entry | undefined {
  for (const entry of entries) {
    spend(m, 1);
    if (entry.key === key || equals(m, entry.key, key)) return entry;
  }
  return undefined;
}

/** Whether a key may equal a number, a text or the like: tuples, sets and bytes never do. */
function mayEqualPlain(key: Value): boolean {
  return !((key instanceof PyTuple || key instanceof PySet || key instanceof PyBytes || key instanceof PyRange) && !key.cls.isMutable);
}

/** The result of `object.__eq__`. */
export function sameOrUnknown(a: Value, b: Value): Value {
  if (a instanceof PyHost && b instanceof PyHost && a.key === b.key) return true;
  return isSame(a, b) ? true : notImplemented;
}

/** The result of `object.__ne__`: the opposite of `__eq__`. */
export function notEqual(m: Runtime, a: Value, b: Value): Value {
  const method = classOf(a).lookup("__eq__") ?? objectClass.lookup("__eq__") ?? null;
  const answer = callBound(m, method, a, [b]);
  return answer === notImplemented ? answer : !truth(m, answer);
}
