/**
 * Everything that reads what a stranger sent, in one list: what it reads, and where in that a stranger's characters may
 * be. A reader is a line.
 */
import { readFileSync } from "node:fs";
import { deflateRawSync } from "node:zlib";
import { loadProgress } from "@relayscope/app/learner";
import { createStorage } from "@relayscope/app/storage";
import { zipArchive } from "@relayscope/cases/zipArchive";
import { failureSentence, importFile, readModel } from "@relayscope/engine/models/importFile";
import { listArchive, openArchived } from "@relayscope/files";
import { readLesson } from "@relayscope/lessons";
import { printPattern } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import { Machine } from "@relayscope/python";
import { decodeFile, decodeFragment, decodeLesson, encodeFile, encodeFragment, encodeLesson, type Snapshot } from "@relayscope/share";
import { parsePattern, parsePatternTable } from "@relayscope/targets/patternText";
import { parseModule, printModule, readRecording } from "@relayscope/text";

/** One reader. */
export interface Reader {
  readonly name: string;
  /** Something that it takes. */
  readonly sample: Uint8Array;
  readonly read: (bytes: Uint8Array) => unknown;
  /** A stranger's characters at each place that the format has for some. */
  readonly places: readonly ((characters: string) => Uint8Array)[];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const example = (name: string) => readFileSync(new URL(`../../../public/${name}`, import.meta.url));

/** A reader of texts, attacked as a whole and in the middle of its sample, where `around` does not say where else. */
function text(
  name: string,
  sample: string,
  read: (text: string) => unknown,
  around: readonly ((characters: string) => string)[] = [(inner) => middle(sample, inner)],
): Reader {
  const places = [(characters: string) => characters, ...around].map((place) => (characters: string) => encoder.encode(place(characters)));
  return { name, sample: encoder.encode(sample), read: (bytes) => read(decoder.decode(bytes)), places };
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** A text with characters after its middle line. */
function middle(sample: string, characters: string): string {
  const at = sample.indexOf("\n", sample.length / 2) + 1;
  return sample.slice(0, at) + characters + sample.slice(at);
}

const relay = example("examples/diamond.relay").toString("utf8");
const lesson = example("lessons/merging.md").toString("utf8");
const model = new Uint8Array(example("examples/small-classifier.onnx"));
const archive = zipArchive([
  { name: "a.onnx", content: model },
  { name: "b.relay", content: encoder.encode(relay), isStored: true },
]);

/** All files of an archive. */
async function readArchive(bytes: Uint8Array): Promise<unknown> {
  const file = new Blob([new Uint8Array(bytes)]);
  const listed = await listArchive(file, "It");
  return listed.kind === "ok" ? Promise.all(listed.files.map((entry) => openArchived(file, entry, "It"))) : listed;
}

const recording = [relay, relay.replace("relu", "tanh"), relay].map((body, i) => `After Running Pass: Pass${i}\n${body}`).join("\n");
const recordedLines = ["Input", "InferType"].map((pass) => JSON.stringify({ pass, text: relay })).join("\n");
const saved = JSON.stringify({
  root: 1,
  nodes: [
    { type_key: "" },
    { type_key: "Map", keys: ["relay.Constant"], data: [2] },
    { type_key: "Array", data: [3] },
    { type_key: "relay.Constant", attrs: { data: "0" } },
  ],
  b64ndarrays: ["AAAA"],
  attrs: { tvm_version: "0.19.0" },
});
const pattern =
  'def conv(x):\n    out = is_op("nn.conv2d")(x, is_constant())\n    return out.optional(lambda y: is_op("nn.relu")(y))\n\nconv(wildcard())\n';

const snapshot = (change: Partial<Snapshot>): Snapshot => ({
  text: relay,
  pipeline: [{ pass: "InferType", options: { a: [1, { b: null }] } }],
  target: "mine",
  customTargets: [{ name: "mine", patterns: [{ name: "mine.conv", pattern }], operators: ["nn.relu"] }],
  optLevel: 3,
  bindParameters: false,
  view: {
    stage: 1,
    selection: { stage: 1, nodes: [1, 2] },
    panes: "split",
    collapsed: [1],
    hideVariables: false,
    hideConstants: false,
    showAnnotations: false,
    camera: undefined,
  },
  ...change,
});

/** A link that holds a content as it is: of version 1, which had no checksum. */
function link(kind: "s" | "l", content: string): string {
  const bytes = encoder.encode(content);
  const prefix: number[] = [];
  for (let rest = bytes.length; rest > 0 || prefix.length === 0; rest >>>= 7) prefix.push((rest & 127) | (rest > 127 ? 128 : 0));
  return `${kind}=1r.${Buffer.from(joined(Uint8Array.from(prefix), deflateRawSync(bytes, { level: 0 }))).toString("base64url")}`;
}

/** Snapshots with characters in each of their strings. */
const snapshots: readonly ((characters: string) => Snapshot)[] = [
  (inner) => snapshot({ text: inner }),
  (inner) => snapshot({ title: inner, note: inner }),
  (inner) => snapshot({ target: inner, customTargets: [{ name: inner, patterns: [{ name: inner, pattern: inner }], operators: [inner] }] }),
  (inner) => snapshot({ pipeline: [{ pass: inner, options: { [inner]: inner } }] }),
];

function readRelay(relayText: string): unknown {
  return printModule(parseModule(relayText, { operators }).module);
}

function readPatterns(patternText: string): unknown {
  const { entries } = parsePatternTable(patternText);
  const { pattern: one } = parsePattern(patternText);
  return [...entries.map((entry) => entry.pattern), ...(one ? [one] : [])].map((p) => printPattern(p));
}

function readOnnx(bytes: Uint8Array): unknown {
  try {
    return importFile(readModel(bytes), {});
  } catch (error) {
    // Its contract: it throws, and says why in a sentence.
    return failureSentence(error);
  }
}

/** A file's budget of steps is its own law; here reading it is what counts. */
const readPython = (source: string) => new Machine({ budget: { steps: 20_000 } }).loadText("target", source, "target.py").kind;

/** A browser's storage that holds one content under every key. */
function storageOf(content: string): Storage {
  return { length: 1, key: () => null, getItem: () => content, setItem: () => {}, removeItem: () => {}, clear: () => {} };
}

async function readStorage(content: string): Promise<unknown> {
  const storage = createStorage(storageOf(content), storageOf(`1\n${content}`));
  return [storage.loadPreferences(), loadProgress(storage), await storage.loadDocument(), await storage.loadEntry("1")];
}

const progress = JSON.stringify({ merging: { at: 1, done: [0], isFinished: false } });

export const readers: readonly Reader[] = [
  text("a snapshot's link", encodeFragment(snapshot({})), decodeFragment, [
    (inner) => `s=2r.${inner}`,
    (inner) => link("s", inner),
    ...snapshots.map((make) => (inner: string) => {
      const { text: body, ...header } = make(inner);
      return link("s", `${JSON.stringify(header)}\n${body}`);
    }),
  ]),
  text("a lesson's link", encodeLesson(lesson), decodeLesson, [(inner) => `l=2r.${inner}`, (inner) => link("l", inner)]),
  text("a lesson", lesson, readLesson),
  text("a snapshot's file", encodeFile(snapshot({})), decodeFile, [
    (inner) => `{"relayscope":1,${inner}`,
    (inner) => `{"relayscope":1,"text":"","pipeline":[{"pass":"a","options":{"a":${inner}`,
    ...snapshots.map((make) => (inner: string) => encodeFile(make(inner))),
  ]),
  text("what the browser stored", progress, readStorage, [
    (inner) => JSON.stringify({ [inner]: { at: 1, done: [1], isFinished: true }, theme: inner }),
  ]),
  text("Relay", relay, readRelay, [
    (inner) => middle(relay, inner),
    (inner) => `def @main(%x: float32) { foo(%x, a="${inner}`,
    (inner) => `def @main(%x: ${inner}`,
  ]),
  text("a saved module", saved, readRelay, [
    (inner) => `{"root":1,"nodes":${inner}`,
    (inner) => saved.replace("AAAA", () => JSON.stringify(inner).slice(1, -1)),
  ]),
  text("metadata", `${relay}#[metadata]\n${saved}`, readRelay, [
    (inner) => `${relay}#[metadata]\n${inner}`,
    (inner) => `${relay}#[metadata]\n{"root":1,"nodes":[${inner}`,
  ]),
  text("a log of passes", recording, readRecording, [
    (inner) => middle(recording, inner),
    (inner) => `After Running Pass: ${inner}\n${relay}`.repeat(2),
  ]),
  text("a file of passes", recordedLines, readRecording, [
    (inner) => `${recordedLines}\n{"pass":${inner}`,
    (inner) => `${recordedLines}\n${JSON.stringify({ pass: inner, text: inner })}`,
  ]),
  text("a pattern", pattern, readPatterns, [
    (inner) => middle(pattern, inner),
    (inner) => `is_op("${inner}")(wildcard())`,
    (inner) => `wildcard().has_attr({"a": ${inner}`,
  ]),
  text("a Python file", pattern, readPython, [
    (inner) => middle(pattern, inner),
    (inner) => `x = "${inner}`,
    (inner) => `def f(x):\n    return ${inner}`,
  ]),
  {
    name: "a zip archive",
    sample: archive,
    read: readArchive,
    places: [(inner) => encoder.encode(inner), (inner) => zipArchive([{ name: inner.slice(0, 60_000), content: encoder.encode(inner) }])],
  },
  {
    name: "an ONNX model",
    sample: model,
    read: readOnnx,
    places: [(inner) => encoder.encode(inner), (inner) => joined(model, encoder.encode(inner))],
  },
];
