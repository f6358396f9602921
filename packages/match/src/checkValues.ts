/** The values that terms of a check represent, and what Python would make of them. */
import {
  type AttrValue,
  at,
  type Dim,
  dimValue,
  type Expr,
  elementOf,
  emptyArray,
  isAttrList,
  present,
  setElement,
  type Type,
} from "@relayscope/ir";

/** A value of a target's setting, as links carry it. */
export type SettingValue = boolean | readonly number[] | readonly string[];

export type CheckValue =
  | null
  | boolean
  | number
  | string
  | readonly CheckValue[]
  | { readonly kind: "node"; readonly node: Expr }
  | { readonly kind: "type"; readonly type: Type }
  /** A dimension of unknown size. */
  | { readonly kind: "?" };

/** Thrown inside an evaluation where upstream's check raises. */
export class CheckRaise extends Error {
  /** `isUnknown`: the reference would know the value, but the text lacks it. */
  constructor(
    message: string,
    readonly isUnknown = false,
  ) {
    super(message);
  }
}

export function isList(value: CheckValue): value is readonly CheckValue[] {
  return Array.isArray(value);
}

export function nodeOf(value: CheckValue, what: string): Expr {
  if (value !== null && typeof value === "object" && !isList(value) && value.kind === "node") return value.node;
  throw new CheckRaise(value === null ? `${what} is asked of None` : `${what} is asked of something that is not a node`);
}

export function typeOfValue(value: CheckValue, what: string): Type {
  if (value !== null && typeof value === "object" && !isList(value)) {
    if (value.kind === "type") return value.type;
    if (value.kind === "node") {
      if (value.node.checkedType) return value.node.checkedType;
      throw new CheckRaise("the node's type is not known", true);
    }
  }
  throw new CheckRaise(value === null ? `${what} is asked of None` : `${what} is asked of what has no type`);
}

export function valueOfDim(dim: Dim): CheckValue {
  const size = dimValue(dim);
  return size === undefined ? { kind: "?" } : size;
}

/** An attribute as Python sees it: numbers of any width are numbers. */
export function valueOfAttr(value: AttrValue): CheckValue {
  if (value === null || typeof value === "boolean" || typeof value === "number" || typeof value === "string") return value;
  if (typeof value === "bigint") return Number(value);
  if (isAttrList(value)) return value.map(valueOfAttr);
  switch (value.kind) {
    case "Float":
      return value.value;
    case "Int":
      return Number(value.value);
    case "Raw":
      return value.text === "?" ? { kind: "?" } : value.text;
    default:
      throw new CheckRaise("this attribute can't be compared");
  }
}

export function scalarOf(node: Expr): CheckValue {
  if (node.kind !== "Constant") throw new CheckRaise("`data` is asked of something that is not a constant");
  if (!node.data) throw new CheckRaise("the constant's value is not known", true);
  if (node.data.values.length !== 1) throw new CheckRaise("the constant is not a scalar");
  const value = elementOf(node.data, 0);
  return node.data.dtype === "bool" ? Boolean(value) : Number(value);
}

/** A constant's elements; raises for something that is not a constant and if they are unknown. */
export function elementsOf(node: Expr): readonly number[] {
  if (node.kind !== "Constant") throw new CheckRaise("`data` is asked of something that is not a constant");
  const { data } = node;
  if (!data) throw new CheckRaise("the constant's values are not known", true);
  return Array.from({ length: data.values.length }, (_, i) => Number(elementOf(data, i)));
}

/**
 * The largest of the sums of absolute differences from `zero`, one sum for each place along an axis. Differences have
 * the constant's own dtype and wrap around, like arrays in Python.
 */
export function largestSum(node: Expr, zero: number, axis: number): number {
  const elements = elementsOf(node);
  const shape = node.kind === "Constant" ? (node.data?.shape ?? []) : [];
  const size = shape[axis];
  if (size === undefined) throw new CheckRaise(`axis ${axis} is outside of ${shape.length}`);
  const inner = shape.slice(axis + 1).reduce((a, b) => a * b, 1);
  const sums = new Float64Array(size);
  const dtype = node.kind === "Constant" ? (node.data?.dtype ?? "") : "";
  const cell = { dtype, shape: [], values: emptyArray(dtype, 1) ?? new Float64Array(1) };
  const wrapped = (value: number): number => {
    setElement(cell, 0, value);
    return Number(elementOf(cell, 0));
  };
  for (const [i, value] of elements.entries()) {
    const at = Math.floor(i / inner) % size;
    sums[at] = present(sums[at]) + wrapped(Math.abs(wrapped(value - zero)));
  }
  return sums.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
}

/** `==`: sizes not known equal nothing. */
export function valuesAreEqual(a: CheckValue, b: CheckValue): boolean {
  if (isList(a) || isList(b)) return isList(a) && isList(b) && a.length === b.length && a.every((x, i) => valuesAreEqual(x, at(b, i)));
  if (a !== null && typeof a === "object") {
    return b !== null && typeof b === "object" && a.kind === "node" && b.kind === "node" && a.node === b.node;
  }
  if (typeof a === "boolean" && typeof b === "number") return Number(a) === b;
  if (typeof a === "number" && typeof b === "boolean") return a === Number(b);
  return a === b;
}

export function isTruthyValue(value: CheckValue): boolean {
  if (value === null || value === false || value === 0 || value === "") return false;
  return !isList(value) || value.length > 0;
}

/** A number for arithmetic and ordering; raises for anything else, like Python. */
export function numberOfValue(value: CheckValue, what: string): number {
  if (typeof value === "number") return value;
  if (typeof value === "boolean") return Number(value);
  throw new CheckRaise(value === null ? `${what} meets None` : `${what} meets something that is not a number`);
}

/** A value in a table: `[1, 3, 8, 8]`, `"NCHW"`, `None`. */
export function valueText(value: CheckValue): string {
  if (value === null) return "None";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return String(value);
  if (isList(value)) return `[${value.map(valueText).join(", ")}]`;
  switch (value.kind) {
    case "?":
      return "?";
    case "type":
      return value.type.kind;
    case "node":
      return nodeText(value.node);
  }
}

function nodeText(node: Expr): string {
  if (node.kind === "Var") return `%${node.name}`;
  if (node.kind === "Call" && node.op.kind === "Op") return node.op.name;
  return node.kind === "Op" ? node.name : node.kind;
}
