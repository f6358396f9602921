/**
 * Checks and rules of target files, shown: why one refuses a node, in the terms of the model and down to the line.
 */
import { askedFacts, askedWords, calledNode, plainNumber, type Refusal, type RefusalReason } from "@relayscope/explain";
import { type CodeCall, calledOp, type Expr, Failure } from "@relayscope/ir";
import { operators } from "@relayscope/ops";
import { type Forced, libraryFile, type TracedAnswer } from "@relayscope/targets";
import type { CheckLine, CheckRun, TargetFile } from "./contract/index.ts";
import { limitChange } from "./limitChange.ts";
import type { FileChanges, ShownCheck } from "./resolvedTarget.ts";

type Decided = NonNullable<TracedAnswer["decided"]>;
type Condition = NonNullable<Decided["condition"]>;

/** Reasons that name a condition; a `return` and a `call` only lead there. */
const deciding: ReadonlySet<Decided["reason"]["kind"]> = new Set(["condition", "value", "element", "exception", "test", "passed"]);

interface ShownOptions {
  /** Settings of the target with other values of which a check accepts a node, if there are any. */
  readonly settings: (node: Expr) => Refusal["settings"];
  /** Whether the file is a built-in target's. Then its log message is the sentence, and its lines are not shown. */
  readonly isBuiltIn: boolean;
  /** The target's files. */
  readonly files?: readonly TargetFile[];
}

/** A call that is traced, with conditions forced. */
type Traces = (node: Expr, forced?: Forced) => TracedAnswer | undefined;

/**
 * A function of a target file that explains its refusals. `traced` calls it and records why, or returns undefined for a
 * node that the function is not asked about.
 */
export function shownCheck(traced: Traces, options: ShownOptions): ShownCheck {
  const known = (node: Expr) => knownOf(() => traced(node));
  return {
    refusalOf: (node) => {
      try {
        const all = blockersOf(traced, node, options).map(({ reason }) => reason);
        const [first, ...others] = all.filter((reason, at) => !all.slice(0, at).some((before) => isOfLayout(reason, before)));
        return first && { ...first, others };
      } catch (error) {
        if (error instanceof Failure) return unknownRefusal(error);
        throw error;
      }
    },
    lines: (node) => linesOf(known(node)),
    ran: (node) => ranOf(known(node)),
    changes: (node) => changesOf(known(node), options.files ?? []),
  };
}

/** The answer; undefined if it depends on unknown values. */
function knownOf(ask: () => TracedAnswer | undefined): TracedAnswer | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** Calls of a stack that are kept. */
const mostCalls = 12;

/** The innermost calls of an exception's stack that are in the target's files, the outermost first. */
export function userCalls(stack: readonly CodeCall[]): readonly CodeCall[] {
  const own = stack.filter(({ file }) => !file.startsWith("<"));
  // A function that calls itself is named once.
  return own.filter(({ file, line }, at) => own[at - 1]?.file !== file || own[at - 1]?.line !== line).slice(-mostCalls);
}

/**
 * An exception as a line of text. The compiler's own messages already begin with the name of their class, which is not
 * repeated.
 */
export function raisedText({ type, message }: { readonly type: string; readonly message: string }): string {
  return message.startsWith(`${type}: `) ? message : `${type}: ${message}`;
}

function isYes({ outcome }: TracedAnswer): boolean {
  return outcome.kind === "value" && (outcome.value === true || (typeof outcome.value === "number" && outcome.value !== 0));
}

/** Whether TVM accepts a value as an answer. */
function isAnswer(value: unknown): boolean {
  return typeof value === "boolean" || typeof value === "number" || typeof value === "bigint";
}

/** The most reasons to find for one refusal. */
const mostReasons = 8;

/** A reason, and its condition with the opposite answer; undefined if forcing that answer shows nothing more. */
interface Blocker {
  readonly reason: RefusalReason;
  readonly turned: readonly [Condition, boolean] | undefined;
  /**
   * The nodes that have to be replaced by another operator or kind of node; undefined if the reason requires no
   * replacement.
   */
  readonly replaced: readonly Expr[] | undefined;
}

