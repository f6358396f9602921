/**
 * The members of Relay's expressions as Python sees them. Follows python/tvm/relay/expr.py and python/tvm/ir/expr.py.
 */
import {
  type Call,
  call as callOf,
  type Expr,
  globalVar,
  if_,
  let_,
  op,
  refCreate,
  refRead,
  refWrite,
  type Type,
  tuple,
  tupleGetItem,
  type Var,
  variable,
} from "@relayscope/ir";
import {
  floatOf,
  hostAttribute,
  hostClass,
  hostMethod,
  intOf,
  type PyBuiltin,
  type PyClass,
  type PyException,
  PyObject,
  type Runtime,
  raised,
  repr,
  str,
  typeError,
  typeName,
  unboxed,
  type Value,
} from "@relayscope/python";
import { boxedSections, metadataNotice, printExpression } from "@relayscope/text";
import { typeUnknownHere } from "../diagnostics.ts";
import { stateOf } from "../host/state.ts";
import { MissingObject } from "../load/standIns.ts";
import { AttrsObject } from "./attrsObjects.ts";
import { callOperator } from "./callOperator.ts";
import { tvmError } from "./errors.ts";
import { ExprObject, exprArray, exprClass, exprWithOpClass, relayExprClass, wrapExpr } from "./exprHolder.ts";
import { give, irNodeClass, making } from "./nodeClasses.ts";
import { spanOf, withSpan } from "./spanObjects.ts";
import { callAttrsOf, exprOf, exprsOf } from "./toCompiler.ts";
import { TvmObject } from "./tvmObject.ts";
import { optionalTypeOf, TypeObject, typeArray, typesOf } from "./typeObjects.ts";

/** The expression that a method is called on. */
export function nodeIn(self: Value): Expr {
  if (self instanceof ExprObject) return self.node;
  throw typeError(`an expression is expected, not ${typeName(self)}`);
}

function wrapType(type: Type | undefined): TypeObject | null {
  return type ? new TypeObject(type) : null;
}

/** The inferred type. Raises if there is none; if the text lacks it, the program cannot continue. */
function checkedType(m: Runtime, { node }: ExprObject): Value {
  if (node.checkedType) return new TypeObject(node.checkedType);
  if (stateOf(m).hasHoles) throw typeUnknownHere(node);
  const error = raised("ValueError", "The type checker has not populated the checked_type for this node");
  untyped.set(error, node);
  throw error;
}

const untyped = new WeakMap<PyException, Expr>();

/** The node whose unknown type raised this exception; undefined for other exceptions. */
export function untypedNode(error: PyException): Expr | undefined {
  return untyped.get(error);
}

give(relayExprClass, {
  checked_type: hostAttribute("checked_type", ExprObject, (self, m) => checkedType(m, self)),
  _checked_type_: hostAttribute("_checked_type_", ExprObject, (self) => wrapType(self.node.checkedType)),
  span: hostAttribute("span", ExprObject, ({ node }) => spanOf(node)),
  virtual_device_: hostAttribute("virtual_device_", ExprObject, () => new MissingObject("Expr.virtual_device_")),
});

/** What `astext` makes of a text. */
export function wholeText(text: string, hasMetadata: Value | undefined): string {
  return `#[version = "0.0.5"]\n${text}${hasMetadata !== true && text.includes("meta[") ? metadataNotice : ""}`;
}

/** What `str()` makes of a text: the metadata section is left out, and the line break before it is not. */
export function shortText(text: string): string {
  return text.includes("meta[") ? `${text}\n` : text;
}

/** `str()` and `astext` of expressions. */
export const textMembers = {
  __str__: hostMethod("__str__", "self", (_m, self) => shortText(printExpression(nodeIn(self), boxedSections))),
  astext: hostMethod("astext", "self, show_meta_data=True, annotate=None", (_m, self, showMetadata) => {
    return wholeText(printExpression(nodeIn(self), { ...boxedSections, showMetadata: showMetadata === true }), showMetadata);
  }),
};

// ---- arithmetic

/** A call of an operator without attributes. */
function plainCall(name: string, ...args: readonly Expr[]): ExprObject {
  return wrapExpr(callOf(op(name), args));
}

function otherSide(m: Runtime, other: Value): Expr {
  if (other instanceof ExprObject) return other.node;
  if (intOf(other) !== undefined || floatOf(other) !== undefined) throw typeError(`convert "${str(m, other)}" with \`const\` first`);
  throw typeError(`type ${other instanceof PyObject ? repr(m, other.cls) : `<class '${typeName(other)}'>`} not supported`);
}

function arithmetic(method: string, operator: string): PyBuiltin {
  return hostMethod(method, "self, other", (m, self, other) => plainCall(operator, nodeIn(self), otherSide(m, other)));
}

