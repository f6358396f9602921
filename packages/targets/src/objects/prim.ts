/**
 * Numbers of the low-level language, which dimensions and some attributes are made of: what they are as data, and their
 * arithmetic. Constants fold as in src/tir/op/op.cc; anything else becomes an expression without a value.
 */
import { type Dim, keptIn } from "@relayscope/ir";
import { generalText } from "@relayscope/python";

export interface IntImm {
  readonly kind: "IntImm";
  readonly dtype: string;
  readonly value: number | bigint;
}

export interface FloatImm {
  readonly kind: "FloatImm";
  readonly dtype: string;
  readonly value: number;
}

interface StringImm {
  readonly kind: "StringImm";
  readonly dtype: "handle";
  readonly value: string;
}

/** A size that is not known. */
interface AnyDim {
  readonly kind: "Any";
  readonly dtype: "int32";
}

interface NamedVar {
  readonly kind: "SizeVar" | "Var";
  readonly dtype: string;
  readonly name: string;
}

export type BinaryKind =
  | "Add"
  | "Sub"
  | "Mul"
  | "Div"
  | "Mod"
  | "FloorDiv"
  | "FloorMod"
  | "Min"
  | "Max"
  | "EQ"
  | "NE"
  | "LT"
  | "LE"
  | "GT"
  | "GE"
  | "And"
  | "Or"
  | "Shl"
  | "Shr"
  | "BitAnd"
  | "BitOr"
  | "BitXor";

export interface BinaryPrim {
  readonly kind: BinaryKind;
  readonly dtype: string;
  readonly a: Prim;
  readonly b: Prim;
}

export type Prim = IntImm | FloatImm | StringImm | AnyDim | NamedVar | BinaryPrim;

export function intImm(value: number | bigint, dtype = "int32"): IntImm {
  return { kind: "IntImm", dtype, value: wrapped(value, dtype) };
}

export function floatImm(value: number, dtype = "float32"): FloatImm {
  return { kind: "FloatImm", dtype, value };
}

export function stringImm(value: string): Prim {
  return { kind: "StringImm", dtype: "handle", value };
}

export function anyDim(): Prim {
  return { kind: "Any", dtype: "int32" };
}

export function sizeVar(name: string, dtype = "int32", kind: NamedVar["kind"] = "SizeVar"): Prim {
  return { kind, dtype, name };
}

const primsOfShape = new WeakMap<readonly Dim[], readonly Prim[]>();

/** A shape's dimensions; the same ones at each call, since unknown sizes are distinguished by identity. */
export function primsOf(shape: readonly Dim[]): readonly Prim[] {
  return keptIn(primsOfShape, shape, () => shape.map(primOfDim));
}

function primOfDim(dim: Dim): Prim {
  if (typeof dim === "number") return intImm(dim);
  if (dim === "?") return anyDim();
  return dim.kind === "LongDim" ? intImm(dim.value, "int64") : (variablesOf.get(dim) ?? sizeVar(dim.name));
}

/** The variables that dimensions were made of, and the dimensions: a variable is one thing, whatever its name. */
const variablesOf = new WeakMap<Dim & object, Prim>();
const dimensionsOf = new WeakMap<Prim, Dim & object>();

function dimOfVariable(variable: NamedVar): Dim {
  const dim = keptIn(dimensionsOf, variable, () => ({ kind: "SymbolicDim", name: variable.name }) as const);
  variablesOf.set(dim, variable);
  return dim;
}

/** The dimension of a number of the language; undefined if it is not a dimension. */
export function dimOfPrim(prim: Prim): Dim | undefined {
  switch (prim.kind) {
    case "IntImm":
      return prim.dtype === "int64" ? { kind: "LongDim", value: Number(prim.value) } : Number(prim.value);
    case "Any":
      return "?";
    case "SizeVar":
    case "Var":
      return dimOfVariable(prim);
    default:
      return undefined;
  }
}

