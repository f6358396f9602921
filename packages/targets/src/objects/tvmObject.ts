/** What all objects of the compiler have in common, as Python sees them. Follows python/tvm/runtime/object.py. */
import { keptIn } from "@relayscope/ir";
import {
  attributeNames,
  classOf,
  hostAttribute,
  hostClass,
  hostMethod,
  type PyException,
  PyFloat,
  PyHost,
  type Runtime,
  raised,
  type Value,
} from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { numberText } from "./prim.ts";

/**
 * A handle on an object of the compiler. Each access makes a new one, as in the reference: `is` distinguishes handles,
 * `==` compares their objects, by `key`.
 */
export abstract class TvmObject extends PyHost {
  /** What `repr` shows. */
  abstract show(): string;

  /**
   * What `copy` makes of it, which goes through JSON in the reference: an object of its own, with copies of all that it
   * holds.
   */
  copied(): Value {
    const { module, name } = this.cls;
    throw new NotBuilt(`copy.copy(${module}.${name})`);
  }
}

/** Whether two values are handles on one thing. */
export function isSame(a: Value, b: Value): boolean {
  return a instanceof TvmObject && b instanceof TvmObject && a.key === b.key;
}

/** What asking an object of the compiler for an attribute that it does not have raises; `among`: those that it has. */
export function missing(cls: string, name: string, among: () => Iterable<string>): PyException {
  return Object.assign(raised("AttributeError", `<class '${cls}'> has no attribute ${name}`), { missed: { name, among } });
}

const noAttribute = hostMethod("__getattr__", "self, name", (_m, self, name) => {
  const { module, qualname } = classOf(self);
  throw missing(`${module}.${qualname}`, String(name), () => attributeNames(self));
});

const copied = (name: string, signature: string) =>
  hostMethod(name, signature, (_m, self = null) => (self instanceof TvmObject ? self.copied() : self));

/** Where an object is in memory, as ctypes shows it. */
class AddressObject extends PyHost {
  constructor(readonly address: number) {
    super(addressClass);
  }
}

const addressClass = hostClass({
  name: "c_void_p",
  module: "ctypes",
  members: { value: hostAttribute("value", AddressObject, ({ address }) => address) },
});

/** The places of objects, by what they are handles on. They only say which handles are of one object. */
const addresses = new WeakMap<Runtime, Map<unknown, number>>();

function addressOf(m: Runtime, { key }: TvmObject): number {
  const known = keptIn(addresses, m, () => new Map<unknown, number>());
  return keptIn(known, key, () => 0x55d0_0000_0000 + 64 * known.size);
}

const show = hostMethod("__repr__", "self", (_m, self) => (self instanceof TvmObject ? self.show() : ""));

export const tvmObjectClass = hostClass({
  name: "Object",
  module: "tvm.runtime.object",
  // Classes that a program can call have a way of their own; those of files only hold what their `__init__` gives them.
  construct: (_m, cls) => {
    const isInherited = cls.lookup("__init__") === cls.mro.at(-1)?.lookup("__init__");
    if (isInherited && !cls.isMutable) throw new NotBuilt(`${cls.module}.${cls.name}(...)`);
    return cls.allocate(cls);
  },
  members: {
    __repr__: show,
    handle: hostAttribute("handle", TvmObject, (self, m) => new AddressObject(addressOf(m, self))),
    __getattr__: noAttribute,
    __copy__: copied("__copy__", "self"),
    __deepcopy__: copied("__deepcopy__", "self, memo"),
    __eq__: hostMethod("__eq__", "self, other", (_m, self, other) => isSame(self, other)),
    __ne__: hostMethod("__ne__", "self, other", (_m, self, other) => !isSame(self, other)),
    same_as: hostMethod("same_as", "self, other", (_m, self, other) => isSame(self, other)),
    legacy_repr: hostMethod("legacy_repr", "self", (_m, self) => (self instanceof TvmObject ? self.show() : "")),
  },
  open: true,
});

/** A value as it is inside an array or a map that is shown. */
export function showValue(value: Value): string {
  if (value instanceof TvmObject) return value.show();
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "bigint") return `runtime.BoxInt(${value})`;
  if (value === null) return "(nullptr)";
  if (value instanceof PyFloat) return `runtime.BoxFloat(${numberText(value.value, 6)})`;
  return typeof value === "boolean" ? `runtime.BoxBool(${value})` : `<${value.cls.name} object>`;
}
