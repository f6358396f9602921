/** All sentences that answer an attempt. What the passes decided follows in their own words. */
import type { StageResult } from "@relayscope/engine";
import { bytesText } from "@relayscope/ir";
import type { Count, Selectable } from "./lesson.ts";

const nouns: Readonly<Record<Count, readonly [one: string, many: string]>> = {
  regions: ["region", "regions"],
  composites: ["composite", "composites"],
  functions: ["function", "functions"],
  operators: ["operator", "operators"],
  offloaded: ["operator in regions", "operators in regions"],
  tensors: ["tensor that crosses", "tensors that cross"],
};

const isAre = (n: number) => (n === 1 ? "is" : "are");
const noun = (count: Count, n: number) => nouns[count][n === 1 ? 0 : 1];
const listed = (names: readonly string[]) => names.map((name) => `\`${name}\``).join(", ");

const numerals = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];

/** What *Show me* did was not predicted by the learner. */
const asPredicted = (isShown: boolean) => (isShown ? "" : ", as you predicted");

export const replies = {
  /** A count in a sentence that says of what: `two regions`, `six tensors`. */
  number: (count: Count, n: number) => {
    const word = count === "tensors" ? "tensor" : count === "offloaded" ? "operator" : nouns[count][0];
    return `${numerals[n] ?? n} ${word}${n === 1 ? "" : "s"}`;
  },
  bytes: (bytes: number) => bytesText(bytes),
  names: (names: readonly string[]) => replies.someNames(names, names.length),
  someNames: (names: readonly string[], most: number): string => {
    const code = names.slice(0, most).map((name) => `\`${name}\``);
    const left = names.length - code.length;
    const all = left > 0 ? [...code, `${numerals[left] ?? left} ${left === 1 ? "other" : "others"}`] : code;
    return all.length < 2 ? (all[0] ?? "nothing") : `${all.slice(0, -1).join(", ")} and ${all.at(-1)}`;
  },
  selectedRegion: (name: string, operators: number, names: string, boundaries: number) =>
    `The region \`${name}\` holds ${operators === 0 ? replies.unshown : `${replies.number("operators", operators)}: ${names}`}. It has ${numerals[boundaries] ?? boundaries} ${boundaries === 1 ? "boundary" : "boundaries"}.`,
  unshown: "operators that the text does not show",
  noTargets: "No pass of this pipeline chose targets.",
  noOperators: "It has no operators.",
  problem: (message: string, line: number | undefined, pass: string | undefined) =>
    pass !== undefined ? `\`${pass}\` reported: ${message}` : line === undefined ? message : `Line ${line}: ${message}`,
  choice: (isRight: boolean) => (isRight ? "That is right." : "That is wrong."),
  noPass: (pass: string) => `There is no \`${pass}\` in the pipeline.`,
  count: (count: Count, n: number, target: string | undefined, pass: string) =>
    `After \`${pass}\` there ${isAre(n)} ${n} ${noun(count, n)}${target === undefined ? "" : ` of \`${target}\``}.`,
  calls: (operator: string, n: number, pass: string) => `After \`${pass}\` there ${isAre(n)} ${n} calls of \`${operator}\`.`,
  stopped: (pass: string, status: StageResult["status"], reason: string) =>
    status === "skipped" ? `\`${pass}\` was skipped: ${reason}.` : `\`${pass}\` did not finish: ${reason}`,
  noCall: (name: string) => `There is no \`${name}\` in the module now.`,
  onHost: (operator: string) => `\`${operator}\` stays on the host.`,
  inRegion: (operator: string, target: string) => `\`${operator}\` is in a region of \`${target}\`.`,
  noPattern: (name: string, table: readonly string[]) =>
    table.length === 0 ? `The target has no patterns yet.` : `The target has no pattern \`${name}\`; it has ${listed(table)}.`,
  composites: (name: string, found: number, all: readonly string[]) =>
    found > 0
      ? `\`${name}\` took ${found}.`
      : all.length === 0
        ? `No composite was made.`
        : `No composite \`${name}\` was made; there ${isAre(all.length)} ${listed([...new Set(all)])}.`,
  holdsNot: (name: string, operator: string) => `No composite \`${name}\` holds \`${operator}\`.`,
  parameters: (name: string, found: number) => `The composite \`${name}\` takes ${found} ${found === 1 ? "input" : "inputs"}.`,
  noCause: (code: string) => `No boundary has the cause \`${code}\` now.`,
  causeRemains: (code: string) => `A boundary still has the cause \`${code}\`.`,
  noBoundary: "There is no boundary left.",
  apart: (from: string, to: string) => `\`${from}\` and \`${to}\` are not in one region.`,
  joinedBefore: (from: string, to: string) => `\`${from}\` and \`${to}\` were in one region before.`,
  merged: (from: string, to: string) => `\`${from}\` and \`${to}\` are in one region now.`,
  functions: (names: readonly string[]) =>
    names.length === 0 ? "No function was made for a target." : `The functions for targets are ${listed(names)}.`,
  shape: (name: string, shape: string) => `The result of \`${name}\` has the shape \`${shape}\`.`,
  target: (name: string) => `The chosen target is \`${name}\`.`,
  input: (operators: number) => `This is the input, before any pass: ${operators} calls of operators.`,
  pass: (name: string, summary: string) => `This is \`${name}\`. ${summary}`,
  decided: (sentence: string) => `What it did here: ${sentence}`,
  status: (name: string, status: StageResult["status"]) =>
    status === "unchanged" ? `\`${name}\` changed nothing here.` : status === "done" ? "" : `\`${name}\`: ${status}.`,
  otherDecision: (state: string) => `This is another decision. Use the arrows to go to the one that says *${state}*.`,
  inside: (name: string) => `You are inside \`${name}\`.`,
  noModelDialog: "No model file is open: there is one in the menu *Examples*.",
  otherModel: (file: string) => `\`${file}\` is open.`,
  modelClosed: "The dialog of the model is closed: begin the step again.",
  noSize: (name: string) => `\`${name}\` still has the suggested value.`,
  otherSize: (name: string, size: string) => `\`${name}\` is \`${size}\` now.`,
  notImported: "The module on the page is not an imported model.",
  notCompared: "The list of targets is not open.",
  noModelNode: (name: string) => `\`${name}\` comes from no node of a model.`,
  otherModelNode: (name: string, node: string, operator: string) =>
    `\`${name}\` comes from \`${node}\`${operator === "" ? "" : `, of the operator \`${operator}\``}.`,
  noBoundaryHere: "No region begins or ends between these two.",
  otherThing: (name: string, thing: Selectable) => `You selected \`${name}\`. The step asks for a ${thing}.`,
  earlierStage: (stage: string) => `This is the stage \`${stage}\`. Select the operator at the last stage.`,
  nothingSelected: "Nothing is selected.",
  selected: (name: string, description: string, isAlike: boolean) =>
    `You selected \`${name}\`${isAlike ? ", but the step asks for another one" : ""}. ${description}`.trim(),
  predictedInside: (name: string, isShown: boolean) => `\`${name}\` is taken${asPredicted(isShown)}.`,
  predictedOutside: (name: string, why: string) => `\`${name}\` is not taken. ${why}`.trim(),
  missedInside: (name: string, why: string) => `\`${name}\` is taken, and you did not mark it. ${why}`.trim(),
  nothingInside: (isShown: boolean) => `No operator is taken${asPredicted(isShown)}.`,
  predictedNumber: (what: string, n: number, isShown: boolean) => `${what} ${n}${asPredicted(isShown)}.`,
  otherNumber: (what: string, n: number, guessed: number) => `${what} ${n}; you predicted ${guessed}. Here is why:`,
  region: (names: readonly string[]) => `One region holds ${listed(names)}.`,
  counted: (count: Count) => `The number of ${nouns[count][1]} is`,
  idOf: (name: string) => `The region of \`${name}\` has the id`,
} as const;
