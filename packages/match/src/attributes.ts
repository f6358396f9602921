/**
 * Compares an attribute that a pattern requires with that of a node. Follows MatchRetValue and the AttrPattern case of
 * src/relay/ir/dataflow_matcher.cc, where a value's C++ type decides: a plain int field equals `True` by value, an
 * expression field only an int of its own width, a float field only a float.
 */
import {
  type AttrType,
  type AttrValue,
  at,
  attrOf,
  attrValuesEqual,
  type Call,
  type Func,
  type FusionKind,
  isAttrList,
  numberOf,
  type Op,
  type OperatorTable,
} from "@relayscope/ir";
import { failures } from "./diagnostics.ts";

/**
 * The name of the first attribute that a call lacks or that differs; undefined if all agree. Throws where the reference
 * raises.
 */
export function differingCallAttribute(wanted: ReadonlyMap<string, AttrValue>, call: Call): string | undefined {
  for (const [name, value] of wanted) {
    const found = lookUp(call, name);
    if (!found || !agrees(value, found.value, found.type, name, call)) return name;
  }
  return undefined;
}

/** A call's attribute. Calls of functions may have a free dictionary, which the text writes as `__dict__={...}`. */
function lookUp(call: Call, name: string): { value: AttrValue; type: AttrType } | undefined {
  const at = call.attrs?.schema.index.get(name);
  const field = at === undefined ? undefined : call.attrs?.schema.fields[at];
  if (at !== undefined && field) return { value: call.attrs?.values[at] ?? null, type: field.type };
  const free = attrOf(call.attrs, "__dict__");
  if (typeof free !== "object" || free === null || isAttrList(free) || free.kind !== "Dict") return undefined;
  const value = free.entries.get(name);
  return value === undefined ? undefined : { value, type: "object" };
}

function agrees(wanted: AttrValue, given: AttrValue, type: AttrType, name: string, call: Call): boolean {
  if (wanted === null) throw failures.attributeNotComparable(name, call);
  if (isAttrList(wanted)) {
    if (given === null) return false;
    if (!isAttrList(given)) throw failures.attributeNotComparable(name, call);
    return wanted.length === given.length && wanted.every((w, i) => itemsAgree(w, at(given, i), name, call));
  }
  if (type === "dtype") {
    if (typeof wanted !== "string") throw failures.attributeNotComparable(name, call);
    return wanted === textOf(given);
  }
  if (given === null) throw failures.attributeUndefined(name, call);
  switch (type) {
    case "int":
    case "int64":
    case "bool":
      return isIntegral(wanted) && Number(numberOf(wanted)) === Number(numberOf(given) ?? Number.NaN);
    case "float":
    case "double":
      return typeof wanted === "object" && wanted.kind === "Float" && wanted.value === numberOf(given);
    default:
      return itemsAgree(wanted, given, name, call);
  }
}

function itemsAgree(wanted: AttrValue, given: AttrValue, name: string, call: Call): boolean {
  if (wanted === null) throw failures.attributeNotComparable(name, call);
  if (isAttrList(wanted)) {
    if (given === null) return false;
    if (!isAttrList(given)) throw failures.attributeNotComparable(name, call);
    return wanted.length === given.length && wanted.every((w, i) => itemsAgree(w, at(given, i), name, call));
  }
  if (given === null) throw failures.attributeUndefined(name, call);
  return attrValuesEqual(wanted, given);
}

function isIntegral(value: AttrValue): boolean {
  if (typeof value === "number" || typeof value === "bigint" || typeof value === "boolean") return true;
  return typeof value === "object" && value !== null && !isAttrList(value) && value.kind === "Int";
}

function textOf(value: AttrValue): string | undefined {
  if (value === null) return "";
  if (typeof value === "string") return value;
  return typeof value === "object" && !isAttrList(value) && value.kind === "Raw" ? value.text : undefined;
}

/**
 * The name of the first attribute that a function lacks or that differs; undefined if all agree. A function keeps
 * booleans as ints.
 */
export function differingFunctionAttribute(wanted: ReadonlyMap<string, AttrValue>, func: Func): string | undefined {
  for (const [name, value] of wanted) {
    const given = func.attrs.get(name);
    if (given === undefined || !attrValuesEqual(value, typeof given === "boolean" ? Number(given) : given)) return name;
  }
  return undefined;
}

/**
 * The name of the first operator attribute that an operator lacks or that differs; undefined if all agree. `TOpPattern`
 * is known for every operator in the table. Of the other registered attributes only statefulness is known here.
 */
export function differingOperatorAttribute(
  wanted: ReadonlyMap<string, AttrValue>,
  op: Op,
  operators: OperatorTable | undefined,
): string | undefined {
  for (const [name, value] of wanted) {
    const signature = operators?.get(op.name);
    if (name === "TOpIsStateful" && signature?.isStateful !== undefined) throw failures.operatorAttributeNotComparable(name, op.name, op);
    if (name !== "TOpPattern" || signature?.fusionKind === undefined) return name;
    if (!isIntegral(value) || Number(numberOf(value)) !== fusionNumbers[signature.fusionKind]) return name;
  }
  return undefined;
}

/** The reference's numbers for fusion kinds (OpPatternKind, include/tvm/relay/op_attr_types.h). */
const fusionNumbers: Readonly<Record<FusionKind, number>> = {
  elemwise: 0,
  broadcast: 1,
  injective: 2,
  comm_reduce: 3,
  out_elemwise_fusable: 4,
  tuple: 7,
  opaque: 8,
};
