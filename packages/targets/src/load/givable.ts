/** The names of a target's main file that can be given another value, and what it imports. */
import { pushTo } from "@relayscope/ir";
import { type Machine, PyFunction, PyModule, repr, StandIn, type Value } from "@relayscope/python";
import { plainOf } from "../flow/flowOptions.ts";
import { patternMembers } from "../objects/patternObjects.ts";
import { isImport } from "./provided.ts";

/** A name whose value can be given. */
export interface GivableName {
  /** A name of the main file, or the whole name of an import, as `vendor_sdk.version`. */
  readonly name: string;
  /** What it is: imported without being part of TVM, a function without parameters, or a plain value. */
  readonly kind: "missing" | "function" | "value";
  /** A plain value of the file, as Python writes it. */
  readonly value?: string;
}

const kinds: readonly GivableName["kind"][] = ["function", "value"];
const mostNames = 200;
const mostCharacters = 120;

/**
 * The names, the likeliest first: those whose values the vendor's machine alone knows. Called within a run of the
 * machine. `text` is the module's; `given` has the names that are given a value.
 */
export function givableNames(machine: Machine, module: PyModule, text: string, given: readonly string[]): readonly GivableName[] {
  const own = [...module.names].filter(([name]) => !name.startsWith("__"));
  const chains = attributeChains(text);
  const imports = own.flatMap(([name, value]) => {
    if (!(value instanceof StandIn)) return [];
    const inside = given.includes(name) ? [] : usedInside(value, chains.get(name) ?? []);
    return inside.length > 0 ? inside : [name];
  });
  const missing = [...new Set([...given.filter(isImport), ...imports])].map((name): GivableName => ({ name, kind: "missing" }));
  const makers = patternMakers(module);
  const found = own.flatMap(([name, value]) => (makers.has(value) ? [] : givable(machine, module, name, value)));
  return [...missing, ...kinds.flatMap((kind) => found.filter((one) => one.kind === kind))].slice(0, mostNames);
}

/**
 * The chains of attributes in a text by their first name: `sdk.api.version()` has the chain `api`, `version` under
 * `sdk`.
 */
function attributeChains(text: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const found = new Map<string, (readonly string[])[]>();
  for (const [chain] of text.matchAll(/(?<![\w.])[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)+/g)) {
    const [name = "", ...parts] = chain.split(".");
    pushTo(found, name, parts);
  }
  return found;
}

/**
 * The full names that a text uses of a missing import: `vendor_sdk.version` for `sdk.version()` after `import
 * vendor_sdk as sdk`.
 */
function usedInside(standIn: StandIn, chains: readonly (readonly string[])[]): readonly string[] {
  return chains.flatMap((parts) => {
    let owner = standIn;
    for (const part of parts) {
      const next = owner.names.get(part);
      if (!(next instanceof StandIn)) return [`${owner.name}.${part}`];
      owner = next;
    }
    return [];
  });
}

const patternModule = "tvm.relay.dataflow_pattern";
const members: ReadonlySet<Value> = new Set(Object.values(patternMembers));

/** The functions of the file that make patterns: they read names of TVM's patterns, or other such functions. */
function patternMakers({ names }: PyModule): ReadonlySet<Value> {
  const functions = [...names.values()].filter((value): value is PyFunction => value instanceof PyFunction && value.globals === names);
  const readers = new Map<Value, PyFunction[]>();
  const waiting: PyFunction[] = [];
  for (const reader of functions) {
    for (const name of reader.code.names) {
      const read = names.get(name);
      if (read instanceof PyFunction) pushTo(readers, read, reader);
      else if (read instanceof PyModule ? read.name === patternModule : read !== undefined && members.has(read)) waiting.push(reader);
    }
  }
  const makers = new Set<Value>();
  for (let maker = waiting.pop(); maker; maker = waiting.pop()) {
    if (makers.has(maker)) continue;
    makers.add(maker);
    waiting.push(...(readers.get(maker) ?? []));
  }
  return makers;
}

function givable(machine: Machine, { names }: PyModule, name: string, value: Value): readonly GivableName[] {
  if (value instanceof PyFunction) {
    const isAsked = value.globals === names && value.code.parameters.names.length === 0;
    return isAsked && !name.endsWith("pattern_table") ? [{ name, kind: "function" }] : [];
  }
  if (value === null || plainOf(value) === undefined) return [];
  const text = repr(machine, value);
  return text.length <= mostCharacters ? [{ name, kind: "value", value: text }] : [];
}
