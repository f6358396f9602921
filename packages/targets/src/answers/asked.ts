/** What a condition of a file requires of the model, found from the places where its values were read. */
import { attrOf, type Expr } from "@relayscope/ir";
import type { AskedCondition, AskedFor, AskedValue } from "@relayscope/match";
import {
  type Decided,
  isWrittenOut,
  type Origin,
  PyArray,
  PyClass,
  PyDict,
  PyFloat,
  PyModule,
  PyScalar,
  PySet,
  PySlice,
  PyTuple,
  type Value,
} from "@relayscope/python";
import { ExprObject } from "../objects/exprHolder.ts";
import type { Prim } from "../objects/prim.ts";
import { PrimObject } from "../objects/primObjects.ts";
import { elementsOf } from "../objects/sequences.ts";
import { isSame } from "../objects/tvmObject.ts";

/** The condition that decided a traced call; undefined where none did. */
export function askedOf({ origin, isTrue }: Decided): AskedCondition | undefined {
  return origin && { ...conditionOf(origin, !isTrue), source: bare(origin.source) };
}

const opposites = {
  "==": "!=",
  "!=": "==",
  "<": ">=",
  ">=": "<",
  ">": "<=",
  "<=": ">",
  in: "not in",
  "not in": "in",
  is: "is not",
  "is not": "is",
} as const;

/** Operators after an exchange of their sides. */
const turned: Partial<Record<Operator, Operator>> = { "==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<=" };

type Operator = keyof typeof opposites;

function isOperator(text: string): text is Operator {
  return Object.hasOwn(opposites, text);
}

type Asked = Omit<AskedCondition, "source">;

/** `isWanted`: whether the condition should hold. */
function conditionOf(origin: Origin, isWanted: boolean): Asked {
  const { kind, name, parts } = origin;
  const [first, second] = parts;
  if (kind === "not" && first) return conditionOf(first, !isWanted);
  if (kind === "call" && name === "bool" && parts.length === 1 && first) return conditionOf(first, isWanted);
  const text = isWanted ? bare(origin.source) : oppositeText(origin);
  if (kind === "call" && name === "isinstance" && first && second) {
    const wanted: AskedFor = { operator: isWanted ? "is" : "is not", value: classNames(second.value) };
    return { values: valuesOf(first), wanted, text };
  }
  if (kind === "compare" && isOperator(name) && first && second && parts.length === 2) {
    return { ...comparison(first, isWanted ? name : opposites[name], second), text };
  }
  if (kind === "call" && (name === "any" || name === "all") && first?.itemAt) {
    const conditions = itemsOf(first).map((item) => conditionOf(item, isWanted));
    const [wanted] = conditions.map((condition) => condition.wanted);
    const isOne = conditions.every((one) => one.wanted?.operator === wanted?.operator && one.wanted?.value === wanted?.value);
    const values = distinct(conditions.flatMap((condition) => condition.values));
    const [limit] = isOne ? conditions.flatMap((condition) => condition.limit ?? []) : [];
    return { values, wanted: isOne && wanted?.value !== "" ? wanted : undefined, ...(limit === undefined ? {} : { limit }), text };
  }
  if (kind === "compare" || kind === "junction" || kind === "call") {
    const asked = kind === "call" ? [...(origin.of && !isModule(origin.of) ? [origin.of] : []), ...parts] : parts;
    if (kind !== "junction") return { values: distinct(asked.flatMap(valuesOf)), wanted: undefined, text };
    const conditions = asked.map((part) => conditionOf(part, isWanted));
    const values = distinct(conditions.flatMap((condition) => condition.values));
    const isAny = (name === "or") === isWanted;
    return { values, wanted: isAny && values.length === 1 ? oneOf(conditions) : undefined, text };
  }
  const values = valuesOf(origin);
  return { values, wanted: values.length === 1 && values[0] ? truthOf(values[0], isWanted) : undefined, text };
}

/** The first items of a list that the file makes. */
function itemsOf({ itemAt }: Origin): readonly Origin[] {
  return Array.from({ length: mostItems }, (_, i) => itemAt?.(i, null) ?? []).flat();
}

const mostItems = 4;

/** The required value of something that is tested for its truth. */
function truthOf({ kind, found }: AskedValue, isWanted: boolean): AskedFor | undefined {
  if (found === "True" || found === "False") return { operator: "==", value: isWanted ? "True" : "False" };
  return isWanted && kind !== "computed" && found !== "" ? { operator: "!=", value: found } : undefined;
}

