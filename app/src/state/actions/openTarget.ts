/** Opens a target of Python files; loaded with the first one. */
import type { FileFlow, FileSpec, PipelineStep, TargetFile, TargetFilesAnswer, TargetSpec } from "@relayscope/engine";
import { listed } from "@relayscope/engine";
import { isPythonText, readNotebook, scriptName } from "@relayscope/files";
import { plural } from "../../ui/format.ts";
import { byocPipeline, flowOf, lastStage, type NoticeAction, type Settings, withEditor } from "../model.ts";
import { replacedSentence } from "../replacedTarget.ts";
import { leaveFocus } from "../shownMarks.ts";
import type { ActionContext } from "./context.ts";
import { openScript, type ScriptFile, unbuiltScript } from "./openScript.ts";
import { sayOutcome } from "./outcomes.ts";
import { overLength, overLimit } from "./overLimit.ts";

/** The action that opening a target ends in. */
interface Edits {
  editSettings(change: Partial<Settings>): number;
  offerUndo(): NoticeAction;
}

/** Pipelines that are the flow of their target's files. An edit by hand makes another list. */
const followed = new WeakSet<readonly PipelineStep[]>();

/** The settings for a file's own flow; for the standard flow if there is none. */
function settingsOfFlow(flow: FileFlow | undefined): Partial<Settings> {
  const isFlow = flow !== undefined && flow.problem === undefined;
  const pipeline = isFlow ? flow.pipeline : [...byocPipeline];
  followed.add(pipeline);
  return isFlow ? { pipeline, optLevel: flow.optLevel, bindParameters: flow.bindsParameters } : { pipeline };
}

/**
 * The definitions in the files, with their flow on the model of the shown run, or on another model if the engine no
 * longer holds that run.
 */
function readFiles({ getState, engine }: ActionContext, spec: FileSpec): Promise<TargetFilesAnswer | undefined> {
  const { epoch } = getState().run;
  return engine
    .targetFiles(spec, epoch)
    .catch(() => engine.targetFiles(spec))
    .catch(() => undefined);
}

/**
 * Chooses a target of Python files with its own flow, under values of the flow's options, as one step of undo and one
 * run, whose epoch it returns.
 */
export async function chooseFlow(
  spec: TargetSpec,
  flowOptions: NonNullable<TargetSpec["flowOptions"]>,
  context: ActionContext,
  { editSettings }: Pick<Edits, "editSettings">,
): Promise<number> {
  const read = await readFiles(context, { ...spec, flowOptions });
  const { flowOptions: _, ...rest } = spec;
  const changed = Object.keys(flowOptions).length > 0 ? { ...rest, flowOptions } : rest;
  const customTargets = context.getState().document.customTargets.map((t) => (t === spec ? changed : t));
  return editSettings({ customTargets, target: spec.name, ...settingsOfFlow(read?.flow) });
}

/**
 * After a run: if the pipeline was the flow of the target's files, it follows their flow on the new model. This is not
 * a step of undo of its own: it belongs to the edit of the text or of the files. A text with errors is still being
 * written.
 */
export async function followFlow({ getState, setState, engine, runner }: ActionContext): Promise<void> {
  const { document, run } = getState();
  const { text, pipeline } = document;
  const spec = document.customTargets.find((t) => t.name === document.target && t.files);
  if (!spec?.files || run.problems.some(({ severity }) => severity === "error")) return;
  const flow = (await engine.targetFiles(spec, run.epoch).catch(() => undefined))?.flow;
  const now = getState().document;
  const isWanted = now.text === text && now.pipeline === pipeline && now.target === spec.name && now.customTargets.includes(spec);
  if (!flow || flow.problem !== undefined || !isWanted) return;
  if (JSON.stringify(flow.pipeline) === JSON.stringify(pipeline)) {
    followed.add(pipeline);
    return;
  }
  if (!followed.has(pipeline)) return;
  setState((state) => ({ document: { ...state.document, ...settingsOfFlow(flow) } }));
  runner.start();
}

/** What only a file that defines a target has. */
const namesTarget = /pattern_table|register_op_attr|_register_external_op_helper|\bUMA\w*|\bdef partition_for_|["'`]target\./;

const nameless = (name: string) =>
  `\`${name}\` defines no target: it has no table (\`@register_pattern_table("name")\`), no rule (\`target.name\`) and no \`partition_for_name\`. It builds no module, either.`;

const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);

