/** Numbers of the low-level language as Python sees them, with their peculiarities. Follows python/tvm/tir/expr.py. */
import {
  hostAttribute,
  hostClass,
  hostMethod,
  type PyBuiltin,
  type PyClass,
  PyFloat,
  raised,
  typeName,
  unboxed,
  type Value,
} from "@relayscope/python";
import { refuseMissing } from "../load/standIns.ts";
import { dtypeOf } from "./dtypes.ts";
import { compilerError, internalError, tvmError } from "./errors.ts";
import { baseExprClass, making } from "./nodeClasses.ts";
import {
  anyDim,
  type BinaryKind,
  castPrim,
  combine,
  floatImm,
  intImm,
  isBinary,
  nodeOf,
  type Prim,
  primText,
  sizeVar,
  stringImm,
} from "./prim.ts";
import { scalarPrimOf } from "./scalars.ts";
import { isSame, TvmObject } from "./tvmObject.ts";

export class PrimObject extends TvmObject {
  constructor(readonly prim: Prim) {
    super(classOfPrim(prim));
  }

  override get key(): unknown {
    return this.prim;
  }

  override show(): string {
    return primText(this.prim);
  }

  override copied(): Value {
    return this;
  }
}

/** `a == b` where neither side says what equal means: true where they are one object, else an expression. */
export class ComparisonObject extends TvmObject {
  constructor(
    readonly a: Value,
    readonly b: Value,
    cls: PyClass,
  ) {
    super(cls);
  }

  override show(): string {
    return `<tvm.tir.expr.${this.cls.name} object>`;
  }
}

// ---- conversion and arithmetic

/** A value as a number of the language. Raises as the reference's conversion does. */
export function primOf(given: Value): Prim {
  const value = unboxed(given);
  if (value instanceof PrimObject) return value.prim;
  if (value instanceof ComparisonObject) return binary(value.cls === equalOpClass ? "EQ" : "NE", primOf(value.a), primOf(value.b));
  if (typeof value === "boolean") return intImm(value ? 1 : 0, "bool");
  if (typeof value === "number" || typeof value === "bigint") return intImm(value, fitsInt32(value) ? "int32" : "int64");
  if (value instanceof PyFloat) return floatImm(value.value);
  if (typeof value === "string") return stringImm(value);
  if (value === null) throw compilerError("ValueError", "Check failed: (rhs.defined()) is false: `rhs` is null in the binary operator");
  const scalar = scalarPrimOf(value);
  if (scalar) return scalar;
  refuseMissing(value);
  throw tvmError("Check failed: (!actual_type.defined()) is false: Expected type PrimExpr but got another");
}

function fitsInt32(value: number | bigint): boolean {
  return value >= -2147483648 && value <= 2147483647;
}

/** A binary operation. Raises where the types do not go together, and for a division by zero. */
function binary(kind: BinaryKind, a: Prim, b: Prim): Prim {
  const made = combine(kind, a, b);
  if (made === undefined) throw tvmError(`Cannot match type ${a.dtype} vs ${b.dtype}`);
  if (made === "zero") throw internalError("Check failed: pb->value != 0 (0 vs. 0) : Divide by zero");
  return made;
}

type Operation = (self: Prim, other: Prim) => Prim;

function operator(name: string, operation: Operation): PyBuiltin {
  return hostMethod(name, "self, other", (_m, self, other) => new PrimObject(operation(primOf(self), primOf(other))));
}

function isFloat(prim: Prim): boolean {
  return prim.dtype.startsWith("float");
}

function divided(a: Prim, b: Prim): Prim {
  if (isFloat(a) || isFloat(b)) return binary("Div", a, b);
  throw raised(
    "RuntimeError",
    "TVM supports multiple types of integer divisions, please call div, indexdiv/indexmod, floordiv/floormod  or truncdiv/truncmod " +
      "directly to avoid ambiguity in the code.",
  );
}

const plain =
  (kind: BinaryKind): Operation =>
  (a, b) =>
    binary(kind, a, b);