/** Where the other side is an expression, its own operator was asked first. */
function refusing(method: string): PyBuiltin {
  return hostMethod(method, "self, other", (m, _self, other) => wrapExpr(otherSide(m, other)));
}

give(exprWithOpClass, {
  ...textMembers,
  astype: hostMethod("astype", "self, dtype", (m, self, dtype) => callOperator(m, "cast", [nodeIn(self)], [["dtype", dtype]])),
  __neg__: hostMethod("__neg__", "self", (_m, self) => plainCall("negative", nodeIn(self))),
  __lt__: arithmetic("__lt__", "less"),
  __gt__: arithmetic("__gt__", "greater"),
  __ge__: arithmetic("__ge__", "greater_equal"),
  __le__: arithmetic("__le__", "less_equal"),
  __add__: arithmetic("__add__", "add"),
  __radd__: arithmetic("__radd__", "add"),
  __sub__: arithmetic("__sub__", "subtract"),
  __rsub__: refusing("__rsub__"),
  __mul__: arithmetic("__mul__", "multiply"),
  __rmul__: arithmetic("__rmul__", "multiply"),
  __truediv__: arithmetic("__truediv__", "divide"),
  __rtruediv__: refusing("__rtruediv__"),
  __call__: hostMethod("__call__", "self, *args", (m, self, args) => wrapExpr(callOf(nodeIn(self), exprsOf(m, args)))),
});

// ---- each kind

/** The types of a call's arguments, which inference leaves as the type arguments of an operator. */
function typeArgsOf(call: Call): readonly Type[] {
  if (!call.checkedType || call.op.kind !== "Op") return call.typeArgs;
  return call.args.flatMap((arg) => arg.checkedType ?? []);
}

give(exprClass("Call"), {
  __new__: making("Call", "op, args, attrs=None, type_args=None, span=None", (m, _cls, callee, args, attrs, typeArgs, span) => {
    const called = exprOf(m, callee);
    // What inference left on a call of an operator is made again by the next one.
    const extras = called.kind === "Op" || typeArgs === null ? {} : { typeArgs: typesOf(typeArgs) };
    return withSpan(wrapExpr(callOf(called, exprsOf(m, args), callAttrsOf(attrs), extras)), span);
  }),
  op: hostAttribute("op", ExprObject, ({ node }) => (node.kind === "Call" ? wrapExpr(node.op) : undefined)),
  args: hostAttribute("args", ExprObject, ({ node }) => (node.kind === "Call" ? exprArray(node.args) : undefined)),
  attrs: hostAttribute("attrs", ExprObject, ({ node }) => {
    if (node.kind !== "Call") return undefined;
    return node.attrs ? new AttrsObject(node.attrs) : null;
  }),
  type_args: hostAttribute("type_args", ExprObject, ({ node }) => (node.kind === "Call" ? typeArray(typeArgsOf(node)) : undefined)),
});

function fieldsOf(self: Value): readonly Expr[] {
  const node = nodeIn(self);
  return node.kind === "Tuple" ? node.fields : [];
}

give(exprClass("Tuple"), {
  __new__: making("Tuple", "fields, span=None", (m, _cls, fields, span) => withSpan(wrapExpr(tuple(exprsOf(m, fields))), span)),
  fields: hostAttribute("fields", ExprObject, ({ node }) => (node.kind === "Tuple" ? exprArray(node.fields) : undefined)),
  __len__: hostMethod("__len__", "self", (_m, self) => fieldsOf(self).length),
  __getitem__: hostMethod("__getitem__", "self, index", (_m, self, index) => {
    const fields = fieldsOf(self);
    if (typeof index !== "number") throw typeError(`'>=' not supported between instances of '${typeName(index)}' and 'int'`);
    if (index >= fields.length) throw raised("IndexError", "Tuple index out of range");
    const field = fields[index < 0 ? index + fields.length : index];
    if (!field) throw raised("IndexError", `Index out of range. size: ${fields.length}, got index ${index}`);
    return wrapExpr(field);
  }),
  astype: hostMethod("astype", "self, _", () => {
    throw typeError("astype cannot be used on tuple");
  }),
});

give(exprClass("TupleGetItem"), {
  __new__: making("TupleGetItem", "tuple_value, index, span=None", (m, _cls, value, index, span) => {
    if (typeof index !== "number") throw tvmError(`expected int but got ${typeName(index)}`);
    return withSpan(wrapExpr(tupleGetItem(exprOf(m, value), index)), span);
  }),
  tuple_value: hostAttribute("tuple_value", ExprObject, ({ node }) => (node.kind === "TupleGetItem" ? wrapExpr(node.tuple) : undefined)),
  index: hostAttribute("index", ExprObject, ({ node }) => (node.kind === "TupleGetItem" ? node.index : undefined)),
});

