/** Functions, methods, descriptors, `super`, modules, iterators and generators. */
import { PyGenerator, Thrown } from "../core/generator.ts";
import { PyIterator } from "../core/iteration.ts";
import { textOf } from "../core/numbers.ts";
import { call, classOf, findAttribute, getAttribute, isCallable, typeName } from "../core/protocol.ts";
import { PySuper } from "../core/super.ts";
import {
  builtinFunctionClass,
  classMethodClass,
  dictClass,
  functionClass,
  generatorClass,
  hostFunctionClass,
  iteratorClass,
  methodClass,
  methodDescriptorClass,
  moduleClass,
  objectClass,
  propertyClass,
  slotWrapperClass,
  standInClass,
  staticMethodClass,
  superClass,
  typeClass,
} from "../model/classes.ts";
import { notImplemented, PyTuple } from "../model/containers.ts";
import { baseExceptionClass, narrowing, PyException, raised, typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyClassMethod, PyFunction, PyGetSet, PyMethod, PyProperty, PyStaticMethod } from "../model/functions.ts";
import { PyModule, StandIn } from "../model/module.ts";
import type { Runtime } from "../model/runtime.ts";
import { AttributeTable, PyDict } from "../model/table.ts";
import { PyClass, PyObject, type Value } from "../model/value.ts";
import { attribute, attributesOf, fill, maker, method, procedure } from "./define.ts";

export function fillFunctions(): void {
  const shown = attributesOf(PyFunction);
  fill(functionClass, [
    new PyBuiltin("__call__", (m, [self, ...args], keywords) => call(m, self ?? null, args, keywords), { isMethod: true }),
    method("__get__", { least: 1, most: 2 }, (_m, self, [object]) =>
      (object ?? null) === null ? self : new PyMethod(self, object ?? null),
    ),
    named("__name__", "name"),
    named("__qualname__", "qualname"),
    settable("__doc__", (f) => f.code.doc),
    settable("__module__", (f) => f.globals.get("__name__") ?? null),
    shown("__globals__", (f) => new PyDict(dictClass, new AttributeTable(f.globals))),
    shown("__defaults__", (f) => (f.defaults.length === 0 ? null : new PyTuple(f.defaults))),
    shown("__kwdefaults__", (f) => {
      if (f.keywordDefaults.size === 0) return null;
      const made = new PyDict();
      for (const [name, value] of f.keywordDefaults) made.setText(name, value);
      return made;
    }),
    new PyGetSet(
      "__annotations__",
      (_m, self) => {
        if (!(self instanceof PyFunction)) return undefined;
        self.annotations ??= new PyDict();
        return self.annotations;
      },
      (_m, self, value) => {
        if (self instanceof PyFunction && value instanceof PyDict) self.annotations = value;
      },
    ),
    shown("__code__", (f) => new PyCode(f)),
    shown("__closure__", (f) => (f.cells.length === 0 ? null : new PyTuple(f.cells.map((c) => c.value ?? null)))),
  ]);
  fillCode();
  fillBuiltins();
}

function named(name: string, key: "name" | "qualname"): PyGetSet {
  return new PyGetSet(
    name,
    (_m, self) => (self instanceof PyFunction ? self[key] : undefined),
    (_m, self, value) => {
      const text = textOf(value ?? null);
      if (text === undefined) throw typeError(`${name} must be set to a string object`);
      if (self instanceof PyFunction) self[key] = text;
    },
  );
}

/** An attribute that is kept with the object's own once it is set. */
function settable(name: string, get: (f: PyFunction) => Value): PyGetSet {
  return new PyGetSet(
    name,
    (_m, self) => (self instanceof PyFunction ? (self.attrs?.has(name) ? self.attrs.get(name) : get(self)) : undefined),
    (_m, self, value) => {
      if (!(self instanceof PyFunction)) return;
      self.attrs ??= new Map();
      self.attrs.set(name, value ?? null);
    },
  );
}

const codeType = new PyClass({ name: "code", bases: [objectClass], metaclass: typeClass, isFinal: true });

class PyCode extends PyObject {
  constructor(readonly of: PyFunction) {
    super(codeType);
  }
}

