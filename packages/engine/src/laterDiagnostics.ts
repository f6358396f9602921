/** The engine's messages about requests beyond the first picture: each sentence once, loaded with the questions. */
import { type CodeCall, type Diagnostic, type DiagnosticPlace, diagnostic, Failure } from "@relayscope/ir";

/** Targets and recordings that a run receives and does not accept. */
export const givenMessages = {
  unknownSetting: (name: string, target: string, known: readonly string[]): Diagnostic =>
    diagnostic("unknown-setting", `\`${target}\` has no setting \`${name}\`; it is ignored.`, {
      severity: "warning",
      hints: [known.length > 0 ? `Its settings: ${known.map((k) => `\`${k}\``).join(", ")}.` : "It has no settings."],
    }),
  wrongSetting: (name: string, target: string, type: string): Diagnostic =>
    diagnostic("wrong-setting", `The setting \`${name}\` of \`${target}\` does not have the type \`${type}\`; the run uses its default.`, {
      severity: "warning",
    }),
  brokenFiles: (target: string, problem: string, calls: readonly CodeCall[]): Diagnostic =>
    diagnostic("broken-target", `The files of target \`${target}\` define no target: ${problem}.`, {
      calls,
      hints: ["Its patterns and rules do not apply. Correct the file under Target."],
    }),
  /** Names that files need while they are read. */
  unknownImport: (name: string) => `The file needs \`${name}\` while it loads, and Relayscope does not have it.`,
  filesNeedImport: (target: string, name: string, calls: readonly CodeCall[]): Diagnostic =>
    diagnostic("broken-target", `The files of target \`${target}\` need \`${name}\` while they load, and Relayscope does not have it.`, {
      calls,
      hints: [`Give \`${name}\` a value under Values of your machine in the tab Target.`],
    }),
  assumedValues: (subjects: readonly string[]): Diagnostic =>
    diagnostic(
      "assumed-values",
      `The checks of ${subjects
        .slice(0, 3)
        .map((subject) => `\`${subject}\``)
        .join(
          ", ",
        )}${subjects.length > 3 ? ` and ${subjects.length - 3} more` : ""} read values of constants that the text lacks. Relayscope assumes the values that the checks need.`,
      { severity: "info", hints: ["Paste the text with its metadata section: `mod.astext(show_meta_data=True)`."] },
    ),
  otherRegions: (pass: string, bound: string, found: readonly string[]): Diagnostic =>
    diagnostic(
      "other-regions",
      `\`${pass}\` changes only regions of \`${bound}\`, as in TVM: those of ${found.map((name) => `\`${name}\``).join(", ")} stay.`,
      { severity: "warning" },
    ),
  unreadRecord: (pass: string): Diagnostic => diagnostic("unread-record", `The recording has no readable module after \`${pass}\`.`),
  recordDiffers: (pass: string, why: string): Diagnostic =>
    diagnostic("record-differs", `In TVM, \`${pass}\` gave another module: ${why}.`, {
      severity: "info",
      hints: ["Options, targets or versions may differ: choose those of the TVM run."],
    }),
  otherModule: "its text differs",
} as const;

/** Why something can't be exported. */
export const exportReasons = {
  failed: (pass: string) => `\`${pass}\` failed, so a script has no regions to compare with.`,
  ofFile: (pass: string) =>
    `\`${pass}\` is a step of the target's file. A script runs it in the file's own flow: restore that pipeline, or switch the step off.`,
  tableOfFlow: (target: string) =>
    `The table of \`${target}\` comes from the file's own flow. A script can get it only there: restore the pipeline of that flow.`,
} as const;

/** Why a pass cannot be played step by step. */
export const stepSentences = {
  notPlayed: (pass: string) => `\`${pass}\` makes no decisions to step through.`,
  notRun: (pass: string, reason: string) => `\`${pass}\` did not run${reason === "" ? "" : `: ${reason}`}.`,
  nothing: (pass: string) => `\`${pass}\` found nothing to decide.`,
} as const;

/** Why passes stop on behalf of the engine's targets. */
export const failures = {
  checkRaises: (code: string, subject: string, operator: string, what: string, place: DiagnosticPlace) =>
    new Failure(
      diagnostic(code, `The check of \`${subject}\` raises on \`${operator}\`, as it does in TVM${what ? `: ${what}` : ""}.`, place),
    ),
  passRaises: (pass: string, what: string, calls: readonly CodeCall[]) =>
    new Failure(diagnostic("pass-raises", `\`${pass}\` raises: ${what}.`, { calls })),
} as const;

