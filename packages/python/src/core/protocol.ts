/**
 * The protocol of objects: their class, attributes, calls. Every look-up of the evaluator and its hosts goes through
 * this file.
 */
import { boolClass, hostFunctionClass, intClass, moduleClass, noneClass, objectClass, strClass, typeClass } from "../model/classes.ts";
import { type PyException, raised, typeError } from "../model/exceptions.ts";
import { PyBuiltin, PyClassMethod, PyFunction, PyGetSet, PyMethod, PyProperty, PyStaticMethod } from "../model/functions.ts";
import { PyModule, StandIn } from "../model/module.ts";
import { claim, type Runtime } from "../model/runtime.ts";
import { type Keywords, PyClass, PyObject, type Value } from "../model/value.ts";
import { attempt } from "./attempt.ts";
import { bindArguments } from "./binding.ts";

/** A value's class. */
export function classOf(value: Value): PyClass {
  switch (typeof value) {
    case "string":
      return strClass;
    case "number":
    case "bigint":
      return intClass;
    case "boolean":
      return boolClass;
    default:
      return value === null ? noneClass : value.cls;
  }
}

/** The name of a value's class, for messages: CPython's own classes of `types` have their module in it. */
export function typeName(value: Value): string {
  if (value instanceof PyObject) value.classAsked();
  const { name, module, isMutable } = classOf(value);
  return module === "types" && !isMutable ? `types.${name}` : name;
}

/** Whether a value is an instance of a class, without asking `__instancecheck__`. */
export function isInstance(value: Value, cls: PyClass): boolean {
  return classOf(value).isSubclassOf(cls);
}

// ---- calls

/** Calls a value. Raises what it raises, and TypeError where it can't be called. */
export function call(m: Runtime, callee: Value, args: readonly Value[], keywords?: Keywords): Value {
  if (callee instanceof PyFunction) return callFunction(m, callee, args, keywords);
  if (callee instanceof PyBuiltin) return callee.call(m, args, keywords);
  if (callee instanceof PyMethod) return call(m, callee.callee, [callee.self, ...args], keywords);
  if (callee instanceof PyClass) return callClass(m, callee, args, keywords);
  const method = callee instanceof PyObject ? callee.cls.lookup("__call__") : undefined;
  if (method === undefined) throw typeError(`'${typeName(callee)}' object is not callable`);
  return callBound(m, method, callee, args, keywords);
}

/** Calls a function of the file. */
function callFunction(m: Runtime, callee: PyFunction, args: readonly Value[], keywords: Keywords | undefined): Value {
  const { code } = callee;
  const { positional, names } = code.parameters;
  const slots: (Value | undefined)[] = new Array(code.slotCount);
  if (keywords === undefined && args.length === positional && names.length === positional) {
    for (let i = 0; i < positional; i++) slots[i] = args[i];
  } else {
    const { qualname, defaults, keywordDefaults } = callee;
    bindArguments({ qualname, parameters: code.parameters, defaults, keywordDefaults }, args, keywords, slots);
  }
  return code.run(m, callee, slots);
}

/** Calls an entry of a class with an instance as its first argument. */
export function callBound(m: Runtime, method: Value, self: Value, args: readonly Value[], keywords?: Keywords): Value {
  if (method instanceof PyFunction) return callFunction(m, method, [self, ...args], keywords);
  if (method instanceof PyBuiltin && method.isMethod) return method.call(m, [self, ...args], keywords);
  return call(m, bind(m, method, self, classOf(self)), args, keywords);
}

/** Calls a method that the class (not the object) has; undefined where it has none. */
export function callSpecial(m: Runtime, self: Value, name: string, args: readonly Value[]): Value | undefined {
  const method = classOf(self).lookup(name);
  if (method === undefined || method === null) return undefined;
  return callBound(m, method, self, args);
}

/** Calls an attribute of an object, a method mostly. */
export function callMethod(m: Runtime, self: Value, name: string, args: readonly Value[], keywords?: Keywords): Value {
  return call(m, getAttribute(m, self, name), args, keywords);
}

