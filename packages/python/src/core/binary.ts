/** Binary and unary operators. */
import { dictClass } from "../model/classes.ts";
import { notImplemented, PyBytes, PyFloat, PyList, PyTuple } from "../model/containers.ts";
import { raised, typeError, unavailable } from "../model/exceptions.ts";
import { claim, Exhausted, type Runtime, spend } from "../model/runtime.ts";
import { PyDict, PySet } from "../model/table.ts";
import { PyObject, type Value } from "../model/value.ts";
import { tableSet } from "./equality.ts";
import {
  addInts,
  bitwise,
  claimInts,
  divideInts,
  floatOfInt,
  floorDivideInts,
  type Int,
  indexOrNothing,
  intOf,
  invertInt,
  moduloInts,
  multiplyInts,
  negateInt,
  powerInts,
  shiftLeft,
  shiftRight,
  subtractInts,
  textOf,
} from "./numbers.ts";
import { percentFormat } from "./percent.ts";
import { callBound, callSpecial, classOf, typeName } from "./protocol.ts";
import { combineSets, isSetOperator } from "./sets.ts";

export type Operator = "+" | "-" | "*" | "/" | "//" | "%" | "**" | "@" | "<<" | ">>" | "&" | "|" | "^";

/** The middle of each operator's method names: `__add__`, `__radd__`, `__iadd__`. */
export const operatorNames: Readonly<Record<Operator, string>> = {
  "+": "add",
  "-": "sub",
  "*": "mul",
  "/": "truediv",
  "//": "floordiv",
  "%": "mod",
  "**": "pow",
  "@": "matmul",
  "<<": "lshift",
  ">>": "rshift",
  "&": "and",
  "|": "or",
  "^": "xor",
};

interface Names {
  readonly own: string;
  readonly swapped: string;
  readonly inPlace: string;
}

const names = new Map<Operator, Names>();
for (const [operator, middle] of Object.entries(operatorNames)) {
  names.set(operator as Operator, { own: `__${middle}__`, swapped: `__r${middle}__`, inPlace: `__i${middle}__` });
}

function namesOf(operator: Operator): Names {
  const found = names.get(operator);
  if (!found) throw new Error(`There is no operator ${operator}.`);
  return found;
}

/** `a operator b`. */
export function binary(m: Runtime, operator: Operator, a: Value, b: Value): Value {
  const answer = known(m, operator, a, b);
  if (answer === undefined) throw refusal(operator, a, b);
  return answer;
}

/** `a operator= b`: the new value of the name on the left. */
export function inPlace(m: Runtime, operator: Operator, a: Value, b: Value): Value {
  if (a instanceof PyObject && !(operator === "*" && isRepeated(a) && indexOrNothing(m, b) === undefined)) {
    const method = a.cls.lookup(namesOf(operator).inPlace);
    if (method !== undefined && method !== null) {
      const answer = ask(m, method, a, b);
      if (answer !== undefined) return answer;
    }
  }
  // A dict, a set or an object of the file on the left is never repeated, and does not ask a sequence on the right.
  const isRefused = operator === "*" && a instanceof PyObject && !isSequence(a) && !(a instanceof PyFloat) && isRepeated(b);
  const answer = isRefused && !knowsProduct(a) ? undefined : known(m, operator, a, b);
  if (answer === undefined) throw refusal(`${operator}=`, a, b);
  return answer;
}

function isSequence(value: Value): boolean {
  return textOf(value) !== undefined || value instanceof PyList || value instanceof PyTuple || value instanceof PyBytes;
}

/** Whether a value is a sequence whose class is built in: its products are made by what `*` does with sequences. */
function isRepeated(value: Value): boolean {
  return isSequence(value) && !classOf(value).isMutable;
}

function knowsProduct(value: Value): boolean {
  return classOf(value).lookup("__mul__") !== undefined;
}