/** Opens Python files together as one target. */
export async function openPythonFiles(python: readonly File[], context: ActionContext, edits: Edits): Promise<void> {
  const refusal = overLimit(python);
  if (refusal !== undefined) return context.notify({ id: "file", tone: "error", text: refusal });
  const files = python.map(async (file) => ({ name: file.name, text: await file.text() }));
  await openTarget(await Promise.all(files), context, edits);
}

/** Relay in an output. */
const showsModule = /def @\w|\bfn \(/;

/**
 * Runs the code cells of a Jupyter notebook, which define a target or build a module; a notice says why they do not.
 * Returns the reason if the notebook is to be opened as a text: it has another language, or shows a module.
 */
export async function openNotebook(file: TargetFile, context: ActionContext, edits: Edits): Promise<string | undefined> {
  const notebook = readNotebook(file.text);
  if (!notebook) return "";
  const script = { name: scriptName(file.name), text: notebook.text };
  const refusal = await openTarget([script], context, edits, { name: file.name, notebook });
  return showsModule.test(file.text) ? refusal : undefined;
}

const stemOf = (file: TargetFile) => (file.name.split("/").at(-1) ?? file.name).replace(/\.py$/, "");

const mentions = (file: TargetFile, other: TargetFile) => file !== other && file.text.includes(stemOf(other));

/**
 * The further targets that files define which were opened together, by name. Each has the other files, too, if its file
 * mentions one of them.
 */
async function furtherTargets(files: readonly TargetFile[], chosen: string, context: ActionContext): Promise<readonly TargetSpec[]> {
  const found = new Map<string, TargetSpec>();
  if (files.length === 1) return [];
  for (const file of files.filter(({ text }) => namesTarget.test(text))) {
    const others = files.filter((other) => other !== file);
    const own = others.some((other) => mentions(file, other)) ? [file, ...others] : [file];
    const read = await readFiles(context, { files: own });
    const name = read?.name ?? "";
    if (!read || read.problem || name === "" || name === chosen || overLength(name) !== undefined || found.has(name)) continue;
    found.set(name, { name, patterns: [], operators: [], files: own });
  }
  return [...found.values()];
}

/**
 * Makes a target of Python files and chooses it, as one step of undo and one run; or opens the module that they build.
 * Problems of the files are shown at their lines. Returns why there is neither a target nor a module; undefined if one
 * is open. `given`: what the first of the files was made of.
 */
export async function openTarget(
  files: readonly TargetFile[],
  context: ActionContext,
  { editSettings, offerUndo }: Edits,
  given?: ScriptFile,
): Promise<string | undefined> {
  const { getState, setState, setView, notify, engine } = context;
  const [first] = files;
  if (!first) return undefined;
  const source = given ?? first;
  const refuse = (id: "file" | "target", text: string) => {
    notify({ id, tone: "error", text });
    return text;
  };
  const tooLarge = overLimit(files.map(({ text }) => ({ size: text.length })));
  if (tooLarge !== undefined) return refuse("file", tooLarge);
  const read = await readFiles(context, { files });
  // Rules alone may be those of a script that makes its table where it partitions.
  const isBare = read?.canBuildModule && read.entries.length === 0 && !read.flow;
  const script = read && !read.problem && !isBare ? undefined : await engine.script(files).catch(() => undefined);
  // A script that builds a module defines no target, or ends where it compiles the module.
  if (script?.built && (!isBare || script.customTargets)) {
    openScript(source, script, context, offerUndo);
    return undefined;
  }
  if (read?.problem && (read.problem.isNameless || !files.some(({ text }) => namesTarget.test(text)))) {
    const text = script?.problem ? unbuiltScript(source, { ...script.problem, ...read.problem }) : nameless(source.name);
    return refuse("target", text);
  }
  const stem = stemOf(first);
  const name = read?.name || stem;
  const refusal = overLength(name);
  if (refusal !== undefined) return refuse("target", refusal);
  const further = read?.problem ? [] : await furtherTargets(files, name, context);
  const names = new Set([name, ...further.map((other) => other.name)]);
  const before = getState();
  const { document, catalog } = before;
  const { customTargets, pipeline, target } = document;
  const isApart = (file: TargetFile) =>
    further.some((other) => other.files?.[0] === file) && !files.some((another) => mentions(another, file));
  const spec = { name, patterns: [], operators: [], files: files.filter((file) => !isApart(file)) };
  // Named after its file, as the file defined no target: this is a later version of that file.
  const isEarlier = (t: TargetSpec) => t.name === stem && t.files?.length === files.length && t.files[0]?.name === first.name;
  const replaced = customTargets.find((t) => t.name === name) ?? customTargets.find(isEarlier);
  const others = customTargets.filter((t) => !names.has(t.name) && !isEarlier(t));
  const info = read?.flow ? undefined : catalog?.targets.find((known) => known.name === name);
  const flow = target === name && !read?.flow ? { pipeline } : info ? flowOf(info) : settingsOfFlow(read?.flow);
  const epoch = editSettings({ customTargets: [...others, ...further, spec], target: name, ...flow });
  setView({ stage: lastStage });
  const at = read?.problem && { file: read.problem.file, line: read.problem.line };
  if (at) leaveFocus(at);
  setState((state) => ({ leftTab: "target", part: "text", ...withEditor(state), ...(at && { codeMark: at }) }));
  const replaces = replacedSentence(replaced, spec);
  const action = offerUndo();
  if (!read || read.problem) {
    const problem = read?.problem;
    const where = problem ? `Line ${problem.line} of \`${problem.file}\`: ${sentence(problem.message)}` : `See \`${first.name}\`.`;
    notify({ id: "target", tone: "error", text: `The file defines no target. ${where}${replaces}`, action, ...(at && { place: at }) });
    return undefined;
  }
  const checks = read.entries.filter(({ hasCheck }) => hasCheck).length;
  const withCheck = checks > 0 ? ` (${checks} with a check)` : "";
  const parts = [`${plural(read.entries.length, "pattern")}${withCheck}`, plural(read.rules.length, "operator rule")];
  const own = read.flow && read.flow.problem === undefined ? ` The pipeline is its \`${read.flow.name}\`.` : "";
  const also = further.length > 0 ? ` ${listed(further.map((other) => `\`${other.name}\``))} can be chosen, too.` : "";
  const is = `\`${name}\` is the target now: ${parts.join(", ")}.${also}${replaces}`;
  notify({ id: "target", tone: "info", text: is, action });
  const made = { before, after: getState(), epoch };
  if (read.canBuildModule) offerScript(files, source, context, offerUndo);
  sayOutcome(context, made, { id: "target", action, words: () => `${is}${own}`, saysFailure: true });
  return undefined;
}