/**
 * Why a check refuses a node: the condition that decides, then the condition that decides where the first is forced,
 * and so on, until the check accepts or cannot be run further. If it accepts, only the necessary conditions are kept.
 */
function blockersOf(traced: Traces, node: Expr, options: ShownOptions): readonly Blocker[] {
  const ask = (passed: readonly Blocker[]) => {
    if (passed.length === 0) return traced(node);
    return knownOf(() => traced(node, new Map(passed.flatMap(({ turned }) => (turned ? [turned] : [])))));
  };
  const found: Blocker[] = [];
  let answer = ask(found);
  while (found.length < mostReasons) {
    const reason = found.length > 0 && answer?.outcome.kind !== "value" ? undefined : refusalOf(answer, node, options, found.length === 0);
    if (!answer || !reason) break;
    const turned = turnedOf(answer, reason);
    if (found.some((known) => known.turned?.[0] === turned?.[0] || isOfReplaced(reason, known))) break;
    found.push({ reason, turned, replaced: replacedOf(answer, reason) });
    if (!turned) break;
    answer = ask(found);
  }
  if (found.length < 2 || !answer || !isYes(answer)) return found;
  return found.reduce<readonly Blocker[]>((needed, blocker) => {
    const rest = needed.filter((other) => other !== blocker);
    const without = ask(rest);
    return without && isYes(without) ? rest : needed;
  }, found);
}

/**
 * The deciding condition with the opposite answer. The conditions after it are then still evaluated on the same node.
 * Undefined for a setting, which can change other conditions, too.
 */
function turnedOf({ outcome, decided }: TracedAnswer, { settings }: RefusalReason): Blocker["turned"] {
  if (outcome.kind !== "value" || !isAnswer(outcome.value) || settings.length > 0 || !decided?.condition) return undefined;
  return [decided.condition, !decided.isTrue];
}

/**
 * The nodes whose operator or kind has to change. A variable that must become a constant is not replaced: binding is
 * sufficient.
 */
function replacedOf({ asked }: TracedAnswer, { nodes }: RefusalReason): Blocker["replaced"] {
  const isOfKind = asked?.values.some(({ kind }) => kind === "operator" || kind === "node") ?? false;
  const isConstant = asked?.wanted?.operator === "is" && asked.wanted.value === "Constant";
  return isOfKind && !isConstant ? nodes.flatMap(([node]) => node ?? []) : undefined;
}

/**
 * Whether a reason depends on a node that an earlier reason replaces, or on no known node. The reason may not apply to
 * the replacement.
 */
function isOfReplaced({ nodes }: RefusalReason, { replaced }: Blocker): boolean {
  if (!replaced) return false;
  return replaced.length === 0 || nodes.length === 0 || nodes.some((chain) => replaced.some((node) => chain.includes(node)));
}

/** Whether a reason examines a shape that another layout, which an earlier reason asks for, would turn. */
function isOfLayout({ details, nodes }: RefusalReason, before: RefusalReason): boolean {
  if (!before.details.some(({ attribute = "" }) => attribute.endsWith("layout"))) return false;
  const examined = details.flatMap(({ attribute = "" }) => (attribute.startsWith("shape") ? [attribute] : []));
  // The batch comes first in each layout of the data.
  const isOfData = nodes.every(([node, user]) => user?.kind === "Call" && user.args[0] === node);
  return examined.length > 0 && !(isOfData && examined.every((attribute) => attribute === "shape[0]"));
}

const noFacts = { condition: "", details: [], nodes: [], notConstant: undefined, isTypeUnknown: false, settings: [] };