/** One of the values that alternatives want. */
function oneOf(conditions: readonly Asked[]): AskedFor | undefined {
  const values = conditions.map(({ wanted }) => (wanted?.operator === "==" ? wanted.value : undefined));
  return values.includes(undefined) ? undefined : { operator: "in", value: `[${values.join(", ")}]` };
}

function comparison(left: Origin, operator: Operator, right: Origin): Omit<Asked, "text"> {
  const [own, other] = [valuesOf(left), valuesOf(right)];
  const isOwn = own.some(({ nodes }) => nodes.length > 0);
  const isOther = other.some(({ nodes }) => nodes.length > 0);
  if (isOwn && isOther) {
    const values = distinct([...own, ...other]);
    return { values, wanted: own.length === 1 && other.length === 1 && values.length === 2 ? { operator, value: "" } : undefined };
  }
  const mirrored = turned[operator];
  if (isOther && mirrored) return { values: other, wanted: wantedOf(other, mirrored, left.value), ...limitOf(left) };
  if (isOwn || own.length > 0) return { values: own, wanted: wantedOf(own, operator, right.value), ...limitOf(right) };
  return { values: other, wanted: mirrored && wantedOf(other, mirrored, left.value) };
}

/** The name of a value, if it is a name that the traced functions do not assign. */
function limitOf({ kind, name }: Origin): Pick<AskedCondition, "limit"> {
  return kind === "name" && name !== "" ? { limit: name } : {};
}

/** The required value. A number in the place of a boolean is written as such. */
function wantedOf(values: readonly AskedValue[], operator: Operator, value: Value): AskedFor | undefined {
  const isBoolean = values.length === 1 && (values[0]?.found === "True" || values[0]?.found === "False");
  const text = isBoolean && (value === 0 || value === 1) ? plainText(value === 1) : plainText(value);
  if (text === undefined) return value instanceof PyClass && isIdentity(operator) ? { operator, value: value.name } : undefined;
  const plain = operator === "is" ? "==" : operator === "is not" ? "!=" : operator;
  return { operator: plain, value: text };
}

function isIdentity(operator: Operator): boolean {
  return operator === "is" || operator === "is not" || operator === "==" || operator === "!=";
}

function oppositeText({ kind, name, parts, source }: Origin): string {
  const [left, right] = parts;
  if (kind === "compare" && isOperator(name) && left && right && parts.length === 2) {
    return `${bare(left.source)} ${opposites[name]} ${bare(right.source)}`;
  }
  return kind === "compare" || kind === "junction" ? `not (${bare(source)})` : `not ${bare(source)}`;
}

/** A text on one line, without parentheses around all of it. */
function bare(source: string): string {
  let line = source.trim().split(/\s+/).join(" ");
  while (isEnclosed(line)) line = line.slice(1, -1).trim();
  return line;
}

function isEnclosed(line: string): boolean {
  if (!line.startsWith("(") || !line.endsWith(")")) return false;
  let depth = 0;
  for (let i = 0; i < line.length - 1; i++) {
    if (line[i] === "(") depth++;
    else if (line[i] === ")") depth--;
    if (depth === 0) return false;
  }
  return true;
}

function classNames(value: Value): string {
  const classes = value instanceof PyTuple ? value.items : [value];
  return classes.map((cls) => (cls instanceof PyClass ? cls.name : "?")).join(" or ");
}

function isModule({ value }: Origin): boolean {
  return value instanceof PyModule || value instanceof PyClass;
}

// ---- values

/** The values that something is made of; several where they were read apart. */
function valuesOf(origin: Origin): readonly AskedValue[] {
  const { kind, parts } = origin;
  const read = readOf(origin);
  if (read) return [read];
  if (isWrittenOut(origin) || isModule(origin)) return [];
  const isOfModel = nodesIn(origin).length > 0;
  if ((kind === "list" || kind === "compare") && isOfModel) return distinct(parts.flatMap(valuesOf));
  const found = plainText(origin.value);
  const nodes = nodesIn(origin);
  const inside = found === undefined ? distinct(allParts(origin).flatMap(valuesOf)) : [];
  if (inside.length > 0 || (found === undefined && nodes.length === 0)) return inside;
  return [{ nodes, kind: "computed", name: bare(origin.source), found: found ?? "", isItem: false }];
}

function allParts({ of, parts }: Origin): readonly Origin[] {
  return of ? [of, ...parts] : parts;
}