/** Offers to run the files of a target as a script, too. A long main part would delay what is asked next. */
function offerScript(files: readonly TargetFile[], source: ScriptFile, context: ActionContext, offerUndo: () => NoticeAction): void {
  const run = async () => {
    const script = await context.engine.script(files).catch(() => undefined);
    if (script?.built) return openScript(source, script, context, offerUndo);
    const text = script?.problem ? unbuiltScript(source, script.problem) : `\`${source.name}\` builds no module.`;
    context.notify({ id: "script", tone: "error", text });
  };
  const words = `\`${source.name}\` can also build a module.`;
  context.notify({ id: "script", tone: "info", text: words, action: { label: "Run it", run: () => void run() } });
}

/** Offers to run a Python text that is in the document's place. */
export function offerPython(text: string, putBack: Omit<NoticeAction, "label">, context: ActionContext, edits: Edits): void {
  if (context.getState().document.text !== text) return;
  const isScript = isPythonText(text);
  if (!isScript && !readNotebook(text)) return;
  const run = () => {
    putBack.run();
    const file = { name: isScript ? "pasted.py" : "pasted.ipynb", text };
    void (isScript ? openTarget([file], context, edits) : openNotebook(file, context, edits));
  };
  const words = `This text is ${isScript ? "Python" : "a notebook"}: it can define a target, or build a module.`;
  context.notify({ id: "python", tone: "info", text: words, action: { ...putBack, label: "Run it", run } });
}
