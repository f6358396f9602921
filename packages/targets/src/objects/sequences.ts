/** Lists that Python hands to the compiler. */
import { PyList, PyTuple, typeName, type Value } from "@relayscope/python";
import { ArrayObject } from "./containers.ts";
import { tvmError } from "./errors.ts";

/**
 * The elements of a list, a tuple or an array; undefined for anything else, which the reference does not take for an
 * array.
 */
export function elementsOf(value: Value): readonly Value[] | undefined {
  if (value instanceof PyList || value instanceof PyTuple) return value.items;
  return value instanceof ArrayObject ? value.values : undefined;
}

/** The same; raises if it is not a list. */
export function valuesOf(value: Value): readonly Value[] {
  const found = elementsOf(value);
  if (found) return found;
  throw tvmError(`Check failed: (!actual_type.defined()) is false: Expected type Array but got ${typeName(value)}`);
}
