/**
 * One sentence for everything between two regions: first the operators to blame, then what the target would need for
 * them.
 */
import { calledOp, type Expr } from "@relayscope/ir";
import { nameOf } from "../../names.ts";
import { blamedIn, type Cause, distinct } from "../cause.ts";
import type { CauseCode } from "../causes.ts";
import type { Ground } from "../ground.ts";
import { asDefinedHere } from "../node/leftToHost.ts";
import { stopOrigin } from "../node/stopFusion.ts";
import { sentences } from "../sentences.ts";

interface Stranger {
  readonly node: Expr;
  readonly cause: Cause;
}

/** Codes of calls that the target simply lacks something for: they are combined. */
const lacking: readonly CauseCode[] = ["no-rule", "pattern-missed", "left-to-host", "stop-fusion"];
/** How many individual reasons a sentence gives; the others are evidence. */
const mostReasons = 2;

/** The sentence of a boundary with its evidence. `main` is the first cause. */
export function betweenSentence(
  ground: Ground,
  target: string,
  main: Cause,
  all: readonly Stranger[],
): Pick<Cause, "sentence" | "evidence"> {
  // The effect of a pass on one of them is mentioned only if it is the first cause.
  const strangers = all.map(({ node, cause }) => ({ node, cause: cause === main ? main : (cause.asItStands ?? cause) }));
  const evidence = distinct(strangers.flatMap(({ cause }) => cause.evidence));
  if (strangers.length < 2 || !lacking.includes(main.code)) {
    const rest = strangers.filter(({ cause }) => cause !== main);
    return rest.length === 0 ? { sentence: main.sentence, evidence } : withRest(main, rest, evidence);
  }
  const lacks = strangers.filter(({ cause }) => lacking.includes(cause.code));
  const unlike = strangers.filter((s) => !lacks.includes(s));
  const reasons = distinct(unlike.filter(({ cause }) => cause.code !== "not-a-call").map(({ cause }) => cause.sentence));
  const [head, ...more] = lackingSentences(ground, target, lacks);
  const stated = [head ?? main.sentence, ...more, ...reasons];
  return {
    sentence: stated.slice(0, 1 + mostReasons).join(" "),
    evidence: [...stated.slice(1 + mostReasons), ...nearMisses(lacks), ...evidence, ...asDefined(ground, target, lacks)],
  };
}

/** A scope or another target comes first; other nodes follow. */
function withRest(main: Cause, rest: readonly Stranger[], evidence: readonly string[]): Pick<Cause, "sentence" | "evidence"> {
  const lets = rest.flatMap(({ node }) => (node.kind === "Let" ? [node.variable.name] : []));
  const [blocker] = main.blockers;
  const isLet = main.code === "scope" && blocker?.kind === "Let" && lets.length > 0;
  const head = isLet ? sentences.letsBetween([blocker.variable.name, ...lets]) : main.sentence;
  const others = rest.filter(({ node, cause }) => cause.sentence !== main.sentence && node.kind !== "Let" && node.kind !== "Tuple");
  const names = [...new Set(others.map(({ node }) => nameOf(node)))];
  const reasons = distinct(others.map(({ cause }) => cause.sentence));
  return { sentence: names.length === 0 ? head : `${head} ${sentences.alsoBetween(names)}`, evidence: [...reasons, ...evidence] };
}

/** What the target lacks: rules, patterns that match; finally, the origin of stop_fusion. */
function lackingSentences(ground: Ground, target: string, lacks: readonly Stranger[]): readonly string[] {
  const nameOfOne = ({ node }: Stranger) => {
    const other = ground.regionOf(node)?.target;
    return other === undefined ? nameOf(node) : `${nameOf(node)} (${other})`;
  };
  const names = (codes: readonly CauseCode[]) => lacks.filter(({ cause }) => codes.includes(cause.code)).map(nameOfOne);
  const [unruled, missed, stops] = [names(["no-rule", "left-to-host"]), names(["pattern-missed"]), names(["stop-fusion"])];
  const all = lacks.map(nameOfOne);
  const stop = lacks.find(({ cause }) => cause.code === "stop-fusion");
  if (all.length === stops.length) return stop ? [stop.cause.sentence] : [];
  const origin = stop ? [stopOrigin(ground, stop.node)] : [];
  const lie = lacks.some(({ node }) => ground.regionOf(node)) ? "are between" : "are between and stay on the host";
  if (ground.isPartitioned) return [sentences.leftToHost(all, target), ...origin];
  if (missed.length === 0) return [sentences.noRuleBetween(target, all, lie), ...origin];
  if (unruled.length === 0) return [sentences.noMatch(target, [...missed, ...stops], lie), ...origin];
  return [sentences.onHost(all, lie), sentences.noRule(target, [...unruled, ...stops]), sentences.noRuleNoMatch(target, missed), ...origin];
}

/** The pattern that came nearest to each operator that has one. */
function nearMisses(lacks: readonly Stranger[]): readonly string[] {
  return distinct(lacks.flatMap(({ cause }) => (cause.code === "pattern-missed" ? [cause.sentence] : [])));
}

function asDefined(ground: Ground, target: string, lacks: readonly Stranger[]): readonly string[] {
  if (!ground.isPartitioned) return [];
  const calls = lacks.flatMap(({ cause }) => blamedIn(cause)).filter((e) => calledOp(e) !== undefined);
  return asDefinedHere(ground, calls, target);
}
