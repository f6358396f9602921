/**
 * One sentence for everything between two regions: first the operators to blame, then what the target would need for
 * them.
 */
import { calledOp, type Expr, present } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { blamedIn, type Cause, distinct, type NearMiss } from "../cause.ts";
import type { CauseCode } from "../causes.ts";
import type { Ground } from "../ground.ts";
import { asDefinedHere } from "../node/leftToHost.ts";
import { type GivenBack, givenBack } from "../node/pruned.ts";
import { stopOrigin } from "../node/stopFusion.ts";
import { sentences } from "../sentences.ts";

/** A node that is in between, and why it is not the target's. */
export interface Stranger {
  readonly node: Expr;
  readonly cause: Cause;
}

/** Codes of calls that the target simply lacks something for: they are combined. */
const lacking: readonly CauseCode[] = ["no-rule", "pattern-missed", "left-to-host", "stop-fusion"];
/** How many individual reasons a sentence gives; the others are evidence. */
const mostReasons = 2;

/**
 * The cause that gives a boundary its code and the beginning of its sentence: an obstacle for every target if there is
 * one, else the first cause. A `stop_fusion` comes before a missed pattern, since no pattern contains it.
 */
export function mainCause(causes: readonly Cause[]): Cause {
  const [first] = causes;
  const wall = causes.find(({ code }) => code === "scope" || code === "external-already");
  const stop = first?.code === "pattern-missed" ? causes.find(({ code }) => code === "stop-fusion") : undefined;
  return wall ?? stop ?? present(first);
}

/**
 * The sentence of a boundary with its evidence. It begins with `main`, the cause that the boundary has its code from.
 * `isPlaced`: whether the sentence also says where the operators are. The sentence of a cycle does not, since it
 * follows the path.
 */
export function betweenSentence(
  ground: Ground,
  target: string,
  { main, strangers, isPlaced }: { readonly main: Cause; readonly strangers: readonly Stranger[]; readonly isPlaced: boolean },
): Pick<Cause, "sentence" | "evidence"> {
  const evidence = distinct(strangers.flatMap(({ cause }) => cause.evidence));
  if (strangers.length < 2 || !lacking.includes(main.code)) {
    const rest = strangers.filter(({ cause }) => cause !== main);
    return rest.length === 0 ? { sentence: main.sentence, evidence } : withRest(target, main, rest, evidence);
  }
  const calls = strangers.filter(({ cause }) => cause.code !== "not-a-call");
  const lacks = calls.filter(({ cause }) => lacking.includes(cause.code));
  const reasons = ownReasons(
    ground,
    calls.filter((s) => !lacks.includes(s)),
  );
  const { head, proof } = lackingSentences(ground, target, { main, isPlaced }, lacks, calls);
  const stated = [...head, ...reasons];
  const said = stated.slice(0, 1 + mostReasons);
  const more = [...stated, ...proof, ...nearMisses(lacks), ...evidence, ...asDefined(ground, target, lacks)];
  return { sentence: said.join(" "), evidence: distinct(more).filter((text) => !said.includes(text)) };
}

/** The individual reasons of calls, each once. Calls that one pass gave back for one reason share a sentence. */
function ownReasons(ground: Ground, calls: readonly Stranger[]): readonly string[] {
  const groups = new Map<string, { readonly back: GivenBack | undefined; readonly names: string[]; readonly sentence: string }>();
  for (const { node, cause } of calls) {
    const back = cause.code === "pruned" ? givenBack(ground, node) : undefined;
    const key = back ? JSON.stringify(back) : cause.sentence;
    const known = groups.get(key);
    if (known) known.names.push(nameOf(node));
    else groups.set(key, { back, names: [nameOf(node)], sentence: cause.sentence });
  }
  return [...groups.values()].map(({ back, names, sentence }) =>
    back ? sentences.pruned(back.target, names, back.pass, back.why) : sentence,
  );
}

/** The sentence of a scope or another target, followed by the other nodes. */
function withRest(
  target: string,
  main: Cause,
  rest: readonly Stranger[],
  evidence: readonly string[],
): Pick<Cause, "sentence" | "evidence"> {
  const lets = rest.flatMap(({ node }) => (node.kind === "Let" ? [node.variable.name] : []));
  const [blocker] = main.blockers;
  const isLet = main.code === "scope" && blocker?.kind === "Let" && lets.length > 0;
  const head = isLet ? sentences.letsBetween([blocker.variable.name, ...lets]) : main.sentence;
  const others = rest.filter(({ node, cause }) => cause.sentence !== main.sentence && node.kind !== "Let" && node.kind !== "Tuple");
  const names = [...new Set(others.map(({ node }) => nameOf(node)))];
  const reasons = distinct(others.map(({ cause }) => cause.sentence));
  const isOf = (code: CauseCode) => others.every(({ cause }) => cause.code === code);
  const also = isOf("no-rule")
    ? sentences.unruledToo(target, names)
    : isOf("pattern-missed")
      ? sentences.unmatchedToo(target, names)
      : sentences.alsoBetween(names);
  return { sentence: names.length === 0 ? head : `${head} ${also}`, evidence: [...reasons, ...evidence] };
}

/** The beginning of the boundary's sentence, and the evidence for it. */
interface Lacking {
  readonly head: readonly string[];
  readonly proof: readonly string[];
}

/**
 * The sentences about missing rules and missing pattern matches, beginning with those of `main`; the origin of
 * `stop_fusion` comes last.
 */