/** The result from one of the two operands; undefined if neither supports the other. */
function known(m: Runtime, operator: Operator, a: Value, b: Value): Value | undefined {
  const left = classOf(a);
  const right = classOf(b);
  if (!left.isMutable && !right.isMutable) {
    const quick = binaryBuiltin(m, operator, a, b);
    if (quick !== undefined) return quick;
  }
  const { own, swapped } = namesOf(operator);
  const mine = left.lookup(own);
  const theirs = left === right || (operator === "*" && isRepeated(b)) ? undefined : right.lookup(swapped);
  const isTheirsFirst = theirs !== undefined && theirs !== left.lookup(swapped) && right.isSubclassOf(left);
  if (isTheirsFirst) {
    const answer = ask(m, theirs, b, a);
    if (answer !== undefined) return answer;
  }
  const first = mine === undefined ? undefined : ask(m, mine, a, b);
  if (first !== undefined) return first;
  const second = theirs === undefined || isTheirsFirst ? undefined : ask(m, theirs, b, a);
  return second === undefined ? asSequences(m, operator, a, b) : second;
}

function ask(m: Runtime, method: Value, self: Value, other: Value): Value | undefined {
  if (method === null) return undefined;
  const answer = callBound(m, method, self, [other]);
  return answer === notImplemented ? undefined : answer;
}

/** The TypeError for unsupported operands; `shown` is the operator as written. */
function refusal(shown: string, a: Value, b: Value) {
  const operator = shown === "**" ? "** or pow()" : shown;
  return typeError(`unsupported operand type(s) for ${operator}: '${typeName(a)}' and '${typeName(b)}'`);
}

/** The result of `__add__` and the like of built-in types; NotImplemented for unsupported operands. */
export function binaryAsBuiltin(m: Runtime, operator: Operator, a: Value, b: Value): Value {
  return binaryBuiltin(m, operator, a, b) ?? notImplemented;
}

/** The result for built-in values (and objects that hold one); undefined for unsupported operands. */
function binaryBuiltin(m: Runtime, operator: Operator, a: Value, b: Value): Value | undefined {
  const x = intOf(a);
  const y = intOf(b);
  if (x !== undefined && y !== undefined) {
    if ((operator === "&" || operator === "|" || operator === "^") && typeof a === "boolean" && typeof b === "boolean") {
      return operator === "&" ? a && b : operator === "|" ? a || b : a !== b;
    }
    return binaryInts(m, operator, x, y);
  }
  if ((a instanceof PyFloat || x !== undefined) && (b instanceof PyFloat || y !== undefined)) {
    const p = a instanceof PyFloat ? a.value : floatOfInt(x ?? 0);
    const q = b instanceof PyFloat ? b.value : floatOfInt(y ?? 0);
    return binaryFloats(operator, p, q);
  }
  const text = textOf(a);
  if (text !== undefined) return binaryText(m, operator, text, b);
  if (y === undefined && x !== undefined && operator === "*") return repeated(m, b, x);
  if (a instanceof PyObject) return binaryContainers(m, operator, a, b, y);
  return undefined;
}

function binaryInts(m: Runtime, operator: Operator, a: Int, b: Int): Value | undefined {
  if (typeof a === "bigint" || typeof b === "bigint") claimInts(m, operator, a, b);
  switch (operator) {
    case "+":
      return addInts(a, b);
    case "-":
      return subtractInts(a, b);
    case "*":
      return multiplyInts(m, a, b);
    case "/":
      return new PyFloat(divideInts(a, b));
    case "//":
      return floorDivideInts(a, b);
    case "%":
      return moduloInts(a, b);
    case "**":
      return b < 0 ? new PyFloat(powerFloats(floatOfInt(a), floatOfInt(b))) : powerInts(m, a, b);
    case "<<":
      return shiftLeft(m, a, b);
    case ">>":
      return shiftRight(a, b);
    case "@":
      return undefined;
    default:
      return bitwise(operator, a, b);
  }
}

