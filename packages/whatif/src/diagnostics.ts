/** What-if's messages, each sentence once. */
import { listed } from "@relayscope/ir";

/** Lacks of a whole run, and the effect of fixing them. */
export const lacks = {
  bind: "Parameters are not bound: weights are variables where the target needs constants.",
  level: (level: number, passes: string) => `Opt level ${level} is too low: ${passes} did not run.`,
  simplify: (operators: string) => `The module is not simplified: ${operators} can still be expanded and folded.`,
  layout: (operators: readonly string[], layout: string, target: string) =>
    `\`${target}\` asks for ${layout} at ${listed(operators.map((name) => `\`${name}\``))}.`,
  setting: (name: string, value: string) => `Checks refuse calls while \`${name}\` is \`${value}\`.`,
  size: (change: string) => `Tried: ${change}.`,
  axis: "A check raises on a scalar bias; in the shape (1,) it does not.",
  attributes: "A pass raises on the attributes of a function; without them it does not.",
  quantizedConstants: "`FoldConstant` leaves quantized operators of constants as they are, unless it has `fold_qnn=True`.",
  quantizedForm: (target: string) =>
    `The patterns of \`${target}\` have quantized layers in the form that \`LegalizeQnnForDnnl\` writes, without \`qnn.requantize\`.`,
  lets: "`PartitionGraph` fails on the `let`s; with `ToGraphNormalForm` before partitioning it does not.",
  raisingEntries: (entries: readonly string[]) =>
    entries.length === 1
      ? `The check of \`${entries[0]}\` raises. Without this entry, the flow finishes.`
      : `The checks of ${listed(
          entries.map((name) => `\`${name}\``),
          3,
        )} raise. Without these entries, the flow finishes.`,
  gain: (gains: readonly string[]) => `With the change, ${gains.join(", ")}.`,
  offloaded: (now: string, before: string) => `${now} are offloaded instead of ${before}`,
  regions: (now: number, before: number) => `there ${now === 1 ? "is 1 region" : `are ${now} regions`} instead of ${before}`,
  bytes: (now: string, before: string) => `${now} cross instead of ${before}`,
} as const;
