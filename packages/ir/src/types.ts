/**
 * Relay's types, as plain immutable data.
 * Follows include/tvm/ir/type.h, include/tvm/relay/type.h and include/tvm/relay/adt.h.
 */
import { assertNever } from "./assertNever.ts";
import { at } from "./at.ts";
import { nearestName } from "./nearestName.ts";

/** One dimension: a size, `?` (any), an int64 size (printed `3i64`), or a symbolic name. */
export type Dim = number | "?" | LongDim | SymbolicDim;

/** A dimension whose size the reference keeps as int64; equal in size to the plain number. */
export interface LongDim {
  readonly kind: "LongDim";
  readonly value: number;
}

export interface SymbolicDim {
  readonly kind: "SymbolicDim";
  readonly name: string;
}

export interface TensorType {
  readonly kind: "TensorType";
  readonly shape: readonly Dim[];
  readonly dtype: string;
}

export interface TupleType {
  readonly kind: "TupleType";
  readonly fields: readonly Type[];
}

export interface FuncType {
  readonly kind: "FuncType";
  readonly params: readonly Type[];
  readonly result: Type;
  readonly typeParams: readonly TypeVar[];
}

/** The type of a reference cell, printed `ref(T)`. */
export interface RefType {
  readonly kind: "RefType";
  readonly value: Type;
}

/** A type parameter. Identity is meaning: two variables of one name are two variables. */
export interface TypeVar {
  readonly kind: "TypeVar";
  readonly name: string;
  readonly typeKind: TypeKind;
}

/** The name of an algebraic data type. Equal by name within one module. */
export interface GlobalTypeVar {
  readonly kind: "GlobalTypeVar";
  readonly name: string;
}

/** A data type applied to arguments: `List[int32]`. */
export interface TypeCall {
  readonly kind: "TypeCall";
  readonly func: Type;
  readonly args: readonly Type[];
}

/** A type not yet known: a hole that inference fills. Identity is meaning. */
export interface IncompleteType {
  readonly kind: "IncompleteType";
  readonly typeKind: TypeKind;
}

export type TypeKind = "Type" | "ShapeVar" | "BaseType" | "Shape" | "Constraint" | "AdtHandle" | "TypeData";

export type Type = TensorType | TupleType | FuncType | RefType | TypeVar | GlobalTypeVar | TypeCall | IncompleteType;

/** A tensor's type; the shape is in elements per axis, outermost first. */
export function tensorType(shape: readonly Dim[], dtype: string): TensorType {
  return { kind: "TensorType", shape, dtype };
}

/** The usual data types, the most usual first. */
export const dtypeNames: readonly string[] = [
  "float32",
  "float16",
  "float64",
  "bfloat16",
  "int8",
  "int16",
  "int32",
  "int64",
  "uint8",
  "uint16",
  "uint32",
  "uint64",
  "bool",
];

/**
 * The data type that an unknown name probably means, or one of `others`; undefined if none is near. `f32` means
 * `float32`.
 */
export function nearestType(name: string, others: Iterable<string> = []): string | undefined {
  const near = nearestName(name, [...others, ...dtypeNames]);
  const width = /(?<!\d)\d+$/.exec(name)?.[0];
  return near ?? (width && dtypeNames.find((dtype) => dtype.charAt(0) === name.charAt(0) && dtype.endsWith(width)));
}

/** The type of a scalar. */
export function scalarType(dtype: string): TensorType {
  return { kind: "TensorType", shape: [], dtype };
}

export function tupleType(fields: readonly Type[]): TupleType {
  return { kind: "TupleType", fields };
}

export function funcType(params: readonly Type[], result: Type, typeParams: readonly TypeVar[] = []): FuncType {
  return { kind: "FuncType", params, result, typeParams };
}

export function incompleteType(): IncompleteType {
  return { kind: "IncompleteType", typeKind: "Type" };
}

/** The size of a dimension if it is known, else undefined. */
export function dimValue(dim: Dim): number | undefined {
  if (typeof dim === "number") return dim;
  return dim !== "?" && dim.kind === "LongDim" ? dim.value : undefined;
}

/** Whether two dimensions are certainly equal: same size, same symbol, or both `?`. */
export function dimsEqual(a: Dim, b: Dim): boolean {
  if (a === b) return true;
  const x = dimValue(a);
  if (x !== undefined) return x === dimValue(b);
  return typeof a === "object" && typeof b === "object" && a.kind === "SymbolicDim" && b.kind === "SymbolicDim" && a.name === b.name;
}

/** Structural equality of types; type variables are equal by identity or where `bound` pairs them. */
export function typesEqual(a: Type, b: Type, bound?: ReadonlyMap<TypeVar, TypeVar>): boolean {
  if (a === b) return true;
  switch (a.kind) {
    case "TensorType":
      return b.kind === "TensorType" && a.dtype === b.dtype && listsEqual(a.shape, b.shape, dimsEqual);
    case "TupleType":
      return b.kind === "TupleType" && listsEqual(a.fields, b.fields, (x, y) => typesEqual(x, y, bound));
    case "FuncType": {
      if (b.kind !== "FuncType" || a.typeParams.length !== b.typeParams.length) return false;
      let inner = bound;
      if (a.typeParams.length > 0) {
        const pairs = new Map(bound);
        a.typeParams.forEach((v, i) => {
          const other = b.typeParams[i];
          if (other) pairs.set(v, other);
        });
        inner = pairs;
      }
      return listsEqual(a.params, b.params, (x, y) => typesEqual(x, y, inner)) && typesEqual(a.result, b.result, inner);
    }
    case "RefType":
      return b.kind === "RefType" && typesEqual(a.value, b.value, bound);
    case "TypeVar":
      return b.kind === "TypeVar" && bound?.get(a) === b;
    case "GlobalTypeVar":
      return b.kind === "GlobalTypeVar" && a.name === b.name;
    case "TypeCall":
      return b.kind === "TypeCall" && typesEqual(a.func, b.func, bound) && listsEqual(a.args, b.args, (x, y) => typesEqual(x, y, bound));
    case "IncompleteType":
      return false;
    default:
      return assertNever(a);
  }
}

