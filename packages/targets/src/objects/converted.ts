/** Values of Python as the compiler keeps them. Follows python/tvm/runtime/object_generic.py. */
import { mapOrderOfDict } from "@relayscope/ir";
import { PyDict, type Value } from "@relayscope/python";
import { arrayOf, MapObject } from "./containers.ts";
import { elementsOf } from "./sequences.ts";
import { textEntries } from "./toCompiler.ts";

/** A value as the compiler keeps it. */
export function converted(value: Value): Value {
  const elements = elementsOf(value);
  if (elements) return arrayOf(elements.map(converted));
  if (!(value instanceof PyDict)) return value;
  const given = new Map(textEntries(value));
  const entries = mapOrderOfDict([...given.keys()]).map((key) => [key, converted(given.get(key) ?? null)] as const);
  return new MapObject(
    entries,
    () => entries,
    (key) => entries.find(([name]) => name === key)?.[1],
  );
}
