/** Why there is a boundary at a node, taken from the causes of all boundaries of the run. */
import type { Expr } from "@relayscope/ir";
import type { Answer, History } from "./history.ts";
import { nameOf } from "./names.ts";
import type { Cause } from "./why/cause.ts";
import { isSameWork } from "./why/ground.ts";
import { whyOf } from "./why/why.ts";

const mostAnswers = 6;

/** Why a node is in no region, or what ends its region next to it. Empty during the run. */
export function boundariesOf(history: History, stage: number, expr: Expr): readonly Answer[] {
  if (!history.isWhole || expr.kind !== "Call") return [];
  const why = whyOf(history);
  const { ground } = why;
  const own = new Set(
    history
      .follow(stage, ground.base, expr)
      .filter((e) => isSameWork(expr, e))
      .map(ground.unitOf),
  );
  const answers: Answer[] = [];
  const [first] = own;
  const cause = first && why.of(first);
  if (cause) answers.push(answerOf("Why is it in no region?", cause));
  const shown = new Set(cause ? [cause.sentence] : []);
  for (const boundary of why.boundaries()) {
    if (answers.length >= mostAnswers) break;
    const isAt = boundary.crossings.some(({ from, to }) => own.has(from) || own.has(to));
    if (!isAt || shown.has(boundary.cause.sentence)) continue;
    shown.add(boundary.cause.sentence);
    const question = `Why is there a boundary between \`${nameOf(boundary.from)}\` and \`${nameOf(boundary.to)}\`?`;
    answers.push(answerOf(question, boundary.cause));
  }
  return answers;
}

function answerOf(question: string, cause: Cause): Answer {
  const { sentence, blockers, path, stage, pattern } = cause;
  const nodes = [...new Set([...path, ...blockers])];
  return { question, answer: sentence, cures: [], nodes, stage, ...(pattern === undefined ? {} : { pattern }) };
}