function fillCode(): void {
  const shown = attributesOf(PyCode);
  fill(codeType, [
    shown("co_name", ({ of }) => of.code.name),
    shown("co_filename", ({ of }) => of.code.file),
    shown("co_firstlineno", ({ of }) => of.code.line),
    shown("co_argcount", ({ of }) => of.code.parameters.positional),
    shown("co_kwonlyargcount", ({ of }) => of.code.parameters.keywordOnly),
    shown("co_varnames", ({ of }) => new PyTuple(of.code.parameters.names)),
  ]);
}

function fillBuiltins(): void {
  for (const cls of [builtinFunctionClass, hostFunctionClass, methodDescriptorClass, slotWrapperClass]) {
    const shown = attributesOf(PyBuiltin);
    fill(cls, [
      shown("__name__", (f) => f.name),
      shown("__qualname__", (f) => f.qualname),
      shown("__module__", (f) => f.module),
      attribute("__doc__", () => null),
      attribute("__self__", () => null),
      new PyBuiltin("__call__", (m, [self, ...args], keywords) => call(m, self ?? null, args, keywords), { isMethod: true }),
    ]);
  }
  for (const cls of [methodDescriptorClass, slotWrapperClass]) {
    fill(cls, [
      method("__get__", { least: 1, most: 2 }, (_m, self, [object]) =>
        (object ?? null) === null ? self : new PyMethod(self, object ?? null),
      ),
    ]);
  }
  fill(methodClass, [
    maker((_m, _cls, [callee = null, self = null]) => {
      if (!isCallable(callee)) throw typeError("first argument must be callable");
      return new PyMethod(callee, self);
    }),
    attribute("__self__", (_m, self) => (self instanceof PyMethod ? self.self : undefined)),
    attribute("__func__", (_m, self) => (self instanceof PyMethod ? self.callee : undefined)),
    method("__getattr__", 1, (m, self, [name]) =>
      self instanceof PyMethod ? getAttribute(m, self.callee, textOf(name ?? null) ?? "") : null,
    ),
    attribute("__doc__", (m, self) => (self instanceof PyMethod ? (findAttribute(m, self.callee, "__doc__") ?? null) : undefined)),
    method("__eq__", 1, (_m, self, [other]) =>
      self instanceof PyMethod && other instanceof PyMethod ? self.callee === other.callee && self.self === other.self : notImplemented,
    ),
    method("__hash__", 0, () => 7),
    new PyBuiltin("__call__", (m, [self, ...args], keywords) => call(m, self ?? null, args, keywords), { isMethod: true }),
  ]);
}

export function fillDescriptors(): void {
  propertyClass.holdBy((cls) => new PyProperty(null, null, null, cls));
  const of = (value: Value): PyProperty => (value instanceof PyProperty ? value : new PyProperty(null, null, null));
  const changed = (name: string, make: (old: PyProperty, callee: Value) => PyProperty) =>
    method(name, 1, (_m, self, [callee]) => {
      const made = make(of(self), callee ?? null);
      made.name = of(self).name;
      return made;
    });
  fill(propertyClass, [
    maker((_m, cls, args, keywords) => {
      const part = (at: number, name: string) => args[at] ?? keywords?.get(name) ?? null;
      const made = new PyProperty(part(0, "fget"), part(1, "fset"), part(2, "fdel"), cls);
      return made;
    }),
    changed("getter", (old, callee) => new PyProperty(callee, old.setter, old.deleter, old.cls)),
    changed("setter", (old, callee) => new PyProperty(old.getter, callee, old.deleter, old.cls)),
    changed("deleter", (old, callee) => new PyProperty(old.getter, old.setter, callee, old.cls)),
    attribute("fget", (_m, self) => of(self).getter),
    attribute("fset", (_m, self) => of(self).setter),
    attribute("fdel", (_m, self) => of(self).deleter),
    attribute("__doc__", (m, self) => (of(self).getter === null ? null : (findAttribute(m, of(self).getter, "__doc__") ?? null))),
    method("__get__", { least: 1, most: 2 }, (m, self, [object]) =>
      (object ?? null) === null ? self : call(m, of(self).getter, [object ?? null]),
    ),
    method("__set__", 2, (m, self, [object, value]) => call(m, of(self).setter, [object ?? null, value ?? null])),
    method("__delete__", 1, (m, self, [object]) => call(m, of(self).deleter, [object ?? null])),
    attribute("__isabstractmethod__", (m, self) =>
      of(self).getter === null ? false : (findAttribute(m, of(self).getter, "__isabstractmethod__") ?? false),
    ),
  ]);
  const inner = (value: Value): Value => (value instanceof PyStaticMethod || value instanceof PyClassMethod ? value.callee : null);
  for (const cls of [staticMethodClass, classMethodClass]) {
    fill(cls, [
      maker((_m, made, [callee]) => {
        if (callee === undefined) throw typeError(`${made.name} expected 1 argument, got 0`);
        return cls === staticMethodClass ? new PyStaticMethod(callee) : new PyClassMethod(callee);
      }),
      attribute("__func__", (_m, self) => inner(self)),
      attribute("__wrapped__", (_m, self) => inner(self)),
      method("__getattr__", 1, (m, self, [name]) => getAttribute(m, inner(self), textOf(name ?? null) ?? "")),
      attribute("__isabstractmethod__", (m, self) => findAttribute(m, inner(self), "__isabstractmethod__") ?? false),
    ]);
  }
  fill(staticMethodClass, [
    new PyBuiltin("__call__", (m, [self, ...args], keywords) => call(m, inner(self ?? null), args, keywords), { isMethod: true }),
    method("__get__", { least: 1, most: 2 }, (_m, self) => inner(self)),
  ]);
  fill(classMethodClass, [
    method("__get__", { least: 1, most: 2 }, (_m, self, [object, cls]) => new PyMethod(inner(self), cls ?? classOf(object ?? null))),
  ]);
  fill(superClass, [
    maker((_m, _cls, [cls, object]) => {
      if (!(cls instanceof PyClass)) throw typeError(`super() argument 1 must be a type, not ${typeName(cls ?? null)}`);
      return new PySuper(cls, object ?? null);
    }),
    method("__getattribute__", 1, (m, self, [name]) => (self instanceof PySuper ? self.find(m, textOf(name ?? null) ?? "") : null)),
  ]);
}