const both = (name: string, operation: Operation) => ({
  [`__${name}__`]: operator(`__${name}__`, operation),
  [`__r${name}__`]: operator(`__r${name}__`, (self, other) => operation(other, self)),
});

/** The reference makes a call of an operator of its own here, of which nothing is known but its type. */
function inverted(prim: Prim): Prim {
  if (isFloat(prim)) throw raised("RuntimeError", "Cannot use ~ operator on float type Expr.");
  return { kind: "BitXor", dtype: prim.dtype, a: prim, b: intImm(-1, prim.dtype) };
}

const cannotBeTrue = () => {
  throw raised("ValueError", "Cannot use and / or / not operator to Expr, hint: use tvm.tir.all / tvm.tir.any instead");
};

const exprModule = "tvm.tir.expr";

const exprOpClass = hostClass({
  name: "ExprOp",
  module: exprModule,
  members: {
    ...both("add", plain("Add")),
    ...both("sub", plain("Sub")),
    ...both("mul", plain("Mul")),
    ...both("truediv", divided),
    ...both("floordiv", plain("FloorDiv")),
    ...both("mod", plain("FloorMod")),
    ...both("lshift", plain("Shl")),
    ...both("rshift", plain("Shr")),
    ...both("and", plain("BitAnd")),
    ...both("or", plain("BitOr")),
    ...both("xor", plain("BitXor")),
    __invert__: hostMethod("__invert__", "self", (_m, self) => new PrimObject(inverted(primOf(self)))),
    __neg__: hostMethod("__neg__", "self", (_m, self) => {
      const prim = primOf(self);
      return new PrimObject(binary("Mul", prim, isFloat(prim) ? floatImm(-1, prim.dtype) : intImm(-1, prim.dtype)));
    }),
    __lt__: operator("__lt__", plain("LT")),
    __le__: operator("__le__", plain("LE")),
    __gt__: operator("__gt__", plain("GT")),
    __ge__: operator("__ge__", plain("GE")),
    __eq__: hostMethod("__eq__", "self, other", (_m, self, other) => new ComparisonObject(self, other, equalOpClass)),
    __ne__: hostMethod("__ne__", "self, other", (_m, self, other) => new ComparisonObject(self, other, notEqualOpClass)),
    __bool__: hostMethod("__bool__", "self", cannotBeTrue),
    equal: operator("equal", plain("EQ")),
    astype: hostMethod("astype", "self, dtype, span=None", (_m, self, dtype) => new PrimObject(castPrim(primOf(self), dtypeOf(dtype)))),
  },
});

function comparisonClassOf(name: string, isEqual: boolean): PyClass {
  const truth = hostMethod("__bool__", "self", (_m, self) => (self instanceof ComparisonObject && isSame(self.a, self.b)) === isEqual);
  const members = {
    a: hostAttribute("a", ComparisonObject, (self) => self.a),
    b: hostAttribute("b", ComparisonObject, (self) => self.b),
    __bool__: truth,
    asobject: hostMethod("asobject", "self", (_m, self) => new PrimObject(primOf(self))),
  };
  return hostClass({ name, module: exprModule, bases: [exprOpClass], members });
}

const equalOpClass = comparisonClassOf("EqualOp", true);
const notEqualOpClass = comparisonClassOf("NotEqualOp", false);

// ---- classes

export const primExprClass = hostClass({ name: "PrimExpr", module: "tvm.ir.expr", bases: [baseExprClass] });

const primExprWithOpClass = hostClass({
  name: "PrimExprWithOp",
  module: exprModule,
  bases: [exprOpClass, primExprClass],
  members: {
    __hash__: primExprClass.lookup("__hash__") ?? null,
    dtype: hostAttribute("dtype", PrimObject, (self) => self.prim.dtype),
    span: hostAttribute("span", PrimObject, () => null),
  },
});

const named = (name: string, base: PyClass, members = {}) => hostClass({ name, module: exprModule, bases: [base], members });

const constExprClass = named("ConstExpr", primExprWithOpClass);

const value = hostAttribute("value", PrimObject, ({ prim }) => {
  if (prim.kind === "FloatImm") return new PyFloat(prim.value);
  return prim.kind === "IntImm" || prim.kind === "StringImm" ? prim.value : undefined;
});