function callClass(m: Runtime, cls: PyClass, args: readonly Value[], keywords: Keywords | undefined): Value {
  if (cls.cls !== typeClass) {
    const own = cls.cls.lookup("__call__");
    if (own !== undefined && own !== typeClass.lookup("__call__")) return callBound(m, own, cls, args, keywords);
  }
  return instantiate(m, cls, args, keywords);
}

/** What `type.__call__` does: `__new__`, then `__init__`. */
export function instantiate(m: Runtime, cls: PyClass, args: readonly Value[], keywords?: Keywords): Value {
  if (cls === typeClass && args.length === 1 && !keywords?.size) {
    if (args[0] instanceof PyObject) args[0].classAsked();
    return classOf(args[0] ?? null);
  }
  const make = cls.lookup("__new__");
  const init = cls.lookup("__init__");
  let made: Value;
  claim(m, 128);
  if (make === undefined || make === objectNew()) {
    if (cls.abstractMethods.length > 0) throw abstractError(cls);
    if (init === objectInit() && (args.length > 0 || keywords?.size)) throw typeError(`${cls.name}() takes no arguments`);
    made = cls.allocate(cls);
  } else {
    made = call(m, make instanceof PyStaticMethod ? make.callee : make, [cls, ...args], keywords);
    if (!isInstance(made, cls)) return made;
  }
  if (init !== undefined && init !== objectInit()) {
    const answer = callBound(m, init, made, args, keywords);
    if (answer !== null) throw typeError(`__init__() should return None, not '${typeName(answer)}'`);
  }
  return made;
}

const objectNew = () => objectClass.dict.get("__new__");
const objectInit = () => objectClass.dict.get("__init__");

export function abstractError(cls: PyClass): PyException {
  const names = cls.abstractMethods;
  return typeError(`Can't instantiate abstract class ${cls.name} with abstract method${names.length > 1 ? "s" : ""} ${names.join(", ")}`);
}

// ---- attributes

/** An attribute. Raises AttributeError where there is none. */
export function getAttribute(m: Runtime, object: Value, name: string): Value {
  const value = findAttribute(m, object, name);
  if (value === undefined) throw noAttribute(object, name);
  return value;
}

/** An attribute, or undefined where getting it raises AttributeError. */
export function attributeOr(m: Runtime, object: Value, name: string): Value | undefined {
  return attempt(m, "AttributeError", () => findAttribute(m, object, name));
}

/** What `dir` lists. */
export function attributeNames(value: Value): string[] {
  const names = new Set<string>(value instanceof PyObject ? value.attrs?.keys() : []);
  for (const cls of value instanceof PyClass ? value.mro : classOf(value).mro) for (const name of cls.dict.keys()) names.add(name);
  return [...names].sort();
}

export function noAttribute(object: Value, name: string): PyException {
  const error = unknownAttribute(object, name);
  error.missed = { name, among: () => attributeNames(object) };
  return error;
}

function unknownAttribute(object: Value, name: string): PyException {
  if (object instanceof PyClass) return raised("AttributeError", `type object '${object.name}' has no attribute '${name}'`);
  if (object instanceof PyObject && object.cls.isSubclassOf(moduleClass)) {
    const error = raised("AttributeError", `module '${String(object.attrs?.get("__name__") ?? "")}' has no attribute '${name}'`);
    error.isOwnLimit = object instanceof PyModule && object.isOwn;
    return error;
  }
  const { module } = classOf(object);
  return raised("AttributeError", `'${module === "numpy" ? "numpy." : ""}${typeName(object)}' object has no attribute '${name}'`);
}