/** The nodes that a computed value was read from: those of its first part that was read from any. */
function nodesIn(origin: Origin): readonly Expr[] {
  const read = readOf(origin);
  if (read) return read.nodes;
  for (const part of allParts(origin)) {
    const nodes = nodesIn(part);
    if (nodes.length > 0) return nodes;
  }
  return [];
}

function distinct(values: readonly AskedValue[]): readonly AskedValue[] {
  const isOne = (a: AskedValue, b: AskedValue) => a.name === b.name && a.kind === b.kind && a.nodes[0] === b.nodes[0];
  return values.filter((value, at) => values.findIndex((other) => isOne(value, other)) === at);
}

/** Functions and methods that give what they are given in another form. */
const forms: ReadonlySet<string> = new Set([
  ...[
    "int",
    "float",
    "str",
    "bool",
    "list",
    "tuple",
    "set",
    "frozenset",
    "sorted",
    "dict",
    "get_const_tuple",
    "get_const_int",
    "get_const_float",
  ],
  ...["array", "asarray", "numpy", "asnumpy", "item", "tolist", "astype", "flatten", "ravel", "squeeze", "reshape", "strip", "lower"],
]);

/** Those whose text is that of what they are given. */
const asIs: ReadonlySet<string> = new Set(["int", "float", "str", "list", "tuple", "map", "get_const_tuple", "get_const_int"]);

/** Members that only lead to what they hold. */
const ways: ReadonlySet<string> = new Set(["attrs", "checked_type", "_checked_type_", "type_annotation", "value", "data"]);

/** What was read from a node, if all of it was read from one; a node's own operator is part of it. */
function readOf(origin: Origin): AskedValue | undefined {
  const steps: (string | number)[] = [];
  let kind: AskedValue["kind"] = "attribute";
  let isItem = false;
  let isCounted = false;
  let found = plainText(origin.value);
  let at: Origin | undefined = origin;
  let form: string | undefined;
  while (at && !isNode(at.value)) {
    const inner: Origin | undefined = innerOf(at);
    if (!inner) return undefined;
    // A list may have been changed since it was made, and a number rounded.
    if (at.kind === "call" && asIs.has(at.name)) form ??= plainText(at.value);
    const source = plainText(inner.value);
    // A generator has no text but that of what it runs over.
    if (found === undefined && at.kind === "call" && steps.length === 0) found = source;
    if (form !== undefined && source !== undefined && form !== source) return undefined;
    if (!(inner.kind === "call" && asIs.has(inner.name))) form = undefined;
    if (at.kind === "attribute") {
      if (at.name === "ndim") isCounted = true;
      if (at.name === "data") kind = "data";
      else if (at.name === "name" && isOperatorNode(inner.value)) kind = "operator";
      if (!ways.has(at.name)) steps.unshift(at.name === "concrete_shape" || at.name === "ndim" ? "shape" : at.name);
    } else if (at.kind === "item") {
      const [index] = at.parts;
      const [next] = steps;
      const from = index && startOf(index.value);
      if (typeof index?.value === "string") {
        steps.unshift(index.value);
      } else if (from !== undefined && typeof next === "number" && next >= 0) steps[0] = next + from;
      else
        steps.unshift(typeof index?.value === "number" ? index.value : `[${index ? (plainText(index.value) ?? bare(index.source)) : ""}]`);
    } else if (at.kind === "each") {
      const place = steps.length > 0 ? placeIn(inner.value, at.value) : -1;
      if (place >= 0) steps.unshift(place);
      else isItem = true;
    } else if (at.name === "len") isCounted = true;
    else if (at.name.startsWith("get_") && typeof at.parts[0]?.value === "string" && inner === at.of) steps.unshift(at.parts[0].value);
    at = inner;
  }
  const nodes = at ? nodesOnWay(at) : [];
  if (!at || nodes.length === 0) return undefined;
  const [node] = nodes;
  const name = joinedSteps(steps);
  const inside = partOf(node, name);
  if (inside) return { nodes: [inside.node, ...nodes], kind: isCounted ? "count" : kind, name: inside.name, found: found ?? "", isItem };
  if (kind === "operator") return { nodes, kind, name: "op.name", found: found ?? "", isItem };
  if (kind === "data" && (name === "shape" || name.startsWith("shape[") || name === "dtype")) kind = "attribute";
  if (name === "" && kind === "attribute" && !isCounted) {
    if (!(origin.value instanceof ExprObject)) return undefined;
    kind = "node";
  }
  const value = node?.kind === "Call" ? attrOf(node.attrs, name) : undefined;
  if (typeof value === "boolean") found = plainText(value);
  return { nodes, kind: isCounted ? "count" : kind, name, found: found ?? "", isItem };
}

