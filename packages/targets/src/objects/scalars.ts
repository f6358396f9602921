/** Scalars of numpy as numbers of the low-level language. */
import { PyScalar, type Value } from "@relayscope/python";
import { floatImm, intImm, type Prim } from "./prim.ts";

/**
 * The number that a scalar of numpy is; undefined for anything else. The reference takes it for a plain number of
 * Python.
 */
export function scalarPrimOf(value: Value): Prim | undefined {
  if (!(value instanceof PyScalar)) return undefined;
  const { dtype } = value;
  const number = value.value;
  if (dtype.kind === "f") return floatImm(Number(number));
  if (dtype.kind === "b") return intImm(Number(number), "bool");
  const plain = Number(number);
  return intImm(Number.isSafeInteger(plain) ? plain : number, Math.abs(plain) < 2 ** 31 ? "int32" : "int64");
}
