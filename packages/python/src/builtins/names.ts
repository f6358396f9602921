/**
 * The built-in names: classes, exceptions, functions. They are the same for every machine, and no program can change
 * them.
 */

import { hostClass } from "../host/native.ts";
import {
  boolClass,
  bytesClass,
  classMethodClass,
  dictClass,
  floatClass,
  frozensetClass,
  intClass,
  listClass,
  objectClass,
  propertyClass,
  rangeClass,
  setClass,
  sliceClass,
  staticMethodClass,
  strClass,
  superClass,
  tupleClass,
  typeClass,
} from "../model/classes.ts";
import { ellipsis, notImplemented } from "../model/containers.ts";
import { exceptionClasses, exceptionClassOf, unavailable } from "../model/exceptions.ts";
import type { Value } from "../model/value.ts";
import { fillAliases } from "../types/aliases.ts";
import { fillDescriptors, fillFunctions, fillIterators, fillModules, fillStandIns } from "../types/callables.ts";
import { fillExceptions } from "../types/exceptions.ts";
import { lazyIterators } from "../types/lazyIterators.ts";
import { fillFloat, fillInt } from "../types/numbers.ts";
import { fillObject, fillType } from "../types/object.ts";
import { fillOthers } from "../types/others.ts";
import { fillBytes, fillList, fillRange, fillTuple } from "../types/sequences.ts";
import { fillSets } from "../types/sets.ts";
import { fillDict } from "../types/tables.ts";
import { fillText } from "../types/text.ts";
import { builtinFunctions } from "./functions.ts";

/** `object` and `type` are first: what the others define is compared with theirs. */
const fills = [
  fillObject,
  fillType,
  fillInt,
  fillFloat,
  fillText,
  fillList,
  fillTuple,
  fillRange,
  fillBytes,
  fillDict,
  fillSets,
  fillFunctions,
  fillDescriptors,
  fillModules,
  fillStandIns,
  fillIterators,
  fillExceptions,
  fillOthers,
  fillAliases,
] as const;

const shownClasses = [
  objectClass,
  typeClass,
  intClass,
  boolClass,
  floatClass,
  strClass,
  bytesClass,
  listClass,
  tupleClass,
  dictClass,
  setClass,
  frozensetClass,
  rangeClass,
  sliceClass,
  propertyClass,
  staticMethodClass,
  classMethodClass,
  superClass,
  ...lazyIterators,
] as const;

/** Classes of which there are no objects here: a program may ask whether something is one. */
const emptyClasses = ["bytearray", "complex", "memoryview"].map((name) =>
  hostClass({
    name,
    module: "builtins",
    construct: () => {
      throw unavailable(`${name}() is`);
    },
  }),
);

const known = makeNames();

function makeNames(): ReadonlyMap<string, Value> {
  for (const fill of fills) fill();
  const names = new Map<string, Value>([
    ["__name__", "builtins"],
    ["__debug__", true],
    ["Ellipsis", ellipsis],
    ["NotImplemented", notImplemented],
    ["EnvironmentError", exceptionClassOf("OSError")],
    ["IOError", exceptionClassOf("OSError")],
  ]);
  for (const cls of [...shownClasses, ...emptyClasses]) names.set(cls.name, cls);
  for (const [name, cls] of exceptionClasses) names.set(name, cls);
  for (const made of builtinFunctions()) names.set(made.name, made);
  return names;
}

/** A copy of the built-in names for one machine. */
export function builtinNames(): Map<string, Value> {
  return new Map(known);
}
