/**
 * Readers of the small languages in a step's lines: goals, acts, pointers, nodes. Each returns undefined for other
 * text.
 */
import type { CauseCode, PipelineStep } from "@relayscope/engine";
import {
  type Act,
  type Comparison,
  type Count,
  counts,
  type Goal,
  type Guess,
  type Need,
  type NodeName,
  outcomes,
  type Pointer,
  type Prediction,
  type Selectable,
  selectables,
  things,
} from "./lesson.ts";

const operator = /^[\w.%@-]+$/;

/** A model file of the gallery. */
export const modelFileName = /^[\w-]+\.(?:onnx|tflite)$/;

/** Represents any call of an operator. */
export const anyCall = 0;

/** `nn.relu`, `nn.relu 2`, `%data`. */
export function readNode(text: string): NodeName | undefined {
  const [name = "", nth = "1", ...rest] = text.trim().split(/\s+/);
  if (!operator.test(name) || !/^\d{1,4}$/.test(nth) || nth === "0" || rest.length > 0) return undefined;
  return { name, nth: Number(nth) };
}

/** A node as it is written. */
export function nodeText({ name, nth }: NodeName): string {
  return nth === 1 ? name : `${name} ${nth}`;
}

const selectableIn = (text: string): Selectable | undefined => selectables.find((s) => `a ${s}` === text);

/** `first regions`, in goals and acts. */
const ofFirstRegions = "of the first regions";

/** `region => What is said if there is none.` */
export function readNeed(text: string): Need | undefined {
  const { from, to } = readChange(text) ?? {};
  const thing = things.find((t) => t === from);
  return thing && to ? { thing, otherwise: to } : undefined;
}

/** A guess as an act writes it. */
export function guessText(guess: Guess): string {
  switch (guess.kind) {
    case "operators":
      return `mark ${guess.nodes.map(nodeText).join(", ")}`;
    case "pair":
      return `pair ${nodeText(guess.from)} and ${nodeText(guess.to)}`;
    case "number":
      return `number ${guess.number}`;
  }
}

const isCount = (word: string): word is Count => counts.some((count) => count === word);
const comparisons: readonly Comparison[] = ["=", "<=", ">="];

function named(text: string, form: RegExp): string | undefined {
  return form.exec(text)?.[1];
}

/** A goal. `codeOf` returns the cause's code for a word that names one. */
export function readGoal(text: string, codeOf: (word: string) => CauseCode | undefined): Goal | undefined {
  const parameters = /^parameters of (\S+) = (\d{1,4})$/.exec(text);
  if (parameters?.[1] !== undefined) return { kind: "parameters", name: parameters[1], number: Number(parameters[2]) };
  const holding = /^composite (\S+) holds (\S+)$/.exec(text);
  if (holding?.[1] !== undefined) return { kind: "holds", name: holding[1], operator: holding[2] ?? "" };
  const compared = /^(\w+)(?: of (\S+))?(?: after (\w+))? (<=|>=|=) (\d{1,6})$/.exec(text);
  if (compared) {
    const [, word = "", of, after, sign, digits] = compared;
    const comparison = comparisons.find((c) => c === sign);
    const number = Number(digits);
    if (!comparison) return undefined;
    if (word === "calls" && of !== undefined) return { kind: "calls", operator: of, after, comparison, number };
    return isCount(word) ? { kind: "count", count: word, target: of, after, comparison, number } : undefined;
  }
  const offloaded = /^(\S+) offloaded(?: to (\S+))?$/.exec(text);
  if (offloaded?.[1] !== undefined) return { kind: "place", operator: offloaded[1], isOffloaded: true, target: offloaded[2] };
  const host = named(text, /^(\S+) on the host$/);
  if (host !== undefined) return { kind: "place", operator: host, isOffloaded: false, target: undefined };
  const composite = /^composite (\S+) (?:matches|= (\d{1,4}))$/.exec(text);
  if (composite?.[1] !== undefined) {
    return { kind: "composite", name: composite[1], number: composite[2] === undefined ? undefined : Number(composite[2]) };
  }
  const cause = /^(no )?cause (\S+)(?: at (\S+))?$/.exec(text);
  if (cause) {
    const code = codeOf(cause[2] ?? "");
    return code && { kind: "cause", code, at: cause[3], isThere: cause[1] === undefined };
  }
  if (text.startsWith("together ") && text.includes(" and ")) {
    const at = text.lastIndexOf(" and ");
    const [from, to] = [readNode(text.slice("together ".length, at)), readNode(text.slice(at + " and ".length))];
    return from && to && { kind: "together", from, to };
  }
  const shaped = /^shape of (.+) = (\d+(?:x\d+)*)$/.exec(text);
  const shapedNode = readNode(shaped?.[1] ?? "");
  if (shapedNode) return { kind: "shape", node: shapedNode, shape: shaped?.[2] ?? "" };
  const decision = readDecision(named(text, /^decision (.+)$/) ?? "");
  if (decision) return decision;
  const file = named(text, /^model open (\S+)$/);
  if (file !== undefined && modelFileName.test(file)) return { kind: "model-open", file };
  const sized = /^size (\S.*) = (\d{1,9}|\?)$/.exec(text);
  if (sized) return { kind: "size", name: sized[1] ?? "", size: sized[2] ?? "" };
  if (text === "model imported") return { kind: "imported" };
  if (text === "targets compared") return { kind: "compared" };
  const from = named(text, /^selected from (\S+)$/);
  if (from !== undefined) return { kind: "selected-from", name: from };
  if (text === `stage ${ofFirstRegions}`) return { kind: "first-regions" };
  const thing = selectableIn(named(text, /^selected (.+)$/) ?? "");
  if (thing) return { kind: "selected-thing", thing };
  const any = named(text, /^selected any ([\w.%@-]+)$/);
  if (any !== undefined) return { kind: "selected", node: { name: any, nth: anyCall } };
  const selected = named(text, /^selected (.+)$/);
  const node = selected === undefined ? undefined : readNode(selected);
  if (node) return { kind: "selected", node };
  const [, kind, name = ""] = /^(function|target|pattern|stage|inside) (\S+)$/.exec(text) ?? [];
  switch (kind) {
    case "function":
    case "target":
    case "pattern":
      return { kind, name };
    case "stage":
    case "inside":
      return { kind, pass: name };
    default:
      return undefined;
  }
}