function binaryFloats(operator: Operator, a: number, b: number): Value | undefined {
  switch (operator) {
    case "+":
      return new PyFloat(a + b);
    case "-":
      return new PyFloat(a - b);
    case "*":
      return new PyFloat(a * b);
    case "/":
      if (b === 0) throw raised("ZeroDivisionError", "float division by zero");
      return new PyFloat(a / b);
    case "//":
      if (b === 0) throw raised("ZeroDivisionError", "float floor division by zero");
      return new PyFloat(floorDivideFloats(a, b));
    case "%":
      if (b === 0) throw raised("ZeroDivisionError", "float modulo");
      return new PyFloat(moduloFloats(a, b));
    case "**":
      return new PyFloat(powerFloats(a, b));
    default:
      return undefined;
  }
}

/** `a % b` with the sign of `b`. */
export function moduloFloats(a: number, b: number): number {
  const rest = a % b;
  if (rest === 0) return b < 0 ? -0 : 0;
  return rest < 0 !== b < 0 ? rest + b : rest;
}

export function floorDivideFloats(a: number, b: number): number {
  const rest = a % b;
  const exact = (a - rest) / b - (rest !== 0 && rest < 0 !== b < 0 ? 1 : 0);
  if (exact === 0) return a / b < 0 || Object.is(a / b, -0) ? -0 : 0;
  const floor = Math.floor(exact);
  return exact - floor > 0.5 ? floor + 1 : floor;
}

function powerFloats(a: number, b: number): number {
  if (a === 0 && b < 0) throw raised("ZeroDivisionError", "0.0 cannot be raised to a negative power");
  if (a === 1 || b === 0) return 1;
  if (a === -1 && !Number.isFinite(b) && !Number.isNaN(b)) return 1;
  if (a < 0 && Number.isFinite(a) && Number.isFinite(b) && !Number.isInteger(b)) {
    throw unavailable("a negative number to a broken power is a complex number, which is");
  }
  const power = a ** b;
  if (!Number.isFinite(power) && Number.isFinite(a) && Number.isFinite(b)) {
    throw raised("OverflowError", 34, "Numerical result out of range");
  }
  return power;
}

function binaryText(m: Runtime, operator: Operator, a: string, b: Value): Value | undefined {
  if (operator === "%") return percentFormat(m, a, b);
  if (operator === "+") {
    const other = textOf(b);
    if (other === undefined) return undefined;
    return joinTexts(m, a, other);
  }
  if (operator !== "*") return undefined;
  const count = intOf(b);
  return count === undefined ? undefined : repeatText(m, a, count);
}

/** Longest text or sequence that is made. */
export const longestValue = 10_000_000;

function joinTexts(m: Runtime, a: string, b: string): string {
  const length = a.length + b.length;
  if (length > longestValue) throw new Exhausted("size", "a string");
  if (length > 64) claim(m, length);
  return a + b;
}

function sizeOf(m: Runtime, length: number, count: Int, what: string): number {
  const times = Math.max(0, Number(count));
  const total = length * times;
  if (total > longestValue) throw new Exhausted("size", what);
  claim(m, total * (what === "a string" ? 1 : 8));
  spend(m, total >> 4);
  return times;
}

function repeatText(m: Runtime, text: string, count: Int): string {
  return text === "" ? "" : text.repeat(sizeOf(m, text.length, count, "a string"));
}

/** A sequence times an int; undefined for something that is not a sequence. */
function repeated(m: Runtime, value: Value, count: Int): Value | undefined {
  const text = textOf(value);
  if (text !== undefined) return repeatText(m, text, count);
  if (value instanceof PyBytes) {
    const times = sizeOf(m, value.bytes.length, count, "a string");
    const made = new Uint8Array(value.bytes.length * times);
    for (let i = 0; i < times; i++) made.set(value.bytes, i * value.bytes.length);
    return new PyBytes(made);
  }
  if (!(value instanceof PyList || value instanceof PyTuple)) return undefined;
  const { items } = value;
  const times = items.length === 0 ? 0 : sizeOf(m, items.length, count, "a list");
  const made: Value[] = [];
  for (let i = 0; i < times; i++) for (const item of items) made.push(item);
  return value instanceof PyList ? new PyList(made) : new PyTuple(made);
}

