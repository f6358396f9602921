/**
 * A run's messages, each sentence once. `laterDiagnostics.ts` has those that are needed after the first picture.
 */
import { counted, type Diagnostic, diagnostic } from "@relayscope/ir";

export const messages = {
  unknownTarget: (name: string, known: readonly string[]): Diagnostic =>
    diagnostic("unknown-target", `\`${name}\` is not a known target.`, {
      hints: [known.length > 0 ? `Known targets: ${known.map((k) => `\`${k}\``).join(", ")}.` : "Make one in the Target tab."],
    }),
  noTarget: (): Diagnostic =>
    diagnostic("no-target", "No target is chosen, so nothing can be offloaded.", {
      severity: "warning",
      hints: ["Choose a target."],
    }),
  brokenPattern: (pattern: string, target: string, problem: string): Diagnostic =>
    diagnostic("broken-pattern", `Pattern \`${pattern}\` of target \`${target}\` could not be read: ${problem}`, {
      hints: ["The target's earlier patterns were read; this one and its pass were left out."],
    }),
  skippedText: (sentence: string): Diagnostic => diagnostic("skipped-text", sentence, { severity: "info" }),
  unknownTypes: (first: Diagnostic, others: number): Diagnostic =>
    diagnostic(
      "type-unknown",
      others === 0
        ? first.message
        : `${first.message.replace(/\.$/, "")}, nor can ${others === 1 ? "that of another value" : `those of ${others} other values`}.`,
      {
        span: first.span,
        ...(first.node ? { node: first.node } : {}),
        severity: "warning",
        hints: ["The text does not give it. Rules and checks that need the type refuse, and the passes continue.", ...first.hints],
      },
    ),
  assumedTypes: (count: number): Diagnostic =>
    diagnostic(
      "assumed-types",
      `The text does not give the type of ${count === 1 ? "a constant" : `${count} constants`}. Relayscope assumes what their operators need.`,
      {
        severity: "info",
        hints: ["Paste the text with its metadata section: `mod.astext(show_meta_data=True)`."],
      },
    ),
  countsAsNo: (raised: Diagnostic, isChosen: boolean): Diagnostic => ({
    ...raised,
    code: "counts-as-no",
    severity: "warning",
    message: `${raised.message} It counts as no${isChosen ? "" : ", as constants of the text have no values"}.`,
  }),
  unpairedAnnotations: (): Diagnostic =>
    diagnostic("unpaired-annotations", "Some annotations of regions do not pair, because a part of the text is missing.", {
      severity: "warning",
      hints: ["MergeCompilerRegions and PartitionGraph repair or remove them."],
    }),
  partitionedAlready: (targets: readonly { readonly target: string; readonly regions: number }[]): Diagnostic => {
    const [first, ...others] = targets;
    const sentence =
      first && others.length === 0
        ? `Partitioned for \`${first.target}\` already: ${counted(first.regions, "region")}.`
        : `Partitioned already: ${targets.map(({ target, regions }) => `${counted(regions, "region")} of \`${target}\``).join(", ")}.`;
    return diagnostic("already-partitioned", sentence, {
      severity: "info",
      hints: ["The input shows the regions that it has. The pipeline partitions the rest."],
    });
  },
  internal: (message: string): Diagnostic =>
    diagnostic("internal-error", `Relayscope failed internally: ${message}`, {
      hints: ["This is a defect of Relayscope, not of your module."],
    }),
} as const;

/** Why a stage has no result, for the strip. */
export const reasons = {
  notBuilt: (pass: string) => `Relayscope does not have \`${pass}\``,
  partitioned: "the module is already partitioned, so the pipeline runs only on request",
  unread: "the text has no readable Relay",
  failedBefore: (pass: string) => `\`${pass}\` failed before it`,
  noStage: (stage: number) => `Stage ${stage} does not exist in this run.`,
} as const;
