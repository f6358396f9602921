/** Hashes, and what identifies an object. */
import { PyBoxed, PyBytes, PyFloat, PyRange, PyTuple } from "../model/containers.ts";
import { typeError } from "../model/exceptions.ts";
import { type Runtime, spend } from "../model/runtime.ts";
import { PySet } from "../model/table.ts";
import { PyHost, PyObject, type Value } from "../model/value.ts";
import { rangeItem, rangeLength } from "./iteration.ts";
import { hashInt, type Int, integer, intOf } from "./numbers.ts";
import { callBound } from "./protocol.ts";

const identities = new WeakMap<object, number>();
let nextIdentity = 0x7f3a_0000_0010;

/** The result of `id`: a different number for each object. */
export function identity(value: Value): Int {
  if (typeof value === "number") return 0x5500_0000_0000 + value * 32;
  if (!(value instanceof PyObject)) return 0x5600_0000_0000 + Number(hashText(String(value)));
  return identityOf(value);
}

function identityOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return Number(hashText(String(value)));
  let known = identities.get(value);
  if (known === undefined) {
    known = nextIdentity;
    nextIdentity += 48;
    identities.set(value, known);
  }
  return known;
}

/** `hash(value)`. Raises TypeError for what can't be hashed. */
export function hash(m: Runtime, value: Value): Int {
  if (value === null) return 0x3d1f;
  if (typeof value === "string") return hashText(value);
  if (!(value instanceof PyObject)) return hashInt(intOf(value) ?? 0);
  const method = value.cls.lookup("__hash__");
  if (method === undefined || method === null)
    throw typeError(`unhashable type: '${value.cls.module === "numpy" ? "numpy." : ""}${value.cls.name}'`);
  const answer = callBound(m, method, value, []);
  const number = intOf(answer);
  if (number === undefined) throw typeError("__hash__ method should return an integer");
  return hashInt(number);
}

/** The result of `__hash__` of built-in types. */
export function hashAsBuiltin(m: Runtime, value: Value): Int {
  if (value instanceof PyFloat) return hashFloat(value);
  if (value instanceof PyBoxed) return typeof value.value === "string" ? hashText(value.value) : hashInt(value.value);
  if (value instanceof PyTuple) {
    let mixed = 0x345678;
    for (const item of value.items) {
      spend(m, 1);
      mixed = (Math.imul(mixed ^ Number(BigInt.asIntN(32, BigInt(hash(m, item)))), 1000003) + 97531) | 0;
    }
    return mixed;
  }
  if (value instanceof PySet) {
    let mixed = 0x12345;
    for (const { key } of value.table.list()) mixed ^= Number(BigInt.asIntN(32, BigInt(hash(m, key)) * 89869747n));
    return mixed;
  }
  if (value instanceof PyBytes) return hashText(String.fromCharCode(...value.bytes));
  if (value instanceof PyRange) return hashInt(Number(rangeLength(value)) === 0 ? 0 : rangeItem(m, value, 0));
  if (value instanceof PyHost) return Math.floor(identityOf(value.key) / 16);
  return value instanceof PyObject ? Math.floor(Number(identity(value)) / 16) : hash(m, value);
}

function hashFloat(float: PyFloat): Int {
  const { value } = float;
  if (Number.isInteger(value)) return hashInt(integer(BigInt(value)));
  if (Number.isNaN(value)) return Math.floor(Number(identity(float)) / 16);
  if (!Number.isFinite(value)) return value > 0 ? 314159 : -314159;
  const prime = (1n << 61n) - 1n;
  let exponent = 0;
  let size = Math.abs(value);
  while (!Number.isInteger(size)) {
    size *= 2;
    exponent++;
  }
  const shift = (61 - (exponent % 61)) % 61;
  const rest = ((BigInt(size) % prime) << BigInt(shift)) % prime;
  return hashInt(integer(value < 0 ? -rest : rest));
}

function hashText(text: string): number {
  let mixed = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) mixed = Math.imul(mixed ^ text.charCodeAt(i), 0x01000193);
  return mixed;
}
