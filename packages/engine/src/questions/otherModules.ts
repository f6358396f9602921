/** The modules of the input text that were not read: a log of the passes holds several. */
import { operators } from "@relayscope/ops";
import { parseModule } from "@relayscope/text";
import type { TextModule } from "../contract/index.ts";
import { lineTable } from "../run/problems.ts";
import type { Run } from "../run/run.ts";

/** Each with its line, in the order of the text, and its lines as a text of its own. */
export function otherModules(run: Run): readonly TextModule[] {
  const { text } = run.request;
  const [own, ...others] = parseModule(text, { operators }).starts ?? [];
  if (own === undefined || others.length === 0) return [];
  const positionOf = lineTable(text);
  // What is before a module in its line is a log's, as in the lines after it.
  const lineStart = (at: number) => text.lastIndexOf("\n", at - 1) + 1;
  const starts = [own, ...others].map(lineStart).sort((a, b) => a - b);
  return others
    .map(lineStart)
    .sort((a, b) => a - b)
    .map((start) => ({
      line: positionOf(start).line,
      text: text.slice(
        start,
        starts.find((next) => next > start),
      ),
    }));
}
