/** Functions on numbers of the low-level language. Follows python/tvm/tir/op.py. */
import { hostFunction, raised, type Value } from "@relayscope/python";
import { arrayOf } from "../objects/containers.ts";
import { type BinaryKind, combine, type Prim } from "../objects/prim.ts";
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

/** The members of `tvm.tir` that are functions on numbers. */
export const lowLevelMembers: Readonly<Record<string, Value>> = {
  all: hostFunction("all", "*args, span=None", (_m, args = null) => joined("And", args)),
  any: hostFunction("any", "*args, span=None", (_m, args = null) => joined("Or", args)),
  floordiv: binary("floordiv", "FloorDiv"),
  floormod: binary("floormod", "FloorMod"),
  indexdiv: binary("indexdiv", "FloorDiv"),
  indexmod: binary("indexmod", "FloorMod"),
  min: binary("min", "Min"),
  max: binary("max", "Max"),
};
