/** The common part of the commands: builds the run that their flags describe, and runs it to its end. */
import {
  createEngine,
  type Engine,
  type FileFlow,
  gainOf,
  isGain,
  type Problem,
  type RecordingAnswer,
  type RunEvent,
  type RunRequest,
  type ScriptAnswer,
  type SettingValue,
  type StageResult,
  standardFlow,
  type TargetFile,
  type TargetInfo,
  type TargetSpec,
} from "@relayscope/engine";
import { type Notebook, readNotebook } from "@relayscope/files";
import { codeFrame } from "@relayscope/text";
import type { FlagValues } from "./command/flags.ts";
import type { lineFlags, runFlags } from "./commands.ts";
import { runProblems } from "./diagnostics.ts";
import { nameOf } from "./input/readBytes.ts";
import { readInput, readText } from "./input/readInput.ts";
import { lineAt, type RunScript, readScript } from "./input/readScript.ts";
import { settingValue } from "./input/settingValue.ts";
import { CommandFailure, exitCodes, type Terminal, usageFailure } from "./terminal.ts";

/** A run that the flags ask for, and the engine to run it on, which is to be disposed of. */
export interface Asked {
  readonly engine: Engine;
  readonly request: RunRequest;
  /** Whether FILE is a recording of TVM's own passes, which the run then shows. */
  readonly isRecording: boolean;
  /** The own flow of the target's files, if they define one. */
  readonly flow?: FileFlow | undefined;
  /** Whether the page makes constants of the parameters for this target. */
  readonly bindsOnPage: boolean;
}

type LineFlags = FlagValues<typeof lineFlags>;

interface RunGiven {
  readonly file: string;
  readonly flags: FlagValues<typeof runFlags>;
}

/**
 * The run of FILE that the flags describe. Throws a `CommandFailure` if they name something unknown, or FILE cannot be
 * read. `isAnyTarget`: an unknown target is accepted as no target, and the caller decides whether that is enough.
 */
export async function askedRun({ file, flags }: RunGiven, terminal: Terminal, isAnyTarget = false): Promise<Asked> {
  const engine = createEngine();
  const { targets, passes } = await engine.catalog();
  const ofFiles = await ownTarget(flags, engine, terminal);
  const builtIn = targets.find(({ name }) => name === (ofFiles?.name ?? flags.target));
  const named = ofFiles ? undefined : builtIn;
  if (flags.setting.length > 0 && !named && !ofFiles) throw usageFailure(runProblems.settingWithoutTarget);
  const set = named && flags.setting.length > 0 ? [withSettings(named, flags)] : [];
  if (flags.target !== undefined && !named && !ofFiles && !isAnyTarget) {
    throw usageFailure(
      runProblems.unknownTarget(
        flags.target,
        targets.map(({ name }) => name),
      ),
    );
  }
  const known = passes.map(({ name }) => name);
  if (!ofFiles) knowPasses(flags, known);
  const given = await readInput(file, flags, terminal);
  const recording = await engine.recording(given.text);
  const script = await readScript(file, given.text, engine, terminal);
  const { text, values = given.values } = script?.built ?? given;
  const input = { text: recording?.input ?? text, ...(values && { values }) };
  const ofScript = ofFiles || flags.target !== undefined ? undefined : await targetOfScript(script, targets, engine);
  if (ofScript) {
    const passes = flags.pipeline ? undefined : ofScript.flow ? "own" : "target";
    terminal.complain(runProblems.scriptTarget(nameOf(file), script?.targets ?? [], passes));
  }
  const own = ofFiles ?? ofScript?.own;
  const info = named ?? ofScript?.info;
  const read = own?.files && (await flowOn(own, input, engine));
  if (own) knowPasses(flags, [...new Set([...known, ...(read?.pipeline ?? []).map(({ pass }) => pass)])]);
  if (recording && flags.pipeline) throw usageFailure(runProblems.recordedPipeline(nameOf(file)));
  if (recording && recording.left > 0) terminal.complain(runProblems.leftOut(recording.left));
  const recorded = recording && flags.target === undefined ? recordedTarget(recording, targets) : undefined;
  if (recorded !== undefined) terminal.complain(runProblems.recordedTarget(nameOf(file), recorded));
  const flow = read?.problem === undefined ? read : undefined;
  for (const sentence of read?.problem === undefined ? (flow?.left ?? []) : [read.problem]) terminal.complain(sentence);
  const listed = flags.pipeline?.map((pass) => ({ pass, options: {} }));
  const request: RunRequest = {
    epoch: 1,
    ...input,
    pipeline:
      recording?.pipeline ??
      listed ??
      ofScript?.flow?.pipeline ??
      info?.pipeline ??
      (own ? (flow?.pipeline ?? builtIn?.pipeline ?? partitioning) : []),
    // The level that the flow itself sets.
    optLevel: flags["opt-level"] ?? (listed ? undefined : (flow ?? ofScript?.flow ?? info)?.optLevel) ?? 3,
    target: own?.name ?? info?.name ?? recorded ?? "",
    customTargets: ofScript?.described ?? (own ? [own] : set),
    // TVM's flows are given a model's weights, which they make constants.
    bindParameters: flags["bind-parameters"] || (given.values !== undefined && given.values.parameters.size > 0 && !flags["keep-params"]),
    trace: true,
    timeLimit: Number.POSITIVE_INFINITY,
  };
  return { engine, request, isRecording: recording !== undefined, flow, bindsOnPage: (info ?? flow)?.bindsParameters ?? false };
}