function lackingSentences(
  ground: Ground,
  target: string,
  { main, isPlaced }: { readonly main: Cause; readonly isPlaced: boolean },
  lacks: readonly Stranger[],
  calls: readonly Stranger[],
): Lacking {
  const nameOfOne = ({ node }: Stranger) => {
    const other = ground.regionOf(node)?.target;
    return other === undefined ? nameOf(node) : `${nameOf(node)} (${other})`;
  };
  const names = (codes: readonly CauseCode[]) => lacks.filter(({ cause }) => codes.includes(cause.code)).map(nameOfOne);
  const [unruled, missed, stops] = [names(["no-rule", "left-to-host"]), names(["pattern-missed"]), names(["stop-fusion"])];
  const only = (...head: readonly string[]): Lacking => ({ head, proof: [] });
  const stop = lacks.find(({ cause }) => cause.code === "stop-fusion");
  const origin = stop ? [stopOrigin(ground, stop.node)] : [];
  if (stop && calls.length === stops.length) return only(stop.cause.sentence);
  if (ground.isPartitioned) {
    return stop && main.code === "stop-fusion"
      ? only(stop.cause.sentence, sentences.alsoBetween(unruled))
      : only(...leftSentences(lacks, target, nameOfOne), ...origin);
  }
  if (stop && main.code === "stop-fusion") {
    const others = calls.filter(({ cause }) => cause.code !== "stop-fusion").map(nameOfOne);
    const of = (own: readonly string[], reason: string) => (own.length > 0 ? [reason] : []);
    const proof = [...of(unruled, sentences.noRule(target, unruled)), ...of(missed, sentences.noRuleNoMatch(target, missed))];
    if (unruled.length === others.length) return only(stop.cause.sentence, sentences.unruledToo(target, others));
    if (missed.length === others.length) return only(stop.cause.sentence, sentences.unmatchedToo(target, others));
    return { head: [stop.cause.sentence, sentences.alsoBetween(others)], proof };
  }
  const isOnHost = !calls.some(({ node }) => ground.regionOf(node));
  const placed = isPlaced ? [sentences.onHost(calls.map(nameOfOne), isOnHost)] : [];
  if (missed.length === 0) {
    const lack = [...unruled, ...stops];
    return only(isPlaced ? sentences.noRuleBetween(target, lack, isOnHost) : sentences.noRule(target, lack), ...origin);
  }
  const near = nearestOf(lacks);
  if (near) {
    const { pattern, wants } = near;
    const lack = [...unruled, ...stops];
    return main.code === "pattern-missed"
      ? only(
          sentences.noRulesButNear(target, missed, pattern, wants),
          ...placed,
          ...(lack.length > 0 ? [sentences.noRule(target, lack)] : []),
        )
      : only(sentences.noRuleButNear(target, lack, missed, pattern, wants), ...placed, ...origin);
  }
  if (unruled.length === 0) {
    const [own, ...others] = distinct(lacks.map(({ cause }) => cause.sentence));
    return own !== undefined && others.length === 0
      ? only(own, ...placed)
      : only(isPlaced ? sentences.noMatch(target, missed, isOnHost) : sentences.noRuleNoMatch(target, missed));
  }
  const reasons = [sentences.noRule(target, [...unruled, ...stops]), sentences.noRuleNoMatch(target, missed)];
  const ordered = main.code === "pattern-missed" ? reasons.toReversed() : reasons;
  return only(...placed, ...ordered, ...origin);
}

/**
 * The sentences about calls left out of a partitioned module: those that the target lacks support for, and those that
 * it has a rule or a pattern for.
 */
function leftSentences(lacks: readonly Stranger[], target: string, nameOfOne: (one: Stranger) => string): readonly string[] {
  const isLacking = ({ node, cause }: Stranger) =>
    cause.sentence === sentences.leftToHost([nameOf(node)], target) || cause.code !== "left-to-host";
  const [lacking, named] = [lacks.filter(isLacking), lacks.filter((one) => !isLacking(one))];
  return [
    ...(lacking.length > 0 ? [sentences.leftToHost(lacking.map(nameOfOne), target)] : []),
    ...(named.length > 0 ? [sentences.leftOut(named.map(nameOfOne))] : []),
  ];
}

/**
 * The sentences about the closest pattern of each operator. Empty if one pattern was closest to all, since the
 * boundary's sentence then contains it.
 */
function nearMisses(lacks: readonly Stranger[]): readonly string[] {
  const isSaid = nearestOf(lacks) !== undefined;
  return distinct(lacks.flatMap(({ cause }) => (cause.code === "pattern-missed" && !isSaid ? [cause.sentence] : [])));
}

/** The pattern that came closest to all calls with a missed pattern. Misses that another call caused come first. */
function nearestOf(lacks: readonly Stranger[]): NearMiss | undefined {
  const missed = lacks.filter(({ cause }) => cause.code === "pattern-missed");
  const nears = missed.flatMap(({ cause }) => cause.near ?? []);
  for (const pattern of new Set(nears.map((near) => near.pattern))) {
    const own = nears.filter((near) => near.pattern === pattern);
    const held = new Set(own.flatMap(({ holds }) => holds));
    if (!missed.every(({ node, cause }) => held.has(node) || cause.near?.pattern === pattern)) continue;
    const others = new Set(lacks.flatMap(({ node, cause }) => (cause.code === "pattern-missed" ? [] : [node])));
    const [furthest] = own.toSorted((a, b) => b.holds.length - a.holds.length);
    return own.find(({ found }) => others.has(found)) ?? furthest;
  }
  return undefined;
}

function asDefined(ground: Ground, target: string, lacks: readonly Stranger[]): readonly string[] {
  if (!ground.isPartitioned) return [];
  const calls = lacks.flatMap(({ cause }) => blamedIn(cause)).filter((e) => calledOp(e) !== undefined);
  return asDefinedHere(ground, calls, target);
}
