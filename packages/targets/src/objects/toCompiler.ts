/**
 * What Python hands to the compiler: expressions, attributes, tensors. Follows python/tvm/runtime/object_generic.py and
 * include/tvm/ir/attrs.h.
 */
import { type AttrSchema, type Attrs, type AttrType, type AttrValue, type Expr, isAttrList, makeAttrs, type Var } from "@relayscope/ir";
import { attributeOr, call, PyDict, PyFloat, PyObject, type Runtime, typeName, unboxed, type Value } from "@relayscope/python";
import { NotBuilt } from "../diagnostics.ts";
import { AttrsObject, DictAttrsObject } from "./attrsObjects.ts";
import { MapObject } from "./containers.ts";
import { dtypeOf } from "./dtypes.ts";
import { tvmError } from "./errors.ts";
import { ExprObject } from "./exprHolder.ts";
import type { Prim } from "./prim.ts";
import { PrimObject } from "./primObjects.ts";
import { scalarPrimOf } from "./scalars.ts";
import { elementsOf, valuesOf } from "./sequences.ts";

/**
 * A value as an expression. The wrapper of a tuple (a call of an operator with several results) is removed. Raises for
 * anything else.
 */
export function exprOf(m: Runtime, value: Value): Expr {
  if (value instanceof ExprObject) return value.node;
  const astuple = value instanceof PyObject && !(value instanceof PrimObject) ? attributeOr(m, value, "astuple") : undefined;
  if (astuple !== undefined) return exprOf(m, call(m, astuple, []));
  throw tvmError(`Check failed: type_code_ == kTVMObjectHandle: Expected an expression but got ${typeName(value)}`);
}

/** A list of expressions. Raises for anything else. */
export function exprsOf(m: Runtime, value: Value): readonly Expr[] {
  return valuesOf(value).map((item) => exprOf(m, item));
}

/** A list of variables. Raises for anything else. */
export function varsOf(m: Runtime, value: Value): readonly Var[] {
  return exprsOf(m, value).map((node) => {
    if (node.kind === "Var") return node;
    throw tvmError(`Check failed: Expected type relay.Var but got relay.${node.kind}`);
  });
}

function attrOfPrim(prim: Prim): AttrValue {
  switch (prim.kind) {
    case "IntImm":
      if (prim.dtype === "bool") return Number(prim.value) !== 0;
      return prim.dtype === "int32" ? prim.value : { kind: "Int", value: prim.value, dtype: prim.dtype };
    case "FloatImm":
      return { kind: "Float", value: prim.value };
    case "StringImm":
      return prim.value;
    case "Any":
      return { kind: "Raw", text: "?" };
    case "SizeVar":
    case "Var":
      return { kind: "Raw", text: prim.name };
    default:
      throw tvmError("an attribute can't be an expression here");
  }
}

/** A value as an attribute of a function or a module, which keep Python's floats in boxes. Raises for anything else. */
export function boxedAttrOf(value: Value): AttrValue {
  return attrOf(value, true);
}

/** A value as an attribute. Raises for anything else. */
export function attrOf(given: Value, isBoxed = false): AttrValue {
  const value = unboxed(given);
  if (value === null || typeof value === "string" || typeof value === "boolean" || typeof value === "number") return value;
  if (typeof value === "bigint") return { kind: "Int", value, dtype: "int64" };
  if (value instanceof PyFloat) return isBoxed ? { kind: "Float", value: value.value, isBoxed } : { kind: "Float", value: value.value };
  if (value instanceof PrimObject) return attrOfPrim(value.prim);
  const elements = elementsOf(value);
  if (elements) return elements.map((item) => attrOf(item, isBoxed));
  if (value instanceof PyDict) return { kind: "Dict", entries: new Map(textEntries(value).map(([k, v]) => [k, attrOf(v, isBoxed)])) };
  if (value instanceof MapObject) {
    return { kind: "Dict", entries: new Map(value.entries().map(([k, v]) => [String(k), attrOf(v, isBoxed)])) };
  }
  if (value instanceof ExprObject) {
    const { node } = value;
    return { kind: "Meta", type: `relay.${node.kind}`, index: 0, ...(node.kind === "Constant" && { constant: node }) };
  }
  const scalar = scalarPrimOf(value);
  if (scalar) return attrOfPrim(scalar);
  throw tvmError(`don't know how to convert type ${typeName(value)} to object`);
}

