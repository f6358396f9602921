/** A match trace as lines for a tree. */
import { at, type Expr, nameOf } from "@relayscope/ir";
import { type MatchProblem, patternHead, patternOperator, refusalText, type TraceAround, type TraceStep } from "@relayscope/match";
import type { TraceLine } from "@relayscope/run/contract";

/** A line with its node, before the node has a number. */
export interface StepLine extends Omit<TraceLine, "node"> {
  /** Undefined if nothing was met. */
  readonly node: Expr | undefined;
}

const mostLines = 300;

/** Lines in preorder, at most 300; a call's operator is on the call's own line. */
export function traceLines(trace: TraceAround): { readonly lines: readonly StepLine[]; readonly left: number } {
  const lines: StepLine[] = [];
  let left = 0;
  const { goesOn, problem } = trace;
  if (goesOn) {
    const message = problem?.message ?? "";
    lines.push({ level: 1, pattern: patternHead(goesOn), state: "refused", node: undefined, label: "nothing", message, isFirst: true });
  }
  const top = goesOn ? 2 : 1;
  const stack: { readonly step: TraceStep; readonly level: number }[] = [{ step: trace.root, level: top }];
  if (trace.below) stack.unshift({ step: trace.below.root, level: top + 1 });
  for (let entry = stack.pop(); entry; entry = stack.pop()) {
    const { step, level } = entry;
    const operator = operatorStep(step);
    if (lines.length < mostLines) {
      const isFirst = !goesOn && (isAt(step, problem) || (operator !== undefined && isAt(operator, problem)));
      const own = refusalText(step) || (operator ? refusalText(operator) : "");
      lines.push({
        level,
        pattern: patternHead(step.pattern),
        state: step.matched ? "met" : "refused",
        node: step.node,
        label: nameOf(step.node),
        message: isFirst && problem ? problem.message : own,
        isFirst,
      });
    } else left++;
    for (let i = step.children.length - 1; i >= 0; i--) {
      const child = at(step.children, i);
      if (child !== operator) stack.push({ step: child, level: level + 1 });
    }
  }
  return { lines, left };
}

/** The step of a call's operator, if the pattern names the operator directly. */
function operatorStep(step: TraceStep): TraceStep | undefined {
  const { pattern } = step;
  if (pattern.kind !== "CallPattern" || patternOperator(pattern) === undefined) return undefined;
  const [first] = step.children;
  return first?.pattern === pattern.op ? first : undefined;
}

function isAt(step: TraceStep, problem: MatchProblem | undefined): boolean {
  return problem !== undefined && problem.pattern === step.pattern && problem.node === step.node;
}
