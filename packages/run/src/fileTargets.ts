/** Targets and patterns of the user's own, in Python, as runs take them. Loaded when a request brings such. */
import { targets } from "@relayscope/backends";
import { decidingSettings, type SettingChoices } from "@relayscope/explain";
import { type Call, calledOp, type Diagnostic, type Expr, Failure, nearestOperator, setNewest } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { valueUnknown } from "@relayscope/passes";
import {
  type Answered,
  type Asking,
  canBuildModule,
  closedFile,
  type FileTarget,
  type Forced,
  hintOf,
  isPartOfTvm,
  type LoadedTarget,
  loadTarget,
  moduleMeant,
  moduleMissed,
  namelessProblem,
  readTextsWith,
} from "@relayscope/targets";
import { type ParsedPattern, parsePattern } from "@relayscope/targets/patternText";
import { parseExpression, parseModule } from "@relayscope/text";
import type { ArgumentValue, CodePlace, FileSpec, TargetFile, TargetFilesAnswer, TargetSpec } from "./contract/index.ts";
import { raisedText, shownCheck, userCalls } from "./fileChecks.ts";
import { fileFlow, flowModel, flowPasses, regionHooks } from "./fileFlows.ts";
import { failures, givenMessages } from "./laterDiagnostics.ts";
import type { ArgumentChange, FileFlows, FlowStart, ResolvedTarget, ShownCheck, TableEntry, ValueNeed } from "./resolvedTarget.ts";

readTextsWith({ parseModule, parseExpression });

type Values = NonNullable<TargetSpec["flowOptions"]>;

function load({ files = [], given }: FileSpec, name: string, start: FlowStart | undefined): LoadedTarget {
  const byName = new Map(files.map((file) => [file.name, file.text]));
  return loadTarget(byName, { ...(name === "" ? {} : { name }), given, referenceTargets }, start?.hasHoles);
}

/**
 * A built-in target: files may ask for its pattern table and its flow. TVM's checks for TensorRT ask which version the
 * machine has.
 */
export const referenceTargets = (name: string) => (name === "tensorrt" ? undefined : targets.find((target) => target.name === name));

/** Loaded files with their log and their own flow, which is recorded on first use. */
interface Opened {
  readonly loaded: LoadedTarget;
  readonly log: FileTarget["log"];
  flow(): Flow;
  /** The table that the flow merged or, without one, the table of the files. */
  entries(): FileTarget["entries"];
}

type Flow = ReturnType<FileTarget["flow"]>;

/** Loaded files by their text, for each run, so that its passes, questions and trials share one program. */
const openedFor = new WeakMap<FlowStart, Map<string, Opened>>();
/** Records of the log that are shown. */
const mostLogged = 100;
/** How many of them are kept for a run. */
const mostOpened = 4;

function opened(spec: FileSpec, name: string, start: FlowStart | undefined): Opened {
  const { files, given, flowOptions = {} } = spec;
  const known = (start && openedFor.get(start)) ?? new Map<string, Opened>();
  if (start) openedFor.set(start, known);
  const key = JSON.stringify([name, files, given, flowOptions]);
  const found = known.get(key);
  if (found) return found;
  const loaded = load(spec, name, start);
  const target = loaded.kind === "ok" ? loaded.target : undefined;
  let made: { readonly outcome: Flow } | undefined;
  const flow = () => {
    made ??= { outcome: target?.flow(flowOptions, flowModel(start)) };
    return made.outcome;
  };
  const entries = () => {
    const recorded = flow();
    return (recorded?.kind === "value" ? target?.entriesOf(recorded.value) : target?.entries) ?? [];
  };
  const opening = { loaded, log: (target?.log ?? []).slice(0, mostLogged), flow, entries };
  setNewest(known, key, opening, mostOpened);
  return opening;
}

/** As `opened`, for a target's name. Most files declare the name themselves. */
function openedAs(spec: TargetSpec, start: FlowStart | undefined): Opened {
  const { name } = spec;
  const own = opened(spec, "", start);
  return own.loaded.kind === "ok" && own.loaded.target.name === name ? own : opened(spec, name, start);
}