/** `refused in MergeCompilerRegions at add`. */
function readDecision(text: string): Extract<Goal & Act, { kind: "decision" }> | undefined {
  const [, word, pass = "", rest = ""] = /^(\w+) in (\w+) at (.+)$/.exec(text) ?? [];
  const state = outcomes.find((outcome) => outcome === word);
  const node = readNode(rest);
  return state && node && { kind: "decision", pass, state, node };
}

/** A pointer. */
export function readPointer(text: string): Pointer | undefined {
  const [, kind, rest = ""] = /^(node|region|line|chip|field|button|tab) (.+)$/.exec(text) ?? [];
  switch (kind) {
    case "node": {
      const node = readNode(rest);
      return node && { kind, node };
    }
    case "region":
      return /^\d{1,6}$/.test(rest) ? { kind, number: Number(rest) } : undefined;
    case "line":
      return /^\d{1,6}$/.test(rest) ? { kind, line: Number(rest) } : undefined;
    case "chip":
    case "field":
    case "button":
    case "tab":
      return { kind, name: rest };
    default:
      return undefined;
  }
}

/** What is to be predicted. */
export function readPrediction(text: string): Prediction | undefined {
  if (text === "operators" || text === "pair") return { kind: text };
  const count = named(text, /^number of (\w+)$/);
  if (count !== undefined) return isCount(count) ? { kind: "number", count } : undefined;
  const node = readNode(named(text, /^id of the region of (.+)$/) ?? "");
  return node && { kind: "id", node };
}

