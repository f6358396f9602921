/** None, `...`, NotImplemented and unions. */
import { repr, reprAsBuiltin } from "../core/representation.ts";
import { ellipsisClass, noneClass, notImplementedClass } from "../model/classes.ts";
import { notImplemented, PyTuple } from "../model/containers.ts";
import { PyUnion, unionClass, unionOf } from "../model/union.ts";
import { PyClass, type Value } from "../model/value.ts";
import { attribute, fill, method } from "./define.ts";

export function fillOthers(): void {
  fill(noneClass, [
    method("__repr__", 0, () => "None"),
    method("__or__", 1, (_m, self, [other]) => unionOf(self, other ?? null)),
    method("__ror__", 1, (_m, self, [other]) => unionOf(other ?? null, self)),
  ]);
  for (const cls of [ellipsisClass, notImplementedClass]) fill(cls, [method("__repr__", 0, (m, self) => reprAsBuiltin(m, self))]);
  const membersOf = (value: Value): readonly Value[] => (value instanceof PyUnion ? value.members : []);
  fill(unionClass, [
    method("__or__", 1, (_m, self, [other]) => unionOf(self, other ?? null)),
    method("__ror__", 1, (_m, self, [other]) => unionOf(other ?? null, self)),
    method("__repr__", 0, (m, self) =>
      membersOf(self)
        .map((part) => (part === null ? "None" : part instanceof PyClass ? part.qualname : repr(m, part)))
        .join(" | "),
    ),
    method("__eq__", 1, (_m, self, [other]) => {
      if (!(other instanceof PyUnion)) return notImplemented;
      return membersOf(self).length === other.members.length && membersOf(self).every((part) => other.members.includes(part));
    }),
    method("__hash__", 0, (_m, self) => membersOf(self).length),
    attribute("__args__", (_m, self) => new PyTuple(membersOf(self))),
  ]);
}