function wrapped(value: number | bigint, dtype: string): number | bigint {
  if (dtype === "bool") return Number(value) === 0 ? 0 : 1;
  const bits = /^(u?)int(\d+)$/.exec(dtype);
  if (!bits) return value;
  const size = Number(bits[2]);
  if (size <= 32 && typeof value === "number" && Math.abs(value) < 2 ** (size - 1)) return value;
  const big = bits[1] ? BigInt.asUintN(size, BigInt(value)) : BigInt.asIntN(size, BigInt(value));
  return Number.isSafeInteger(Number(big)) ? Number(big) : big;
}

const comparisons: ReadonlySet<BinaryKind> = new Set(["EQ", "NE", "LT", "LE", "GT", "GE", "And", "Or"]);

/** What the two sides are cast to before they meet; undefined where they can't. */
function commonDtype(a: string, b: string): string | undefined {
  if (a === b) return a;
  if (a === "handle" || b === "handle") return undefined;
  const [fa, fb] = [a.startsWith("float"), b.startsWith("float")];
  if (fa || fb) return fa && fb ? (bitsOf(a) >= bitsOf(b) ? a : b) : fa ? a : b;
  if (a === "bool" || b === "bool") return a === "bool" ? b : a;
  return bitsOf(a) >= bitsOf(b) ? a : b;
}

function bitsOf(dtype: string): number {
  return Number(/(?<!\d)\d+$/.exec(dtype)?.[0] ?? 1);
}

/** Two numbers under an operator. `undefined`: their types do not go together; `"zero"`: a division by zero. */
export function combine(kind: BinaryKind, left: Prim, right: Prim): Prim | "zero" | undefined {
  const dtype = commonDtype(left.dtype, right.dtype);
  if (dtype === undefined) return undefined;
  const [a, b] = [castPrim(left, dtype), castPrim(right, dtype)];
  const result = comparisons.has(kind) ? "bool" : dtype;
  if ((a.kind === "IntImm" || a.kind === "FloatImm") && (b.kind === "IntImm" || b.kind === "FloatImm")) {
    const folded = fold(kind, a.value, b.value, dtype.startsWith("float"));
    if (folded === "zero") return "zero";
    if (folded !== undefined) {
      if (typeof folded === "boolean") return intImm(folded ? 1 : 0, "bool");
      return dtype.startsWith("float") ? floatImm(Math.fround(Number(folded)), dtype) : intImm(folded, dtype);
    }
  }
  return neutral[kind]?.(a, b) ?? { kind, dtype: result, a, b };
}

/** The values of nodes that files make as they are, of constants. */
const valuesOfNodes = new WeakMap<Prim, IntImm | FloatImm>();

/** What a number comes to where all below it are constants; undefined otherwise. */
export function valueOfPrim(prim: Prim): IntImm | FloatImm | undefined {
  return prim.kind === "IntImm" || prim.kind === "FloatImm" ? prim : valuesOfNodes.get(prim);
}

/** A node of two numbers of one type as it is, not what it comes to. */
export function nodeOf(kind: BinaryKind, a: Prim, b: Prim): Prim {
  const made: Prim = { kind, dtype: comparisons.has(kind) ? "bool" : a.dtype, a, b };
  const [left, right] = [valueOfPrim(a), valueOfPrim(b)];
  const value = left && right ? combine(kind, left, right) : undefined;
  if (value !== undefined && value !== "zero" && (value.kind === "IntImm" || value.kind === "FloatImm")) valuesOfNodes.set(made, value);
  return made;
}

/** A number cast to another type, where it has a value. */
export function castPrim(prim: Prim, dtype: string): Prim {
  if (prim.dtype === dtype) return prim;
  if (prim.kind === "IntImm") return dtype.includes("float") ? floatImm(Number(prim.value), dtype) : intImm(prim.value, dtype);
  if (prim.kind === "FloatImm") return dtype.includes("float") ? floatImm(prim.value, dtype) : intImm(Math.trunc(prim.value), dtype);
  return prim;
}

type ByOperation<Of extends unknown[], Made> = Partial<Readonly<Record<BinaryKind, (...sides: Of) => Made>>>;

const is = (prim: Prim, value: number) => (prim.kind === "IntImm" || prim.kind === "FloatImm") && Number(prim.value) === value;
const rest = (a: Prim, b: Prim) => (is(b, 1) ? intImm(0, a.dtype) : undefined);
const quotient = (a: Prim, b: Prim) => (is(b, 1) || is(a, 0) ? a : undefined);

