/** Reading a call's attributes in a relation. Each refuses an attribute that is absent or of another kind. */
import { type Attrs, type AttrValue, attrOf, type Dim, intOf, isAttrList, numberOf } from "@relayscope/ir";
import { refuse } from "./refusal.ts";

/** An integer attribute. */
export function intAttr(attrs: Attrs | undefined, name: string): number {
  return intOf(attrOf(attrs, name)) ?? missing(name, "an integer");
}

/** An integer attribute that may be None. */
export function optionalIntAttr(attrs: Attrs | undefined, name: string): number | undefined {
  const value = attrOf(attrs, name);
  return value === undefined || value === null ? undefined : (intOf(value) ?? missing(name, "an integer"));
}

/** A number, whole or not. */
export function numberAttr(attrs: Attrs | undefined, name: string): number {
  return numberOf(attrOf(attrs, name)) ?? missing(name, "a number");
}

/** A truth value; integers count as in C. */
export function flagAttr(attrs: Attrs | undefined, name: string): boolean {
  const value = attrOf(attrs, name);
  return value === undefined || value === null ? false : (intOf(value) ?? missing(name, "`True` or `False`")) !== 0;
}

/** A string, dtypes included; a dtype that was not given is "". */
export function textAttr(attrs: Attrs | undefined, name: string): string {
  const value = attrOf(attrs, name);
  return typeof value === "string" ? value : missing(name, "a string");
}

/** A list of integers. */
export function intListAttr(attrs: Attrs | undefined, name: string): readonly number[] {
  return optionalIntListAttr(attrs, name) ?? missing(name, "a list of integers");
}

/** A list of integers that may be None. */
export function optionalIntListAttr(attrs: Attrs | undefined, name: string): readonly number[] | undefined {
  const value = attrOf(attrs, name);
  if (value === undefined || value === null) return undefined;
  if (!isAttrList(value)) return missing(name, "a list of integers");
  return value.map((item) => intOf(item) ?? missing(name, "a list of integers"));
}

/** A dtype; undefined where none was given. */
export function dtypeAttr(attrs: Attrs | undefined, name: string): string | undefined {
  const value = attrOf(attrs, name);
  return value === undefined || value === null || value === "" || value === "void" ? undefined : textAttr(attrs, name);
}

/** A dimension that may be None. */
export function dimAttr(attrs: Attrs | undefined, name: string): Dim | undefined {
  const value = attrOf(attrs, name);
  return value === undefined || value === null ? undefined : (attrDim(value) ?? missing(name, "a size"));
}

/** A list of dimensions: int64 sizes stay int64, `?` stays `?`. */
export function dimsAttr(attrs: Attrs | undefined, name: string): readonly Dim[] {
  return optionalDimsAttr(attrs, name) ?? missing(name, "a list of sizes");
}

/** A list of dimensions that may be None. */
export function optionalDimsAttr(attrs: Attrs | undefined, name: string): readonly Dim[] | undefined {
  const value = attrOf(attrs, name);
  if (value === undefined || value === null) return undefined;
  if (!isAttrList(value)) return missing(name, "a list of sizes");
  return value.map((item) => attrDim(item) ?? missing(name, "a list of sizes"));
}

/** A list of lists of dimensions. */
export function dimListsAttr(attrs: Attrs | undefined, name: string): readonly (readonly Dim[])[] {
  const value = attrOf(attrs, name);
  if (value === undefined || value === null || !isAttrList(value)) return missing(name, "a list of lists of sizes");
  return value.map((list) => {
    if (list === null || !isAttrList(list)) return missing(name, "a list of lists of sizes");
    return list.map((item) => attrDim(item) ?? missing(name, "a list of lists of sizes"));
  });
}

/** Element `index` of an attribute's list. Refuses a list that is too short. */
export function elementAt(list: readonly Dim[], index: number, name: string): Dim {
  return list[index] ?? refuse(`The attribute \`${name}\` has ${list.length} values: too few.`);
}

/**
 * An attribute's value as a dimension; undefined if it is not one. An expression in the metadata is an unknown size.
 */
function attrDim(value: AttrValue | undefined): Dim | undefined {
  const size = intOf(value);
  if (size === undefined) {
    if (typeof value !== "object" || value === null || isAttrList(value)) return undefined;
    if (value.kind === "Meta" && value.type.startsWith("tir.")) return "?";
    if (value.kind !== "Raw") return undefined;
    return value.text === "?" ? "?" : { kind: "SymbolicDim", name: value.text };
  }
  const isLong = typeof value === "object" && value !== null && !isAttrList(value) && value.kind === "Int" && value.dtype === "int64";
  return isLong ? { kind: "LongDim", value: size } : size;
}

function missing(name: string, kind: string): never {
  return refuse(`The attribute \`${name}\` must be ${kind}.`);
}
