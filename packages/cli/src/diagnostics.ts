/** Messages of commands, in addition to the engine's: what happened, the value, what to do. */
import { limits } from "@relayscope/files";
import { bytesText, type CodeCall } from "@relayscope/ir";
import type { NotReduced } from "@relayscope/whatif";
import { listed, withNearest } from "./command/diagnostics.ts";

const longestName = 160;

/** A name from the command line in a sentence: on one line, in backquotes, cut if it is very long. */
export function quotedName(name: string): string {
  const plain = withoutControls(name).replace(/[\n\t]/g, "\uFFFD");
  return `\`${plain.length > longestName ? `${plain.slice(0, longestName)}…` : plain}\``;
}

/** Text for a terminal: control characters, which could act on it, are replaced. */
export function withoutControls(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, "\uFFFD");
}

/** Sentences about an input; `what` is a file's name in backquotes, or standard input. */
export const inputProblems = {
  missing: (what: string, folder: readonly string[], name: string) => withNearest(`There is no file ${what}.`, name, folder),
  brokenLink: (what: string) => `${what} is a link to a file that is not there.`,
  folder: (what: string) => `${what} is a folder, not a file.`,
  device: (what: string) => `${what} is a device, not a file.`,
  loop: (what: string) => `${what} is a link that leads back to itself.`,
  denied: (what: string) => `${what} cannot be read: permission is denied.`,
  notAFolder: (what: string) => `There is no file ${what}: a part of its path is not a folder.`,
  longName: (what: string) => `There is no file ${what}: its name is too long.`,
  other: (what: string, why: string) => `${what} cannot be read: ${why}.`,
  tooLarge: (what: string) => `${what} has more than ${bytesText(limits.fileBytes)}, the most that is read.`,
  empty: (what: string) => `${what} is empty.`,
  noText: (what: string) => `${what} is not a text file.`,
  notAModel: (what: string) => `${what} is Relay text, not a model.`,
  modelFlag: (flag: string, what: string) => `\`--${flag}\` is for models, and ${what} is not a model.`,
  severalModels: (what: string, names: readonly string[]) =>
    `${what} holds ${names.length} models: ${listed(names)}. \`--model NAME\` chooses one.`,
  unknownModel: (what: string, name: string, known: readonly string[]) =>
    withNearest(`${what} holds no model ${quotedName(name)}.`, name, known),
  noArchive: (what: string) => `\`--model\` is for zip archives, and ${what} is not one.`,
  bothParams: "`--keep-params` and `--bind-params` cannot be used together.",
  notJson: "The line is not JSON.",
  lossy: (what: string) => `warning: ${what} is not UTF-8; bytes that no character has are read as \uFFFD.`,
  modelOf: (name: string, what: string) => `\`${name}\` of ${what}`,
  unread: (what: string, why: string) => `${what}: ${why}`,
  importProblem: (message: string) => `warning: ${message}`,
  leftOut: (weights: number, files: readonly string[]) =>
    `warning: ${weights} weights are in other files (${files.join(", ")}) and are left out: they have types, no values.`,
} as const;

/** How values of a type are written on the command line. */
function spelledAs(type: string): string {
  switch (type) {
    case "boolean":
      return " Write `True` or `False`.";
    case "int":
      return " Write a whole number.";
    case "float":
      return " Write a number.";
    case "int[]":
      return " Write whole numbers: `7,0,0`.";
    default:
      return ' Write it as JSON: a tuple or list as `[2,0]`, a text as `"a"`, None as `null`.';
  }
}