/** What is left of an operation whose other side changes nothing, or decides alone. */
const neutral: ByOperation<[Prim, Prim], Prim | undefined> = {
  Add: (a, b) => (is(a, 0) ? b : is(b, 0) ? a : undefined),
  Sub: (a, b) => (is(b, 0) ? a : undefined),
  Mul: (a, b) => (is(a, 1) ? b : is(b, 1) ? a : is(a, 0) ? a : is(b, 0) ? b : undefined),
  FloorDiv: quotient,
  Div: quotient,
  FloorMod: rest,
  Mod: rest,
  And: (a, b) => (is(a, 1) ? b : is(b, 1) ? a : is(a, 0) ? a : is(b, 0) ? b : undefined),
  Or: (a, b) => (is(a, 0) ? b : is(b, 0) ? a : is(a, 1) ? a : is(b, 1) ? b : undefined),
};

const tests: ByOperation<[number | bigint, number | bigint], boolean> = {
  EQ: (x, y) => Number(x) === Number(y),
  NE: (x, y) => Number(x) !== Number(y),
  LT: (x, y) => x < y,
  LE: (x, y) => x <= y,
  GT: (x, y) => x > y,
  GE: (x, y) => x >= y,
  And: (x, y) => Number(x) !== 0 && Number(y) !== 0,
  Or: (x, y) => Number(x) !== 0 || Number(y) !== 0,
};

const ofFloats: ByOperation<[number, number], number | "zero"> = {
  Add: (x, y) => x + y,
  Sub: (x, y) => x - y,
  Mul: (x, y) => x * y,
  Div: (x, y) => (y === 0 ? "zero" : x / y),
  FloorDiv: (x, y) => (y === 0 ? "zero" : Math.floor(x / y)),
  Min: Math.min,
  Max: Math.max,
};

const ofInts: ByOperation<[bigint, bigint], bigint | "zero" | undefined> = {
  Add: (x, y) => x + y,
  Sub: (x, y) => x - y,
  Mul: (x, y) => x * y,
  Div: (x, y) => (y === 0n ? "zero" : x / y),
  Mod: (x, y) => (y === 0n ? "zero" : x % y),
  FloorDiv: (x, y) => (y === 0n ? "zero" : floorDivided(x, y)),
  FloorMod: (x, y) => (y === 0n ? "zero" : x - y * floorDivided(x, y)),
  Min: (x, y) => (x < y ? x : y),
  Max: (x, y) => (x > y ? x : y),
  Shl: (x, y) => (y < 0n || y > 63n ? undefined : x << y),
  Shr: (x, y) => (y < 0n ? undefined : x >> y),
  BitAnd: (x, y) => x & y,
  BitOr: (x, y) => x | y,
  BitXor: (x, y) => x ^ y,
};

/** The value of an operation on two; "zero" where it divides by that. */
function fold(kind: BinaryKind, x: number | bigint, y: number | bigint, isFloat: boolean): number | bigint | boolean | "zero" | undefined {
  const holds = tests[kind];
  if (holds) return holds(x, y);
  return isFloat ? ofFloats[kind]?.(Number(x), Number(y)) : ofInts[kind]?.(BigInt(x), BigInt(y));
}

function floorDivided(x: bigint, y: bigint): bigint {
  const quotient = x / y;
  return x % y !== 0n && x < 0n !== y < 0n ? quotient - 1n : quotient;
}

const signs: Partial<Record<BinaryKind, string>> = {
  Add: "+",
  Sub: "-",
  Mul: "*",
  Div: "/",
  FloorDiv: "//",
  FloorMod: "%",
  EQ: "==",
  NE: "!=",
  LT: "<",
  LE: "<=",
  GT: ">",
  GE: ">=",
  And: "and",
  Or: "or",
};

/** A number as C's `%.{digits}g` writes it. */
export function numberText(value: number, digits: number): string {
  if (Number.isNaN(value)) return "nan";
  const sign = value < 0 || Object.is(value, -0) ? "-" : "";
  return sign + (Number.isFinite(value) ? generalText(Math.abs(value), digits, false) : "inf");
}