/** An attribute, or undefined if there is none; may raise what a getter raises. */
export function findAttribute(m: Runtime, object: Value, name: string): Value | undefined {
  if (object instanceof PyClass) return findOfClass(m, object, name);
  const cls = classOf(object);
  if (cls.hasPlainAttributes) {
    const value = findPlain(m, object, cls, name);
    if (value !== undefined) return value;
    if (object instanceof StandIn) return findOfStandIn(object, name);
    if (object instanceof PyModule) return findOfModule(m, object, name);
    const hook = cls.lookup("__getattr__");
    return hook === undefined ? undefined : callBound(m, hook, object, [name]);
  }
  const own = cls.lookup("__getattribute__") ?? null;
  const hook = cls.lookup("__getattr__");
  if (hook === undefined) return callBound(m, own, object, [name]);
  const value = attempt(m, "AttributeError", () => callBound(m, own, object, [name]));
  return value === undefined ? callBound(m, hook, object, [name]) : value;
}

function findOfStandIn(standIn: StandIn, name: string): undefined {
  if (!name.startsWith("__")) throw standIn.complain({ kind: "attribute", name });
  return undefined;
}

/** An attribute that a module makes on demand: a lazy one, which is then kept, or the result of its `__getattr__`. */
function findOfModule(m: Runtime, module: PyModule, name: string): Value | undefined {
  const made = module.lazy?.(m, name);
  if (made !== undefined) {
    module.names.set(name, made);
    return made;
  }
  const hook = module.file === undefined ? undefined : module.names.get("__getattr__");
  return hook === undefined ? undefined : call(m, hook, [name]);
}

/** What `object.__getattribute__` finds: data descriptors, then the object's own, then the class's. */
export function findPlain(m: Runtime, object: Value, cls: PyClass, name: string): Value | undefined {
  const found = cls.lookup(name);
  if (found instanceof PyGetSet) return found.get(m, object);
  if (found instanceof PyProperty) return getProperty(m, found, object);
  const attrs = object instanceof PyObject ? object.attrs : undefined;
  if (attrs !== undefined && !(found instanceof PyObject && found.cls.lookup("__set__") !== undefined)) {
    const value = attrs.get(name);
    if (value !== undefined) return value;
  }
  return found === undefined ? undefined : bind(m, found, object, cls);
}

function getProperty(m: Runtime, property: PyProperty, object: Value): Value | undefined {
  if (property.getter === null) {
    throw raised("AttributeError", `property '${property.name ?? ""}' of '${typeName(object)}' object has no getter`);
  }
  const hook = classOf(object).lookup("__getattr__");
  if (hook === undefined) return call(m, property.getter, [object]);
  return attempt(m, "AttributeError", () => call(m, property.getter, [object]));
}

function findOfClass(m: Runtime, cls: PyClass, name: string): Value | undefined {
  const meta = cls.cls.lookup(name);
  if (meta instanceof PyGetSet) return meta.get(m, cls);
  if (meta instanceof PyProperty) return getProperty(m, meta, cls);
  const found = cls.lookup(name);
  if (found !== undefined) return bindToClass(m, found, cls);
  if (meta !== undefined) return bind(m, meta, cls, cls.cls);
  const hook = cls.cls.lookup("__getattr__");
  return hook === undefined ? undefined : callBound(m, hook, cls, [name]);
}

/** An entry of a class, bound for access through the class itself. */
export function bindToClass(m: Runtime, found: Value, cls: PyClass): Value {
  if (!(found instanceof PyObject) || found instanceof PyFunction || found instanceof PyBuiltin || found instanceof PyGetSet) return found;
  if (found instanceof PyStaticMethod) return found.callee;
  if (found instanceof PyClassMethod) return bindClassMethod(m, found, cls);
  if (found instanceof PyProperty) return found;
  const get = found.cls.lookup("__get__");
  return get === undefined ? found : callBound(m, get, found, [null, cls]);
}

/** An entry of a class, bound for access through an instance. */
export function bind(m: Runtime, found: Value, self: Value, cls: PyClass): Value {
  if (!(found instanceof PyObject)) return found;
  if (found instanceof PyFunction) return new PyMethod(found, self);
  if (found instanceof PyBuiltin) return found.isMethod || found.cls === hostFunctionClass ? new PyMethod(found, self) : found;
  if (found instanceof PyStaticMethod) return found.callee;
  if (found instanceof PyClassMethod) return bindClassMethod(m, found, cls);
  if (found instanceof PyProperty) return getProperty(m, found, self) ?? null;
  if (found instanceof PyGetSet) return found.get(m, self) ?? null;
  if (found instanceof PyClass) return found;
  const get = found.cls.lookup("__get__");
  return get === undefined ? found : callBound(m, get, found, [self, cls]);
}