function listsEqual<T>(a: readonly T[], b: readonly T[], equal: (x: T, y: T) => boolean): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    if (!equal(at(a, i), at(b, i))) return false;
  }
  return true;
}

/** Whether a type still has holes. */
export function isIncomplete(type: Type): boolean {
  switch (type.kind) {
    case "IncompleteType":
      return true;
    case "TupleType":
      return type.fields.some(isIncomplete);
    case "FuncType":
      return type.params.some(isIncomplete) || isIncomplete(type.result);
    case "RefType":
      return isIncomplete(type.value);
    case "TypeCall":
      return isIncomplete(type.func) || type.args.some(isIncomplete);
    case "TensorType":
    case "TypeVar":
    case "GlobalTypeVar":
      return false;
    default:
      return assertNever(type);
  }
}

/** A dimension as the reference prints it: `3`, `3i64`, `?`, `n`. */
export function dimText(dim: Dim): string {
  if (typeof dim === "number" || dim === "?") return String(dim);
  return dim.kind === "LongDim" ? `${dim.value}i64` : dim.name;
}

/** How context-dependent parts of a type are written. */
export interface TypeTexts {
  /** Names type variables: the printer makes them unique. */
  readonly nameOf?: (v: TypeVar) => string;
  readonly dimText?: (dim: Dim) => string;
  readonly holeText?: (hole: IncompleteType) => string;
}

/** A type as the reference prints it; a hole is written `_`, as in a text. */
export function typeText(type: Type): string {
  return typeWriter({})(type);
}

/**
 * Writes types as the reference prints them. The functions of `texts` replace the text of parts and are called from
 * left to right. A type with more than `most` characters is cut, with `…` at its end. Iterative: types nest as deep as
 * their text. A part that occurs several times, as the type of `%0` does in that of `(%0, %0)`, is written once.
 */
export function typeWriter(texts: TypeTexts, most = Number.MAX_SAFE_INTEGER): (type: Type) => string {
  const known = new Map<Type, string>();
  /** Most types are tensors. They are written directly if `texts` does not number their dimensions. */
  const isAtOnce = (type: Type) => type.kind === "TensorType" && !texts.dimText;
  const inner = (type: Type): string => (isAtOnce(type) ? textOf(type, texts, inner, most) : (known.get(type) ?? ""));
  return (type) => {
    const open: Type[] = isAtOnce(type) ? [] : [type];
    for (let here = open.at(-1); here; here = open.at(-1)) {
      const within = known.has(here) ? [] : typesWithin(here, most);
      let isReady = true;
      for (let i = within.length - 1; i >= 0; i--) {
        const part = within[i];
        if (!part || isAtOnce(part) || known.has(part)) continue;
        open.push(part);
        isReady = false;
      }
      if (!isReady) continue;
      open.pop();
      if (known.has(here)) continue;
      const text = textOf(here, texts, inner, most);
      known.set(here, text.length > most ? `${text.slice(0, most - 1)}…` : text);
    }
    return inner(type);
  };
}

/** The types right within a type, in the order in which they are written; of a long list no more than `most`. */
export function typesWithin(type: Type, most = Number.MAX_SAFE_INTEGER): readonly Type[] {
  switch (type.kind) {
    case "TupleType":
      return type.fields.slice(0, most);
    case "FuncType":
      return [...type.typeParams.slice(0, most), ...type.params.slice(0, most), type.result];
    case "RefType":
      return [type.value];
    case "TypeCall":
      return [type.func, ...type.args.slice(0, most)];
    default:
      return [];
  }
}

/** The text of a type; `inner` returns the texts of its parts. */
function textOf(type: Type, texts: TypeTexts, inner: (type: Type) => string, most: number): string {
  const listed = (types: readonly Type[]) => types.slice(0, most).map(inner).join(", ");
  switch (type.kind) {
    case "TensorType": {
      // The reference writes nothing for a dtype that an operator left open.
      const dtype = type.dtype === "void" ? "" : type.dtype;
      if (type.shape.length === 0) return dtype;
      return `Tensor[(${type.shape
        .slice(0, most)
        .map(texts.dimText ?? dimText)
        .join(", ")}), ${dtype}]`;
    }
    case "TupleType":
      return `(${listed(type.fields)}${type.fields.length === 1 ? ",)" : ")"}`;
    case "FuncType": {
      const head = type.typeParams.length > 0 ? `fn [${listed(type.typeParams)}]` : "fn ";
      return `${head}(${listed(type.params)}) -> ${inner(type.result)}`;
    }
    case "RefType":
      return `ref(${inner(type.value)})`;
    case "TypeVar":
      return texts.nameOf?.(type) ?? type.name;
    case "GlobalTypeVar":
      return type.name;
    case "TypeCall":
      return `${inner(type.func)}[${listed(type.args)}]`;
    case "IncompleteType":
      return texts.holeText?.(type) ?? "_";
    default:
      return assertNever(type);
  }
}
