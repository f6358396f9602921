/** Functions as Python sees them. Follows python/tvm/ir/function.py and python/tvm/relay/function.py. */
import { type AttrValue, call as callOf, type Func, type FunctionAttrs, func, type TypeVar, withEntry } from "@relayscope/ir";
import { hostAttribute, hostMethod, PyDict, typeError, typeName, type Value } from "@relayscope/python";
import { attrsWithout, DictAttrsObject } from "./attrsObjects.ts";
import { MapObject } from "./containers.ts";
import { tvmError } from "./errors.ts";
import { baseFuncClass, ExprObject, exprArray, exprClass, wrapExpr } from "./exprHolder.ts";
import { nodeIn, textMembers } from "./exprObjects.ts";
import { give, making } from "./nodeClasses.ts";
import { withSpan } from "./spanObjects.ts";
import { boxedAttrOf, exprOf, exprsOf, textEntries, varsOf } from "./toCompiler.ts";
import { optionalTypeOf, TypeObject, typeArray, typesOf } from "./typeObjects.ts";

function functionIn(self: Value): Func {
  const node = nodeIn(self);
  if (node.kind === "Function") return node;
  throw typeError(`a function is expected, not ${typeName(self)}`);
}

/** A value as the attributes of a function. Raises for anything else. */
function functionAttrsOf(value: Value): FunctionAttrs {
  if (value === null) return new Map();
  if (value instanceof DictAttrsObject) return value.entries;
  throw tvmError(`Check failed: Expected type DictAttrs but got ${typeName(value)}`);
}

/** Attributes by name from a dict, a map or attributes. Raises for anything else. */
export function attrsByName(value: Value): ReadonlyMap<string, AttrValue> {
  if (value instanceof DictAttrsObject) return value.entries;
  if (value instanceof PyDict) return new Map(textEntries(value).map(([name, v]) => [name, boxedAttrOf(v)]));
  if (value instanceof MapObject) return new Map(value.entries().map(([name, v]) => [String(name), boxedAttrOf(v)]));
  throw typeError(`attributes must be a dict, not ${typeName(value)}`);
}

/** Attributes with others set one by one. */
export function withEntries(attrs: FunctionAttrs, more: FunctionAttrs): FunctionAttrs {
  return Array.from(more).reduce((all, [name, value]) => withEntry(all, name, value), attrs);
}

/** A function with other parts; its type and its place stay, as the reference's copies keep them. */
function changed(f: Func, changes: Partial<Pick<Func, "params" | "body" | "returnType" | "typeParams" | "attrs">>): Value {
  return wrapExpr(func({ ...f, ...changes }, { checkedType: f.checkedType, span: f.span }));
}

function typeVarsOf(value: Value): readonly TypeVar[] {
  return typesOf(value).flatMap((type) => (type.kind === "TypeVar" ? [type] : []));
}

give(baseFuncClass, {
  attrs: hostAttribute("attrs", ExprObject, ({ node }) => (node.kind === "Function" ? new DictAttrsObject(node.attrs) : undefined)),
  with_attr: hostMethod("with_attr", "self, attr_key_or_dict, attr_value=None", (_m, self, key, value) => {
    const f = functionIn(self);
    const more = key instanceof PyDict ? attrsByName(key) : new Map([[String(key), boxedAttrOf(value)]]);
    return changed(f, { attrs: withEntries(f.attrs, more) });
  }),
  with_attrs: hostMethod("with_attrs", "self, attr_map", (_m, self, given) => {
    const f = functionIn(self);
    return changed(f, { attrs: new Map([...f.attrs, ...attrsByName(given)]) });
  }),
  without_attr: hostMethod("without_attr", "self, attr_key", (_m, self, key) => {
    const f = functionIn(self);
    return changed(f, { attrs: attrsWithout(f.attrs, key) });
  }),
});

const functionClass = exprClass("Function");

give(functionClass, {
  ...textMembers,
  __repr__: textMembers.__str__,
  __new__: making(
    "Function",
    "params, body, ret_type=None, type_params=None, attrs=None, span=None",
    (m, _cls, params, body, result, typeParams, attrs, span) => {
      const made = wrapExpr(
        func({
          params: varsOf(m, params),
          body: exprOf(m, body),
          returnType: optionalTypeOf(result),
          typeParams: typeVarsOf(typeParams),
          attrs: functionAttrsOf(attrs),
        }),
      );
      return withSpan(made, span);
    },
  ),
  params: hostAttribute("params", ExprObject, ({ node }) => (node.kind === "Function" ? exprArray(node.params) : undefined)),
  body: hostAttribute("body", ExprObject, ({ node }) => (node.kind === "Function" ? wrapExpr(node.body) : undefined)),
  ret_type: hostAttribute("ret_type", ExprObject, ({ node }) => {
    if (node.kind !== "Function") return undefined;
    return node.returnType ? new TypeObject(node.returnType) : null;
  }),
  type_params: hostAttribute("type_params", ExprObject, ({ node }) => (node.kind === "Function" ? typeArray(node.typeParams) : undefined)),
  __call__: hostMethod("__call__", "self, *args", (m, self, args) => wrapExpr(callOf(functionIn(self), exprsOf(m, args)))),
});

/** `FunctionWithFields`: a function with other parts, the same where none is other. */
export const functionWithFields = hostMethod(
  "FunctionWithFields",
  "function, params=None, body=None, ret_type=None, ty_params=None, attrs=None, virtual_device=None, span=None",
  (m, self, params, body, result, typeParams, attrs) => {
    const f = functionIn(self);
    return changed(f, {
      ...(params === null ? {} : { params: varsOf(m, params) }),
      ...(body === null ? {} : { body: exprOf(m, body) }),
      ...(result === null ? {} : { returnType: optionalTypeOf(result) }),
      ...(typeParams === null ? {} : { typeParams: typeVarsOf(typeParams) }),
      ...(attrs === null ? {} : { attrs: functionAttrsOf(attrs) }),
    });
  },
);