/** Parts of a target file's own flow that its pipeline leaves out. */
export const flowSentences = {
  config: (name: string, option: string, pass: string | undefined) =>
    `\`${name}\` sets \`${option}\` in a pass context, and ${pass === undefined ? "none of its passes reads it" : `\`${pass}\` reads it, but Relayscope does not apply it`}.`,
  notBuilt: (name: string, pass: string) => `\`${name}\` runs \`${pass}\`, which Relayscope does not have.`,
  stopped: (name: string, pass: string | undefined, why: string, isOnModel: boolean) =>
    `${pass === undefined ? `\`${name}\`` : `\`${pass}\``} stops on this model: ${why}. Relayscope adds ${
      isOnModel ? "the passes from there on" : "its passes"
    } to the pipeline without running them. If \`${name}\` inspects the module after such a pass, check the pipeline.`,
  caught: (name: string, pass: string) => `\`${pass}\` raises on this model, and \`${name}\` continues without it.`,
  unkept: (name: string, names: readonly string[] | undefined) =>
    names
      ? `${names.map((held) => `\`${held}\``).join(", ")} ${names.length === 1 ? "holds an iterator" : "hold iterators"}, which can't be rewound to the state in which \`${name}\` left ${names.length === 1 ? "it" : "them"} at each pass. Checks and rules that read ${names.length === 1 ? "it" : "them"} may give other answers here. Use lists instead.`
      : `The files have too many values to save them at each pass. Checks and rules see the values from the end of \`${name}\`.`,
  problem: (name: string, what: string) => `The flow of \`${name}\` can't become a pipeline: ${what}.`,
} as const;

function place(index: readonly number[], output: number): string {
  const where = index.length > 0 ? `[${index.join(", ")}]` : "";
  return output > 0 ? `result ${output}${where}` : `the result${where}`;
}

/** Results of checking a pass's meaning. */
export const checkSentences = {
  noPass: "The input has no pass to check.",
  notRun: (pass: string) => `\`${pass}\` did not run, so there is nothing to compare.`,
  sameModule: (pass: string) => `\`${pass}\` changed nothing.`,
  openConstant: "A constant without values has no known size, so Relayscope can't fill it with values.",
  failsOnValues: (pass: string) => `\`${pass}\` fails on the module when random values replace the missing ones.`,
  randomConstants: (count: number) =>
    count === 1
      ? "One constant has no values: the check gave it random ones and ran the pass on them."
      : `${count} constants have no values: the check gave them random ones and ran the pass on them.`,
  changesValues: (pass: string) => `\`${pass}\` is meant to change values: quantized numbers are coarser.`,
  otherMeaning: (pass: string) =>
    `\`${pass}\` is meant to change values: it writes numbers in the form of the target's library, which Relay's operators read differently.`,
  same: (runs: number, largest: number) =>
    largest === 0
      ? `Same on ${runs} random inputs, to the last bit.`
      : `Same on ${runs} random inputs; largest difference ${Number(largest.toPrecision(1))} (floats may differ by 1e-4 of their tensor's largest).`,
  different: (d: {
    readonly run: number;
    readonly output: number;
    readonly index: readonly number[];
    readonly before: string;
    readonly after: string;
  }) => `Differs on random input ${d.run}: ${place(d.index, d.output)} is ${d.before} before the pass and ${d.after} after it.`,
  unknown: (reason: string) => `Not checked. ${reason}`,
} as const;

/** Notes on patterns tried at a node. */
export const patternSentences = {
  emptyTable: "The table has no patterns.",
  notThere: "The node does not exist before MergeComposite: a later pass made it.",
  leftAlone: "MergeComposite skips the node's function: it already belongs to an external compiler.",
  noMergeComposite: (target: string) =>
    target === ""
      ? "The pipeline has no MergeComposite, and no target is chosen."
      : `The pipeline has no MergeComposite; the patterns of \`${target}\` are tried on this stage.`,
  longTable: (most: number) => `Only the first ${most} entries are shown.`,
  stoppedBefore: (pattern: string) => `\`${pattern}\` stopped the pass before this entry.`,
  spent: (pattern: string) => (pattern === "" ? "The node is inside a composite already." : `\`${pattern}\` took the node earlier.`),
  taken: (root: string) => `Takes the node into a match that ends at \`${root}\`.`,
  unrelated: (node: string) => `No part of the pattern can match \`${node}\`.`,
  argument: (root: string) => `The node is only an argument of a match that ends at \`${root}\`.`,
  part: (node: string) => `The pattern continues above \`${node}\`. From the node on, this is the first part that fails.`,
  noCheck: "The entry has no check: it takes every match.",
  checkNotAsked: "The check runs only if the pattern matches.",
} as const;