/** The target for which a script partitions. */
interface ScriptTarget {
  readonly name: string;
  readonly flow: ScriptAnswer["flow"];
  /** One of the compiler. */
  readonly info?: TargetInfo;
  /** One that the script itself defines. */
  readonly own?: TargetSpec | undefined;
  /** All that the script describes. */
  readonly described?: readonly TargetSpec[];
}

/**
 * The only target for which a script partitions, with the script's own passes, if these are known; the first of several
 * that are known, with the passes that name the others.
 */
async function targetOfScript(
  script: RunScript | undefined,
  known: readonly TargetInfo[],
  engine: Engine,
): Promise<ScriptTarget | undefined> {
  const [name, ...others] = script?.built ? script.targets : [];
  if (!script || name === undefined) return undefined;
  const { flow, files, customTargets = [] } = script;
  const described = new Set(customTargets.map((one) => one.name));
  const isKnown = (target: string) => described.has(target) || known.some((one) => one.name === target);
  const info = described.has(name) ? undefined : known.find((one) => one.name === name);
  const own = customTargets.find((one) => one.name === name);
  if (others.length > 0) {
    return flow && [name, ...others].every(isKnown) ? { name, flow, own, described: customTargets, ...(info && { info }) } : undefined;
  }
  const defined = await engine.targetFiles({ files });
  // Rules alone may be those of a script that makes its table where it partitions.
  const isWhole = !defined.problem && defined.name === name && (!own || defined.entries.length > 0 || defined.flow);
  if (isWhole) return { name, flow, own: { name, patterns: [], operators: [], files } };
  if (own && flow) return { name, flow, own, described: customTargets };
  return info && { name, flow, info };
}

/** The passes that partition for a target whose flow is not known. */
const partitioning = standardFlow.map((pass) => ({
  pass,
  options: {},
}));

/** Throws if the flags name an unknown pass. */
function knowPasses({ pipeline }: RunGiven["flags"], names: readonly string[]): void {
  const unknown = pipeline?.find((name) => !names.includes(name));
  if (unknown !== undefined) throw usageFailure(runProblems.unknownPass(unknown, names));
}

/**
 * The target that the files of `--target-file` define, named by `--target` if that is given; undefined without files.
 */
