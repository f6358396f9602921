/** What the engine itself says, each sentence once. Passes, parser and inference bring their own. */
import { type Diagnostic, diagnostic, type Expr, failure } from "@relayscope/ir";

export const messages = {
  unknownTarget: (name: string, known: readonly string[]): Diagnostic =>
    diagnostic("unknown-target", `\`${name}\` is not a target that is known here.`, {
      hints: [known.length > 0 ? `Known targets: ${known.map((k) => `\`${k}\``).join(", ")}.` : "Make one in the Target tab."],
    }),
  noTarget: (): Diagnostic =>
    diagnostic("no-target", "No target is chosen, so nothing can be offloaded.", {
      severity: "warning",
      hints: ["Choose a target."],
    }),
  brokenPattern: (pattern: string, target: string, problem: string): Diagnostic =>
    diagnostic("broken-pattern", `Pattern \`${pattern}\` of target \`${target}\` could not be read: ${problem}`, {
      hints: ["Patterns of the target that come before it were read; it and its pass were left out."],
    }),
  brokenFiles: (target: string, problem: string, where: string): Diagnostic =>
    diagnostic("broken-target", `The files of target \`${target}\` define no target: ${problem}${where}.`, {
      hints: ["No pattern and no rule of it is in force. Correct the file under Target."],
    }),
  unreadRecord: (pass: string): Diagnostic =>
    diagnostic("unread-record", `What was recorded after \`${pass}\` holds no module that can be read.`),
  recordDiffers: (pass: string, why: string): Diagnostic =>
    diagnostic("record-differs", `\`${pass}\` as TVM ran it gave another module than it gives here: ${why}.`, {
      severity: "info",
      hints: ["Options, targets and versions may differ: choose those that TVM had."],
    }),
  skippedText: (sentence: string): Diagnostic => diagnostic("skipped-text", sentence, { severity: "info" }),
  unknownTypes: (first: Diagnostic, others: number): Diagnostic =>
    diagnostic(
      "type-unknown",
      others === 0
        ? first.message
        : `${first.message.replace(/\.$/, "")}, nor ${others === 1 ? "that of another value" : `those of ${others} other values`}.`,
      {
        span: first.span,
        ...(first.node ? { node: first.node } : {}),
        severity: "warning",
        hints: ["The text does not say it. What asks for the type is told no; the passes go on."],
      },
    ),
  assumedTypes: (count: number): Diagnostic =>
    diagnostic(
      "assumed-types",
      `The text does not say the types of ${count === 1 ? "a constant" : `${count} constants`}: what the operators that use them want was assumed.`,
      {
        severity: "info",
        hints: ["Paste the text with its metadata section: `mod.astext(show_meta_data=True)`."],
      },
    ),
  unpairedAnnotations: (): Diagnostic =>
    diagnostic("unpaired-annotations", "Some annotations of regions do not pair, since a part of the text is missing.", {
      severity: "warning",
      hints: ["MergeCompilerRegions and PartitionGraph mend those, or take them away."],
    }),
  partitionedAlready: (targets: readonly { readonly target: string; readonly regions: number }[]): Diagnostic => {
    const counted = (n: number) => `${n} ${n === 1 ? "region" : "regions"}`;
    const [first, ...others] = targets;
    const sentence =
      first && others.length === 0
        ? `Partitioned for \`${first.target}\` already: ${counted(first.regions)}.`
        : `Partitioned already: ${targets.map(({ target, regions }) => `${counted(regions)} of \`${target}\``).join(", ")}.`;
    return diagnostic("already-partitioned", sentence, {
      severity: "info",
      hints: ["The input shows the regions that it has. The pipeline partitions what they leave."],
    });
  },
  internal: (message: string): Diagnostic =>
    diagnostic("internal-error", `Relayscope failed internally: ${message}`, {
      hints: ["This is a defect of Relayscope, not of your module."],
    }),
} as const;

/** What is asked by a method, as the subject of a sentence. */
const subjectOf: Readonly<Record<string, string>> = {
  graph: "The picture",
  text: "The text of the stage",
  textDiff: "The difference of the texts",
  why: "The list of causes",
  regions: "The list of regions",
  patterns: "The list of patterns",
  recording: "Reading the file",
  exportStage: "The export",
  search: "The search",
  check: "The check",
  compareTargets: "The comparison of targets",
};

/** Sentences for the strip and for stopped runs. */
export const reasons = {
  notBuilt: (pass: string) => `\`${pass}\` is not built yet`,
  otherModule: "its text differs",
  partitioned: "the module is partitioned already, and the pipeline waits to be asked for",
  failedBefore: (pass: string) => `\`${pass}\` failed before it`,
  canceled: "The run was canceled.",
  timeout: (seconds: number) => `The run did not end within ${seconds} s and was stopped. It can go on with a longer limit.`,
  timeoutOf: (method: string, seconds: number) =>
    `${subjectOf[method] ?? "A question about the stage"} took more than ${seconds} s and was stopped. It can go on with a longer limit.`,
  canceledOf: (method: string | undefined) => `${subjectOf[method ?? ""] ?? "What the worker was at"} was stopped.`,
  crash: (what: string) => `The worker stopped unexpectedly (${what}) and was started again. Text and settings are kept.`,
  notLoaded: (what: string) => `The worker could not be loaded (${what}). Text and settings are kept; the next run loads it again.`,
  failed: (what: string) => `The run ended unexpectedly: ${what}`,
  ended: "it was ended",
  silent: (seconds: number) => `no answer for ${seconds} s`,
  slowLoad: (seconds: number) => `not there after ${seconds} s`,
  unreadable: "a message could not be read",
  dropped: "The answer is not wanted any more.",
  searchEnded: "The search was ended by another.",
  epochGone: (epoch: number) => `Results of run ${epoch} are no longer held.`,
  noStage: (stage: number) => `Stage ${stage} does not exist in this run.`,
  restarted: "The worker was started again before it answered.",
  disposed: "The engine was disposed of.",
} as const;

