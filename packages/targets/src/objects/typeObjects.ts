/** Types as Python sees them. Follows python/tvm/ir/type.py and tensor_type.py. */
import { type Dim, dimValue, incompleteType, isTooLarge, keptIn, type Type, type TypeKind, typesEqual, typeText } from "@relayscope/ir";
import {
  Exhausted,
  hostAttribute,
  hostClass,
  hostFunction,
  hostMethod,
  hostProperty,
  intOf,
  PyTuple,
  raised,
  typeError,
  type Value,
} from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { ArrayObject, arrayOf } from "./containers.ts";
import { dtypeOf } from "./dtypes.ts";
import { tvmError } from "./errors.ts";
import { irNodeClass, making, unbuilt } from "./nodeClasses.ts";
import { anyDim, dimOfPrim, primsOf } from "./prim.ts";
import { PrimObject, primOf } from "./primObjects.ts";
import { valuesOf } from "./sequences.ts";
import { showType } from "./showType.ts";
import { TvmObject } from "./tvmObject.ts";

export class TypeObject extends TvmObject {
  constructor(readonly type: Type) {
    super(classOfType(type));
  }

  override get key(): unknown {
    return this.type;
  }

  override show(): string {
    return showType(this.type);
  }

  override copied(): Value {
    return this;
  }
}

function typeIn(self: Value): Type {
  if (self instanceof TypeObject) return self.type;
  throw typeError("a type is expected");
}

/** A value as a type. Raises for anything else. */
export function typeOf(value: Value): Type {
  if (value instanceof TypeObject) return value.type;
  throw tvmError("Check failed: (!actual_type.defined()) is false: Expected type Type but got another");
}

const equals = (self: Value, other: Value) => other instanceof TypeObject && typesEqual(typeIn(self), other.type);

const typeClass = hostClass({
  name: "Type",
  module: "tvm.ir.type",
  bases: [irNodeClass],
  members: {
    ...unbuilt("Type", "script show"),
    __eq__: hostMethod("__eq__", "self, other", (_m, self, other) => equals(self, other)),
    __ne__: hostMethod("__ne__", "self, other", (_m, self, other) => !equals(self, other)),
    __hash__: null,
    // It asks the `__eq__` of its base, which asks `same_as` again.
    same_as: hostMethod("same_as", "self, other", () => {
      throw raised("RecursionError", "maximum recursion depth exceeded");
    }),
    span: hostAttribute("span", TypeObject, () => null),
  },
});

const arrays = new WeakMap<readonly Type[], ArrayObject>();

/** Types as an array. */
export function typeArray(types: readonly Type[]): ArrayObject {
  return keptIn(arrays, types, () => new ArrayObject(types, (i) => new TypeObject(types[i] ?? incompleteType())));
}

/** A shape as an array of numbers of the low-level language. */
export function shapeArray(shape: readonly Dim[]): ArrayObject {
  const prims = primsOf(shape);
  return new ArrayObject(prims, (i) => {
    const prim = prims[i];
    return prim ? new PrimObject(prim) : null;
  });
}

/** A value as a shape. Raises for anything else. */
export function shapeOf(value: Value): readonly Dim[] {
  return valuesOf(value).map((item) => {
    const dim = dimOfPrim(primOf(item));
    if (dim === undefined) throw tvmError("Check failed: a dimension is not a number, a variable or Any");
    return dim;
  });
}

const isKind = <K extends Type["kind"]>(type: Type, kind: K): type is Extract<Type, { kind: K }> => type.kind === kind;

/** The attributes that types of one kind alone have. */
function attributesOf<K extends Type["kind"]>(
  kind: K,
  attributes: Readonly<Record<string, (type: Extract<Type, { kind: K }>) => Value>>,
): Readonly<Record<string, Value>> {
  const made = Object.entries(attributes).map(([name, get]) => {
    return [name, hostAttribute(name, TypeObject, ({ type }) => (isKind(type, kind) ? get(type) : undefined))] as const;
  });
  return Object.fromEntries(made);
}

/** A type of others, which may occur in it many times: one that no program could walk ends the run. */
function composed(type: Type): TypeObject {
  if (isTooLarge(type)) throw new Exhausted("size", "a type");
  return new TypeObject(type);
}

/** A list of types; none where it is None. Raises for anything else. */
export function typesOf(value: Value): readonly Type[] {
  return value === null ? [] : valuesOf(value).map(typeOf);
}

/** A type, or undefined for None. Raises for anything else. */
export function optionalTypeOf(value: Value): Type | undefined {
  return value === null ? undefined : typeOf(value);
}

const tensorTypeClass = hostClass({
  name: "TensorType",
  module: "tvm.ir.tensor_type",
  bases: [typeClass],
  members: {
    __new__: making("TensorType", "shape, dtype='float32'", (_m, _cls, shape, dtype) => {
      return new TypeObject({ kind: "TensorType", shape: shapeOf(shape), dtype: dtypeOf(dtype) });
    }),
    ...attributesOf("TensorType", { shape: (t) => shapeArray(t.shape), dtype: (t) => t.dtype }),
    concrete_shape: hostProperty("concrete_shape", (_m, self) => {
      const type = typeIn(self);
      const sizes = primsOf(type.kind === "TensorType" ? type.shape : []).map((p) => {
        if (p.kind === "IntImm") return p.value;
        throw typeError(`int() argument must be a string, a bytes-like object or a real number, not '${p.kind}'`);
      });
      return new PyTuple(sizes);
    }),
    __str__: hostMethod("__str__", "self", (_m, self) => typeText(typeIn(self))),
  },
});