function integerOf(self: Value): number | bigint {
  const prim = primOf(self);
  return prim.kind === "IntImm" ? prim.value : 0;
}

/** A number as a constant of a type. Raises where the type can't hold it. Follows src/ir/expr.cc. */
export function immediateOf(given: Prim, dtype: string): PrimObject {
  const prim = castPrim(given, dtype);
  const [, sign, size] = /^(u?)int(\d+)$/.exec(dtype === "bool" ? "uint1" : dtype) ?? [];
  if (sign === undefined || !("value" in given) || Number(size) >= 64) return new PrimObject(prim);
  const value = Math.trunc(Number(given.value));
  const below = sign === "u" ? 2 ** Number(size) : 2 ** (Number(size) - 1);
  if (sign === "u" && value < 0) {
    throw internalError(
      `Check failed: value >= 0U (${value} vs. 0) : ValueError: Literal value ${value} is negative for unsigned integer type ${dtype}`,
    );
  }
  if (value >= below) {
    const limit = sign === "u" ? "dtype.bits()" : "(dtype.bits() - 1)";
    throw internalError(
      `Check failed: value < 1LL << ${limit} (${value} vs. ${below}) : ValueError: Literal value ${value} exceeds maximum of ${dtype}`,
    );
  }
  if (value < -below) {
    throw internalError(
      `Check failed: value >= -(1LL << (dtype.bits() - 1)) (${value} vs. ${-below}) : ValueError: Literal value ${value} exceeds minimum of ${dtype}`,
    );
  }
  return new PrimObject(prim);
}

/** Makes a constant of a plain number. Raises for another value, and where the type is not one of the class's. */
const immediate = (name: "IntImm" | "FloatImm") =>
  making(name, "dtype, value, span=None", (_m, _cls, dtype, given = null) => {
    const value = unboxed(given);
    const isPlain = !(value === null || typeof value === "string" || value instanceof TvmObject);
    const number = isPlain ? primOf(value) : undefined;
    if (number?.kind !== "IntImm" && !(name === "FloatImm" && number?.kind === "FloatImm")) {
      throw tvmError(`Check failed: expected ${name === "IntImm" ? "int" : "float"} but got ${typeName(given)}`);
    }
    const type = dtypeOf(dtype);
    if (/^(?:u?int|bool)/.test(type) !== (name === "IntImm")) {
      throw internalError(`Check failed: ValueError: ${name} can't hold a value of type ${type}`);
    }
    return immediateOf(number, type);
  });

const intImmClass = hostClass({
  name: "IntImm",
  module: exprModule,
  bases: [constExprClass],
  members: {
    __new__: immediate("IntImm"),
    value,
    __hash__: hostMethod("__hash__", "self", (_m, self) => integerOf(self)),
    __int__: hostMethod("__int__", "self", (_m, self) => integerOf(self)),
    __bool__: hostMethod("__bool__", "self", (_m, self) => Number(integerOf(self)) !== 0),
    __eq__: operator("__eq__", plain("EQ")),
    __ne__: operator("__ne__", plain("NE")),
  },
});

const floatImmClass = hostClass({
  name: "FloatImm",
  module: exprModule,
  bases: [constExprClass],
  members: {
    __new__: immediate("FloatImm"),
    value,
    __float__: hostMethod("__float__", "self", (_m, self) => {
      const prim = primOf(self);
      return new PyFloat(prim.kind === "FloatImm" ? prim.value : 0);
    }),
  },
});

const stringImmClass = named("StringImm", constExprClass, { value });
const anyClass = named("Any", primExprWithOpClass, { __new__: making("Any", "span=None", () => new PrimObject(anyDim())) });
const nameOfVar = hostAttribute("name", PrimObject, ({ prim }) => ("name" in prim ? prim.name : undefined));
const makingVar = (kind: "SizeVar" | "Var") =>
  making(kind, "name, dtype, span=None", (_m, _cls, name, dtype) => {
    return new PrimObject(sizeVar(String(name), dtypeOf(dtype), kind));
  });