/** `isFirst`: only the answer as it is logs something, not one that is forced. */
function refusalOf(traced: TracedAnswer | undefined, node: Expr, options: ShownOptions, isFirst: boolean): RefusalReason | undefined {
  if (!traced || isYes(traced)) return undefined;
  const { outcome, decided, asked, untyped } = traced;
  // A file may take over the table of another target, whose checks are in Relayscope's own file of that target.
  const isBuiltIn = options.isBuiltIn || (decided?.reason.file.startsWith(libraryFile) ?? false);
  const message = oneLine(decided?.message ?? "").replace(/\.$/, "");
  const logged = message === "" || !isFirst ? "" : `. It logs "${message}"`;
  if (outcome.kind !== "value") {
    const at = userCalls(outcome.stack).at(-1);
    const place = at && !isBuiltIn ? ` at line ${at.line} of \`${at.file}\`` : "";
    if (untyped) return unknownType(untyped, place);
    const type = outcome.kind === "raised" ? `${outcome.type}: ` : "";
    const what = isBuiltIn ? plainError(outcome.message) : `${type}${outcome.message.replace(/\.$/, "")}`;
    if (place === "" || !at) return { ...noFacts, text: `it raises: ${what}`, raised: what };
    return { ...noFacts, text: `\`${at.name}\` raises${place}: ${what}`, raised: `\`${at.name}\`${place}: ${what}` };
  }
  if (!decided) return undefined;
  const { name, file, line, source, parts } = decided.reason;
  const settings = options.settings(node);
  const words = asked ? askedWords(asked, operators, settings) : "";
  const facts = { ...noFacts, ...(asked ? askedFacts(asked) : {}), settings };
  if (!isAnswer(outcome.value)) {
    const answer = traced.reasons[0]?.value ?? decided.reason.value;
    return { ...noFacts, text: `it answers \`${answer}\`, but TVM takes only a bool or an int (line ${line} of \`${file}\`)${logged}` };
  }
  const written = `\`${asked?.source ?? oneLine(source)}\``;
  const condition = isBuiltIn
    ? `${written}, as Relayscope's own file of the target writes it`
    : `${written}, at line ${line} of \`${file}\`, in \`${name}\``;
  if (isBuiltIn && message !== "") return { ...facts, text: `${plainMessage(message, node)}${settingWords(settings)}`, condition };
  if (words !== "") {
    const where = isBuiltIn ? "" : ` (line ${line} of \`${file}\`)${logged}`;
    return { ...facts, text: `${words}${where}`, condition };
  }
  const values = parts.filter((part) => part.source !== part.value).map((part) => `\`${part.source}\` is \`${part.value}\``);
  const found = values.length > 0 ? `, where ${values.join(" and ")}` : "";
  return { ...facts, text: `\`${name}\` decides at line ${line} of \`${file}\`: ${written}${found}${logged}` };
}

/** The message about a missing attribute, with the kind of node; other messages are unchanged. */
function plainError(message: string): string {
  const [, kind, member] = /^<class 'tvm\.relay\.[\w.]*?(\w+)'> has no attribute (\w+)$/.exec(message) ?? [];
  return kind === undefined ? message.replace(/\.$/, "") : `a \`${kind}\` has no \`${member}\``;
}

/** Settings with their values in force: `` while `use_fp16` is assumed to be `False` ``. */
function settingWords(settings: Refusal["settings"]): string {
  const given = settings.map(({ name, value, isAssumed }) => `\`${name}\` is ${isAssumed ? "assumed to be " : ""}\`${value}\``);
  return given.length > 0 ? `, while ${given.join(" and ")}` : "";
}

/**
 * A message with numbers as they were meant, `0.01` for the nearest float32, with `?` for an unknown size, and with
 * operators' names in backquotes: names with a dot, and the node's own name at the beginning.
 */