export const runProblems = {
  brokenTarget: (file: string, at: string, message: string) => `${quotedName(file)} defines no target: ${at}: ${message}`,
  nothingDefined: (file: string) =>
    `${quotedName(file)} defines no target: it has no table (\`@register_pattern_table("name")\`), no rule (\`target.name\`) and no \`partition_for_name\`.`,
  scriptStops: (file: string, at: string, message: string) => `${quotedName(file)} stops at ${at}: ${message}`,
  lineAt: (line: number, cell: number | undefined) => `line ${line}${cell === undefined ? "" : ` of code cell ${cell}`}`,
  scriptTarget: (what: string, targets: readonly string[], passes: "own" | "target" | undefined) => {
    const named = targets.map((target) => `\`${target}\``).join(" and ");
    const whose = { own: " The pipeline is the script's.", target: ` The pipeline is the flow of ${named}.` };
    return `info: ${what} partitions for ${named}.${passes === undefined ? "" : whose[passes]} \`--target\` chooses another.`;
  },
  weightsLeft: (count: number) =>
    `info: ${count} ${count === 1 ? "weight is" : "weights are"} too large to be kept, and ${count === 1 ? "has only a type" : "have only types"}.`,
  noModuleBuilt: (what: string) => `${what} builds no module.`,
  jupyterLines: (what: string, count: number) =>
    `info: ${count} ${count === 1 ? "line" : "lines"} of ${what} ${count === 1 ? "is" : "are"} Jupyter's own (\`%\`, \`!\`, \`?\`), and skipped.`,
  unknownImport: (file: string, at: string, message: string, name: string) =>
    `${quotedName(file)} defines no target: ${at}: ${message} Give its value: \`--given ${name}=VALUE\`.`,
  otherTarget: (files: readonly string[], found: string, given: string) =>
    `${files.map(quotedName).join(", ")} ${files.length === 1 ? "defines" : "define"} the target ${quotedName(found)}, and \`--target\` names ${quotedName(given)}. Leave \`--target\` out.`,
  unchecked: "; the code generator may refuse what the check refuses",
  merging: "; TVM's flow keeps these regions apart, and the code generator may take one call only",
  unboundParameters: (gain: string) =>
    `info: Parameters are not bound. The page binds them for this target, and so does \`--bind-parameters\`. ${gain}`,
  unknownTarget: (name: string, known: readonly string[]) =>
    withNearest(`There is no target \`${name}\`; there are ${listed(known)}.`, name, known),
  unknownSetting: (name: string, target: string, known: readonly string[]) =>
    known.length === 0
      ? `The target \`${target}\` has no settings, and \`--setting\` gives ${quotedName(name)}.`
      : withNearest(`The target \`${target}\` has no setting ${quotedName(name)}; it has ${listed(known)}.`, name, known),
  wrongSetting: (name: string, value: string, type: string) =>
    `The setting \`${name}\` is of the type \`${type}\`, and ${quotedName(value)} is not a value of it.${spelledAs(type)}`,
  givenWithoutFile: "`--given` needs the file whose name is given a value: `--target-file FILE`.",
  settingWithoutTarget: "`--setting` needs a target: `--target NAME` or `--target-file FILE`.",
  unknownPass: (name: string, known: readonly string[]) => withNearest(`There is no pass \`${name}\`.`, name, known),
  unknownStep: (name: string, known: readonly string[]) =>
    withNearest(`The pipeline has no pass \`${name}\`; it has ${listed(known)}.`, name, known),
  recordedPipeline: (what: string) => `${what} is a recording of passes: it has a pipeline, and \`--pipeline\` gives another.`,
  recordedTarget: (what: string, target: string) =>
    `info: The modules of ${what} name the target \`${target}\`, whose patterns and rules are used; \`--target\` chooses another.`,
  recordedLines: (what: string) =>
    `${what} is a recording of passes: line numbers refer to its input. \`run\` with \`--print after:Input\` prints it.`,
  leftOut: (count: number) => `${count} more ${count === 1 ? "pass is" : "passes are"} left out.`,
  callAt: ({ line, file, name }: CodeCall, isInnermost: boolean) =>
    `${isInnermost ? "Raised" : "Called"} at line ${line} of ${withoutControls(file)}, in ${withoutControls(name)}.`,
  notReduced: (at: { readonly line: number } | { readonly fromLine: number; readonly toLine: number }, why: NotReduced) => {
    const isOne = "line" in at;
    const reasons = {
      "no call": isOne ? `line ${at.line} has no call` : `line ${at.fromLine} or line ${at.toLine} has no call`,
      "no boundary": isOne
        ? `nothing keeps line ${at.line} out of a region`
        : `no boundary is between lines ${at.fromLine} and ${at.toLine}`,
      "none smaller": "no smaller module with this boundary was found",
    };
    return `Nothing was reduced: ${reasons[why]}.`;
  },
  noTarget: (what: string) => `${what} has no regions: \`why\` needs \`--target NAME\` to make some.`,
  noFlow: "`reduce` needs `--target NAME`: it runs the target's flow on each smaller module.",
  offered: (what: string) =>
    `${what} is partitioned already: the answer is about the regions that it has, and \`--pipeline\` partitions it again.`,
  noLine: (what: string, lines: number, line: number) =>
    `${what} has ${lines} ${lines === 1 ? "line" : "lines"}: there is no line ${line}.`,
  noPage: "`embed` needs `--page ADDRESS`, the address of the page.",
  tooLong: "The module is too long for an address; `relayscope run --format html` makes a file of it.",
  noListening: (host: string, port: number, code: string) => {
    const why: Readonly<Record<string, string>> = {
      EADDRINUSE: "the port is in use",
      EACCES: "permission is denied",
      EADDRNOTAVAIL: "the address is not of this machine",
      ENOTFOUND: "there is no such host",
    };
    return `Port ${port} of ${quotedName(host)} cannot be served: ${Object.hasOwn(why, code) ? why[code] : code}.`;
  },
  notBuilt: "The page is not built: `npm run build` makes it.",
} as const;

const codeOf = (error: Error) => ("code" in error && typeof error.code === "string" ? error.code : error.message);

export const superviseProblems = {
  limit: (seconds: number) => `The command stopped after ${seconds} s, the time limit of \`--limit\`.`,
  input: (error: Error) => inputProblems.other("Standard input", codeOf(error)),
  output: (error: Error) => `Standard output cannot be written: ${codeOf(error)}.`,
  crash: (error: Error) =>
    codeOf(error) === "ERR_WORKER_OUT_OF_MEMORY"
      ? "There is not enough memory for this module: `NODE_OPTIONS=--max-old-space-size=8192` gives 8 GiB."
      : `Relayscope failed internally: ${error.message}. This is a defect of Relayscope, not of your module.`,
  noAnswer: "Relayscope failed internally: the command ended without an answer.",
} as const;