/** Why a line that is asked about has no node where targets are chosen. */
export const noNodes = {
  noCall: "These lines have no call.",
  unused: (name: string, owner: string) => `Nothing uses \`${name}\`: it is not part of \`@${owner}\`.`,
  folded: (pass: string, line: number) => `\`${pass}\` computed the call of line ${line}: when targets are chosen, it is a constant.`,
  removed: (pass: string, line: number) => `\`${pass}\` removed the call of line ${line} before targets are chosen.`,
  other: "The call is gone when targets are chosen: an earlier pass computed or removed it.",
} as const;

/** Lacks of a whole run, and the effect of fixing them. */
export const lacks = {
  bind: "Parameters are not bound: weights are variables where the target needs constants.",
  level: (level: number, passes: string) => `Opt level ${level} is too low: ${passes} did not run.`,
  simplify: (operators: string) => `The module is not simplified: ${operators} can still be expanded and folded.`,
  layout: (operator: string, layout: string, target: string) => `\`${target}\` asks for ${layout} at \`${operator}\`.`,
  setting: (name: string, value: string) => `Checks refuse calls while \`${name}\` is \`${value}\`.`,
  size: (change: string) => `Tried: ${change}.`,
  axis: "A check raises on a scalar bias; in the shape (1,) it does not.",
  attributes: "A pass raises on the attributes of a function; without them it does not.",
  quantizedConstants: "`FoldConstant` leaves quantized operators of constants as they are, unless it has `fold_qnn=True`.",
  lets: "`PartitionGraph` fails on the `let`s; with `ToGraphNormalForm` before partitioning it does not.",
  raisingEntries: (entries: readonly string[]) =>
    entries.length === 1
      ? `The check of \`${entries[0]}\` raises. Without this entry, the flow finishes.`
      : `The checks of ${some(
          entries.map((name) => `\`${name}\``),
          3,
        )} raise. Without these entries, the flow finishes.`,
  gain: (gains: readonly string[]) => `With the change, ${gains.join(", ")}.`,
  offloaded: (now: string, before: string) => `${now} are offloaded instead of ${before}`,
  regions: (now: number, before: number) => `there ${now === 1 ? "is 1 region" : `are ${now} regions`} instead of ${before}`,
  bytes: (now: string, before: string) => `${now} cross instead of ${before}`,
} as const;

/** A list, cut after the first few. */
function some(names: readonly string[], most: number): string {
  if (names.length > most + 1) return `${names.slice(0, most).join(", ")} and ${names.length - most} more`;
  return names.length > 1 ? `${names.slice(0, -1).join(", ")} and ${names.at(-1)}` : names.join();
}

/** Headings of answers to a question in words, and sentences of those about a whole stage. */
export const wordAnswers = {
  cause: (subject: string, boundaries: number) => `${subject}: ${boundaries} ${boundaries === 1 ? "boundary" : "boundaries"}`,
  between: (from: string, to: string) => `${from} and ${to}`,
  call: (operator: string, line: number | undefined) => (line === undefined ? operator : `${operator} on line ${line}`),
  /** Several calls with one answer: `exp on lines 3, 5 and 7`; not all of them may be in the text. */
  calls: (operator: string, lines: readonly number[], calls: number) =>
    `${operator}${lines.length === 0 ? "" : ` on ${lines.length === 1 ? "line" : "lines"} ${some(lines.map(String), 6)}`}${calls > lines.length && calls > 1 ? `: ${calls} calls` : ""}`,
  allTaken: (operators: readonly string[], calls: number) =>
    calls === 1 ? `The call of ${operators.join()} is offloaded` : `All ${calls} calls of ${some(operators, 3)} are offloaded`,
  noneOnHost: (operators: readonly string[]) =>
    `No call of ${some(
      operators.map((operator) => `\`${operator}\``),
      3,
    )} is on the host.`,
  noRegion: (name: string) => `There is no region ${name}`,
  regionsOf: (target: string, names: readonly string[]) =>
    `${names.length === 0 ? "There is no region" : names.length === 1 ? "There is 1 region" : `There are ${names.length} regions`}${target === "" ? "" : ` of \`${target}\``}${names.length === 0 ? "" : `: ${some(names, 8)}`}.`,
  offloaded: (offloaded: number, operators: number) => `${offloaded} of ${operators} operators ${offloaded === 1 ? "is" : "are"} offloaded`,
  onHost: (left: readonly { readonly operator: string; readonly calls: number }[]) => {
    const names = left.map(({ operator, calls }) => `\`${operator}\`${calls > 1 ? ` × ${calls}` : ""}`);
    return names.length === 0
      ? "Nothing stays on the host."
      : `${some(names, 6)} ${left.length === 1 && left[0]?.calls === 1 ? "is" : "are"} on the host.`;
  },
  inRegion: (region: string) => `It is in region \`${region}\`.`,
} as const;
