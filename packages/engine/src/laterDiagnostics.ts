/** The engine's messages about requests beyond the first picture: each sentence once, loaded with the questions. */
import { counted, grouped, listed } from "@relayscope/ir";

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

const at = (pass: string) => (pass === "Input" ? "in the input" : `after ${pass}`);

/** Headings of answers to a question in words, and sentences of those about a whole stage. */
export const wordAnswers = {
  cause: (subject: string, boundaries: number) => `${subject}: ${boundaries} ${boundaries === 1 ? "boundary" : "boundaries"}`,
  between: (from: string, to: string) => `${from} and ${to}`,
  call: (operator: string, line: number | undefined) => (line === undefined ? operator : `${operator} on line ${line}`),
  /** Several calls with one answer: `exp on lines 3, 5 and 7`; not all of them may be in the text. */
  calls: (operator: string, lines: readonly number[], calls: number) =>
    `${operator}${lines.length === 0 ? "" : ` on ${lines.length === 1 ? "line" : "lines"} ${listed(lines.map(String), 6)}`}${calls > lines.length && calls > 1 ? `: ${calls} calls` : ""}`,
  allTaken: (operators: readonly string[], calls: number) =>
    calls === 1 ? `The call of ${operators.join()} is offloaded` : `All ${calls} calls of ${listed(operators, 3)} are offloaded`,
  noneOnHost: (operators: readonly string[]) =>
    `No call of ${listed(
      operators.map((operator) => `\`${operator}\``),
      3,
    )} is on the host.`,
  noRegion: (name: string) => `There is no region ${name}`,
  regionsOf: (target: string, names: readonly string[]) =>
    `${names.length === 0 ? "There is no region" : names.length === 1 ? "There is 1 region" : `There are ${names.length} regions`}${target === "" ? "" : ` of \`${target}\``}${names.length === 0 ? "" : `: ${listed(names, 8)}`}.`,
  regionsAfter: (regions: number, pass: string) => `${counted(regions, "region")} ${at(pass)}`,
  compositesAfter: (composites: number, pass: string) => `${counted(composites, "composite")} ${at(pass)}`,
  composites: "A composite is a function that `MergeComposite` makes of the operators that a pattern matches.",
  callsAfter: (operator: string, calls: number, pass: string) => `${counted(calls, "call")} of ${operator} ${at(pass)}`,
  /** How many of an operator's calls are offloaded, at a stage that has regions. */
  share: (hasRegions: boolean, calls: number, offloaded: number) => {
    if (!hasRegions) return "The stage has no regions.";
    if (calls === 1) return offloaded === 1 ? "It is offloaded." : "It is on the host.";
    return offloaded === calls ? "All are offloaded." : offloaded === 0 ? "All are on the host." : `${offloaded} of them are offloaded.`;
  },
  largest: (names: readonly string[], operators: number) => {
    const calls = counted(operators, "operator");
    const [name, ...others] = names;
    return others.length === 0 ? `The largest is \`${name}\` with ${calls}.` : `The largest ${names.length} have ${calls} each.`;
  },
  offloaded: (offloaded: number, operators: number) =>
    `${grouped(offloaded)} of ${counted(operators, "operator")} ${offloaded === 1 ? "is" : "are"} offloaded`,
  onHost: (left: readonly { readonly operator: string; readonly calls: number }[]) => {
    const names = left.map(({ operator, calls }) => `\`${operator}\`${calls > 1 ? ` × ${grouped(calls)}` : ""}`);
    return names.length === 0
      ? "Nothing stays on the host."
      : `${listed(names, 6)} ${left.length === 1 && left[0]?.calls === 1 ? "is" : "are"} on the host.`;
  },
  inRegion: (region: string, isAtEnd: boolean) => `${isAtEnd ? "At the end of the run it" : "It"} is in region \`${region}\`.`,
  bothInRegion: (region: string | undefined, isAtEnd: boolean) =>
    `${isAtEnd ? "At the end of the run both" : "Both"} are in ${region === undefined ? "one region" : `region \`${region}\``}.`,
} as const;
