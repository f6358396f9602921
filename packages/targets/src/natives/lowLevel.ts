/** Functions on numbers of the low-level language. Follows python/tvm/tir/op.py. */
import { hostFunction, PyArray, PyFloat, PyScalar, type Runtime, raised, repr, str, typeError, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { arrayOf } from "../objects/containers.ts";
import { tvmError } from "../objects/errors.ts";
import { type BinaryKind, combine, floatImm, intImm, type Prim, valueOfPrim } from "../objects/prim.ts";
import { immediateOf, PrimObject, primOf } from "../objects/primObjects.ts";
import { elementsOf } from "../objects/sequences.ts";

function joined(kind: BinaryKind, values: Value): Value {
  const given = elementsOf(values) ?? [];
  const prims = given.flatMap((value) => (elementsOf(value) ?? [value]).map(primOf));
  const [first, ...others] = prims;
  if (!first) throw raised("ValueError", "Need to take at least 1 argument");
  const made = others.reduce<Prim>((a, b) => {
    const both = combine(kind, a, b);
    return both === undefined || both === "zero" ? a : both;
  }, first);
  return new PrimObject(made);
}

const binary = (name: string, kind: BinaryKind) =>
  hostFunction(name, "a, b, span=None", (_m, a = null, b = null) => joined(kind, arrayOf([a, b])));

/** Rounded up: one less than the divisor is added first. */
const roundedUp = hostFunction("ceildiv", "a, b, span=None", (_m, a = null, b = null) => {
  const more = joined("Sub", arrayOf([joined("Add", arrayOf([a, b])), 1]));
  return joined("FloorDiv", arrayOf([more, b]));
});

const absolute = hostFunction("abs", "x, span=None", (_m, given = null) => {
  const x = primOf(given);
  if (x.kind === "IntImm") return new PrimObject(intImm(x.value < 0 ? -x.value : x.value, x.dtype));
  if (x.kind === "FloatImm") return new PrimObject(floatImm(Math.abs(x.value), x.dtype));
  throw new NotBuilt("tvm.tir.abs(...)");
});

/** The number that an expression of constants comes to; None where there is anything else in it. */
const constantValue = hostFunction("constant_value", "expr", (_m, expr = null) => {
  const value = valueOfPrim(primOf(expr));
  return value ? new PrimObject(value) : null;
});

export const lowLevelParts: Readonly<Record<string, Value>> = { constant_value: constantValue };

/** The type of a value that is given without one. */
function typeOfValue(m: Runtime, value: Value): string {
  if (typeof value === "boolean") return "bool";
  if (value instanceof PyFloat) return Math.abs(value.value) <= 3.40282347e38 ? "float32" : "float64";
  if (typeof value === "number" || typeof value === "bigint") return -2147483648 <= value && value <= 2147483647 ? "int32" : "int64";
  if (value instanceof PyScalar) return value.dtype.name;
  if (value instanceof PrimObject) return value.prim.dtype;
  throw raised("NotImplementedError", `Cannot automatically inference the type. value=${str(m, value)}`);
}

/** The number of a scalar of numpy, which keeps its own type; any other value as it is. */
function plainOf(value: Value): Value {
  if (!(value instanceof PyScalar)) return value;
  return value.dtype.kind === "f" ? new PyFloat(Number(value.value)) : value.value;
}

/** A number as a constant. Follows python/tvm/tir/expr.py and src/tir/op/op.cc. */
function constantOf(m: Runtime, value: Value, dtype: Value): Value {
  if (value instanceof PyArray || (value instanceof PyScalar && value.dtype.kind === "b")) {
    throw typeError(`Don't know how to handle type ${repr(m, value.cls)}`);
  }
  const type = dtype === null ? typeOfValue(m, value) : String(dtype);
  const plain = plainOf(value);
  const isNumber = typeof plain === "boolean" || typeof plain === "number" || typeof plain === "bigint" || plain instanceof PyFloat;
  if (!isNumber) {
    const code = plain === null ? 4 : typeof plain === "string" ? 11 : 8;
    throw tvmError(`First argument to tvm.tir.const must be int, float, or bool, but instead received argument with type code ${code}`);
  }
  if (type === "handle") throw tvmError("cannot make const for type handle");
  const made = primOf(plain);
  if (/^(uint|bool)/.test(type) && made.kind !== "StringImm" && "value" in made && made.value < 0) {
    throw tvmError(`cannot make uint from negative value ${Math.trunc(Number(made.value))}`);
  }
  return immediateOf(made, type);
}

const largest: ReadonlyMap<string, number> = new Map([
  ["float16", 65504],
  ["float32", 3.4028234663852886e38],
  ["float64", Number.MAX_VALUE],
]);

/** The largest or smallest number of a data type. Those of other widths than files ask for are not built. */
const limit = (name: string, isLargest: boolean) =>
  hostFunction(name, "dtype, span=None", (m, given = null) => {
    const dtype = str(m, given);
    const float = largest.get(dtype);
    if (float !== undefined) return new PrimObject(floatImm(isLargest ? float : -float, dtype));
    const [, unsigned, digits] = /^(u?)int(8|16|32|64)$/.exec(dtype) ?? [];
    const isHuge = isLargest && unsigned === "u" && digits === "64";
    if (digits === undefined || isHuge) throw new NotBuilt(`tvm.tir.${name}("${dtype}")`);
    const span = 1n << BigInt(unsigned === "u" ? digits : Number(digits) - 1);
    const lowest = unsigned === "u" ? 0n : -span;
    return new PrimObject(intImm(isLargest ? span - 1n : lowest, dtype));
  });

/** The members of `tvm.tir` that are functions on numbers. */
export const lowLevelMembers: Readonly<Record<string, Value>> = {
  all: hostFunction("all", "*args, span=None", (_m, args = null) => joined("And", args)),
  any: hostFunction("any", "*args, span=None", (_m, args = null) => joined("Or", args)),
  const: hostFunction("const", "value, dtype=None, span=None", (m, value = null, dtype = null) => constantOf(m, value, dtype)),
  abs: absolute,
  ceildiv: roundedUp,
  div: binary("div", "Div"),
  truncdiv: binary("truncdiv", "Div"),
  truncmod: binary("truncmod", "Mod"),
  floordiv: binary("floordiv", "FloorDiv"),
  floormod: binary("floormod", "FloorMod"),
  indexdiv: binary("indexdiv", "FloorDiv"),
  indexmod: binary("indexmod", "FloorMod"),
  min: binary("min", "Min"),
  max: binary("max", "Max"),
  min_value: limit("min_value", false),
  max_value: limit("max_value", true),
};
