/** The nodes of a model file, which an imported text names in comments at the ends of lines. */
import type { Range } from "@relayscope/engine";

/** The end of a comment that names the node of a line. */
const place = /:\d+:\d+ \*\/;?$/;
const mark = " span=";

/** By name, the place of the last line that comes from the node: just before the comment. */
export function modelNodesIn(text: string): ReadonlyMap<string, Range> {
  const places = new Map<string, Range>();
  if (!text.includes(" span=")) return places;
  let at = 0;
  for (const line of text.split("\n")) {
    const open = line.lastIndexOf("/*");
    const name = open < 0 ? undefined : nodeIn(line.slice(open));
    const end = at + open - 1;
    if (name !== undefined) places.set(name, { start: Math.max(0, end - 1), end });
    at += line.length + 1;
  }
  return places;
}

/** The node that the last comment of a line names. A line may have other comments, one after each constant. */
function nodeIn(comment: string): string | undefined {
  const said = comment.indexOf(mark);
  const end = place.exec(comment)?.index ?? -1;
  const before = comment.slice("/*".length, said);
  if (said < 0 || end <= said + mark.length || (before !== "" && !before.startsWith(" ty="))) return undefined;
  return comment.slice(said + mark.length, end);
}