function bindClassMethod(m: Runtime, found: PyClassMethod, cls: PyClass): Value {
  const { callee } = found;
  if (callee instanceof PyFunction || callee instanceof PyBuiltin || callee instanceof PyClass) return new PyMethod(callee, cls);
  const get = callee instanceof PyObject ? callee.cls.lookup("__get__") : undefined;
  return get === undefined ? new PyMethod(callee, cls) : callBound(m, get, callee, [cls, cls.cls]);
}

/** Sets an attribute, or deletes it (without a value). */
export function setAttribute(m: Runtime, object: Value, name: string, value: Value | undefined): void {
  const cls = classOf(object);
  const method = value === undefined ? "__delattr__" : "__setattr__";
  const hook = cls.lookup(method);
  if (hook !== undefined && hook !== objectClass.dict.get(method)) {
    callBound(m, hook, object, value === undefined ? [name] : [name, value]);
  } else setPlain(m, object, name, value);
}

/** What `object.__setattr__` and `object.__delattr__` do. */
export function setPlain(m: Runtime, object: Value, name: string, value: Value | undefined): void {
  if (object instanceof PyClass) {
    setOfClass(m, object, name, value);
    return;
  }
  const cls = classOf(object);
  const found = cls.lookup(name);
  if (found instanceof PyObject && setByDescriptor(m, found, object, name, value)) return;
  if (!(object instanceof PyObject) || !cls.open) {
    const isReadOnly = found !== undefined && value !== undefined;
    throw isReadOnly
      ? raised("AttributeError", `'${cls.name}' object attribute '${name}' is read-only`)
      : raised("AttributeError", `'${cls.name}' object has no attribute '${name}'`);
  }
  if (value !== undefined) {
    object.attrs ??= new Map();
    object.attrs.set(name, value);
  } else if (!object.attrs?.delete(name)) throw noAttribute(object, name);
}

function setOfClass(m: Runtime, cls: PyClass, name: string, value: Value | undefined): void {
  if (!cls.isMutable)
    throw typeError(`cannot ${value === undefined ? "delete" : "set"} '${name}' attribute of immutable type '${cls.name}'`);
  const meta = cls.cls.lookup(name);
  if (meta instanceof PyObject && setByDescriptor(m, meta, cls, name, value)) return;
  if (value === undefined && !cls.dict.has(name)) throw noAttribute(cls, name);
  cls.define(name, value);
}

function setByDescriptor(m: Runtime, found: PyObject, object: Value, name: string, value: Value | undefined): boolean {
  if (found instanceof PyGetSet) {
    if (!found.set) throw raised("AttributeError", `attribute '${name}' of '${typeName(object)}' objects is not writable`);
    found.set(m, object, value);
    return true;
  }
  if (found instanceof PyProperty) {
    const callee = value === undefined ? found.deleter : found.setter;
    if (callee === null) {
      const what = value === undefined ? "deleter" : "setter";
      throw raised("AttributeError", `property '${found.name ?? name}' of '${typeName(object)}' object has no ${what}`);
    }
    call(m, callee, value === undefined ? [object] : [object, value]);
    return true;
  }
  const method = found.cls.lookup(value === undefined ? "__delete__" : "__set__");
  if (method === undefined) return false;
  callBound(m, method, found, value === undefined ? [object] : [object, value]);
  return true;
}

/** Whether a value can be called. */
export function isCallable(value: Value): boolean {
  return (
    value instanceof PyFunction ||
    value instanceof PyBuiltin ||
    value instanceof PyMethod ||
    value instanceof PyClass ||
    (value instanceof PyObject && value.cls.lookup("__call__") !== undefined)
  );
}
