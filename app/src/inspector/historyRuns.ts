/** Merges lines of a node's history that report the same for consecutive passes. */
import type { LineageLine } from "@relayscope/engine";

/** Consecutive lines that share a line. */
export type Run = readonly [LineageLine, ...LineageLine[]];

/** Lines in order. Consecutive passes that left the node unchanged share a line, and those that did not run. */
export function inRuns(lines: readonly LineageLine[]): readonly Run[] {
  const runs: [LineageLine, ...LineageLine[]][] = [];
  for (const line of lines) {
    const last = runs.at(-1);
    if (last && isSame(last[0], line)) last.push(line);
    else runs.push([line]);
  }
  return runs;
}

function isSame(a: LineageLine, b: LineageLine): boolean {
  return a.fate === b.fate && (a.fate === "kept" || (a.fate === "idle" && a.text === b.text));
}

/** How many names of consecutive passes are listed before the rest is counted. */
const mostNamed = 2;

/** `InferType, MergeComposite and 3 more: not run`, in the words of the strip. */
export function runText(run: Run): string {
  const names = run.map(({ pass }) => pass);
  const more = names.length - mostNamed;
  const text = more > 0 ? `${names.slice(0, mostNamed).join(", ")} and ${more} more` : names.join(" and ");
  return `${text}: ${run[0].fate === "idle" ? "not run" : "unchanged"}`;
}