/** `AnnotateTarget {"targets": ["a"]}`; undefined where the options are not a JSON object. */
export function readPass(text: string): PipelineStep | undefined {
  const [, pass = "", json = "{}"] = /^(\w+)(?:\s+(\{.*\}))?$/.exec(text.trim()) ?? [];
  if (pass === "") return undefined;
  const options = readJson(json);
  return isRecord(options) ? { pass, options } : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !Object.hasOwn(value, "__proto__");
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const list = (text: string) => text.split(",").flatMap((word) => (word.trim() === "" ? [] : [word.trim()]));

/** Names of operators, parted by commas. */
export { list as readList };

type Reader = (rest: string) => Act | undefined;

const pass =
  (kind: "stage" | "inside" | "add" | "remove" | "switch-off" | "switch-on"): Reader =>
  (rest) =>
    /^\w+$/.test(rest) ? { kind, pass: rest } : undefined;

/** Readers of the rest of an act, by its first word or words. */
const acts: Readonly<Record<string, Reader>> = {
  stage: (rest) => (rest === ofFirstRegions ? { kind: "first-regions" } : pass("stage")(rest)),
  inside: pass("inside"),
  decision: readDecision,
  add: pass("add"),
  remove: pass("remove"),
  "switch off": pass("switch-off"),
  "switch on": pass("switch-on"),
  move: (rest) => {
    const [, name = "", way] = /^(\w+) (up|down)$/.exec(rest) ?? [];
    return name === "" ? undefined : { kind: "move", pass: name, by: way === "up" ? -1 : 1 };
  },
  option: (rest) => {
    const [, name = "", option = "", json = ""] = /^(\w+) (\w+) = (.+)$/.exec(rest) ?? [];
    const value = readJson(json);
    return name === "" || value === undefined ? undefined : { kind: "option", pass: name, option, value };
  },
  select: (rest) => {
    const thing = selectableIn(rest);
    if (thing) return { kind: "select-thing", thing };
    const node = readNode(rest);
    return node && { kind: "select", node };
  },
  operators: (rest) => {
    const [, target = "", names = ""] = /^([^\s:]+):(.*)$/.exec(rest) ?? [];
    return target === "" ? undefined : { kind: "operators", target, operators: list(names) };
  },
  pattern: (rest) => {
    const [, target = "", name = "", text = ""] = /^(\S+) ([^\s:]+): (.+)$/.exec(rest) ?? [];
    return target === "" ? undefined : { kind: "pattern", target, name, pattern: text };
  },
  "move pattern": (rest) => {
    const [, name = "", way] = /^(\S+) (up|down)$/.exec(rest) ?? [];
    return name === "" ? undefined : { kind: "move-pattern", name, by: way === "up" ? -1 : 1 };
  },
  "rename pattern": (rest) => {
    const [, name = "", to = ""] = /^(\S+) to (\S+)$/.exec(rest) ?? [];
    return name === "" ? undefined : { kind: "rename-pattern", name, to };
  },
  "remove pattern": (rest) => (/^\S+$/.test(rest) ? { kind: "remove-pattern", name: rest } : undefined),
  target: (rest) => (/^\S+$/.test(rest) ? { kind: "target", name: rest } : undefined),
  text: (rest) => {
    const change = readChange(rest);
    return change && { kind: "text", ...change };
  },
  code: (rest) => {
    const change = readChange(rest.replaceAll("\\n", "\n"));
    return change && { kind: "code", ...change };
  },
  bind: (rest) => (rest === "on" || rest === "off" ? { kind: "bind", isOn: rest === "on" } : undefined),
  level: (rest) => (/^[0-4]$/.test(rest) ? { kind: "level", level: Number(rest) } : undefined),
  answer: (rest) => (/^[1-6]$/.test(rest) ? { kind: "answer", number: Number(rest) } : undefined),
  model: (rest) => (modelFileName.test(rest) ? { kind: "model", file: rest } : undefined),
  size: (rest) => {
    const [, name = "", size = ""] = /^(\S.*) = (\d{1,9}|\?)$/.exec(rest) ?? [];
    return name === "" ? undefined : { kind: "size", name, size };
  },
  import: (rest) => (rest === "" ? { kind: "import" } : undefined),
  compare: (rest) => (rest === "" ? { kind: "compare" } : undefined),
  close: (rest) => (rest === "" ? { kind: "close" } : undefined),
  find: (rest) => (/^\S+$/.test(rest) ? { kind: "find", name: rest } : undefined),
  mark: (rest) => {
    const nodes = list(rest).map(readNode);
    const found = nodes.filter((node) => node !== undefined);
    return found.length === nodes.length ? { kind: "predict", guess: { kind: "operators", nodes: found } } : undefined;
  },
  pair: (rest) => {
    const [from, to] = rest.split(" and ").map(readNode);
    return from && to && { kind: "predict", guess: { kind: "pair", from, to } };
  },
  number: (rest) => (/^\d{1,6}$/.test(rest) ? { kind: "predict", guess: { kind: "number", number: Number(rest) } } : undefined),
};

/** `A => B`. */
function readChange(rest: string): { readonly from: string; readonly to: string } | undefined {
  const at = rest.indexOf(" => ");
  return at < 0 ? undefined : { from: rest.slice(0, at), to: rest.slice(at + 4) };
}

/** An act. The longest known phrase at its start decides its kind. */
export function readAct(text: string): Act | undefined {
  const names = Object.keys(acts).sort((a, b) => b.length - a.length);
  const name = names.find((n) => text === n || text.startsWith(`${n} `));
  return name === undefined ? undefined : acts[name]?.(text.slice(name.length).trim());
}