/** The value from which another one was read; undefined if that was made in another way. */
function innerOf({ kind, name, of, parts }: Origin): Origin | undefined {
  if (kind === "attribute" || kind === "item" || kind === "each") return of;
  if (kind !== "call") return undefined;
  const base = of && !isModule(of) ? of : parts[0];
  if (name === "map" && parts[0]?.value instanceof PyClass) return parts[1];
  return forms.has(name) || name === "len" || /^get_(int|str|int_tuple)$/.test(name) ? base : undefined;
}

/** The place of an item in a list. */
function placeIn(list: Value, item: Value): number {
  return elementsOf(list)?.findIndex((one) => one === item || isSame(one, item)) ?? -1;
}

/** Where a slice that goes on to the end starts. */
function startOf(index: Value): number | undefined {
  if (!(index instanceof PySlice) || index.step !== null || index.stop !== null) return undefined;
  return index.start === null ? 0 : typeof index.start === "number" && index.start >= 0 ? index.start : undefined;
}

/** `padding[1]`, of the steps `padding` and 1. */
function joinedSteps(steps: readonly (string | number)[]): string {
  return steps.reduce<string>((text, step) => {
    if (typeof step === "number") return `${text}[${step}]`;
    return text === "" || step.startsWith("[") ? text + step : `${text}.${step}`;
  }, "");
}

/** `type_args[1].dtype` of a call is of its argument, `fields[1].dtype` of a tuple of its field. */
function partOf(node: Expr | undefined, name: string): { readonly node: Expr; readonly name: string } | undefined {
  const [, list, place, rest = ""] = /^(type_args|fields)\[(\d+)\]\.?(.*)$/.exec(name) ?? [];
  const parts = list === "type_args" && node?.kind === "Call" ? node.args : list === "fields" && node?.kind === "Tuple" ? node.fields : [];
  const part = parts[Number(place)];
  return part && { node: part, name: rest };
}

/** A node of the model, other than an operator's name. */
function isNode(value: Value): value is ExprObject {
  return value instanceof ExprObject && value.node.kind !== "Op";
}

function isOperatorNode(value: Value): boolean {
  return value instanceof ExprObject && value.node.kind === "Op";
}

/** A node and those that it was reached from. */
function nodesOnWay(origin: Origin): readonly Expr[] {
  const nodes: Expr[] = [];
  for (let at: Origin | undefined = origin; at; at = innerOf(at)) {
    if (isNode(at.value) && !nodes.includes(at.value.node)) nodes.push(at.value.node);
  }
  return nodes;
}

// ---- texts

const longestList = 30;
const longestArray = 8;
const deepestList = 4;

/** A plain value as it is written; undefined for objects. */
function plainText(value: Value, depth = 0): string | undefined {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number" || typeof value === "bigint") return String(value);
  if (value instanceof PyFloat) return String(value.value);
  if (value instanceof PyScalar) return value.dtype.kind === "b" ? plainText(Number(value.value) !== 0) : String(value.value);
  if (value instanceof PrimObject) return plainPrim(value.prim);
  if (value instanceof PyArray) return arrayText(value);
  const items = value instanceof PySet || value instanceof PyDict ? [...value.table.list()].map(({ key }) => key) : elementsOf(value);
  if (!items || items.length > longestList || depth >= deepestList) return undefined;
  const texts = items.map((item) => plainText(item, depth + 1));
  return texts.includes(undefined) ? undefined : `[${texts.join(", ")}]`;
}

/** A small array as a list, one of a single element as that. */
function arrayText(array: PyArray): string | undefined {
  if (array.size > longestArray) return undefined;
  const texts = Array.from(array.places(), (place) => String(array.data[place] ?? ""));
  return array.shape.length === 0 ? texts[0] : `[${texts.join(", ")}]`;
}

function plainPrim(prim: Prim): string | undefined {
  switch (prim.kind) {
    case "IntImm":
      return prim.dtype === "bool" ? plainText(Number(prim.value) !== 0) : String(prim.value);
    case "FloatImm":
      return String(prim.value);
    case "Any":
      return "?";
    case "SizeVar":
    case "Var":
      return prim.name;
    default:
      return undefined;
  }
}
