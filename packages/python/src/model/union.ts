/** `int | str`: what annotations and `isinstance` take for either. */
import { objectClass, typeClass } from "./classes.ts";
import { notImplemented } from "./containers.ts";
import { PyClass, PyObject, type Value } from "./value.ts";

export const unionClass = new PyClass({ name: "UnionType", module: "types", bases: [objectClass], metaclass: typeClass, isFinal: true });

export class PyUnion extends PyObject {
  constructor(readonly members: readonly Value[]) {
    super(unionClass);
  }
}

/** `a | b` of classes; NotImplemented for a value that a union cannot contain. */
export function unionOf(a: Value, b: Value): Value {
  const parts = [a, b].flatMap((side) => (side instanceof PyUnion ? [...side.members] : [side]));
  if (!parts.every((part) => part === null || isUnionable(part))) return notImplemented;
  const members = parts.filter((part, at) => parts.indexOf(part) === at);
  return members.length === 1 ? (members[0] ?? null) : new PyUnion(members);
}

/** Classes, and `list[int]`. Objects of typing make unions of their own; other instances are values. */
function isUnionable(part: Value): boolean {
  if (!(part instanceof PyObject) || part instanceof PyClass) return part instanceof PyClass;
  return part.cls.module === "types";
}
