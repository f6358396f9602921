/**
 * Facts about a run that its boundaries do not show: calls that are computed twice, and host operators that no boundary
 * blames although a target nearly takes them, or took them before a pass returned them.
 */
import { calledOp, type Expr, keptIn, pushTo } from "@relayscope/ir";
import { isHeavy } from "@relayscope/regions";
import { andOf, nameOf, withoutVariable } from "../names.ts";
import { blamedIn } from "./cause.ts";
import type { CauseCode } from "./causes.ts";
import { type GivenBack, givenBack } from "./node/pruned.ts";
import { sentences } from "./sentences.ts";
import { computedTwice } from "./takenBy.ts";
import type { Why } from "./why.ts";

/** A sentence, and the calls of the base that it is about. */
export interface Remark {
  readonly sentence: string;
  readonly calls: readonly Expr[];
  /** Whether heavy calls, such as convolutions, stay on the host. These remarks come first. */
  readonly isHeavy: boolean;
}

/** The most operators to examine, and the most sentences about refusals. */
const [mostOperators, mostSaid] = [16, 4];

/** The most calls to examine of each operator: nearly all. */
const mostCalls = 64;

/** Codes of calls that a target refuses although it knows the operator: one change can make the target take them. */
const refusals: ReadonlySet<CauseCode> = new Set([
  "check-refused",
  "rule-refused",
  "parameter-not-constant",
  "type-unknown",
  "pattern-missed",
  "pattern-shadowed",
  "outside-user",
]);

const known = new WeakMap<Why, readonly Remark[]>();

/** The remarks about a run with regions, each fact once; made once. */
export function remarksOf(why: Why): readonly Remark[] {
  const twice = computedTwice(why.ground).map((shared) => ({ ...shared, isHeavy: false }));
  return keptIn(known, why, () => [...twice, ...unblamed(why)]);
}

function unblamed(why: Why): readonly Remark[] {
  const { ground } = why;
  const { annotate, isPartitioned, order } = ground;
  const boundaries = annotate === undefined || isPartitioned ? [] : why.boundaries();
  if (boundaries.length === 0) return [];
  const blamed = new Set(boundaries.flatMap(({ cause }) => [...blamedIn(cause), ...cause.blockers]).map((node) => ground.unitOf(node)));
  const calls = new Map<string, Expr[]>();
  for (const node of order) {
    const operator = ground.unitOf(node) === node ? calledOp(node) : undefined;
    if (operator === undefined || blamed.has(node) || ground.regionOf(node)) continue;
    pushTo(calls, operator, node);
  }
  const byOperator = [...calls].map(([name, own]) => ({ own, isHeavy: isHeavy(name) }));
  const first = byOperator.sort((a, b) => Number(b.isHeavy) - Number(a.isHeavy)).slice(0, mostOperators);
  const refused = new Map<string, Remark & { readonly calls: Expr[]; readonly sentences: Set<string> }>();
  const returned = new Map<string, { readonly back: GivenBack; readonly calls: Expr[]; readonly separators: Set<Expr> }>();
  const asked = first.flatMap(({ own, isHeavy }) => own.slice(0, mostCalls).map((call) => ({ call, isHeavy })));
  for (const { call, isHeavy } of asked) {
    const cause = why.of(call);
    const back = cause?.code === "pruned" ? givenBack(ground, call) : undefined;
    if (back) {
      const key = JSON.stringify([back.target, back.pass, back.why]);
      const own = keptIn(returned, key, () => ({ back, calls: [], separators: new Set<Expr>() }));
      own.calls.push(call);
      for (const separator of cause?.separators ?? []) own.separators.add(separator);
    } else if (cause && (refusals.has(cause.code) || (isHeavy && cause.code === "no-rule"))) {
      const shape = withoutVariable(cause.sentence);
      const own = keptIn(refused, shape, () => ({ sentence: cause.sentence, calls: [], sentences: new Set<string>(), isHeavy }));
      // Other calls of a heavy call's match have the same cause.
      const isRest = own.isHeavy && !isHeavy && own.sentences.has(cause.sentence);
      own.sentences.add(cause.sentence);
      if (!isRest) own.calls.push(call);
    }
  }
  const back = [...returned.values()].map(({ back, calls: own, separators }) => ({
    sentence: sentences.furtherPruned(
      sentences.pruned(back.target, own.map(nameOf), back.pass, back.why),
      [...new Set([...separators].map(nameOf))],
      new Set(own.map(nameOf)).size > 1,
    ),
    calls: own,
    isHeavy: false,
  }));
  const said = [...refused.values()].map(({ sentence, calls: own, sentences: all, isHeavy }) => {
    return { sentence: andOf(sentence, [...all].slice(1)), calls: own, isHeavy };
  });
  return [...withOtherNumbers(said).slice(0, mostSaid), ...back];
}

/** Remarks whose sentences differ only in numbers as one: the first, with how many further calls there are. */
function withOtherNumbers(remarks: readonly Remark[]): readonly Remark[] {
  const alike = new Map<string, Remark[]>();
  for (const remark of remarks) pushTo(alike, remark.sentence.replace(/`-?[\d.]+`/g, "`0`"), remark);
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (!first || others.length === 0) return first ?? [];
    const calls = others.flatMap((other) => other.calls);
    const sentence = `${first.sentence} ${sentences.otherNumbers(calls.length)}`;
    return { ...first, sentence, calls: [...first.calls, ...calls] };
  });
}
