/** A run's messages about requests beyond the first picture: each sentence once. */
import { type CodeCall, type Diagnostic, type DiagnosticPlace, diagnostic, Failure, listed } from "@relayscope/ir";
import { ownCheckRaises } from "@relayscope/passes";

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
  ruleOfNone: (target: string, operator: string, near: string | undefined, place: Omit<CodeCall, "name"> | undefined): Diagnostic =>
    diagnostic(
      "rule-of-none",
      `\`${target}\` has a rule for \`${operator}\`, which is not an operator of TVM 0.19.0: no call asks it${place ? ` (line ${place.line} of \`${place.file}\`)` : ""}.`,
      { severity: "warning", hints: near === undefined ? [] : [`Did you mean \`${near}\`?`] },
    ),
  /** Names that files need while they are read. */
  unknownImport: (name: string, owner: string) => `The file needs \`${name}\` while it loads, and ${owner} does not have it.`,
  closedFile: (name: string, file: string) =>
    `The file needs \`${name}\` of \`${file}\` while it loads, and \`${file}\` is not open. Open both files together.`,
  /** An import may be of a file. */
  openWith: (module: string) => `If \`${module}\` is a file of yours, open \`${module}.py\` together with this one.`,
  howChecksAnswer:
    "TVM calls a check with one argument, the matched expression, and takes a bool or an int: `return True`, `return bool(...)`.",
  notebook: "This is a Jupyter notebook, not Python. Export it: `jupyter nbconvert --to script` writes a `.py` file.",
  severalTargets: (names: readonly string[]) => `The files define several targets: ${listed(names)}. Choose one by its name.`,
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

/** What a check raises; in TVM it does not where the reason is a limit of Relayscope. */
interface CheckError {
  readonly what: string;
  readonly isAsInTvm: boolean;
  /** Whether the check is of the user's file. */
  readonly isOwn: boolean;
}

/** Why passes stop: what a target's files raise. */
export const failures = {
  checkRaises: (subject: string, operator: string, { what, isAsInTvm, isOwn }: CheckError, place: DiagnosticPlace) => {
    const raises = `The check of \`${subject}\` raises on \`${operator}\`${isAsInTvm ? ", as it does in TVM" : ""}`;
    return new Failure(diagnostic(isOwn && isAsInTvm ? ownCheckRaises : "check-stops", `${raises}${what ? `: ${what}` : ""}.`, place));
  },
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
