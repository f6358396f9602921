/** The modules of the input text that were not read: a log of the passes holds several. */
import { operators } from "@relayscope/ops";
import { lineTable, type Run } from "@relayscope/run";
import type { TextModule } from "@relayscope/run/contract";
import { parseModule } from "@relayscope/text";

/** Of a longer log, the first. */
const most = 40;

/** The modules in text order, each with its line number and its text. */
export function otherModules(run: Run): readonly TextModule[] {
  const { text } = run.request;
  const { starts: found = [] } = parseModule(text, { operators });
  const positionOf = lineTable(text);
  // The text before a module in its line is a log's prefix, as in the lines after it.
  const lineStart = (at: number) => text.lastIndexOf("\n", at - 1) + 1;
  const own = lineStart(found[0] ?? 0);
  const starts = [...new Set(found.map(lineStart))].sort((a, b) => a - b);
  const modules = starts.map((start, i) => ({ start, end: starts[i + 1] ?? text.length })).filter(({ start }) => start !== own);
  return modules.slice(0, most).map(({ start, end }) => ({ line: positionOf(start).line, text: text.slice(start, end) }));
}
