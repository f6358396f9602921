/** Causes of boundaries and problems that a search names. */
import { type BoundaryAnswer, boundariesText, type CauseLine, causes, type Problem, type WhyAnswer } from "@relayscope/engine";
import { hasAll } from "./words.ts";

/** The most entries of either. */
const mostShown = 8;

export interface FoundCause {
  readonly line: CauseLine;
  /** Its first boundary. */
  readonly boundary: BoundaryAnswer;
  readonly title: string;
  readonly note: string;
}

/** The lines of the list of causes whose names or operators have all words, the costliest first. */
export function foundCauses(words: readonly string[], why: Pick<WhyAnswer, "lines" | "boundaries"> | undefined): readonly FoundCause[] {
  if (words.length === 0 || !why) return [];
  const found = why.lines.flatMap((line): readonly FoundCause[] => {
    const boundary = why.boundaries[line.boundaries[0] ?? -1];
    const names = line.codes.map((code) => causes[code].name).join(", ");
    if (!boundary || !hasAll(`cause boundary ${names} ${line.codes.join(" ")} ${line.subject}`, words)) return [];
    const title = line.subject === "" ? names : `${names}: ${line.subject}`;
    return [{ line, boundary, title, note: boundariesText(line.boundaries.length) }];
  });
  return found.slice(0, mostShown);
}

/** The problems whose messages have all words. */
export function foundProblems(words: readonly string[], problems: readonly Problem[]): readonly Problem[] {
  return words.length === 0 ? [] : problems.filter(({ message }) => hasAll(`problem ${message}`, words)).slice(0, mostShown);
}