/** Why something can't be taken along. */
export const exportReasons = {
  failed: (pass: string) => `\`${pass}\` failed, so there are no regions that a script could compare with.`,
} as const;

/** Why a pass cannot be played step by step. */
export const stepSentences = {
  notPlayed: (pass: string) => `\`${pass}\` takes no decisions one by one.`,
  notRun: (pass: string, reason: string) => `\`${pass}\` did not run${reason === "" ? "" : `: ${reason}`}.`,
  nothing: (pass: string) => `\`${pass}\` found nothing to decide on.`,
} as const;

/** Why passes stop on behalf of the engine's targets. */
export const failures = {
  checkRaises: (code: string, subject: string, operator: string, what: string, node: Expr, hints: readonly string[]) =>
    failure(code, `The check of \`${subject}\` raises on \`${operator}\`, as the reference's does${what ? `: ${what}` : ""}.`, node, hints),
} as const;

function place(index: readonly number[], output: number): string {
  const where = index.length > 0 ? `[${index.join(", ")}]` : "";
  return output > 0 ? `result ${output}${where}` : `the result${where}`;
}

/** What a check of a pass's meaning says. */
export const checkSentences = {
  canceled: "The check was canceled.",
  noPass: "The input has no pass to check.",
  notRun: (pass: string) => `\`${pass}\` did not run, so there is nothing to compare.`,
  sameModule: (pass: string) => `\`${pass}\` changed nothing.`,
  openConstant: "A constant without values has no known size, so it cannot be given any.",
  failsOnValues: (pass: string) => `\`${pass}\` fails on the module with random values in the place of missing ones.`,
  randomConstants: (count: number) =>
    count === 1
      ? "One constant without values was given random ones, and the pass was run on that."
      : `${count} constants without values were given random ones, and the pass was run on that.`,
  changesValues: (pass: string) => `\`${pass}\` is meant to change values: quantized numbers are coarser.`,
  otherMeaning: (pass: string) =>
    `\`${pass}\` is meant to change values: it puts numbers for the target's library where Relay's operators read other ones.`,
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

/** What is said of patterns tried at a node. */
export const patternSentences = {
  emptyTable: "The table has no patterns.",
  notThere: "The node is not there yet before MergeComposite: a later pass made it.",
  leftAlone: "MergeComposite leaves the node's function alone: an external compiler has it already.",
  noMergeComposite: (target: string) =>
    target === ""
      ? "The pipeline has no MergeComposite, and no target is chosen."
      : `The pipeline has no MergeComposite; the patterns of \`${target}\` are tried on this stage.`,
  longTable: (most: number) => `Only the first ${most} entries are shown.`,
  stoppedBefore: (pattern: string) => `\`${pattern}\` stopped the pass before.`,
  spent: (pattern: string) => (pattern === "" ? "The node is inside a composite already." : `\`${pattern}\` took the node before.`),
  taken: (root: string) => `Takes it into a match that ends at \`${root}\`.`,
  unrelated: (node: string) => `Nothing in the pattern could meet \`${node}\`.`,
  argument: (root: string) => `Only an argument of a match that ends at \`${root}\`.`,
  part: (node: string) => `The pattern goes on above \`${node}\`; this is the part that fails first, seen from the node.`,
  noCheck: "The entry has no check: what matches is taken.",
  checkNotAsked: "The check is asked once the pattern matches.",
} as const;

/** Why a line that is asked about has no node where targets are chosen. */
export const noNodes = {
  noCall: "The lines asked about have no call.",
  unused: (name: string, owner: string) => `Nothing uses \`${name}\`: it is not part of \`@${owner}\`.`,
  folded: (pass: string, line: number) => `\`${pass}\` computed the call of line ${line}: where targets are chosen, a constant is there.`,
  removed: (pass: string, line: number) => `\`${pass}\` took the call of line ${line} out, before targets are chosen.`,
  other: "Of a call asked about nothing is left where targets are chosen: a pass before computed it or took it out.",
} as const;
