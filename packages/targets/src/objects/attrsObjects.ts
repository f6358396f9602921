/**
 * Attributes of calls and functions as Python sees them. Follows python/tvm/ir/attrs.py and
 * python/tvm/relay/op/op_attrs.py.
 */
import {
  type Attrs,
  type AttrType,
  type AttrValue,
  attrOf,
  type FunctionAttrs,
  isAttrList,
  keptIn,
  mapOrder,
  mapOrderOfDict,
  mapOrderWithout,
} from "@relayscope/ir";
import { hostClass, hostMethod, type PyClass, PyFloat, PyList, PyTuple, raised, textOf, typeError, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { ArrayObject, MapObject } from "./containers.ts";
import { internalError } from "./errors.ts";
import { wrapExpr } from "./exprHolder.ts";
import { irNodeClass } from "./nodeClasses.ts";
import { floatImm, floatText, intImm, sizeVar } from "./prim.ts";
import { PrimObject } from "./primObjects.ts";
import { missing, showValue, TvmObject, tvmObjectClass } from "./tvmObject.ts";

export class AttrsObject extends TvmObject {
  constructor(readonly struct: Attrs) {
    super(classOfStruct(struct.schema.name));
  }

  override get key(): unknown {
    return this.struct;
  }

  override show(): string {
    return `${this.struct.schema.name}(0x0)`;
  }

  override copied(): Value {
    return this;
  }
}

const arrays = new WeakMap<readonly AttrValue[], ArrayObject>();

/** An attribute's value inside a list, a map or an object: numbers are objects there. */
function boxedAttr(value: AttrValue): Value {
  if (typeof value === "number" || typeof value === "bigint") return new PrimObject(intImm(value));
  if (typeof value === "boolean") return new PrimObject(intImm(value ? 1 : 0, "bool"));
  if (value === null || typeof value === "string") return value;
  if (isAttrList(value)) {
    return keptIn(arrays, value, () => new ArrayObject(value, (i) => boxedAttr(value[i] ?? null)));
  }
  switch (value.kind) {
    case "Float":
      return value.isBoxed ? new PyFloat(value.value) : new PrimObject(floatImm(value.value));
    case "Int":
      return new PrimObject(intImm(value.value, value.dtype));
    case "Dict":
      return mapOfAttrs(value.entries);
    case "Meta":
      if (!value.constant) throw new NotBuilt(`attrs of type ${value.type}`);
      return wrapExpr(value.constant);
    case "Raw":
      return value.text === "?" ? new PrimObject({ kind: "Any", dtype: "int32" }) : new PrimObject(sizeVar(value.text));
  }
}

/**
 * An attribute of a call, by the type of its field: `int groups` is a number of Python, `IndexExpr channels` an object.
 */
function fieldValue(value: AttrValue, type: AttrType): Value {
  switch (type) {
    case "int":
    case "int64":
    case "bool":
      return typeof value === "boolean" ? Number(value) : plainNumber(value);
    case "float":
    case "double":
      return new PyFloat(Number(plainNumber(value) ?? 0));
    default:
      return boxedAttr(value);
  }
}

function plainNumber(value: AttrValue): number | bigint | null {
  if (typeof value === "number" || typeof value === "bigint") return value;
  return typeof value === "object" && value !== null && !isAttrList(value) && (value.kind === "Int" || value.kind === "Float")
    ? value.value
    : null;
}

/** `split`'s sections are boxed, not numbers of the low-level language: Python gets ints. */
const boxedInts: ReadonlySet<string> = new Set(["relay.attrs.SplitAttrs.indices_or_sections"]);

/** An attribute of a call; undefined where the struct has no such field. */
function attrValue(attrs: Attrs, name: string): Value | undefined {
  const value = attrOf(attrs, name);
  const at = attrs.schema.index.get(name);
  const field = at === undefined ? undefined : attrs.schema.fields[at];
  if (value === undefined || !field) return undefined;
  if (boxedInts.has(`${attrs.schema.name}.${name}`)) {
    const plain = (item: AttrValue) => (typeof item === "number" ? item : boxedAttr(item));
    return isAttrList(value) ? keptIn(arrays, value, () => new ArrayObject(value, (i) => plain(value[i] ?? null))) : plain(value);
  }
  // A truth value in a box.
  if (field.type === "int" && typeof field.default === "boolean") return boxedAttr(value);
  return fieldValue(value, field.type);
}

function attrsIn(self: Value): Attrs {
  if (self instanceof AttrsObject) return self.struct;
  throw typeError("attributes are expected");
}

function demand(self: Value, name: Value): Value {
  const key = textOf(name);
  const found = key === undefined ? undefined : attrValue(attrsIn(self), key);
  if (found !== undefined) return found;
  const { module, name: className } = self instanceof AttrsObject ? self.cls : attrsClass;
  throw missing(`${module}.${className}`, String(name), () => keysOf(self));
}

function plainTuple(list: Value): PyTuple {
  if (!(list instanceof ArrayObject)) throw typeError("object is not iterable");
  const plain = (value: Value) => (value instanceof PrimObject && value.prim.kind === "IntImm" ? value.prim.value : value);
  return new PyTuple(list.values.map(plain));
}

const keysOf = (self: Value) => attrsIn(self).schema.fields.map((field) => field.name);

/** What the reference says of a field: its name, and texts on its type and meaning, which are not here. */
class FieldInfo extends TvmObject {
  constructor(readonly name: string) {
    super(fieldInfoClass);
  }

  override show(): string {
    return "AttrFieldInfo(0x0)";
  }
}

const fieldInfoClass: PyClass = hostClass({
  name: "Object",
  module: "tvm.runtime.object",
  bases: [tvmObjectClass],
  members: {
    __getattr__: hostMethod("__getattr__", "self, name", (_m, self, name) => {
      if (self instanceof FieldInfo && name === "name") return self.name;
      if (name === "type_info" || name === "description") throw new NotBuilt(`AttrFieldInfo.${name}`);
      throw raised("AttributeError", `<class 'tvm.runtime.object.Object'> has no attribute ${String(name)}`);
    }),
  },
});

function fieldsOf(self: Value): Value {
  const names = self instanceof DictAttrsObject ? [] : keysOf(self);
  return new ArrayObject(names, (at) => new FieldInfo(names[at] ?? ""));
}

const getField = hostMethod("__getattr__", "self, name", (_m, self, name) => demand(self, name));

export const attrsClass = hostClass({
  name: "Attrs",
  module: "tvm.ir.attrs",
  bases: [tvmObjectClass],
  members: {
    __getattr__: getField,
    __getitem__: hostMethod("__getitem__", "self, item", (_m, self, name) => demand(self, name)),
    keys: hostMethod("keys", "self", (_m, self) => new PyList(keysOf(self))),
    list_field_info: hostMethod("list_field_info", "self", (_m, self) => fieldsOf(self)),
    get_int: hostMethod("get_int", "self, key", (_m, self, name) => demand(self, name)),
    get_str: hostMethod("get_str", "self, key", (_m, self, name) => demand(self, name)),
    get_int_tuple: hostMethod("get_int_tuple", "self, key", (_m, self, name) => plainTuple(demand(self, name))),
  },
});

/** Structs that have no class in Python: nothing but their fields can be asked for. */
const unregistered: ReadonlySet<string> = new Set(
  [
    ...["DFT", "FixedPointMultiplyPerAxis", "Normal", "Multinomial", "ConvGemmWeightTransform", "AdaptivePool1D"],
    ...["RegularNonMaximumSuppression", "AllocStorage", "AllocTensor", "ReshapeTensor", "CallLowered", "MetaRef"],
  ].map((name) => `relay.attrs.${name}Attrs`),
);

const bareStructClass = hostClass({
  name: "Object",
  module: "tvm.runtime.object",
  bases: [tvmObjectClass],
  members: { __getattr__: getField },
});

const structClasses = new Map<string, PyClass>();

/** The class of an attribute struct. */
export function classOfStruct(struct: string): PyClass {
  if (unregistered.has(struct)) return bareStructClass;
  return keptIn(structClasses, struct, () => {
    const name = struct === "" ? "Attrs" : (struct.split(".").at(-1) ?? struct);
    return hostClass({ name, module: "tvm.relay.op.op_attrs", bases: [attrsClass] });
  });
}

// ---- attributes of functions and modules

/** Attributes by name, as a map. */
export function mapOfAttrs(entries: ReadonlyMap<string, AttrValue>): MapObject {
  const find = (key: Value) => {
    const value = entries.get(textOf(key) ?? "");
    return value === undefined ? undefined : boxedAttr(value);
  };
  return new MapObject(entries, () => [...entries].map(([key, value]) => [key, boxedAttr(value)] as const), find);
}

/** Attributes without one. */
export function attrsWithout(attrs: FunctionAttrs, key: Value | undefined): FunctionAttrs {
  const name = textOf(key ?? null) ?? "";
  return attrs.has(name) ? withNames(attrs, mapOrderWithout([...attrs.keys()], name)) : attrs;
}

/** Attributes that a dict gives, in the order of the map that is made of it. */
export function asMapOfDict(attrs: FunctionAttrs): FunctionAttrs {
  return withNames(attrs, mapOrderOfDict([...attrs.keys()]));
}

function withNames(attrs: FunctionAttrs, names: readonly string[]): FunctionAttrs {
  return new Map(names.map((name) => [name, attrs.get(name) ?? null]));
}

/** A value as the printer of TVM's scripts shows it: names in order, floats with all digits. */
function scriptText(value: Value): string {
  if (value instanceof MapObject) {
    const entries = [...value.entries()].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
    return `{${entries.map(([key, v]) => `${showValue(key)}: ${scriptText(v)}`).join(", ")}}`;
  }
  if (value instanceof ArrayObject) return `[${value.values.map(scriptText).join(", ")}]`;
  if (value === null) return "None";
  return value instanceof PyFloat ? floatText(value.value) : showValue(value);
}

export class DictAttrsObject extends TvmObject {
  constructor(readonly entries: FunctionAttrs) {
    super(dictAttrsClass);
  }

  override get key(): unknown {
    return this.entries;
  }

  override show(): string {
    return scriptText(mapOfAttrs(this.entries));
  }

  override copied(): Value {
    return this;
  }
}

function mapIn(self: Value): MapObject {
  return mapOfAttrs(self instanceof DictAttrsObject ? withNames(self.entries, mapOrder([...self.entries.keys()])) : new Map());
}

function demandEntry(self: Value, key: Value): Value {
  const found = mapIn(self).get(key);
  if (found !== undefined) return found;
  throw internalError("Check failed: (it != n->end()) is false: cannot find the corresponding key in the Map");
}

function entryOf(self: Value, name: Value): Value {
  const found = mapIn(self).get(name);
  if (found !== undefined) return found;
  throw missing("tvm.ir.attrs.DictAttrs", String(name), () => mapIn(self).keys.map(String));
}

const dictAttrsClass = hostClass({
  name: "DictAttrs",
  module: "tvm.ir.attrs",
  bases: [attrsClass],
  members: {
    __getattr__: hostMethod("__getattr__", "self, name", (_m, self, name) => entryOf(self, name)),
    __getitem__: hostMethod("__getitem__", "self, k", (_m, self, key) => demandEntry(self, key)),
    __contains__: hostMethod("__contains__", "self, k", (_m, self, key) => mapIn(self).get(key) !== undefined),
    __len__: hostMethod("__len__", "self", (_m, self) => (self instanceof DictAttrsObject ? self.entries.size : 0)),
    get_int: hostMethod("get_int", "self, key", (_m, self, name) => entryOf(self, name)),
    get_str: hostMethod("get_str", "self, key", (_m, self, name) => entryOf(self, name)),
    get_int_tuple: hostMethod("get_int_tuple", "self, key", (_m, self, name) => plainTuple(entryOf(self, name))),
    get: hostMethod("get", "self, key, default=None", (_m, self, key, otherwise) => mapIn(self).get(key) ?? otherwise),
    keys: hostMethod("keys", "self", (_m, self) => new PyList([...mapIn(self).keys])),
    items: hostMethod("items", "self", (_m, self) => mapIn(self).items),
    _dict: hostMethod("_dict", "self", (_m, self) => mapIn(self)),
  },
});

/** The classes by their names in tvm.ir. */
export const attrsClasses = { Attrs: attrsClass, DictAttrs: dictAttrsClass, Node: irNodeClass };