function binaryContainers(m: Runtime, operator: Operator, a: PyObject, b: Value, count: Int | undefined): Value | undefined {
  if (operator === "*") return count === undefined ? undefined : repeated(m, a, count);
  if (operator === "+") return concatenated(m, a, b);
  if (a instanceof PySet && b instanceof PySet) return isSetOperator(operator) ? combineSets(m, operator, a, b) : undefined;
  if (a instanceof PyDict && b instanceof PyDict && operator === "|") return mergeDicts(m, a, b);
  return undefined;
}

function concatenated(m: Runtime, a: PyObject, b: Value): Value | undefined {
  if (a instanceof PyBytes && b instanceof PyBytes) {
    sizeOf(m, a.bytes.length + b.bytes.length, 1, "a string");
    const made = new Uint8Array(a.bytes.length + b.bytes.length);
    made.set(a.bytes);
    made.set(b.bytes, a.bytes.length);
    return new PyBytes(made);
  }
  const areLists = a instanceof PyList && b instanceof PyList;
  if (!areLists && !(a instanceof PyTuple && b instanceof PyTuple)) return undefined;
  if (!(b instanceof PyList || b instanceof PyTuple)) return undefined;
  sizeOf(m, a.items.length + b.items.length, 1, "a list");
  const items = [...a.items, ...b.items];
  return areLists ? new PyList(items) : new PyTuple(items);
}

function mergeDicts(m: Runtime, a: PyDict, b: PyDict): PyDict {
  spend(m, a.table.size + b.table.size);
  const made = new PyDict(dictClass, a.table.copy());
  for (const { key, value } of b.table.list()) tableSet(m, made.table, key, value);
  return made;
}

/** The product of a sequence and an index, or the messages that are specific to sequences. */
function asSequences(m: Runtime, operator: Operator, a: Value, b: Value): Value | undefined {
  if (operator === "+" && isSequence(a)) {
    if (a instanceof PyBytes) throw typeError(`can't concat ${typeName(b)} to bytes`);
    const kind = textOf(a) !== undefined ? "str" : a instanceof PyList ? "list" : "tuple";
    throw typeError(`can only concatenate ${kind} (not "${typeName(b)}") to ${kind}`);
  }
  if (operator !== "*") return undefined;
  const [sequence, other] = isSequence(a) ? [a, b] : [b, a];
  if (!isSequence(sequence)) return undefined;
  const count = indexOrNothing(m, other);
  if (count !== undefined) return repeated(m, sequence, count);
  throw typeError(`can't multiply sequence by non-int of type '${typeName(other)}'`);
}

// ---- unary operators

/** `-a`, `+a` and `~a`. */
export function unary(m: Runtime, operator: "-" | "+" | "~", value: Value): Value {
  const int = intOf(value);
  if (int !== undefined && !classOf(value).isMutable) return unaryInt(operator, int);
  if (value instanceof PyFloat && operator !== "~" && !value.cls.isMutable)
    return new PyFloat(operator === "-" ? -value.value : value.value);
  const name = operator === "-" ? "__neg__" : operator === "+" ? "__pos__" : "__invert__";
  const answer = callSpecial(m, value, name, []);
  if (answer === undefined) throw typeError(`bad operand type for unary ${operator}: '${typeName(value)}'`);
  return answer;
}

export function unaryInt(operator: "-" | "+" | "~", value: Int): Int {
  return operator === "-" ? negateInt(value) : operator === "+" ? value : invertInt(value);
}