export function fillModules(): void {
  fill(moduleClass, [
    maker((_m, cls, [name]) => new PyModule(textOf(name ?? null) ?? "", { cls })),
    method("__repr__", 0, (_m, self) =>
      self instanceof PyModule ? `<module '${self.name}'${self.file === undefined ? "" : ` from '${self.file}'`}>` : "<module>",
    ),
  ]);
}

/** Defines how a missing module, function or class reacts to its use. */
export function fillStandIns(): void {
  const complain = (self: Value | undefined, kind: "call" | "derive") => {
    if (self instanceof StandIn) throw self.complain({ kind });
    return null;
  };
  fill(standInClass, [
    new PyBuiltin("__call__", (_m, [self]) => complain(self, "call"), { isMethod: true }),
    method("__mro_entries__", 1, (_m, self) => complain(self, "derive")),
  ]);
}

export function fillIterators(): void {
  const advance = (m: Runtime, self: Value): Value => {
    if (!(self instanceof PyIterator)) throw typeError(`'${typeName(self)}' object is not an iterator`);
    const value = self.next(m);
    if (value !== undefined) return value;
    throw self instanceof PyGenerator && self.frame.result !== null ? raised("StopIteration", self.frame.result) : raised("StopIteration");
  };
  fill(iteratorClass, [method("__iter__", 0, (_m, self) => self), method("__next__", 0, advance), method("__length_hint__", 0, () => 0)]);
  const of = narrowing(PyGenerator, () => typeError("a generator is needed"));
  const resumed = (self: Value, value: Value | undefined): Value => {
    if (value !== undefined) return value;
    const { result } = of(self).frame;
    throw result === null ? raised("StopIteration") : raised("StopIteration", result);
  };
  fill(generatorClass, [
    method("__iter__", 0, (_m, self) => self),
    method("__next__", 0, (m, self) => resumed(self, of(self).resume(m, null))),
    method("send", 1, (m, self, [value]) => resumed(self, of(self).resume(m, value ?? null))),
    method("throw", { least: 1, most: 3 }, (m, self, [given, value]) => {
      const error =
        given instanceof PyClass && given.isSubclassOf(baseExceptionClass)
          ? call(m, given, value === undefined || value === null ? [] : [value])
          : given;
      if (!(error instanceof PyException))
        throw typeError(`exceptions must be classes or instances deriving from BaseException, not ${typeName(given ?? null)}`);
      return resumed(self, of(self).resume(m, new Thrown(error)));
    }),
    procedure("close", 0, (m, self) => of(self).close(m)),
    attribute("__name__", (_m, self) => of(self).name),
    attribute("__qualname__", (_m, self) => of(self).qualname),
    attribute("gi_frame", () => null),
  ]);
}
