/** `object` and `type`: what all objects and all classes have. */
import { newClass } from "../core/classes.ts";
import { notEqual, sameOrUnknown } from "../core/equality.ts";
import { formatAsObject } from "../core/formatting.ts";
import { hashAsBuiltin } from "../core/hashing.ts";
import { collect } from "../core/iteration.ts";
import { textOf } from "../core/numbers.ts";
import { abstractError, attributeNames, classOf, findPlain, instantiate, noAttribute, setPlain, typeName } from "../core/protocol.ts";
import { reprAsObject, strAsObject } from "../core/representation.ts";
import { dictClass, mappingProxyClass, noneClass, objectClass, typeClass } from "../model/classes.ts";
import { notImplemented, PyList, PyTuple } from "../model/containers.ts";
import { raised, typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyClassMethod, PyGetSet } from "../model/functions.ts";
import { AttributeTable, markPlain, PyDict } from "../model/table.ts";
import { unionOf } from "../model/union.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import { attributesOf, fill, maker, method, procedure } from "./define.ts";

function nameOf(value: Value | undefined): string {
  const name = textOf(value ?? null);
  if (name === undefined) throw typeError(`attribute name must be string, not '${typeName(value ?? null)}'`);
  return name;
}

export function fillObject(): void {
  const equal = method("__eq__", 1, (_m, self, [other]) => sameOrUnknown(self, other ?? null));
  const hash = method("__hash__", 0, (m, self) => hashAsBuiltin(m, self));
  markPlain(equal);
  markPlain(hash);
  const unknown = (name: string) => method(name, 1, () => notImplemented);
  fill(objectClass, [
    maker((_m, cls) => {
      if (cls.abstractMethods.length > 0) throw abstractError(cls);
      return cls.allocate(cls);
    }),
    procedure("__init__", { least: 0, most: 0 }, (_m, self, args) => {
      if (args.length > 0) throw typeError(`${typeName(self)}() takes no arguments`);
    }),
    equal,
    hash,
    method("__ne__", 1, (m, self, [other]) => notEqual(m, self, other ?? null)),
    unknown("__lt__"),
    unknown("__le__"),
    unknown("__gt__"),
    unknown("__ge__"),
    method("__repr__", 0, (m, self) => reprAsObject(m, self)),
    method("__str__", 0, (m, self) => strAsObject(m, self)),
    method("__format__", 1, (m, self, [spec]) => formatAsObject(m, self, textOf(spec ?? "") ?? "")),
    method("__getattribute__", 1, (m, self, [name]) => {
      const value = findPlain(m, self, classOf(self), nameOf(name));
      if (value === undefined) throw noAttribute(self, nameOf(name));
      return value;
    }),
    procedure("__setattr__", 2, (m, self, [name, value]) => setPlain(m, self, nameOf(name), value ?? null)),
    procedure("__delattr__", 1, (m, self, [name]) => setPlain(m, self, nameOf(name), undefined)),
    method("__dir__", 0, (_m, self) => new PyList(attributeNames(self))),
    method("__sizeof__", 0, () => 48),
    [
      "__init_subclass__",
      new PyClassMethod(
        new PyBuiltin("__init_subclass__", (_m, args, keywords) => {
          const [cls] = args;
          if (keywords?.size)
            throw typeError(`${cls instanceof PyClass ? cls.name : "object"}.__init_subclass__() takes no keyword arguments`);
          return null;
        }),
      ),
    ],
    ["__subclasshook__", new PyClassMethod(new PyBuiltin("__subclasshook__", () => notImplemented))],
    new PyGetSet(
      "__class__",
      (_m, self) => classOf(self),
      (_m, self, value) => {
        if (!(value instanceof PyClass)) throw typeError(`__class__ must be set to a class, not '${typeName(value ?? null)}' object`);
        if (!(self instanceof PyObject) || !self.cls.isMutable || !value.isMutable || value.solid !== self.cls.solid) {
          throw typeError("__class__ assignment only supported for mutable types or ModuleType subclasses");
        }
        self.cls = value;
      },
    ),
    new PyGetSet(
      "__dict__",
      (_m, self) => {
        if (!(self instanceof PyObject) || !self.cls.open) return undefined;
        self.attrs ??= new Map();
        return new PyDict(dictClass, new AttributeTable(self.attrs));
      },
      (_m, self, value) => {
        if (!(self instanceof PyObject) || !self.cls.open) throw raised("AttributeError", "__dict__");
        if (!(value instanceof PyDict)) throw typeError(`__dict__ must be set to a dictionary, not a '${typeName(value ?? null)}'`);
        const attrs = new Map<string, Value>();
        for (const { key, value: item } of value.table.list()) attrs.set(String(key), item);
        self.attrs = attrs;
      },
    ),
    ["__doc__", null],
  ]);
  fill(noneClass, [method("__bool__", 0, () => false)]);
}

