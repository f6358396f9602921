/** The nodes of a model file that an imported text names behind its lines. */
import type { Range } from "@relayscope/engine";

/** The last comment of a line: a line has one behind each constant, too. */
const source = /\/\*(?: ty=(?:[^*\n]|\*(?!\/))*?)? span=((?:[^*\n]|\*(?!\/))+?):\d+:\d+ \*\/;?$/gm;

/** By name, the place of the last line that comes from the node: just before the comment. */
export function modelNodesIn(text: string): ReadonlyMap<string, Range> {
  const places = new Map<string, Range>();
  if (!text.includes(" span=")) return places;
  for (const match of text.matchAll(source)) {
    const end = match.index - 1;
    places.set(match[1] ?? "", { start: Math.max(0, end - 1), end });
  }
  return places;
}
