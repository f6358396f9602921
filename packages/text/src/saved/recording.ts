/**
 * What TVM itself did, pass by pass, as users have it: files of passes (a line of JSON a pass, as `relayscope.py`
 * writes them) and logs of `PrintIR`, `PrintAfterAll` and `PrintBeforeAll`. No part of the reference: it only writes
 * them.
 */

/** One pass and the module after it. */
export interface RecordedPass {
  readonly pass: string;
  /** Empty where the pass left the module as it was. */
  readonly text: string;
}

export interface Recording {
  /** The module before the first pass. */
  readonly input: string;
  readonly passes: readonly RecordedPass[];
  /** Passes beyond the limit that were left out. */
  readonly left: number;
}

/** Nobody reads a pipeline with more steps than this. */
const mostPasses = 400;
/** A log's line that says before or after which pass the module below it was printed, or that `PrintIR` printed it. */
const heading =
  /^.*?(?:(Before|After) Running Pass: (?:The meta data of the pass(?: -|:)? ?pass name: ?)?([\w.]+)[^\n]*|\bPrintIR\(([^)\n]{0,200})\):?[^\n]*)$/gm;

/** The recording in a text; undefined if it is not a recording. Never throws. */
export function readRecording(text: string): Recording | undefined {
  return /^\s*\{/.test(text) ? readLines(text) : readLog(text);
}

interface Printed {
  readonly name: string;
  readonly isBefore: boolean;
  readonly text: string;
}

function readLog(text: string): Recording | undefined {
  const printed: Printed[] = [];
  const marks = [...text.matchAll(heading)];
  for (const [i, mark] of marks.entries()) {
    const body = text.slice(mark.index + mark[0].length, marks[i + 1]?.index ?? text.length).replace(/^#\[version.*\r?\n/m, "");
    const start = body.search(/^(?:def @|fn ?[([]|type |free_var )/m);
    if (start < 0) continue;
    printed.push({
      name: mark[2] ?? (mark[3] ? `PrintIR(${mark[3]})` : "PrintIR"),
      isBefore: mark[1] === "Before",
      text: body.slice(start).trim(),
    });
  }
  return recordingOf(printed);
}

function readLines(text: string): Recording | undefined {
  const printed: Printed[] = [];
  for (const line of text.split("\n")) {
    if (line.trim() === "") continue;
    const value = parsed(line);
    if (typeof value !== "object" || value === null) return undefined;
    if (!("pass" in value) || typeof value.pass !== "string") {
      if (printed.length === 0 && "relayscope" in value && value.relayscope === "run") continue;
      return undefined;
    }
    const last = printed.at(-1)?.text ?? "";
    const own = "text" in value && typeof value.text === "string" ? value.text.trim() : last;
    printed.push({ name: value.pass, isBefore: printed.length === 0, text: own });
  }
  return recordingOf(printed);
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

/**
 * The stages in a row. Without a module from before the first pass, the first one printed is the input. What was
 * printed before a pass is what the last one left.
 */
function recordingOf(printed: readonly Printed[]): Recording | undefined {
  const [first, ...rest] = printed;
  if (!first || rest.length === 0) return undefined;
  const passes: RecordedPass[] = [];
  let current = first.text;
  for (const [i, stage] of rest.entries()) {
    const wasBefore = printed[i]?.isBefore ?? false;
    const isSame = stage.text === current;
    const isSameMoment = stage.isBefore && !wasBefore && isSame;
    const pass = stage.isBefore && wasBefore ? (printed[i]?.name ?? "") : stage.name;
    if (!isSameMoment && pass !== "sequential") passes.push({ pass, text: isSame ? "" : stage.text });
    current = stage.text;
  }
  const folded = wholePasses(passes, first.text);
  if (folded.length === 0) return undefined;
  return { input: first.text, passes: folded.slice(0, mostPasses), left: Math.max(0, folded.length - mostPasses) };
}

/** The steps that TVM runs inside of one pass, the pass's own name among them; what it ends with names it. */
const steps: ReadonlyMap<string, { readonly name: string; readonly last: string; readonly within: ReadonlySet<string> }> = new Map([
  [
    "FlattenNestedTuples",
    {
      name: "PartitionGraph",
      last: "NameMangleExtFuncs",
      within: new Set(["InferType", "RemoveDefaultAnnotations", "PartitionGraph", "NameMangleExtFuncs"]),
    },
  ],
  ["AnnotateTargetFunc", { name: "AnnotateTarget", last: "AnnotateTarget", within: new Set(["InferType", "AnnotateTarget"]) }],
]);

/**
 * Passes as a user calls them: the steps of one are put together, and what a log says after an inference inside a pass
 * is the pass's own doing, since inference changes types alone.
 */
function wholePasses(passes: readonly RecordedPass[], input: string): readonly RecordedPass[] {
  const whole: RecordedPass[] = [];
  let current = input;
  /** Up to here passes are known to infer types and nothing else. */
  let inferring = 0;
  for (let i = 0; i < passes.length; ) {
    const first = i < inferring ? inferring : endOfInference(passes, i);
    if (i >= inferring && first > i && !hasRewritten(passes, i, first, current)) inferring = first;
    const end = i < inferring ? { name: inference, next: i + 1 } : endOfPass(passes, first);
    const group = passes.slice(i, end.next);
    const text = group.findLast((p) => p.text !== "")?.text ?? "";
    add(whole, { pass: end.name, text: text === current ? "" : text });
    if (text !== "") current = text;
    i = end.next;
  }
  return whole;
}

/** AnnotateTarget runs AnnotateTargetFunc, which a log of what was before each pass names after it. */
function add(whole: RecordedPass[], stage: RecordedPass): void {
  const at = stage.pass === "AnnotateTargetFunc" ? whole.findLastIndex((p) => p.pass !== inference) : -1;
  const outer = whole[at];
  if (outer?.pass !== "AnnotateTarget") whole.push(stage);
  else if (stage.text !== "") whole.splice(at, whole.length, { pass: outer.pass, text: stage.text });
}

const inference = "InferType";

/** Where the inferences that start at a pass end. */
function endOfInference(passes: readonly RecordedPass[], at: number): number {
  let end = at;
  while (passes[end]?.pass === inference) end++;
  return end;
}

/** Whether more than types changed from one pass to another. */
function hasRewritten(passes: readonly RecordedPass[], from: number, to: number, current: string): boolean {
  const before = withoutTypes(current);
  return passes.slice(from, to).some((p) => p.text !== "" && withoutTypes(p.text) !== before);
}

/** The pass that begins with inferences, if any, and ends with `first` or after it. */
function endOfPass(passes: readonly RecordedPass[], first: number): { readonly name: string; readonly next: number } {
  const name = passes[first]?.pass ?? inference;
  const group = steps.get(name);
  if (!group) return { name, next: Math.min(first + 1, passes.length) };
  let last = -1;
  for (let i = first + 1; i < passes.length && group.within.has(passes[i]?.pass ?? ""); i++) {
    if (passes[i]?.pass === group.last) last = i;
    else if (last >= 0) break;
  }
  if (last < 0) return { name, next: first + 1 };
  // PartitionGraph ends by inferring types.
  const infers = group.name === "PartitionGraph" && passes[last + 1]?.pass === inference;
  return { name: group.name, next: last + (infers ? 2 : 1) };
}

function withoutTypes(text: string): string {
  return text.replace(/ \/\* ty=[^*]*\*\/| -> [^{]*|: (?:Tensor|fn|\()[^%{]*/g, "");
}