/** What a variable and its typed copies have in common. */
class IdObject extends TvmObject {
  constructor(readonly variable: Var) {
    super(idClass);
  }

  override get key(): unknown {
    return this.variable.id;
  }

  override show(): string {
    return "relay.Id(0x0)";
  }
}

const idClass: PyClass = hostClass({
  name: "Id",
  module: "tvm.relay.base",
  bases: [irNodeClass],
  members: { name_hint: hostAttribute("name_hint", IdObject, ({ variable }) => variable.name) },
});

give(exprClass("Var"), {
  __new__: making("Var", "name_hint, type_annotation=None, span=None", (_m, _cls, given, annotation, span) => {
    const name = unboxed(given);
    if (typeof name !== "string") throw tvmError(`Check failed: Expected type runtime.String but got ${typeName(name)}`);
    return withSpan(wrapExpr(variable(name, optionalTypeOf(annotation))), span);
  }),
  name_hint: hostAttribute("name_hint", ExprObject, ({ node }) => (node.kind === "Var" ? node.name : undefined)),
  vid: hostAttribute("vid", ExprObject, ({ node }) => (node.kind === "Var" ? new IdObject(node) : undefined)),
  type_annotation: hostAttribute("type_annotation", ExprObject, ({ node }) =>
    node.kind === "Var" ? wrapType(node.annotation) : undefined,
  ),
});

give(exprClass("GlobalVar"), {
  __new__: making("GlobalVar", "name_hint, type_annot=None", (_m, _cls, name) => wrapExpr(globalVar(String(name)))),
  name_hint: hostAttribute("name_hint", ExprObject, ({ node }) => (node.kind === "GlobalVar" ? node.name : undefined)),
  __call__: hostMethod("__call__", "self, *args", (m, self, args) => wrapExpr(callOf(nodeIn(self), exprsOf(m, args)))),
  astext: textMembers.astext,
});

give(exprClass("Let"), {
  __new__: making("Let", "variable, value, body, span=None", (m, _cls, bound, value, body, span) => {
    const variable = exprOf(m, bound);
    if (variable.kind !== "Var") throw tvmError(`Check failed: Expected type relay.Var but got relay.${variable.kind}`);
    return withSpan(wrapExpr(let_(variable, exprOf(m, value), exprOf(m, body))), span);
  }),
  var: hostAttribute("var", ExprObject, ({ node }) => (node.kind === "Let" ? wrapExpr(node.variable) : undefined)),
  value: hostAttribute("value", ExprObject, ({ node }) => (node.kind === "Let" ? wrapExpr(node.value) : undefined)),
  body: hostAttribute("body", ExprObject, ({ node }) => (node.kind === "Let" ? wrapExpr(node.body) : undefined)),
});

give(exprClass("If"), {
  __new__: making("If", "cond, true_branch, false_branch, span=None", (m, _cls, condition, then, otherwise, span) => {
    return withSpan(wrapExpr(if_(exprOf(m, condition), exprOf(m, then), exprOf(m, otherwise))), span);
  }),
  cond: hostAttribute("cond", ExprObject, ({ node }) => (node.kind === "If" ? wrapExpr(node.condition) : undefined)),
  true_branch: hostAttribute("true_branch", ExprObject, ({ node }) => (node.kind === "If" ? wrapExpr(node.thenBranch) : undefined)),
  false_branch: hostAttribute("false_branch", ExprObject, ({ node }) => (node.kind === "If" ? wrapExpr(node.elseBranch) : undefined)),
});

give(exprClass("RefCreate"), {
  __new__: making("RefCreate", "value, span=None", (m, _cls, value) => wrapExpr(refCreate(exprOf(m, value)))),
  value: hostAttribute("value", ExprObject, ({ node }) => (node.kind === "RefCreate" ? wrapExpr(node.value) : undefined)),
});

give(exprClass("RefRead"), {
  __new__: making("RefRead", "ref, span=None", (m, _cls, ref) => wrapExpr(refRead(exprOf(m, ref)))),
  ref: hostAttribute("ref", ExprObject, ({ node }) => (node.kind === "RefRead" ? wrapExpr(node.ref) : undefined)),
});

give(exprClass("RefWrite"), {
  __new__: making("RefWrite", "ref, value, span=None", (m, _cls, ref, value) => wrapExpr(refWrite(exprOf(m, ref), exprOf(m, value)))),
  ref: hostAttribute("ref", ExprObject, ({ node }) => (node.kind === "RefWrite" ? wrapExpr(node.ref) : undefined)),
  value: hostAttribute("value", ExprObject, ({ node }) => (node.kind === "RefWrite" ? wrapExpr(node.value) : undefined)),
});