/** Patterns by their text: each trial of a change asks for those of the whole table again. */
const knownPatterns = new Map<string, ParsedPattern>();
const mostPatterns = 200;
/** The longest text, in characters, whose pattern is kept. */
const longestKept = 10_000;

/** Reads a pattern of the user; the last ones are kept. */
export function readPattern(text: string): ParsedPattern {
  const parsed = knownPatterns.get(text) ?? parsePattern(text);
  if (text.length <= longestKept) setNewest(knownPatterns, text, parsed, mostPatterns);
  return parsed;
}

/** The context in which a target's files are called. */
interface Asked {
  /** The values in force of settings, which are names of the file. */
  readonly settings?: NonNullable<TargetSpec["settings"]>;
  /** Called before each question. */
  before?(): void;
  /** The possible values of settings. */
  readonly choices?: Readonly<Record<string, SettingChoices>>;
  /** A known defect of an entry. */
  readonly defect?: ((entry: string, index: number, raised?: string) => string | undefined) | undefined;
  /** Whether the file is built in, so that its log message is a readable reason. */
  readonly isBuiltIn?: boolean;
  /** The files, if changes of them may be tried. */
  readonly files?: readonly TargetFile[];
}

/** The table and the rules of files, as passes and questions ask them. */
export function tablesOf(target: FileTarget, asked: Asked): Pick<ResolvedTarget, "table" | "rules" | "askedRules" | "assumed"> {
  const { settings = {}, before, choices = {}, defect, isBuiltIn = false, files = [] } = asked;
  const defaults = Object.fromEntries(Object.entries(choices).map(([name, { default: value }]) => [name, value]));
  const around = <N, T>(ask: (node: N) => T, values = settings) => {
    return (node: N): T => {
      before?.();
      target.assign(values);
      return ask(node);
    };
  };
  const shown = <N extends Expr>({ trace, answer }: Asking<N>, isAsked: (node: Expr) => node is N): ShownCheck => {
    const traced = (asked: Expr, forced?: Forced) =>
      assuming(
        around((node: Expr) => (isAsked(node) ? trace(node, forced) : undefined)),
        nothing,
      )(asked);
    const isTaken = (node: Expr, values: typeof settings) => {
      const outcome = isAsked(node) ? around(assuming(answer, nothing), values)(node) : undefined;
      return outcome === undefined || (outcome.kind === "value" && outcome.value);
    };
    const deciding = (node: Expr) => decidingSettings(choices, { ...defaults, ...settings }, (values) => isTaken(node, values));
    return shownCheck(traced, { settings: deciding, isBuiltIn, files });
  };
  const assumed = new Set<string>();
  const yes = (subject: string) => () => {
    assumed.add(subject);
    return true;
  };
  const table = target.entries.map(({ name: entry, pattern, check }, at): TableEntry => {
    const known = defect?.(entry, at);
    if (!check) return { name: entry, pattern, defect: known };
    const answer = (root: Expr) =>
      answerOf(check.answer(root), entry, root, { isBuiltIn, asked: check, defect: (raised) => defect?.(entry, at, raised) });
    return { name: entry, pattern, check: around(assuming(naming(entry, answer), yes(entry))), asked: shown(check, isExpr), defect: known };
  });
  const rules = [...target.rules].map(([operator, rule]) => {
    const ruling = (node: Call) => answerOf(rule.answer(node), operator, node, { isBuiltIn, asked: rule });
    return [operator, around(assuming(naming(operator, ruling), yes(operator)))];
  });
  const askedRules = [...target.rules].map(([operator, rule]) => [operator, shown(rule, isCall)]);
  const report = () => {
    const names = [...assumed];
    assumed.clear();
    return names.length > 0 ? [givenMessages.assumedValues(names)] : [];
  };
  return { table, rules: Object.fromEntries(rules), askedRules: Object.fromEntries(askedRules), assumed: report };
}

