/** Why a run offloads nothing: its operators by what keeps them on the host. */
import { calledOp, type Expr, emptyModule, pushTo } from "@relayscope/ir";
import { countsOf, isHeavy } from "@relayscope/regions";
import type { Answer, StageView } from "./history.ts";
import { listed } from "./names.ts";
import type { Cause } from "./why/cause.ts";
import { type GivenBack, givenBack } from "./why/node/pruned.ts";
import { operatorsIn } from "./why/operatorsNear.ts";
import { failureWords } from "./why/pass/failedFlow.ts";
import { sentences } from "./why/sentences.ts";
import type { Why } from "./why/why.ts";

/** The most operators to examine, and the most calls of each. */
const mostCalls = 3;
const mostOperators = 24;
/** The most causes to report, besides that the target knows neither rule nor pattern for some operators. */
const mostCauses = 4;

interface Group {
  readonly operators: string[];
  readonly cause: Cause;
  readonly back: GivenBack | undefined;
  readonly nodes: Expr[];
  calls: number;
}

/**
 * The answer for the last stage of a run; empty if it has regions, or no operator is left. Where a pass fails before
 * targets are chosen, or after regions were, the failure is the answer.
 */
export function nothingOffloaded(why: Why): readonly Answer[] {
  const { ground } = why;
  const { annotate, base, last, order, history } = ground;
  const { operators: total, targets } = countsOf(history.stages[last]?.module ?? emptyModule);
  const failed = history.stages.find(({ status }) => status === "failed");
  if (annotate === undefined && failed) return targets.length === 0 && total > 0 ? [failedAnswer(failed, total, base)] : [];
  if (targets.length > 0) return failed ? [answerOf(failureWords(failed), base)] : [];
  const calls = new Map<string, Expr[]>();
  for (const node of order) {
    const operator = calledOp(node);
    if (operator === undefined) continue;
    pushTo(calls, operator, node);
  }
  const groups = groupsOf(why, calls);
  if (groups.length === 0) return [];
  const first = groups.filter(({ operators }, i) => !groups.slice(0, i).some((own) => own.operators.join() === operators.join()));
  const isSaid = ({ cause }: Group, at: number) => at < mostCauses || cause.code === "no-rule";
  const said = first.filter(isSaid).map(wordsOf);
  const further = new Set(first.filter((group, at) => !isSaid(group, at)).flatMap(({ operators }) => operators));
  const views = history.stages[annotate ?? -1]?.targets ?? [];
  const named = new Set(views.flatMap(({ table }) => table.flatMap(({ pattern }) => [...(operatorsIn(pattern) ?? [])])));
  const taken = new Set(views.flatMap(({ rules }) => Object.keys(rules)));
  const hasOwn = (operator: string) => named.has(operator) || taken.has(operator);
  const plain = [...calls.keys()].filter((operator) => !hasOwn(operator) && quantizedForm(operator, named) !== undefined);
  const isInteger = plain.some((operator) => isHeavy(operator) && calls.get(operator)?.some(takesIntegers));
  const isQuantized = [...calls.keys()].some((operator) => operator.startsWith("qnn."));
  const list = [
    sentences.noneOffloaded(total),
    ...(failed ? [failureWords(failed)] : []),
    ...(plain.length > 0 && !isQuantized
      ? [
          sentences.quantizedForms(
            plain.flatMap((operator) => quantizedForm(operator, named) ?? []),
            isInteger,
          ),
        ]
      : []),
    ...said,
    ...(further.size > 0
      ? [
          `${listed([...further])} ${further.size > 1 ? "stay on the host, each for a reason" : "stays on the host for a reason"} of its own: ask about ${further.size > 1 ? "one" : "it"} alone.`,
        ]
      : []),
  ];
  return [{ question, answer: list.join(" "), list, cures: [], nodes: groups.flatMap(({ nodes }) => nodes), stage: base }];
}

const question = "Why is nothing offloaded?";

function failedAnswer({ pass, reason }: StageView, total: number, stage: number): Answer {
  return answerOf(`${sentences.noneOffloaded(total)} ${sentences.passFailed(pass, reason)}`, stage);
}

function answerOf(answer: string, stage: number): Answer {
  return { question, answer, cures: [], nodes: [], stage };
}

/** Groups operators by cause: heavy operators first, then refused ones, then by number of calls. */
function groupsOf(why: Why, calls: ReadonlyMap<string, readonly Expr[]>): readonly Group[] {
  const groups = new Map<string, Group>();
  const ranked = [...calls]
    .sort(([a, own], [b, others]) => Number(isHeavy(b)) - Number(isHeavy(a)) || others.length - own.length)
    .slice(0, mostOperators);
  for (const [operator, nodes] of ranked) {
    for (const node of nodes.slice(0, mostCalls)) {
      const cause = why.of(node);
      if (!cause) continue;
      // Operators without a rule and a pattern have one sentence; others have their own facts.
      const back = cause.code === "pruned" ? givenBack(why.ground, node) : undefined;
      const key = cause.code === "no-rule" ? `${cause.target} ${cause.code}` : back ? JSON.stringify(back) : cause.sentence;
      const known = groups.get(key);
      if (known) {
        if (!known.operators.includes(operator)) known.operators.push(operator);
        known.nodes.push(node);
      } else groups.set(key, { operators: [operator], cause, back, nodes: [node], calls: 0 });
    }
  }
  for (const group of groups.values()) group.calls = group.operators.reduce((sum, name) => sum + (calls.get(name)?.length ?? 0), 0);
  // An operator that the target has a rule or pattern for is closer to a region than an unknown one.
  const isUnknown = ({ cause }: Group) => Number(cause.code === "no-rule");
  const isLight = ({ operators }: Group) => Number(!operators.some(isHeavy));
  return [...groups.values()].sort((a, b) => isLight(a) - isLight(b) || isUnknown(a) - isUnknown(b) || b.calls - a.calls);
}

function wordsOf({ cause, back, operators }: Group): string {
  if (back) return sentences.pruned(back.target, operators, back.pass, back.why);
  return cause.code === "no-rule" ? sentences.noRule(cause.target, operators) : cause.sentence;
}

/** Whether a call computes with tensors of 8-bit integers, as the operators that `relay.quantize` writes do. */
function takesIntegers(node: Expr): boolean {
  const type = node.kind === "Call" ? node.args[0]?.checkedType : undefined;
  return type?.kind === "TensorType" && /^u?int8$/.test(type.dtype);
}

/** The quantized operator that a table names in place of an operator; undefined if it names none. */
function quantizedForm(operator: string, named: ReadonlySet<string>): string | undefined {
  const plain = operator.replace(/^nn\./, "");
  const form = `qnn.${plain === "multiply" ? "mul" : plain}`;
  return named.has(form) ? form : undefined;
}
