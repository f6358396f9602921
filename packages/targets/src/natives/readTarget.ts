/** Reading a target: a text with options, or a dict. Follows src/target/target.cc. */
import { collect, PyDict, type PyException, type Runtime, raised, type Value } from "@relayscope/python";
import { textEntries } from "../objects/toCompiler.ts";
import { optionsOfKind, optionType, type TargetKind, targetKinds } from "./targetKinds.ts";

/** The value of an option. */
export type OptionValue = string | number | boolean | readonly string[];

export interface TargetData {
  readonly kind: string;
  readonly tag: string;
  readonly keys: readonly string[];
  /** Options by name, in order, without those that have fields of their own. */
  readonly attrs: ReadonlyMap<string, OptionValue>;
  readonly host: TargetData | undefined;
}

/** Options that are fields of a target. */
const fields: ReadonlySet<string> = new Set(["keys", "host", "tag"]);

function wrong(what: string, from: string, text: string): PyException {
  return raised("ValueError", `ValueError: ${what}. Target creation from ${from} failed: ${text}`);
}

/** A target of a text as `llvm -mcpu=skylake`. Raises ValueError. */
export function readTarget(text: string): TargetData {
  const [name = "", ...parts] = text.trim().split(/\s+/);
  const given = new Map<string, OptionValue>();
  const kind = kindNamed(name, "string", text);
  for (const part of parts) {
    const [, option, value = "1"] = /^--?([^=]+)(?:=(.*))?$/.exec(part) ?? [];
    if (option === undefined) throw wrong(`Error when parsing target: Not an attribute key "${part}"`, "string", text);
    known(kind, option, "string", text);
    given.set(option, valueOf(option, value, text));
  }
  return made(name, kind, given);
}

/** A target of a dict as `{"kind": "llvm"}`. Raises ValueError. */
export function readTargetDict(m: Runtime, dict: PyDict): TargetData {
  const entries = textEntries(dict);
  const text = `{${entries.map(([key]) => JSON.stringify(key)).join(", ")}}`;
  const name = String(dict.getText("kind") ?? "");
  const kind = kindNamed(name, "config dict", text);
  const given = new Map<string, OptionValue>();
  let host: TargetData | undefined;
  for (const [option, value] of entries) {
    if (option === "kind") continue;
    known(kind, option, "config dict", text);
    if (option === "host") host = value instanceof PyDict ? readTargetDict(m, value) : readTarget(String(value));
    else given.set(option, plainValue(m, option, value, text));
  }
  return { ...made(name, kind, given), ...(host ? { host } : {}) };
}

function kindNamed(name: string, from: string, text: string): TargetKind {
  const kind = Object.hasOwn(targetKinds, name) ? targetKinds[name] : undefined;
  if (!kind) throw wrong(`Target kind "${name}" is not defined`, from, text);
  return kind;
}

function known(kind: TargetKind, option: string, from: string, text: string): void {
  const options = optionsOfKind(kind);
  if (options.includes(option)) return;
  throw wrong(`Error when parsing target["${option}"]: Cannot recognize '${option}'. Candidates are: ${options.join(", ")}`, from, text);
}

function valueOf(option: string, text: string, whole: string): OptionValue {
  switch (optionType(option)) {
    case "list":
      return text.split(",");
    case "int":
      if (/^[-+]?\d+$/.test(text)) return Number(text);
      throw wrong(`Error when parsing target["${option}"]: Cannot parse integer from string: ${text}`, "string", whole);
    case "bool":
      return text !== "0" && text.toLowerCase() !== "false";
    case "text":
      return text;
  }
}

function plainValue(m: Runtime, option: string, value: Value, text: string): OptionValue {
  const type = optionType(option);
  const expected = (what: string) => wrong(`Error when parsing target["${option}"]: Expects type "${what}"`, "config dict", text);
  if (type === "list") {
    if (typeof value === "string") throw expected("Array");
    return collect(m, value).map(String);
  }
  if (type === "text") {
    if (typeof value === "string") return value;
    throw expected("runtime.String");
  }
  if (typeof value !== "number" && typeof value !== "boolean") throw expected("runtime.BoxInt");
  return type === "bool" ? Boolean(value) : Number(value);
}

function made(name: string, { keys, defaults }: TargetKind, given: ReadonlyMap<string, OptionValue>): TargetData {
  const attrs = new Map([...given].filter(([option]) => !fields.has(option)));
  for (const [option, value] of Object.entries(defaults)) {
    // A processor that is named says what it is compiled for.
    if (attrs.has(option) || (name === "llvm" && attrs.has("mcpu"))) continue;
    attrs.set(option, valueOf(option, value, name));
  }
  const own = given.get("keys");
  const device = attrs.get("device");
  const before = typeof device === "string" ? [device] : [];
  const all = Array.isArray(own) ? [...own, ...before] : [...before, ...keys];
  const isPlain = name === "c" && Array.isArray(own);
  const host = given.get("host");
  const tag = given.get("tag");
  return {
    kind: name,
    tag: typeof tag === "string" ? tag : "",
    keys: [...new Set(isPlain ? [...all, ...keys] : all)],
    attrs: new Map([...attrs].sort(([a], [b]) => (a < b ? -1 : 1))),
    host: typeof host === "string" ? readTarget(host) : undefined,
  };
}

/** A target as the reference shows it. */
export function targetText({ kind, keys, attrs }: TargetData): string {
  const shown = [...attrs].filter(([, value]) => value !== "").map(([name, value]) => ` -${name}=${optionText(value)}`);
  return `${kind}${keys.length > 0 ? ` -keys=${keys.join(",")}` : ""}${shown.length > 0 ? shown.join("") : " "}`;
}

function optionText(value: OptionValue): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  return Array.isArray(value) ? value.join(",") : String(value);
}