export function fillType(): void {
  const shown = attributesOf(PyClass);
  const text = (name: string, key: "name" | "qualname") =>
    new PyGetSet(
      name,
      (_m, self) => (self instanceof PyClass ? self[key] : undefined),
      (_m, self, value) => {
        const given = textOf(value ?? null);
        if (!(self instanceof PyClass)) throw typeError(`'${typeName(self)}' is not a class`);
        if (value === undefined) throw typeError(`cannot delete '${name}' attribute of immutable type '${self.name}'`);
        if (given === undefined) throw typeError(`can only assign string to ${self.name}.${name}, not '${typeName(value ?? null)}'`);
        self[key] = given;
      },
    );
  fill(typeClass, [
    maker((m, metaclass, args, keywords) => {
      const [name, bases, names] = args;
      if (args.length === 1 && metaclass === typeClass) return classOf(name ?? null);
      if (args.length !== 3) throw typeError("type() takes 1 or 3 arguments");
      if (typeof name !== "string") throw typeError(`type.__new__() argument 1 must be str, not ${typeName(name ?? null)}`);
      if (!(bases instanceof PyTuple)) throw typeError(`type.__new__() argument 2 must be tuple, not ${typeName(bases ?? null)}`);
      if (!(names instanceof PyDict)) throw typeError(`type.__new__() argument 3 must be dict, not ${typeName(names ?? null)}`);
      const entries = new Map<string, Value>();
      for (const { key, value } of names.table.list()) entries.set(String(key), value);
      if (!entries.has("__module__")) entries.set("__module__", m.frame?.globals.get("__name__") ?? null);
      return newClass(m, { name, bases: bases.items, names: entries, metaclass, keywords: keywords ?? new Map() });
    }),
    // The words after the bases are for `__new__` and `__init_subclass__`.
    new PyBuiltin("__init__", () => null, { isMethod: true }),
    new PyBuiltin(
      "__call__",
      (m, [cls, ...args], keywords) => {
        if (!(cls instanceof PyClass)) throw typeError("descriptor '__call__' requires a 'type' object");
        return instantiate(m, cls, args, keywords);
      },
      { isMethod: true },
    ),
    text("__name__", "name"),
    text("__qualname__", "qualname"),
    new PyGetSet(
      "__module__",
      (_m, self) => (self instanceof PyClass ? (self.dict.get("__module__") ?? self.module) : undefined),
      (_m, self, value) => {
        if (!(self instanceof PyClass) || !self.isMutable) return;
        self.define("__module__", value);
        self.module = textOf(value ?? null) ?? self.module;
      },
    ),
    shown("__bases__", ({ bases }) => new PyTuple(bases)),
    shown("__base__", ({ bases }) => bases[0] ?? null),
    shown("__mro__", ({ mro }) => new PyTuple(mro)),
    shown("__dict__", ({ dict }) => new PyDict(mappingProxyClass, new AttributeTable(dict).copy())),
    new PyGetSet(
      "__doc__",
      (_m, self) => (self instanceof PyClass ? (self.dict.get("__doc__") ?? null) : undefined),
      (_m, self, value) => {
        if (self instanceof PyClass && self.isMutable) self.define("__doc__", value);
      },
    ),
    new PyGetSet(
      "__abstractmethods__",
      (_m, self) => (self instanceof PyClass ? self.dict.get("__abstractmethods__") : undefined),
      (m, self, value) => {
        if (self instanceof PyClass && value !== undefined) self.abstractMethods = collect(m, value).map(String).sort();
      },
    ),
    method("mro", 0, (_m, self) => new PyList(self instanceof PyClass ? [...self.mro] : [])),
    method("__subclasses__", 0, (_m, self) => new PyList(self instanceof PyClass ? [...self.subclasses] : [])),
    method("__instancecheck__", 1, (_m, self, [value]) => self instanceof PyClass && classOf(value ?? null).isSubclassOf(self)),
    method("__subclasscheck__", 1, (_m, self, [value]) => self instanceof PyClass && value instanceof PyClass && value.isSubclassOf(self)),
    method("__or__", 1, (_m, self, [other]) => unionOf(self, other ?? null)),
    method("__ror__", 1, (_m, self, [other]) => unionOf(other ?? null, self)),
  ]);
}