const tupleTypeClass = hostClass({
  name: "TupleType",
  module: "tvm.ir.type",
  bases: [typeClass],
  members: {
    __new__: making("TupleType", "fields", (_m, _cls, fields) => composed({ kind: "TupleType", fields: typesOf(fields) })),
    ...attributesOf("TupleType", { fields: (t) => typeArray(t.fields) }),
  },
});

const funcTypeClass = hostClass({
  name: "FuncType",
  module: "tvm.ir.type",
  bases: [typeClass],
  members: {
    __new__: making("FuncType", "arg_types, ret_type, type_params=None, type_constraints=None", (_m, _cls, params, result, typeParams) => {
      const variables = typesOf(typeParams).flatMap((t) => (t.kind === "TypeVar" ? [t] : []));
      return composed({ kind: "FuncType", params: typesOf(params), result: typeOf(result), typeParams: variables });
    }),
    ...attributesOf("FuncType", {
      arg_types: (t) => typeArray(t.params),
      ret_type: (t) => new TypeObject(t.result),
      type_params: (t) => typeArray(t.typeParams),
      type_constraints: () => arrayOf([]),
    }),
  },
});

const nameHint = hostAttribute("name_hint", TypeObject, ({ type }) => ("name" in type ? type.name : undefined));

/** The reference's numbers of the kinds of types. */
export const kindNumbers = { Type: 0, ShapeVar: 1, Shape: 1, BaseType: 2, Constraint: 4, AdtHandle: 5, TypeData: 6 } as const;

function kindNumbered(number: number): TypeKind {
  const kinds = ["Type", "ShapeVar", "BaseType", "Constraint", "AdtHandle", "TypeData"] as const;
  const found = kinds.find((kind) => kindNumbers[kind] === number);
  if (!found) throw tvmError(`${number} is not a kind of types`);
  return found;
}

const variable = (name: Value, typeKind: TypeKind) => new TypeObject({ kind: "TypeVar", name: String(name), typeKind });

const typeVarClass = hostClass({
  name: "TypeVar",
  module: "tvm.ir.type",
  bases: [typeClass],
  members: {
    __new__: making("TypeVar", "name_hint, kind=0", (_m, _cls, name, kind = 0) => variable(name, kindNumbered(Number(intOf(kind))))),
    name_hint: nameHint,
    kind: hostAttribute("kind", TypeObject, ({ type }) => ("typeKind" in type ? kindNumbers[type.typeKind] : undefined)),
  },
});

const globalTypeVarClass = hostClass({
  name: "GlobalTypeVar",
  module: "tvm.ir.type",
  bases: [typeClass],
  members: {
    __new__: making("GlobalTypeVar", "name_hint, kind=5", (_m, _cls, name, kind = 5) => {
      if (intOf(kind) !== kindNumbers.AdtHandle) throw new NotBuilt("relay.GlobalTypeVar(..., kind)");
      return new TypeObject({ kind: "GlobalTypeVar", name: String(name) });
    }),
    name_hint: nameHint,
  },
});

const typeCallClass = hostClass({
  name: "TypeCall",
  module: "tvm.ir.type_relation",
  bases: [typeClass],
  members: {
    __new__: making("TypeCall", "func, args", (_m, _cls, func, args) => {
      return composed({ kind: "TypeCall", func: typeOf(func), args: typesOf(args) });
    }),
    ...attributesOf("TypeCall", { func: (t) => new TypeObject(t.func), args: (t) => typeArray(t.args) }),
  },
});

const incompleteTypeClass = hostClass({
  name: "IncompleteType",
  module: "tvm.ir.type",
  bases: [typeClass],
  members: { __new__: making("IncompleteType", "kind=0", () => new TypeObject(incompleteType())) },
});

const refTypeClass = hostClass({
  name: "RelayRefType",
  module: "tvm.ir.type",
  bases: [typeClass],
  members: {
    __new__: making("RelayRefType", "value", (_m, _cls, value) => composed({ kind: "RefType", value: typeOf(value) })),
    ...attributesOf("RefType", { value: (t) => new TypeObject(t.value) }),
  },
});

const classesByKind = {
  TensorType: tensorTypeClass,
  TupleType: tupleTypeClass,
  FuncType: funcTypeClass,
  RefType: refTypeClass,
  TypeVar: typeVarClass,
  GlobalTypeVar: globalTypeVarClass,
  TypeCall: typeCallClass,
  IncompleteType: incompleteTypeClass,
} as const;

function classOfType(type: Type) {
  return classesByKind[type.kind];
}

/** The classes by their names in tvm.ir. */
export const typeClasses = Object.fromEntries([typeClass, ...Object.values(classesByKind)].map((cls) => [cls.name, cls]));

/** The members of `tvm.relay.ty` in addition to the classes. */
export const relayTypeMembers: Readonly<Record<string, Value>> = {
  RefType: refTypeClass,
  Any: hostFunction("Any", "", () => new PrimObject(anyDim())),
  scalar_type: hostFunction("scalar_type", "dtype", (_m, dtype) => {
    return new TypeObject({ kind: "TensorType", shape: [], dtype: dtypeOf(dtype) });
  }),
  ShapeVar: hostFunction("ShapeVar", "name", (_m, name) => variable(name, "ShapeVar")),
  is_dynamic: hostFunction("is_dynamic", "tensor_type", (_m, type = null) => {
    const given = typeOf(type);
    return given.kind === "TensorType" && given.shape.some((dim) => dimValue(dim) === undefined);
  }),
};
