/** Functions on numbers of the low-level language. Follows python/tvm/tir/op.py. */
import { hostFunction, PyFloat, raised, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { arrayOf } from "../objects/containers.ts";
import { type BinaryKind, castPrim, combine, type Prim } from "../objects/prim.ts";
import { PrimObject, primOf } from "../objects/primObjects.ts";
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

/** The type of a number that is given without one. */
function typeOfNumber(value: Value): string {
  if (typeof value === "boolean") return "bool";
  if (value instanceof PyFloat) return Math.abs(value.value) <= 3.40282347e38 ? "float32" : "float64";
  return -2147483648 <= Number(value) && Number(value) <= 2147483647 ? "int32" : "int64";
}

/** A number as a constant. Follows python/tvm/runtime/object_generic.py. */
function constantOf(value: Value, dtype: Value): Value {
  const isNumber = typeof value === "boolean" || typeof value === "number" || typeof value === "bigint" || value instanceof PyFloat;
  if (!isNumber) throw new NotBuilt("tvm.tir.const(...)");
  return new PrimObject(castPrim(primOf(value), dtype === null ? typeOfNumber(value) : String(dtype)));
}

/** The members of `tvm.tir` that are functions on numbers. */
export const lowLevelMembers: Readonly<Record<string, Value>> = {
  all: hostFunction("all", "*args, span=None", (_m, args = null) => joined("And", args)),
  any: hostFunction("any", "*args, span=None", (_m, args = null) => joined("Or", args)),
  const: hostFunction("const", "value, dtype=None, span=None", (_m, value = null, dtype = null) => constantOf(value, dtype)),
  floordiv: binary("floordiv", "FloorDiv"),
  floormod: binary("floormod", "FloorMod"),
  indexdiv: binary("indexdiv", "FloorDiv"),
  indexmod: binary("indexmod", "FloorMod"),
  min: binary("min", "Min"),
  max: binary("max", "Max"),
};