const varClass = named("Var", primExprWithOpClass, { __new__: makingVar("Var"), name: nameOfVar, name_hint: nameOfVar });
const sizeVarClass = named("SizeVar", varClass, { __new__: makingVar("SizeVar") });

const side = (name: "a" | "b") => hostAttribute(name, PrimObject, ({ prim }) => (isBinary(prim) ? new PrimObject(prim[name]) : undefined));
const sides = { a: side("a"), b: side("b") };
const arithmeticClass = named("BinaryOpExpr", primExprWithOpClass, sides);
const comparisonClass = named("CmpExpr", primExprWithOpClass, sides);
const logicalClass = named("LogicalExpr", primExprWithOpClass, sides);
const callClass = named("Call", primExprWithOpClass);

/** Raises where a constructor of the compiler does. */
function checkSides(kind: BinaryKind, a: Prim, b: Prim): void {
  if (kind === "And" || kind === "Or") {
    if (a.dtype !== "bool" || b.dtype !== "bool") throw internalError("Check failed: (a.dtype().is_bool()) is false");
  } else if (a.dtype !== b.dtype) {
    throw compilerError("TypeError", `Check failed: (a.dtype() == b.dtype()) is false: mismatched types. ${a.dtype} vs. ${b.dtype}`);
  }
}

function sideOf(value: Value, name: string): Prim {
  if (value === null) throw internalError(`Check failed: (${name}.defined()) is false: ValueError: ${name} is undefined`);
  return primOf(value);
}

/** A class whose constructor makes a node of its sides as they are. */
function nodeClass(kind: BinaryKind, base: PyClass): PyClass {
  const make = making(kind, "a, b, span=None", (_m, _cls, left = null, right = null) => {
    const [a, b] = [sideOf(left, "a"), sideOf(right, "b")];
    checkSides(kind, a, b);
    return new PrimObject(nodeOf(kind, a, b));
  });
  return named(kind, base, { __new__: make });
}

const classesOfBinary: Readonly<Record<BinaryKind, PyClass>> = {
  Add: nodeClass("Add", arithmeticClass),
  Sub: nodeClass("Sub", arithmeticClass),
  Mul: nodeClass("Mul", arithmeticClass),
  Div: nodeClass("Div", arithmeticClass),
  Mod: nodeClass("Mod", arithmeticClass),
  FloorDiv: nodeClass("FloorDiv", arithmeticClass),
  FloorMod: nodeClass("FloorMod", arithmeticClass),
  Min: nodeClass("Min", arithmeticClass),
  Max: nodeClass("Max", arithmeticClass),
  EQ: nodeClass("EQ", comparisonClass),
  NE: nodeClass("NE", comparisonClass),
  LT: nodeClass("LT", comparisonClass),
  LE: nodeClass("LE", comparisonClass),
  GT: nodeClass("GT", comparisonClass),
  GE: nodeClass("GE", comparisonClass),
  And: nodeClass("And", logicalClass),
  Or: nodeClass("Or", logicalClass),
  Shl: callClass,
  Shr: callClass,
  BitAnd: callClass,
  BitOr: callClass,
  BitXor: callClass,
};

function classOfPrim(prim: Prim): PyClass {
  switch (prim.kind) {
    case "IntImm":
      return intImmClass;
    case "FloatImm":
      return floatImmClass;
    case "StringImm":
      return stringImmClass;
    case "Any":
      return anyClass;
    case "SizeVar":
      return sizeVarClass;
    case "Var":
      return varClass;
    default:
      return classesOfBinary[prim.kind];
  }
}

/** The classes by their names in tvm.tir. */
export const primClasses: Readonly<Record<string, PyClass>> = Object.fromEntries(
  [
    ...[exprOpClass, equalOpClass, notEqualOpClass, primExprWithOpClass, constExprClass, intImmClass, floatImmClass, stringImmClass],
    ...[anyClass, varClass, sizeVarClass, arithmeticClass, comparisonClass, logicalClass],
    ...Object.values(classesOfBinary),
  ].map((cls) => [cls.name, cls]),
);