const isExpr = (_node: Expr): _node is Expr => true;
const isCall = (node: Expr): node is Call => node.kind === "Call";

const nothing = () => undefined;

/** Calls `ask`; its failures in the files say of which entry or operator they are: several can have one check. */
function naming<N, T>(asked: string, ask: (node: N) => T): (node: N) => T {
  return (node) => {
    try {
      return ask(node);
    } catch (error) {
      throw error instanceof Failure && error.diagnostic.calls ? new Failure({ ...error.diagnostic, asked }) : error;
    }
  };
}

/** Calls `ask`, or `otherwise` if `ask` needs values that the text lacks. */
function assuming<N, T, A>(ask: (node: N) => T, otherwise: () => A): (node: N) => T | A {
  return (node) => {
    try {
      return ask(node);
    } catch (error) {
      if (error instanceof Failure && error.code === valueUnknown) return otherwise();
      throw error;
    }
  };
}

/** How many names of a file are tried with other values. */
const mostSwitches = 8;

/** The names of a file that are true or false, as settings of its checks. */
function switches({ givable, valueOf }: FileTarget): Readonly<Record<string, SettingChoices>> {
  const found = givable.flatMap(({ name }) => {
    const value = valueOf(name);
    return typeof value === "boolean" ? [[name, { default: value, others: [!value], isOwn: true }] as const] : [];
  });
  return Object.fromEntries(found.slice(0, mostSwitches));
}

/**
 * The target that files define, ready to run. If they define none: without patterns and rules, and with a diagnostic.
 */
export function fileTarget(spec: TargetSpec, start: FlowStart | undefined): ResolvedTarget {
  const { name, settings } = spec;
  const { loaded, flow, entries } = openedAs(spec, start);
  if (loaded.kind === "error") return { name, table: [], rules: {}, askedRules: {}, diagnostics: [problemOf(name, loaded)] };
  const table = entries();
  // Checks and rules depend on what the file's own flow sets, so the flow runs first.
  const asked = { before: () => void flow(), choices: switches(loaded.target), files: spec.files ?? [], ...(settings ? { settings } : {}) };
  return {
    name,
    ...tablesOf({ ...loaded.target, entries: table }, asked),
    diagnostics: [...loaded.target.rules].flatMap(([operator, { place }]) =>
      operators.get(operator) ? [] : [givenMessages.ruleOfNone(name, operator, nearestOperator(operator, operators.names()), place)],
    ),
    another: (other) => {
      const tables = tablesOf({ ...loaded.target, entries: [], rules: loaded.target.rulesFor(other) }, asked);
      return { name: other, ...tables, diagnostics: [] };
    },
    optionsOf: (known, options) => {
      const compiler = options.compiler ?? known.compiler?.default;
      if (compiler !== name) return {};
      const values = Object.entries(known).map(([option, { read }]) => [option, read(settings?.[option] ?? loaded.target.valueOf(option))]);
      return Object.fromEntries(values.filter(([option, value]) => option !== "compiler" && value !== undefined));
    },
    flowPass: flowPasses(loaded.target, flow),
    regionHooks: regionHooks(loaded.target),
    own: {
      path: loaded.target.path,
      isTableOfFlow: table !== loaded.target.entries,
      standIns: loaded.target.standIns,
      flow: () => fileFlow(loaded.target, flow()),
    },
  };
}

/**
 * The flow of a target's files under its present arguments; with each boolean argument inverted; with each value that
 * checks would accept, for arguments that they compare with; and with all of those values together. Undefined if the
 * files have no flow.
 */
