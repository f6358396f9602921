/**
 * `pattern-missed`, or `parameter-not-constant` and `type-unknown` if that is the reason: the nearest pattern begins or
 * ends here and fails.
 */
import { calledOp, type Expr, isCallOf } from "@relayscope/ir";
import type { MatchProblem, PlacedProblem, TraceAround } from "@relayscope/match";
import { called, nameOf } from "../../names.ts";
import type { Detail, NearMiss } from "../cause.ts";
import type { CauseCode } from "../causes.ts";
import { areEqualConstants, wantsClauses } from "../missWords.ts";
import { isBindable, isQuantizedConstant } from "../pass/parameters.ts";
import { callsMet, missedAt, type PatternTry } from "../patternTries.ts";
import { sentences } from "../sentences.ts";
import { bindingSentence } from "./binding.ts";
import { atBase, type TryAsked, type TryFinder, tryCause } from "./tryAsked.ts";

export const patternMissed: TryFinder = {
  codes: ["pattern-missed", "parameter-not-constant", "type-unknown", "unknown"],
  find(asked) {
    const { ground, unit, before, one, target, lacks } = asked;
    const { entry, trace } = one;
    const problem = trace?.problem;
    if (!trace || !problem) return tryCause(asked, "unknown", `\`${entry.name}\` does not match.`, {});
    const at = missedAt(trace) ?? problem.node;
    const here = atBase(asked, at);
    if (problem.reason === "constant" && isBindable(ground, ground.unitOf(here[0] ?? at))) {
      const isBound = (p: MatchProblem) => p.reason === "constant" && isBindable(ground, ground.unitOf(atBase(asked, p.node)[0] ?? p.node));
      const left = lacks?.problems.filter((p) => !isBound(p)) ?? [];
      const others = wantsOf(asked, left, lacks?.refusals);
      const bound = `${sentences.patternWantsConstant(entry.name, called(at))} ${bindingSentence(at)}`;
      const sentence = others === "" ? bound : `${bound} ${sentences.evenBound(entry.name, others)}`;
      return tryCause(asked, "parameter-not-constant", sentence, {
        details: [
          { node: at, found: nameOf(at), wanted: "a constant" },
          ...left.map((p) => detailOf(p, atBase(asked, p.node)[0] ?? p.node)),
        ],
        notes: sharingNotes(left),
        also: ["pattern-missed"],
      });
    }
    if (problem.reason === "constant" && isQuantizedConstant(at)) {
      const sentence = `${sentences.patternWantsConstant(entry.name, called(at))} ${sentences.foldQuantized(nameOf(at))}`;
      const details = [{ node: here[0] ?? at, found: nameOf(at), wanted: "a constant" }];
      return tryCause(asked, "pattern-missed", sentence, { details });
    }
    const isUnknown = problem.reason === "type" && !at.checkedType;
    const isElsewhere = at !== before && calledOp(at) !== undefined && isOfNode.has(problem.reason);
    const bound = letAt(asked, at);
    const also: readonly CauseCode[] = [
      ...(isUnknown ? (["pattern-missed"] as const) : []),
      ...(bound === undefined ? [] : (["scope", "not-a-call"] as const)),
      ...(isCallOf(at, "annotation.stop_fusion") ? (["stop-fusion"] as const) : []),
    ];
    const problems = lacks && lacks.problems.length > 0 ? lacks.problems : [problem];
    const wants = wantsOf(asked, problems, lacks?.refusals);
    const missed = sentences.nearMiss(target, nameOf(before), entry.name, wants);
    const { absent } = one;
    const isShared = sharesCommonAlone(one, calledOp(before));
    // If the pattern matched only the node itself, the node that it expects next is not informative.
    const sentence = isShared
      ? sentences.noneNear(target, nameOf(before))
      : absent.length < 2
        ? missed
        : one.score > 1
          ? `${missed} ${sentences.absent(entry.name, absent)}`
          : sentences.farFrom(target, nameOf(before), entry.name, absent);
    return tryCause(
      asked,
      isUnknown ? "type-unknown" : "pattern-missed",
      bound === undefined ? sentence : `${sentence} ${sentences.letBehind(bound)}`,
      {
        blockers: isElsewhere ? here : [unit],
        blamed: [unit],
        evidence: isShared ? [sentences.closest(entry.name, absent)] : [],
        ...(!isShared && absent.length < 2 && one.present > 1 ? { near: nearMiss(asked, trace, here[0] ?? at, wants) } : {}),
        details: problems.map((p, i) => detailOf(p, i === 0 ? (here[0] ?? at) : (atBase(asked, p.node)[0] ?? p.node))),
        notes: [
          ...(lacks?.isTaken ? [sentences.suffices(entry.name, clausesOf(asked, problems).length, entry.check !== undefined)] : []),
          ...sharingNotes(problems),
        ],
        also,
      },
    );
  },
};

