/** Applies a learner's acts to the document. Acts that only look or answer leave the document unchanged. */
import type { PipelineStep, TargetSpec } from "@relayscope/engine";
import type { Act, Lesson, LessonDocument, OpenDialog, Setup } from "./lesson.ts";
import { stageOf } from "./seen.ts";

/** TVM's BYOC flow, which a lesson starts with where it names no passes. */
const byocPasses = ["InferType", "MergeComposite", "AnnotateTarget", "MergeCompilerRegions", "PartitionGraph"];

const empty: LessonDocument = {
  text: "",
  target: "byoc-target",
  customTargets: [],
  pipeline: byocPasses.map((pass) => ({ pass, options: {} })),
  optLevel: 2,
  bindParameters: false,
};

/** What a step begins with. */
export interface Start {
  readonly document: LessonDocument;
  /** The stage on screen. */
  readonly stage: number;
  readonly dialog: OpenDialog | undefined;
}

/** The text of a file next to the lesson, by its name; of a model, by the name that `importName` gives. */
export type TextOf = (file: string) => string;

/** What the import of a model with these sizes is called: `small.onnx?height=32&width=32`. */
function importName({ file, sizes }: Extract<OpenDialog, { kind: "model" }>): string {
  return `${file}?${new URLSearchParams([...sizes])}`;
}

/** The model's file and the sizes in the name of an import; undefined where it is the name of another file. */
export function importOf(name: string): Extract<OpenDialog, { kind: "model" }> | undefined {
  const [file = "", sizes] = name.split("?");
  return sizes === undefined ? undefined : { kind: "model", file, sizes: new Map(new URLSearchParams(sizes)) };
}

/** The names of all files and imports whose texts a lesson needs. */
export function textsOf({ setup, steps }: Lesson): readonly string[] {
  const names = new Set<string>();
  const note: TextOf = (name) => {
    names.add(name);
    return "";
  };
  let start = afterSetup(undefined, setup, note);
  for (const step of steps) start = afterActs(afterSetup(start, step.setup, note), step.solve, step.runs, note);
  return [...names];
}

/**
 * The document and the stage after a setup; `before` undefined: at a lesson's start. `textOf` gives the text of a file.
 */
export function afterSetup(before: Start | undefined, setup: Setup, textOf: TextOf): Start {
  const base = before?.document ?? empty;
  const names = new Set(setup.targets.map((t) => t.name));
  const document: LessonDocument = {
    text: setup.text ?? (setup.file === undefined ? base.text : textOf(setup.file)),
    target: setup.target ?? base.target,
    customTargets:
      setup.targets.length === 0 ? base.customTargets : [...base.customTargets.filter((t) => !names.has(t.name)), ...setup.targets],
    pipeline: setup.pipeline ?? base.pipeline,
    optLevel: setup.level ?? base.optLevel,
    bindParameters: setup.bind ?? base.bindParameters,
  };
  const last = document.pipeline.length;
  const shown = setup.show === undefined ? (before?.stage ?? last) : stageOf({ document }, setup.show);
  const dialog: OpenDialog | undefined =
    setup.model === undefined ? before?.dialog : { kind: "model", file: setup.model, sizes: new Map() };
  return { document, stage: Math.min(last, Math.max(0, shown)), dialog };
}

/** What is on the page after acts; those that look move the stage. */
export function afterActs(start: Start, acts: readonly Act[], runs: readonly PipelineStep[], textOf: TextOf): Start {
  let { document, stage, dialog } = start;
  for (const act of acts) {
    if (isImport(act) && dialog?.kind === "model") document = imported(document, textOf(importName(dialog)));
    else document = afterAct(document, act, runs);
    dialog = dialogAfter(dialog, act);
    const last = document.pipeline.length;
    if (act.kind === "stage" || act.kind === "inside" || act.kind === "decision") stage = stageOf({ document }, act.pass);
    else if (act.kind === "predict") stage = last;
    stage = Math.min(last, Math.max(0, stage));
  }
  return { document, stage, dialog };
}

/** A weight that the import left a parameter: the page then binds parameters, as TVM's flows do. */
const weight = /%v_param_\d+:/;

function imported(document: LessonDocument, text: string): LessonDocument {
  return { ...document, text, bindParameters: document.bindParameters || weight.test(text) };
}

/** From the dialog of a model both open its text. */
const isImport = ({ kind }: Act) => kind === "import" || kind === "compare";

