/** Why there is a boundary at a node, taken from the causes of all boundaries of the run. */
import type { Expr } from "@relayscope/ir";
import type { Answer, History } from "./history.ts";
import { regionName } from "./lineage.ts";
import { nameOf } from "./names.ts";
import type { Boundary } from "./why/boundary/boundaries.ts";
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
    answers.push(answerOf(`Why is there a boundary between ${sidesOf(history, stage, boundary)}?`, boundary.cause));
  }
  return answers;
}

/** `a` and `b`. Two of one name are distinguished by their regions, if the stage has these. */
function sidesOf(history: History, stage: number, { from, to, fromRegion, toRegion }: Boundary): string {
  const [left, right] = [`\`${nameOf(from)}\``, `\`${nameOf(to)}\``];
  if (left !== right) return `${left} and ${right}`;
  const { last } = whyOf(history).ground;
  const module = history.stages[stage]?.module;
  if (stage !== last || !module || !fromRegion || !toRegion) return `two calls of ${left}`;
  return `${left} (${regionName(module, fromRegion)}) and ${right} (${regionName(module, toRegion)})`;
}

function answerOf(question: string, cause: Cause): Answer {
  const { sentence, blockers, path, stage, pattern } = cause;
  const nodes = [...new Set([...path, ...blockers])];
  return { question, answer: sentence, cures: [], nodes, stage, ...(pattern === undefined ? {} : { pattern }) };
}