function plainMessage(message: string, node: Expr): string {
  const plain = message.replaceAll("T.Any()", "?").replace(/(?<![\w.])-?\d+\.\d+(?:e-?\d+)?(?![\w.]*\w)/g, plainNumber);
  const named = plain.replace(/(?<![\w.`"])[a-z]\w*(?:\.[a-z]\w*)+/g, (name) => (operators.get(name) ? `\`${name}\`` : name));
  const first = /^\w+/.exec(named)?.[0] ?? "";
  return first !== "" && first === calledOp(node) ? `\`${first}\`${named.slice(first.length)}` : named;
}

/** The refusal by a check that needs an unknown property of a node. */
function unknownRefusal({ node, message }: Failure): Refusal {
  const reason = node
    ? unknownType(node, "")
    : { ...noFacts, text: message.replace(/^The file/, "it").replace(/\.$/, ""), isTypeUnknown: true };
  return { ...reason, others: [] };
}

function unknownType(node: Expr, place: string): RefusalReason {
  const text = `the target asks for the type of ${calledNode(node)}${place}, which is not known`;
  return { ...noFacts, text, nodes: [[node]], isTypeUnknown: true };
}

/**
 * Changes of the file: the deciding condition as a constant that does not refuse (for a function that always refuses,
 * its answer), and the constant that the condition compares with, as a value that does not refuse.
 */
function changesOf(traced: TracedAnswer | undefined, files: readonly TargetFile[]): FileChanges {
  if (traced?.outcome.kind !== "value" || isYes(traced)) return {};
  const { decided, asked } = traced;
  if (!decided || decided.reason.kind === "exception" || decided.reason.file.startsWith("<")) return {};
  const { kind, file, line, start, source } = decided.reason;
  const place = { file, line, start, source };
  if (kind === "return") return { condition: { ...place, text: "return True" } };
  const written = files.find(({ name }) => name === file);
  const limit = asked && written && limitChange(asked, written);
  return {
    ...(limit ? { limit } : {}),
    ...(deciding.has(kind) ? { condition: { ...place, text: decided.isTrue ? "False" : "True" } } : {}),
  };
}

function oneLine(source: string): string {
  return source.trim().split(/\s+/).join(" ");
}

/** Deeper reasons are not set in further. */
const deepest = 6;

function linesOf(traced: TracedAnswer | undefined): readonly CheckLine[] {
  if (!traced) return [];
  const { outcome, reasons } = traced;
  const accepts = isYes(traced);
  const said = reasons.map(({ line, source, isTrue, parts }) => ({
    text: `line ${line}: ${oneLine(source)}`,
    answer: isTrue,
    isRefusing: !isTrue && !accepts,
    values: parts.map((part) => ({ text: part.source, value: part.value })),
    message: "",
  }));
  // A returned condition appears both as a line of its statement and as its own line.
  const once = new Map(said.map((line) => [JSON.stringify(line), line]));
  const lines = [...once.values()].map((line, at): CheckLine => ({ level: Math.min(at + 1, deepest), ...line }));
  if (outcome.kind === "value") return lines;
  return [...lines, { level: 1, text: "the check raises", answer: "raises", isRefusing: true, values: [], message: outcome.message }];
}

/** Lines of a run of a check that are shown. */
const mostLines = 60;

function ranOf(traced: TracedAnswer | undefined): CheckRun | undefined {
  if (traced?.outcome.kind !== "value") return undefined;
  const own = traced.lines.filter(({ file }) => !file.startsWith("<"));
  const decided = decidingLine(traced, own);
  const lines = own.map(({ file, line, source, depth }, at) => ({ file, line, source, depth: depth - 1, decides: at === decided }));
  const shown = lines.slice(-mostLines);
  return shown.length === 0 ? undefined : { answer: isYes(traced), lines: shown, left: lines.length - shown.length };
}

/** The line of the statement with the deciding condition, in its last run. */
function decidingLine({ decided }: TracedAnswer, lines: TracedAnswer["lines"]): number {
  if (!decided) return -1;
  const { file, name, line } = decided.reason;
  const before = lines.filter((one) => one.file === file && one.name === name && one.line <= line).map((one) => one.line);
  const nearest = Math.max(...before);
  return lines.findLastIndex((one) => one.file === file && one.name === name && one.line === nearest);
}
