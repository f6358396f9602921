/** The parameters of a partition function, as a form shows them and as Python gets them. */
import type { Constant, Var } from "@relayscope/ir";
import { arrayOf, intOf, PyDict, PyFloat, PyFunction, PyList, PyMethod, PyTuple, type Value } from "@relayscope/python";
import { tensorOfConstant } from "../objects/tensorObjects.ts";

/** A parameter with a plain default: the kind of its field, and the default. */
export interface FlowOption {
  readonly name: string;
  readonly type: "boolean" | "int" | "float" | "string" | "value";
  readonly default: unknown;
}

/** A parameter in addition to the module. */
export interface FlowParameter {
  readonly name: string;
  readonly default: Value | undefined;
}

/** The name under which partition functions take the values of a model's weights. */
const weights = "params";

/** The parameters of a partition function, the module left out. */
export function parametersOf(callee: Value): readonly FlowParameter[] {
  const bound = callee instanceof PyMethod;
  const f = bound ? callee.callee : callee;
  if (!(f instanceof PyFunction)) return [];
  const { names, positional, keywordOnly, hasRest } = f.code.parameters;
  const first = bound ? 2 : 1;
  const own = names.slice(first, positional).map((name, i): FlowParameter => {
    return { name, default: f.defaults[first + i - positional + f.defaults.length] };
  });
  const start = positional + (hasRest ? 1 : 0);
  const named = names.slice(start, start + keywordOnly).map((name): FlowParameter => ({ name, default: f.keywordDefaults.get(name) }));
  return [...own, ...named];
}

/** Names that reach an object's prototype: links carry no key of them, so such a parameter keeps its default. */
const unshared = new Set(["constructor", "prototype", "__proto__"]);

/** The parameters that a form shows. */
export function optionsOf(parameters: readonly FlowParameter[]): readonly FlowOption[] {
  return parameters.flatMap(({ name, default: value }) => {
    // Whether weights are given: functions do more where they are.
    if (unshared.has(name)) return [];
    if (name === weights) return [{ name, type: "boolean", default: true }];
    const plain = value === undefined ? null : plainOf(value);
    return plain === undefined ? [] : [{ name, type: typeOf(value), default: plain }];
  });
}

/** The function's arguments in addition to the module: the given values and, if it takes weights, the model's. */
export function argumentsOf(
  parameters: readonly FlowParameter[],
  given: Readonly<Record<string, unknown>>,
  constants: ReadonlyMap<Var, Constant>,
): Map<string, Value> {
  const values = new Map<string, Value>();
  for (const { name, default: otherwise } of parameters) {
    if (name === weights) values.set(name, given[weights] === false ? null : weightsDict(constants));
    else if (Object.hasOwn(given, name)) values.set(name, valueOf(given[name], otherwise));
    else if (otherwise === undefined) values.set(name, null);
  }
  return values;
}

/** Weights by name. There is always one, which no module names: whether any are given is an option. */
function weightsDict(constants: ReadonlyMap<Var, Constant>): Value {
  const dict = new PyDict();
  for (const [{ name }, value] of constants) dict.setText(name, tensorOfConstant(value));
  dict.setText("weights of the page", arrayOf("float32", [1], new Float32Array(1)));
  return dict;
}

function typeOf(value: Value | undefined): FlowOption["type"] {
  if (typeof value === "boolean") return "boolean";
  if (typeof value === "string") return "string";
  if (value instanceof PyFloat) return "float";
  return typeof value === "number" ? "int" : "value";
}

/** A value as plain data; undefined where it has none. */
export function plainOf(value: Value, depth = 0): unknown {
  if (value === null || typeof value === "boolean" || typeof value === "string" || typeof value === "number") return value;
  if (value instanceof PyFloat) return Number.isFinite(value.value) ? value.value : undefined;
  if (depth > 4) return undefined;
  if (value instanceof PyList || value instanceof PyTuple) {
    const items = value.items.map((item) => plainOf(item, depth + 1));
    return items.includes(undefined) ? undefined : items;
  }
  if (!(value instanceof PyDict)) return undefined;
  const entries = Array.from(value.table.list(), (entry) => [entry.key, plainOf(entry.value, depth + 1)] as const);
  return entries.some(([key, item]) => typeof key !== "string" || item === undefined) ? undefined : Object.fromEntries(entries);
}

/** Plain data as a value; a tuple, or a float, where the default is one. */
export function valueOf(plain: unknown, like?: Value): Value {
  if (typeof plain === "number")
    return like instanceof PyFloat || intOf(plain) === undefined || !Number.isInteger(plain) ? new PyFloat(plain) : plain;
  if (typeof plain === "boolean" || typeof plain === "string") return plain;
  if (Array.isArray(plain)) {
    const items = plain.map((item) => valueOf(item));
    return like instanceof PyTuple ? new PyTuple(items) : new PyList(items);
  }
  if (typeof plain !== "object" || plain === null) return null;
  const dict = new PyDict();
  for (const [key, item] of Object.entries(plain)) dict.setText(key, valueOf(item));
  return dict;
}