export function fileFlows(spec: TargetSpec, start: FlowStart | undefined, needs: readonly ValueNeed[]): FileFlows | undefined {
  const { name, flowOptions = {} } = spec;
  const loaded = load(spec, name, start);
  if (loaded.kind === "error") return undefined;
  const { target } = loaded;
  const flowUnder = (values: Values) => fileFlow(target, target.flow(values, flowModel(start)));
  const now = flowUnder(flowOptions);
  if (!now || now.problem !== undefined) return undefined;
  const tried = (changes: readonly ArgumentChange[]) => {
    const flow = flowUnder({ ...flowOptions, ...Object.fromEntries(changes.map(({ argument, value }) => [argument, value])) });
    return flow && flow.problem === undefined ? [{ changes, flow }] : [];
  };
  // Whether weights are given is not an argument of the flow itself: binding them is a separate change.
  const own = now.options.filter(({ name: argument }) => argument !== "params");
  const choices = own.map(({ name: argument, type, default: otherwise }) => {
    const present = flowOptions[argument] ?? otherwise;
    return { argument, present, values: type === "boolean" ? [!present] : valuesFor(present, needs) };
  });
  const singles = choices.flatMap(({ argument, values }) => values.map((value) => [{ argument, value }]));
  const together = choices.flatMap(({ argument, present, values: [first, ...others] }) =>
    first === undefined || typeof first === "boolean"
      ? []
      : [{ argument, value: others.reduce<ArgumentValue>((value, other) => bothOf(present, value, other), first) }],
  );
  const isNew = together.length > 0 && !singles.some((single) => JSON.stringify(single) === JSON.stringify(together));
  return { now, others: [...singles, ...(isNew ? [together] : [])].flatMap(tried) };
}

interface Answering {
  /** Whether the file is built in. Then its lines are not TVM's, and failures do not report them. */
  readonly isBuiltIn: boolean;
  /** The function that was called. */
  readonly asked: Pick<Asking<Expr>, "name" | "place">;
  defect?(raised: string): string | undefined;
}

/** Values that checks would accept in place of an argument, if they compare with the argument or with an item of it. */
function valuesFor(present: unknown, needs: readonly ValueNeed[]): readonly ArgumentValue[] {
  const texts = new Map<string, ArgumentValue>();
  const isPresent = (value: unknown) => JSON.stringify(value) === JSON.stringify(present);
  for (const { needed, enough } of needs) {
    const items: readonly unknown[] = Array.isArray(present) ? present : [];
    const isItem = (typeof enough === "number" || typeof enough === "string") && items.includes(needed);
    const value = isPresent(needed)
      ? enough
      : isItem
        ? items.map((item) => (item === needed ? enough : item)).filter(isItemValue)
        : undefined;
    if (value !== undefined && !isPresent(value)) texts.set(JSON.stringify(value), value);
  }
  return [...texts.values()];
}

/**
 * Combines two changes of a value: the number farther from the present one, or a list with the changed items of both.
 */
function bothOf(present: unknown, one: ArgumentValue, other: ArgumentValue): ArgumentValue {
  if (typeof one === "number" && typeof other === "number") {
    return Math.abs(other - Number(present)) > Math.abs(one - Number(present)) ? other : one;
  }
  if (!Array.isArray(present) || !Array.isArray(one) || !Array.isArray(other)) return other;
  const items = present.map((item, i) => (other[i] === item ? one[i] : other[i]));
  return [...items, ...new Set([...one.slice(items.length), ...other.slice(items.length)])].filter(isItemValue);
}

function isItemValue(value: unknown): value is number | string {
  return typeof value === "number" || typeof value === "string";
}

