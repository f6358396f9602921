/** Targets and patterns of the user's own, in Python, as runs take them. Loaded when a request brings such. */
import { type Call, calledOp, type Diagnostic, type Expr } from "@relayscope/ir";
import { type Answered, type FileTarget, type LoadedTarget, loadTarget } from "@relayscope/targets";
import { type ParsedPattern, parsePattern } from "@relayscope/targets/patternText";
import type { CodePlace, TargetFile, TargetFilesAnswer, TargetSpec } from "../contract/index.ts";
import { failures, givenMessages } from "../laterDiagnostics.ts";
import { shownCheck } from "./fileChecks.ts";
import { fileFlow, flowModel, flowPasses, regionHooks } from "./fileFlows.ts";
import type { FileFlows, FlowStart, ResolvedTarget, TableEntry } from "./resolvedTarget.ts";

/** Checks run at the level that partition functions set. */
const context = { optLevel: 3, requiredPasses: [], disabledPasses: [], config: new Map() };

type Values = NonNullable<TargetSpec["flowOptions"]>;

function load(files: readonly TargetFile[], name: string): LoadedTarget {
  const byName = new Map(files.map((file) => [file.name, file.text]));
  return loadTarget(byName, name === "" ? {} : { name }, context);
}

/** Reads a pattern of the user. */
export function readPattern(text: string): ParsedPattern {
  return parsePattern(text);
}

/** The target that files define, ready to run; without patterns and rules, and with a diagnostic, where they define none. */
export function fileTarget({ name, files = [], flowOptions = {} }: TargetSpec, start: FlowStart | undefined): ResolvedTarget {
  const loaded = load(files, name);
  if (loaded.kind === "error") return { name, table: [], rules: {}, askedRules: {}, diagnostics: [problemOf(name, loaded)] };
  const { entries, rules } = loaded.target;
  const table = entries.map(({ name: entry, pattern, check }): TableEntry => {
    if (check === undefined) return { name: entry, pattern };
    return { name: entry, pattern, check: (root) => answerOf(check.answer(root), entry, root), asked: shownCheck(check.trace) };
  });
  const byOperator = [...rules].map(([operator, rule]) => [operator, (node: Call) => answerOf(rule.answer(node), operator, node)]);
  // Rules are asked about calls alone.
  const askedRules = [...rules].map(([operator, rule]) => {
    return [operator, shownCheck((node) => (node.kind === "Call" ? rule.trace(node) : undefined))];
  });
  const flow = flowOnce(loaded.target, flowOptions, start);
  return {
    name,
    table,
    rules: Object.fromEntries(byOperator),
    askedRules: Object.fromEntries(askedRules),
    diagnostics: [],
    flowPass: flowPasses(loaded.target, flow),
    regionHooks: regionHooks(loaded.target),
    own: { path: loaded.target.path, flow: () => fileFlow(loaded.target, flow()) },
  };
}

/** A flow that is recorded when it is first asked for. */
function flowOnce(target: FileTarget, values: Values, start: FlowStart | undefined): () => ReturnType<FileTarget["flow"]> {
  let made: { readonly outcome: ReturnType<FileTarget["flow"]> } | undefined;
  return () => {
    made ??= { outcome: target.flow(values, flowModel(start)) };
    return made.outcome;
  };
}

/** The flow of a target's files under its arguments, and with each that is true or false turned round; undefined where they have none. */
export function fileFlows({ name, files = [], flowOptions = {} }: TargetSpec, start: FlowStart | undefined): FileFlows | undefined {
  const loaded = load(files, name);
  if (loaded.kind === "error") return undefined;
  const { target } = loaded;
  const flowUnder = (values: Values) => fileFlow(target, target.flow(values, flowModel(start)));
  const now = flowUnder(flowOptions);
  if (!now || now.problem !== undefined) return undefined;
  const others = now.options.flatMap((option) => {
    // Whether weights are given is not an argument of the flow's own: binding them is a change by itself.
    if (option.type !== "boolean" || option.name === "params") return [];
    const value = !(flowOptions[option.name] ?? option.default);
    const flow = flowUnder({ ...flowOptions, [option.name]: value });
    return flow && flow.problem === undefined ? [{ argument: option.name, value, flow }] : [];
  });
  return { now, others };
}

/** What a check answered; throws the failure of the pass where it raised. */
function answerOf(outcome: Answered, subject: string, node: Expr): boolean {
  if (outcome.kind === "value") return outcome.value;
  const what = outcome.kind === "raised" ? `${outcome.type}: ${outcome.message}` : outcome.message;
  const at = outcome.stack.findLast(({ file }) => !file.startsWith("<"));
  const where = at ? [`Raised at line ${at.line} of ${at.file}, in ${at.name}.`] : [];
  throw failures.checkRaises("check-raises", subject, calledOp(node) ?? "the match", what.replace(/\.$/, ""), node, where);
}

function problemOf(name: string, error: Extract<LoadedTarget, { kind: "error" }>): Diagnostic {
  const at = error.stack.at(-1);
  return givenMessages.brokenFiles(
    name,
    `${error.type}: ${error.message}`.replace(/\.$/, ""),
    at ? ` at line ${at.line} of \`${at.file}\`` : "",
  );
}

function placed(place: CodePlace | undefined): { readonly place?: CodePlace } {
  return place ? { place } : {};
}

/** Records of the log that are shown. */
const mostLogged = 100;

/** Answers by what the flow was given: those of the files that were asked about last. */
const answered = new WeakMap<FlowStart, { readonly asked: string; readonly answer: TargetFilesAnswer }>();

/** What files define, for the page and the command line; `start` is what their own flow is given. */
export function readTargetFiles(files: readonly TargetFile[], flowOptions: Values = {}, start?: FlowStart): TargetFilesAnswer {
  const asked = JSON.stringify([files, flowOptions]);
  const known = start && answered.get(start);
  if (known?.asked === asked) return known.answer;
  const answer = filesAnswer(files, flowOptions, start);
  if (start) answered.set(start, { asked, answer });
  return answer;
}

function filesAnswer(files: readonly TargetFile[], flowOptions: Values, start: FlowStart | undefined): TargetFilesAnswer {
  const loaded = load(files, "");
  if (loaded.kind === "error") {
    const at = loaded.stack.findLast(({ file }) => !file.startsWith("<"));
    const problem = { message: `${loaded.type}: ${loaded.message}`, file: at?.file ?? files[0]?.name ?? "", line: at?.line ?? 1 };
    return { name: "", entries: [], rules: [], standIns: [], log: [], problem };
  }
  const { name, entries, rules, standIns, log } = loaded.target;
  const flow = fileFlow(loaded.target, loaded.target.flow(flowOptions, flowModel(start)));
  return {
    name,
    entries: entries.map(({ name: entry, check }) => ({ name: entry, hasCheck: check !== undefined, ...placed(check?.place) })),
    rules: [...rules].map(([operator, rule]) => ({ name: operator, ...placed(rule.place) })),
    standIns: [...standIns],
    ...(flow ? { flow } : {}),
    log: log.slice(0, mostLogged).map(({ message, file, line }) => ({ text: message, file, line })),
  };
}
