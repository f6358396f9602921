/** Classes with the types of what they hold, as annotations write them. */
import { equals } from "../core/equality.ts";
import { call, findAttribute } from "../core/protocol.ts";
import { repr } from "../core/representation.ts";
import { aliasClass, PyAlias } from "../model/alias.ts";
import { dictClass, frozensetClass, listClass, setClass, tupleClass } from "../model/classes.ts";
import { ellipsis, notImplemented, PyList, PyTuple } from "../model/containers.ts";
import { narrowing, raised, typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyClassMethod } from "../model/functions.ts";
import type { Runtime } from "../model/runtime.ts";
import { unionOf } from "../model/union.ts";
import { PyClass, type Value } from "../model/value.ts";
import { attribute, fill, method } from "./define.ts";

const of = narrowing(PyAlias, () => typeError("a parameterized generic is expected"));

function shown(m: Runtime, part: Value): string {
  if (part === ellipsis) return "...";
  if (part instanceof PyList) return `[${part.items.map((item) => shown(m, item)).join(", ")}]`;
  if (!(part instanceof PyClass)) return repr(m, part);
  return part.module === "builtins" ? part.qualname : `${part.module}.${part.qualname}`;
}

const toAlias = new PyClassMethod(
  new PyBuiltin("__class_getitem__", (_m, [cls, item]) => (cls instanceof PyClass ? new PyAlias(cls, item ?? null) : null)),
);

/** `__class_getitem__` of the classes that hold values. */
const aliasing: readonly [string, Value] = ["__class_getitem__", toAlias];

export function fillAliases(): void {
  for (const cls of [listClass, tupleClass, dictClass, setClass, frozensetClass]) fill(cls, [[...aliasing]]);
  fill(aliasClass, [
    method("__repr__", 0, (m, self) => {
      const { origin, args } = of(self);
      return `${shown(m, origin)}[${args.length === 0 ? "()" : args.map((arg) => shown(m, arg)).join(", ")}]`;
    }),
    new PyBuiltin("__call__", (m, [self = null, ...args], keywords) => call(m, of(self).origin, args, keywords), { isMethod: true }),
    method("__getattr__", 1, (m, self, [name]) => {
      const found = findAttribute(m, of(self).origin, String(name));
      if (found === undefined) throw raised("AttributeError", `type object '${of(self).origin.name}' has no attribute '${String(name)}'`);
      return found;
    }),
    method("__mro_entries__", 1, (_m, self) => new PyTuple([of(self).origin])),
    method("__instancecheck__", 1, () => {
      throw typeError("isinstance() argument 2 cannot be a parameterized generic");
    }),
    method("__or__", 1, (_m, self, [other]) => unionOf(self, other ?? null)),
    method("__ror__", 1, (_m, self, [other]) => unionOf(other ?? null, self)),
    method("__eq__", 1, (m, self, [other]) => {
      if (!(other instanceof PyAlias)) return notImplemented;
      const { origin, args } = of(self);
      return origin === other.origin && equals(m, new PyTuple(args), new PyTuple(other.args));
    }),
    method("__hash__", 0, (_m, self) => of(self).args.length),
    attribute("__origin__", (_m, self) => of(self).origin),
    attribute("__args__", (_m, self) => new PyTuple(of(self).args)),
  ]);
}
