/** The texts of two stages, line by line. */
import { printedText } from "@relayscope/run";
import type { TextDiff } from "@relayscope/run/contract";
import { alignLines } from "./lineDiff.ts";
import type { Asked } from "./question.ts";

const typeStart = /\/\*\s*ty=/g;

/** A text without its type comments and the blanks before them, which are most of it. */
export function withoutTypes(text: string): string {
  const kept: string[] = [];
  let from = 0;
  for (const { index, 0: start } of text.matchAll(typeStart)) {
    if (index < from) continue;
    const close = text.indexOf("*/", index + start.length);
    if (close < 0) break;
    kept.push(text.slice(from, index).trimEnd());
    from = close + 2;
  }
  kept.push(text.slice(from));
  return kept.join("");
}

/** The question, asked once both stages are there. `hasTypes`: with type comments. */
export async function textDiff({ runOf, working }: Asked, epoch: number, from: number, to: number, hasTypes: boolean): Promise<TextDiff> {
  const run = runOf(epoch);
  await run.stage(from);
  await run.stage(to);
  working();
  const clean = hasTypes ? (text: string) => text : withoutTypes;
  const before = clean(printedText(run, from).text);
  const after = clean(printedText(run, to).text);
  return { before, after, lines: alignLines(before.split("\n"), after.split("\n")) };
}