/** A check's answer. Throws the pass's failure if the check raised, with the known defect as a hint. */
function answerOf(outcome: Answered, subject: string, node: Expr, { isBuiltIn, asked, defect }: Answering): boolean {
  if (outcome.kind === "value") return outcome.value;
  const what = outcome.kind === "raised" ? raisedText(outcome) : outcome.message;
  const known = defect?.(what);
  const calls = userCalls(outcome.stack);
  // An answer of a wrong type is refused after the call, so the location is the function that returned it.
  const given = calls.length === 0 && asked.place ? [{ ...asked.place, name: asked.name }] : calls;
  const exception = outcome.kind === "raised" && !isBuiltIn ? outcome.exception : undefined;
  const module = exception && moduleMissed(exception);
  const open = module === undefined ? undefined : givenMessages.openWith(module);
  // A check that is itself an import has no call in the files.
  const near = open ?? (calls.length === 0 && !isBuiltIn ? givenMessages.howChecksAnswer : undefined);
  const hint = near ?? known ?? (exception && hintOf(exception));
  const place = { node, calls: isBuiltIn ? [] : given, hints: hint === undefined ? [] : [hint] };
  const raised = { what: what.replace(/\.$/, ""), isAsInTvm: outcome.kind === "raised" && !outcome.isOwnLimit, isOwn: !isBuiltIn };
  throw failures.checkRaises(subject, calledOp(node) ?? "the match", raised, place);
}

function problemOf(name: string, error: Extract<LoadedTarget, { kind: "error" }>): Diagnostic {
  const { unknown } = error;
  if (unknown !== undefined) return givenMessages.filesNeedImport(name, unknown, userCalls(error.stack));
  return givenMessages.brokenFiles(name, raisedText(error).replace(/\.$/, ""), userCalls(error.stack));
}

function placed(place: CodePlace | undefined): { readonly place?: CodePlace } {
  return place ? { place } : {};
}

/** Why files define no target, as a sentence. */
function problemText({ files }: FileSpec, error: Extract<LoadedTarget, { kind: "error" }>): string {
  const { unknown } = error;
  if (files?.some(({ text }) => /^\s*\{\s*"cells"/.test(text))) return givenMessages.notebook;
  if (error.targets) return givenMessages.severalTargets(error.targets);
  const hinted = (sentence: string) => (error.hint === undefined ? sentence : `${sentence.replace(/\.$/, "")}. ${error.hint}`);
  if (unknown === undefined) return hinted(raisedText(error));
  const owner = unknown.startsWith("tvm.") && !isPartOfTvm(unknown) ? "TVM 0.19.0" : "Relayscope";
  const closed = closedFile(unknown);
  if (closed) return givenMessages.closedFile(closed.name, closed.file);
  const module = moduleMeant(unknown);
  const needed = hinted(givenMessages.unknownImport(unknown, owner));
  return module === undefined ? needed : `${needed} ${givenMessages.openWith(module)}`;
}

/** The definitions in files, for the page and the command line; `start` is the input of their own flow. */
export function readTargetFiles(spec: FileSpec, start?: FlowStart): TargetFilesAnswer {
  const { loaded, log, flow: recorded, entries } = opened(spec, spec.wanted ?? "", start);
  if (loaded.kind === "error") {
    const at = userCalls(loaded.stack).at(-1);
    const unknown = loaded.unknown !== undefined && closedFile(loaded.unknown) ? undefined : loaded.unknown;
    const problem = {
      message: problemText(spec, loaded),
      file: at?.file ?? spec.files?.[0]?.name ?? "",
      line: at?.line ?? 1,
      isNameless: at === undefined && loaded.message === namelessProblem,
      ...(unknown === undefined ? {} : { unknown }),
    };
    const asked = new Set([...Object.keys(spec.given ?? {}), ...(unknown === undefined ? [] : [unknown])]);
    const givable = [...asked].map((name) => ({ name, kind: "missing" as const }));
    return { name: "", entries: [], rules: [], standIns: [], givable, log: [], problem };
  }
  const { name, rules, standIns, givable } = loaded.target;
  const flow = fileFlow(loaded.target, recorded());
  return {
    name,
    entries: entries().map(({ name: entry, check }) => ({ name: entry, hasCheck: check !== undefined, ...placed(check?.place) })),
    rules: [...rules].map(([operator, rule]) => ({ name: operator, ...placed(rule.place) })),
    standIns: [...standIns],
    givable,
    ...(flow ? { flow } : {}),
    canBuildModule: canBuildModule(spec.files?.[0]?.text ?? ""),
    log: log.map(({ message, file, line }) => ({ text: message, file, line })),
  };
}
