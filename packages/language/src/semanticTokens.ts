/** Colors that need the parser: what a name means, not how it looks. */
import { operators } from "@relayscope/ops";
import type { Mention } from "@relayscope/text";
import type { Analysis } from "./analysis.ts";
import { type SemanticType, semanticLegend } from "./semanticLegend.ts";

const typeNumbers = new Map<SemanticType, number>(semanticLegend.types.map((t, i) => [t, i]));
const declaration = 1;
const free = 2;

/**
 * Five numbers a token: lines and columns from the token before, length, type, modifiers. Names that a line break cut
 * are left out.
 */
export function semanticTokens(analysis: Analysis): Uint32Array {
  const { text, mentions, nodes } = analysis;
  const unbound = new Set<object>(analysis.read.freeVars);
  const data = new Uint32Array(mentions.length * 5);
  let used = 0;
  let at = 0;
  let lineStart = 0;
  let line = 0;
  let column = 0;
  for (const mention of mentions) {
    const { start, end } = mention.span;
    let lines = 0;
    for (let newline = text.indexOf("\n", at); newline >= 0 && newline < start; newline = text.indexOf("\n", newline + 1)) {
      lines++;
      lineStart = newline + 1;
    }
    at = start;
    line += lines;
    if (text.slice(start, end).includes("\n")) continue;
    const isFree = unbound.has(mention.target);
    const isParameter = mention.kind === "local" && !isFree && nodes.owners.has(mention.target);
    const type = typeNumbers.get(semanticType(mention, isParameter)) ?? 0;
    const modifiers = (mention.isBinding ? declaration : 0) | (isFree ? free : 0);
    data.set([line, start - lineStart - (line === 0 ? column : 0), end - start, type, modifiers], used);
    used += 5;
    column = start - lineStart;
    line = 0;
  }
  return data.slice(0, used);
}

function semanticType(mention: Mention, isParameter: boolean): SemanticType {
  switch (mention.kind) {
    case "global":
      return "function";
    case "operator":
      return operators.get(mention.target.name) ? "operator" : "unknown";
    case "local":
      return isParameter ? "parameter" : "variable";
    default:
      return mention.kind;
  }
}
