/** What the engine itself says, each sentence once. Passes, parser and inference bring their own. */
import { type Diagnostic, diagnostic } from "@relayscope/ir";

export const messages = {
  unknownTarget: (name: string, known: readonly string[]): Diagnostic =>
    diagnostic("unknown-target", `\`${name}\` is not a target that is known here.`, {
      hints: [known.length > 0 ? `Known targets: ${known.map((k) => `\`${k}\``).join(", ")}.` : "Make one in the Target tab."],
    }),
  noTarget: (): Diagnostic =>
    diagnostic("no-target", "No target is chosen, so nothing can be offloaded.", {
      severity: "warning",
      hints: ["Choose a target above."],
    }),
  brokenPattern: (pattern: string, target: string, problem: string): Diagnostic =>
    diagnostic("broken-pattern", `Pattern \`${pattern}\` of target \`${target}\` could not be read: ${problem}`, {
      hints: ["Patterns of the target that come before it were read; it and its pass were left out."],
    }),
  skippedText: (sentence: string): Diagnostic => diagnostic("skipped-text", sentence, { severity: "info" }),
  internal: (message: string): Diagnostic =>
    diagnostic("internal-error", `Relayscope failed internally: ${message}`, {
      hints: ["This is a defect of Relayscope, not of your module."],
    }),
} as const;

/** Sentences for the strip and for stopped runs. */
export const reasons = {
  notBuilt: (pass: string) => `\`${pass}\` is not built yet`,
  failedBefore: (pass: string) => `\`${pass}\` failed before it`,
  canceled: "The run was canceled.",
  timeout: (seconds: number) => `The run did not end within ${seconds} s and was stopped. It can go on with a longer limit.`,
  crash: (what: string) => `The worker stopped unexpectedly (${what}) and was started again; the text is kept.`,
  epochGone: (epoch: number) => `Results of run ${epoch} are no longer held.`,
  noStage: (stage: number) => `Stage ${stage} does not exist in this run.`,
  restarted: "The worker was started again before it answered.",
  disposed: "The engine was disposed of.",
} as const;

/** Why passes stop on behalf of the engine's targets. */
export const failures = {
  checkRaises: (subject: string, operator: string, what: string) =>
    `The check of \`${subject}\` raises on \`${operator}\`, as the reference's does${what ? `: ${what}` : ""}.`,
} as const;