/** Whole numbers have all their digits, others 17. Follows src/script/printer/doc_printer/python_doc_printer.cc. */
export function floatText(value: number): string {
  if (Number.isInteger(value)) return `${Object.is(value, -0) ? "-0" : BigInt(value)}.0`;
  const text = numberText(value, 17);
  return Number.isFinite(value) ? text : `"${text}"`;
}

const bitwise = ["Shl", "Shr", "BitAnd", "BitOr", "BitXor"] as const;

/** Kinds that are written as calls of functions. */
const calledAs: Partial<Record<BinaryKind, string>> = {
  Mod: "truncmod",
  Min: "min",
  Max: "max",
  ...Object.fromEntries(bitwise.map((kind) => [kind, kind.toLowerCase()])),
};

/** Whether the operator of Python would make the same node again, and not what it comes to. */
function isPlain({ kind, a, b }: BinaryPrim): boolean {
  const again = combine(kind, a, b);
  return typeof again === "object" && isBinary(again) && again.kind === kind && again.a === a && again.b === b;
}

/** How tightly operators bind, as in Python. */
const bindings: Partial<Record<BinaryKind, number>> = {
  Or: 1,
  And: 2,
  ...Object.fromEntries(["EQ", "NE", "LT", "LE", "GT", "GE"].map((kind) => [kind, 3])),
  ...Object.fromEntries(["Add", "Sub"].map((kind) => [kind, 4])),
  ...Object.fromEntries(["Mul", "Div", "FloorDiv", "FloorMod"].map((kind) => [kind, 5])),
};

const bindingOf = (prim: Prim) => (isBinary(prim) && isPlain(prim) ? (bindings[prim.kind] ?? 9) : 9);

/** A number as the reference shows it: `4`, `T.int64(4)`, `T.Any() + 1`. Long ones are cut. */
export function primText(prim: Prim, depth = 0): string {
  switch (prim.kind) {
    case "IntImm":
      if (prim.dtype === "bool") return `T.bool(${Number(prim.value) === 0 ? "False" : "True"})`;
      return prim.dtype === "int32" ? String(prim.value) : `T.${prim.dtype}(${prim.value})`;
    case "FloatImm":
      return `T.${prim.dtype}(${floatText(prim.value)})`;
    case "StringImm":
      return JSON.stringify(prim.value);
    case "Any":
      return "T.Any()";
    case "SizeVar":
    case "Var":
      return prim.name;
    default: {
      if (depth > 16) return "...";
      const own = bindingOf(prim);
      const inner = (p: Prim, least: number) => (bindingOf(p) < least ? `(${primText(p, depth + 1)})` : primText(p, depth + 1));
      const sign = isPlain(prim) ? signs[prim.kind] : undefined;
      return sign
        ? `${inner(prim.a, own)} ${sign} ${inner(prim.b, own + 1)}`
        : `T.${calledAs[prim.kind] ?? prim.kind}(${primText(prim.a, depth + 1)}, ${primText(prim.b, depth + 1)})`;
    }
  }
}

/**
 * Whether two numbers have one structure. A variable equals itself alone; with `mapFreeVars`, it equals the one at its
 * place.
 */
export function isPrimEqual(one: Prim, other: Prim, mapFreeVars: boolean): boolean {
  const counterparts = new Map<Prim, Prim>();
  const left = [[one, other] as const];
  for (let pair = left.pop(); pair; pair = left.pop()) {
    const [a, b] = pair;
    if (a.kind !== b.kind || a.dtype !== b.dtype) return false;
    if ("value" in a && "value" in b && a.value !== b.value) return false;
    if (isBinary(a) && isBinary(b)) left.push([a.a, b.a], [a.b, b.b]);
    if (!("name" in a) || (!mapFreeVars && a === b)) continue;
    if (!mapFreeVars || (counterparts.get(a) ?? b) !== b || (counterparts.get(b) ?? a) !== a) return false;
    counterparts.set(a, b).set(b, a);
  }
  return true;
}

export function isBinary(prim: Prim): prim is BinaryPrim {
  return "a" in prim;
}