async function ownTarget(flags: RunGiven["flags"], engine: Engine, terminal: Terminal): Promise<TargetSpec | undefined> {
  const names = flags["target-file"];
  if (names.length === 0) {
    if (flags.given.length > 0) throw usageFailure(runProblems.givenWithoutFile);
    return undefined;
  }
  const files: TargetFile[] = [];
  const cells = new Map<string, Notebook["cells"]>();
  const given = flags.given.length === 0 ? undefined : Object.fromEntries(flags.given.map(({ name, value }) => [name, value]));
  for (const name of names) {
    const text = await readText(name, terminal);
    const notebook = readNotebook(text);
    if (notebook) cells.set(name, notebook.cells);
    files.push({ name, text: notebook?.text ?? text });
  }
  const alone = await engine.targetFiles({ files, given });
  // Files that define several targets, or say no name, are asked for the one that is named.
  const read = alone.problem && flags.target !== undefined ? await engine.targetFiles({ files, given, wanted: flags.target }) : alone;
  const { name, flow, problem } = read;
  if (problem) {
    const { file, line, message, unknown } = problem;
    const { brokenTarget, unknownImport, nothingDefined } = runProblems;
    if (problem.isNameless) throw new CommandFailure(exitCodes.failed, nothingDefined(file));
    const at = lineAt(line, cells.get(file));
    throw new CommandFailure(
      exitCodes.failed,
      unknown === undefined ? brokenTarget(file, at, message) : unknownImport(file, at, message, unknown),
    );
  }
  if (flags.target !== undefined && flags.target !== name) throw usageFailure(runProblems.otherTarget(names, name, flags.target));
  const spec = { name, patterns: [], operators: [], files, given };
  return flags.setting.length === 0 ? spec : { ...spec, flowOptions: settingsOf(spec.name, flow?.options ?? [], flags) };
}

/** The own flow of a target's files on the input; undefined if they define none. */
async function flowOn(spec: TargetSpec, input: Pick<RunRequest, "text" | "values">, engine: Engine): Promise<FileFlow | undefined> {
  const bare = { pipeline: [], optLevel: 3, target: "", customTargets: [], bindParameters: false, trace: false };
  engine.run({ ...bare, ...input, epoch: 0, timeLimit: Number.POSITIVE_INFINITY }, () => {});
  return (await engine.targetFiles({ ...spec, wanted: spec.name }, 0)).flow;
}

/** A built-in target under the settings that the flags give. */
function withSettings({ name, spec, settingOptions }: TargetInfo, flags: RunGiven["flags"]): TargetSpec {
  const given = Object.entries(settingsOf(name, settingOptions, flags));
  const settings = Object.fromEntries(given.flatMap(([setting, value]) => (isSetting(value) ? [[setting, value] as const] : [])));
  return { ...spec, settings };
}

function isSetting(value: unknown): value is SettingValue {
  return typeof value === "boolean" || Array.isArray(value);
}

/**
 * The settings that the flags give, of the types that the target says. Throws a `CommandFailure` at one that it does
 * not have.
 */
function settingsOf(
  target: string,
  known: readonly { readonly name: string; readonly type: string }[],
  { setting: given }: RunGiven["flags"],
): Readonly<Record<string, unknown>> {
  const values = given.map(({ name, value }) => {
    const option = known.find((one) => one.name === name);
    const names = known.map((one) => one.name);
    if (!option) throw usageFailure(runProblems.unknownSetting(name, target, names));
    const read = settingValue(value, option.type);
    if (read === undefined) throw usageFailure(runProblems.wrongSetting(name, value, option.type));
    return [name, read];
  });
  return Object.fromEntries(values);
}

/** The target that a recording's modules name, if there is exactly one and it is known. */
function recordedTarget({ pipeline }: RecordingAnswer, targets: readonly TargetInfo[]): string | undefined {
  const named = new Set<string>();
  for (const { recorded = "" } of pipeline) {
    for (const [, name = ""] of recorded.matchAll(/\b[cC]ompiler="([^"\n]{1,100})"/g)) named.add(name);
  }
  named.delete("default");
  const [name, ...others] = named;
  return others.length === 0 && targets.some((known) => known.name === name) ? name : undefined;
}

/** Lines of FILE that are asked about. */
export type Place = { readonly line: number } | { readonly fromLine: number; readonly toLine: number };

