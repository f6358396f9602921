/** Messages on a wrong command line: what happened, the value, what to do. */
import { listed as inWords, nearestName } from "@relayscope/ir";

/** Names in a row, `a`, `a and b`, `a, b and c`, each in backquotes. */
export function listed(names: readonly string[]): string {
  return inWords(names.map((name) => `\`${name}\``));
}

/** The known name that an unknown one probably means: the nearest one, or one that begins like it. */
function meant(name: string, known: readonly string[]): string | undefined {
  return nearestName(name, known) ?? (name === "" ? undefined : known.find((other) => other.startsWith(name)));
}

/** A sentence about an unknown name, with a suggestion if there is one. */
export function withNearest(sentence: string, name: string, known: readonly string[]): string {
  const near = meant(name, known);
  return near === undefined ? sentence : `${sentence} Did you mean \`${near}\`?`;
}

export const usageProblems = {
  noCommand: "A command is missing: `relayscope --help` lists them.",
  unknownCommand: (name: string, known: readonly string[]) =>
    withNearest(`There is no command \`${name}\`; there are ${listed(known)}.`, name, known),
  flagFirst: (flag: string) => `Put a command before \`${flag}\`, as in \`relayscope run FILE ${flag}\`.`,
  notAHyphen: (word: string) => `\`${word}\` begins with a dash that is not a hyphen: flags begin with \`--\`.`,
  unknownFlag: (command: string, given: string, known: readonly string[]) => {
    const near = meant(given.replace(/^-+/, ""), known);
    const next = near === undefined ? `; \`relayscope ${command} --help\` lists its flags.` : `. Did you mean \`--${near}\`?`;
    return `\`${command}\` has no flag \`${given}\`${next}`;
  },
  elsewhere: (command: string, given: string, others: readonly string[]) =>
    `\`${command}\` has no flag \`${given}\`; ${listed(others)} ${others.length === 1 ? "has" : "have"} it.`,
  noValue: (flag: string, value: string) => `\`--${flag}\` needs a value: \`--${flag} ${value}\`.`,
  flagAsValue: (flag: string, value: string, next: string) =>
    `\`--${flag}\` needs a value, and \`${next}\` is read as a flag: write \`--${flag}=${value}\`.`,
  surplusValue: (flag: string, value: string) => `\`--${flag}\` does not take a value, but \`${value}\` is given.`,
  twice: (flag: string) => `\`--${flag}\` is given twice.`,
  wrongValue: (flag: string, wanted: string, given: string, choices: readonly string[]) =>
    withNearest(`\`--${flag}\` is ${wanted}, not \`${given}\`.`, given, choices),
  noFile: (command: string) => `\`${command}\` needs a FILE, or \`-\` for standard input.`,
  surplus: (command: string, most: 0 | 1, given: string) =>
    `\`${command}\` ${most === 1 ? "reads one FILE" : "does not read a FILE"}, but \`${given}\` is given${most === 1 ? " as well" : ""}.`,
  neededFlags: (command: string, alternatives: readonly string[]) => `\`${command}\` needs ${alternatives.join(", or ")}.`,
  apart: (one: string, other: string) => `\`--${one}\` and \`--${other}\` cannot be used together.`,
  together: (one: string, other: string) => `\`--${one}\` needs \`--${other}\` as well.`,
} as const;