/** The entries of a dict whose keys are texts. */
export function textEntries(dict: PyDict): readonly (readonly [string, Value])[] {
  return Array.from(dict.table.list(), ({ key, value }) => [String(key), value] as const);
}

/** An attribute for a field of a struct: numbers take the field's type. Raises where the value can't. */
function fieldOf(value: Value, type: AttrType): AttrValue {
  if (type === "dtype") return dtypeOf(value);
  const attr = attrOf(value);
  switch (type) {
    case "int":
    case "int64": {
      const number = integerOf(attr);
      if (number === undefined) throw tvmError(`expected int but got ${value instanceof PyFloat ? "float" : typeName(value)}`);
      return number;
    }
    case "bool": {
      const number = integerOf(attr);
      if (number === undefined) throw tvmError(`expected int but got ${typeName(value)}`);
      return Number(number) !== 0;
    }
    case "float":
    case "double": {
      const number = integerOf(attr);
      if (number !== undefined) return { kind: "Float", value: Number(number) };
      if (typeof attr === "object" && attr !== null && !isAttrList(attr) && attr.kind === "Float") return attr;
      throw tvmError(`expected float but got ${typeName(value)}`);
    }
    case "string":
      if (attr === null) return "";
      if (typeof attr === "string") return attr;
      throw tvmError(`expected str but got ${typeName(value)}`);
    case "int[]":
      if (isAttrList(attr) && attr.some((item) => typeof item === "string")) throw tvmError("Check failed: expected int but got str");
      if (typeof attr === "string") throw tvmError("Check failed: Expected Array[IntImm], but got runtime.String");
      if (typeof attr === "number") throw tvmError("Check failed: type_code_ == kTVMObjectHandle (0 vs. 8) : expected Object but got int");
      return attr;
    default:
      return attr;
  }
}

function integerOf(attr: AttrValue): number | bigint | undefined {
  if (typeof attr === "boolean") return attr ? 1 : 0;
  if (typeof attr === "number" || typeof attr === "bigint") return attr;
  return typeof attr === "object" && attr !== null && !isAttrList(attr) && attr.kind === "Int" ? attr.value : undefined;
}

/** Attributes of a struct from values by name. Raises where a name or a value is wrong. */
export function structOf(schema: AttrSchema, given: Iterable<readonly [string, Value]>): Attrs {
  const values: Record<string, AttrValue> = {};
  for (const [name, value] of given) {
    const at = schema.index.get(name);
    const field = at === undefined ? undefined : schema.fields[at];
    if (!field) throw tvmError(`AttributeError: ${schema.name}: does not have field '${name}'`);
    const isBoxedTruth = field.type === "int" && typeof field.default === "boolean";
    const read = fieldOf(value, isBoxedTruth ? "bool" : field.type);
    values[name] = isBoxedTruth && read === true ? { kind: "Int", value: 1, dtype: "bool" } : read;
  }
  return makeAttrs(schema, values);
}

/** A value as the attributes of a call: those of another call, or none. */
export function callAttrsOf(value: Value): Attrs | undefined {
  if (value === null) return undefined;
  if (value instanceof AttrsObject) return value.struct;
  if (value instanceof DictAttrsObject && value.entries.size === 0) return undefined;
  if (value instanceof DictAttrsObject) throw new NotBuilt("relay.Call(..., attrs=DictAttrs)");
  throw tvmError(`Check failed: Expected type Attrs but got ${typeName(value)}`);
}