/** The lines that the flags ask about, undefined for none. Throws a `CommandFailure` where FILE does not have them. */
export function placeIn({ request: { text }, isRecording }: Asked, file: string, flags: LineFlags): Place | undefined {
  const { line, from, to } = flags;
  const isAsked = [line, from, to].some((asked) => asked !== undefined);
  if (isRecording && isAsked) throw usageFailure(runProblems.recordedLines(nameOf(file)));
  const lines = text.trimEnd().split("\n").length;
  const beyond = [line, from, to].find((asked) => asked !== undefined && asked > lines);
  if (beyond !== undefined) throw usageFailure(runProblems.noLine(nameOf(file), lines, beyond));
  if (line !== undefined) return { line };
  return from !== undefined && to !== undefined ? { fromLine: from, toLine: to } : undefined;
}

/** How much of a run is reported: everything, or, if the answer is something else, errors and a line per warning. */
type Detail = "all" | "brief";

/** Runs to the end. Diagnostics go to standard error as they come, each once; then what passes skipped, and why. */
export async function runToEnd(
  { engine, request }: Pick<Asked, "engine" | "request">,
  terminal: Terminal,
  detail: Detail = "all",
): Promise<readonly StageResult[]> {
  const stages: StageResult[] = [];
  const said = new Set<string>();
  const complain = (problem: Problem) => {
    const text = problemText(problem, request.text, detail);
    if (!said.has(text) && !(detail === "brief" && problem.severity === "info")) terminal.complain(text);
    said.add(text).add(problem.message);
  };
  await new Promise<void>((resolve) => {
    engine.run(request, (event: RunEvent) => {
      if (event.kind === "stage") {
        stages.push(event.result);
        for (const problem of event.problems) complain(problem);
        return;
      }
      if (event.kind === "stopped") terminal.complain(event.message);
      resolve();
    });
  });
  // Where nothing was read, the errors say why no pass ran.
  const isRead = stages[0]?.status !== "failed";
  const kept = stages.filter(({ reason, status }) => isRead && reason !== "" && !said.has(reason) && status !== "offered");
  for (const line of reasonLines(kept)) terminal.complain(line);
  return stages;
}

/** A line for each reason, with the passes in a row that have it. */
function reasonLines(stages: readonly StageResult[]): readonly string[] {
  const lines: string[] = [];
  let passes: string[] = [];
  for (const [i, { pass, status, reason }] of stages.entries()) {
    passes.push(pass);
    const next = stages[i + 1];
    if (next?.status === status && next.reason === reason) continue;
    lines.push(`${passes.join(", ")}: ${status}: ${reason}`);
    passes = [];
  }
  return lines;
}

/** Whether something could be read and no pass failed. */
export function isWhole(stages: readonly StageResult[]): boolean {
  return (stages[0]?.summary.functions ?? 0) > 0 && stages.every(({ status }) => status !== "failed");
}

function problemText({ severity, message, pass, range, hints, calls = [] }: Problem, text: string, detail: Detail): string {
  const sentence = `${severity}: ${message}${pass === undefined ? "" : ` (${pass})`}`;
  const framed = range ? codeFrame(text, range, sentence) : sentence;
  if (detail === "brief" && severity !== "error") return framed.split("\n", 1).join("");
  const stack = calls.map((call, at) => runProblems.callAt(call, at === calls.length - 1));
  return [framed, ...stack.reverse(), ...hints].join("\n  ");
}

/**
 * Says that the page binds the parameters of this module for its target, if that gains as much as the page's own banner
 * asks for.
 */
export async function reportUnbound({ request, isRecording, bindsOnPage }: Asked, stages: readonly StageResult[], terminal: Terminal) {
  if (request.bindParameters || isRecording || !bindsOnPage || !isWhole(stages)) return;
  const engine = createEngine();
  const bound = await runToEnd({ engine, request: { ...request, bindParameters: true } }, { ...terminal, complain: () => {} });
  engine.dispose();
  const [before, after] = [numbersOf(stages), numbersOf(bound)];
  if (isWhole(bound) && isGain(before, after)) terminal.complain(runProblems.unboundParameters(gainOf(before, after)));
}

function numbersOf(stages: readonly StageResult[]) {
  const { operators = 0, offloaded = 0, regions = [], crossing } = stages.at(-1)?.summary ?? {};
  return { operators, offloaded, regions: regions.reduce((sum, { count }) => sum + count, 0), bytes: crossing?.bytes ?? 0 };
}