function clausesOf({ ground }: TryAsked, problems: readonly MatchProblem[]): readonly string[] {
  return wantsClauses(problems, ground.history.operators);
}

/** Describes in words what an entry needs, and why its check would then refuse the match; empty if nothing is known. */
function wantsOf(asked: TryAsked, problems: readonly MatchProblem[], refusals: readonly string[] = []): string {
  const clauses = clausesOf(asked, problems).join("; it ");
  return [...(clauses === "" ? [] : [clauses]), ...(refusals.length > 0 ? [sentences.thenRefuses(refusals)] : [])].join("; ");
}

/** How many calls a long pattern has. */
const long = 4;
/** Operators that patterns of every kind have between others. */
const common: ReadonlySet<string> = new Set(["add", "cast", "clip", "divide", "multiply", "reshape", "subtract"]);

/**
 * Whether a pattern and a node have only a common operator in common: several other operators that the pattern needs
 * are not nearby, or one is not, and the pattern is long or begins with the common operator. Such a pattern was not
 * intended for the node.
 */
function sharesCommonAlone({ absent, score, size, isAnchored }: PatternTry, operator = ""): boolean {
  if (score > 1 || !common.has(operator)) return false;
  return absent.length > 1 || (absent.length === 1 && (isAnchored || size >= long));
}

function nearMiss(asked: TryAsked, trace: TraceAround, found: Expr, wants: string): NearMiss {
  return { pattern: asked.one.entry.name, holds: callsMet(trace).flatMap((met) => atBase(asked, met)), found, wants };
}

/** The let variable that a pattern found instead of a value, or that binds the node that it could not continue from. */
function letAt({ ground, before }: TryAsked, at: Expr): string | undefined {
  if (at.kind === "Var" && ground.binderOf(at)?.kind === "Let") return at.name;
  const variable = at === before ? ground.usersOf(ground.unitOf(at)).find((user) => user.kind === "Var") : undefined;
  return variable?.kind === "Var" && ground.binderOf(variable)?.kind === "Let" ? variable.name : undefined;
}

/** Reasons that concern the node where the pattern failed, not the call that uses it. */
const isOfNode: ReadonlySet<string> = new Set(["operator", "arity", "attribute"]);

function detailOf(problem: MatchProblem & Partial<PlacedProblem>, node: Expr): Detail {
  const { wanted, found, attribute } = problem;
  const unshared = unsharedIn(problem);
  return {
    node,
    operator: nameOf(node),
    ...(attribute === undefined ? {} : { attribute }),
    ...(wanted === undefined ? {} : { wanted }),
    ...(found === undefined ? {} : { found }),
    ...(unshared === undefined ? {} : { unshared }),
  };
}

function sharingNotes(problems: readonly MatchProblem[]): readonly string[] {
  return problems.some((p) => unsharedIn(p) !== undefined) ? [sentences.oneConstant] : [];
}

function unsharedIn({ reason, node, blocker, call }: MatchProblem & Partial<PlacedProblem>): Detail["unshared"] {
  const operator = call && calledOp(call);
  if (reason !== "shared" || !call || operator === undefined || !blocker || !areEqualConstants(blocker, node)) return undefined;
  return { operator, places: [call.args.indexOf(blocker), call.args.indexOf(node)] };
}