/** The dialog that is open after an act. */
function dialogAfter(dialog: OpenDialog | undefined, act: Act): OpenDialog | undefined {
  switch (act.kind) {
    case "model":
      return { kind: "model", file: act.file, sizes: new Map() };
    case "size":
      return dialog?.kind === "model" ? { ...dialog, sizes: new Map([...dialog.sizes, [act.name, act.size]]) } : dialog;
    case "compare":
      return { kind: "compare" };
    case "import":
    case "close":
    case "find":
    case "target":
      return undefined;
    default:
      return dialog;
  }
}

function moved<T>(list: readonly T[], from: number, by: number): readonly T[] {
  const to = from + by;
  if (from < 0 || to < 0 || to >= list.length) return list;
  const next = [...list];
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}

/** The document after an act; `runs` are the passes that run once something was predicted. */
export function afterAct(document: LessonDocument, act: Act, runs: readonly PipelineStep[]): LessonDocument {
  const { pipeline, customTargets } = document;
  const withPass = (pass: string, change: (step: PipelineStep) => PipelineStep): LessonDocument => ({
    ...document,
    pipeline: pipeline.map((step) => (step.pass === pass ? change(step) : step)),
  });
  const withTarget = (name: string, change: (spec: TargetSpec) => TargetSpec): LessonDocument => {
    const known = customTargets.find((t) => t.name === name);
    const changed = change(known ?? { name, patterns: [], operators: [] });
    return { ...document, customTargets: known ? customTargets.map((t) => (t === known ? changed : t)) : [...customTargets, changed] };
  };
  const ownerOf = (pattern: string) => customTargets.find((t) => t.patterns.some((p) => p.name === pattern))?.name ?? document.target;
  switch (act.kind) {
    case "add":
      return { ...document, pipeline: [...pipeline, { pass: act.pass, options: {} }] };
    case "remove":
      return { ...document, pipeline: pipeline.filter((step) => step.pass !== act.pass) };
    case "switch-off":
      return withPass(act.pass, (step) => ({ ...step, isOff: true }));
    case "switch-on":
      return withPass(act.pass, ({ isOff: _, ...step }) => step);
    case "move": {
      const from = pipeline.findIndex((step) => step.pass === act.pass);
      return { ...document, pipeline: moved(pipeline, from, act.by) };
    }
    case "option":
      return withPass(act.pass, (step) => ({ ...step, options: { ...step.options, [act.option]: act.value } }));
    case "operators":
      return withTarget(act.target, (spec) => ({ ...spec, operators: act.operators }));
    case "pattern":
      return withTarget(act.target, (spec) => {
        const entry = { name: act.name, pattern: act.pattern };
        const isKnown = spec.patterns.some((p) => p.name === act.name);
        return { ...spec, patterns: isKnown ? spec.patterns.map((p) => (p.name === act.name ? entry : p)) : [...spec.patterns, entry] };
      });
    case "move-pattern":
      return withTarget(ownerOf(act.name), (spec) => ({
        ...spec,
        patterns: moved(
          spec.patterns,
          spec.patterns.findIndex((p) => p.name === act.name),
          act.by,
        ),
      }));
    case "rename-pattern":
      return withTarget(ownerOf(act.name), (spec) => ({
        ...spec,
        patterns: spec.patterns.map((p) => (p.name === act.name ? { ...p, name: act.to } : p)),
      }));
    case "remove-pattern":
      return withTarget(ownerOf(act.name), (spec) => ({ ...spec, patterns: spec.patterns.filter((p) => p.name !== act.name) }));
    case "target":
      return { ...document, target: act.name };
    case "text":
      return { ...document, text: document.text.replace(act.from, () => act.to) };
    case "code":
      return withTarget(document.target, ({ files = [], ...spec }) => {
        return { ...spec, files: files.map((file) => ({ ...file, text: file.text.replace(act.from, () => act.to) })) };
      });
    case "bind":
      return { ...document, bindParameters: act.isOn };
    case "level":
      return { ...document, optLevel: act.level };
    case "predict":
      return { ...document, pipeline: [...pipeline, ...runs] };
    case "stage":
    case "inside":
    case "decision":
    case "select":
    case "select-thing":
    case "first-regions":
    case "answer":
    case "model":
    case "size":
    case "import":
    case "compare":
    case "close":
    case "find":
      return document;
  }
}
