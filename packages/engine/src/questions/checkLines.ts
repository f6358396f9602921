/** Checks with their values, as lines for a tree. */

import type { AskedCheck } from "@relayscope/explain";
import { at, type Expr } from "@relayscope/ir";
import { type EvaluatedCheck, evaluateCheck } from "@relayscope/match";
import type { CheckLine } from "../contract/index.ts";

const mostLines = 300;
const longestValue = 120;

/** The result of a check at a node: a line for each evaluated part, at most 300, with long values cut. */
export function checkLines({ check, context }: AskedCheck, node: Expr): readonly CheckLine[] {
  const lines: CheckLine[] = [];
  const stack: { readonly part: EvaluatedCheck; readonly level: number }[] = [{ part: evaluateCheck(check, node, context), level: 1 }];
  for (let top = stack.pop(); top && lines.length < mostLines; top = stack.pop()) {
    const { part, level } = top;
    lines.push({
      level,
      text: part.text,
      answer: part.answer,
      values: part.values.map(({ text, value }) => ({ text, value: shortened(value) })),
      message: part.children.some((child) => child.answer === "raises") ? "" : (part.message ?? ""),
    });
    for (let i = part.children.length - 1; i >= 0; i--) stack.push({ part: at(part.children, i), level: level + 1 });
  }
  return lines;
}

function shortened(value: string): string {
  return value.length > longestValue ? `${value.slice(0, longestValue - 1)}…` : value;
}
