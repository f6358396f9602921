/** What is on the paths between two nodes: the host's operators, other targets, scopes. */
import { type Expr, present } from "@relayscope/ir";
import { alsoOf, blamedIn, type Cause, distinct } from "../cause.ts";
import type { Ground } from "../ground.ts";
import { nodesBetween } from "./betweenNodes.ts";
import { betweenSentence, mainCause } from "./betweenWords.ts";
import { laterCycle } from "./cycle.ts";
import { noMergePass } from "./noMergePass.ts";
import { inOrder, type PairAsked, type PairFinder } from "./pairAsked.ts";
import { calledExternal, strangerCause } from "./strangerCause.ts";

export const between: PairFinder = {
  codes: ["no-rule", "stop-fusion", "left-to-host", "scope", "external-already", "not-a-call", "other-target", "cycle", "no-merge-pass"],
  find(asked) {
    const [start, end] = inOrder(asked);
    return standing(asked, start, end) ?? standing(asked, end, start);
  },
};

/** What is between two nodes, along the values from one to the other; undefined if there is no path. */
function standing(asked: PairAsked, from: Expr, to: Expr): Cause | undefined {
  const { ground, target } = asked;
  const isDirect = ground.usersOf(from).includes(to);
  const middle = nodesBetween(ground, from, to);
  if (!isDirect && middle.length === 0) return undefined;
  const strangers = middle.filter(
    (node) => node.kind !== "Constant" && (!isTargets(ground, node, target) || calledExternalOfOther(ground, node) !== undefined),
  );
  if (strangers.length > 0) {
    const around = aroundStrangers(asked, from, to, middle, new Set(strangers));
    if (around) return around;
  }
  const blocking = blockingOf(ground, strangers, target);
  if (blocking.length === 0) return noMergePass(asked, from, to, middle);
  const found = blocking.map((node) => ({ node, cause: strangerCause(asked, node, from) }));
  // A tuple within a refused match would have been in the match.
  const refused = new Set(found.flatMap(({ cause }) => cause.match ?? []));
  const left = found.filter(({ node }) => node.kind !== "Tuple" || !refused.has(node));
  // A pass that would have put one of several into a region is not why the two are apart: the others would still be
  // there, or the pass would have been found for the two.
  const asTheyAre = left.map(({ node, cause }) => ({ node, cause: left.length > 1 ? (cause.asItStands ?? cause) : cause }));
  const causes = asTheyAre.map(({ cause }) => cause);
  const main = mainCause(causes);
  const items = strangers.filter((s) => !left.some(({ node }) => node === s) && (s.kind === "TupleGetItem" || s.kind === "Tuple"));
  const hasVariables = blocking.some((node) => node.kind === "Let" || node.kind === "Match" || node.kind === "If");
  const { sentence, evidence } = betweenSentence(ground, target, main, asTheyAre);
  const ofPasses = left.flatMap(({ cause }) => (causes.includes(cause) ? [] : [cause.sentence]));
  return {
    ...main,
    sentence,
    evidence: distinct([...evidence, ...ofPasses]),
    notes: distinct(causes.flatMap(({ notes }) => notes)),
    also: alsoOf(main.code, main.also, ...causes.map((c) => [c.code, ...c.also]), items.length > 0 || hasVariables ? ["not-a-call"] : []),
    blockers: [
      ...new Set(
        causes.flatMap((c, i) =>
          c.code === "composite-unlisted" || c.code === "external-already" || c.code === "annotated-input"
            ? c.blockers
            : ground.callsOf(present(left[i]?.node)),
        ),
      ),
    ],
    blamed: [...new Set(asTheyAre.flatMap(({ cause }) => blamedIn(cause)))],
  };
}

/**
 * In an already partitioned module, regions are functions of a compiler: they block only if they are for another
 * target.
 */
function calledExternalOfOther(ground: Ground, node: Expr) {
  return ground.isPartitioned ? undefined : calledExternal(ground, node);
}

/**
 * If a path from one to the other stays on the target, the nodes next to it do not end a region: somewhere on it two
 * regions would have waited for each other, or nothing merges any.
 */
function aroundStrangers(asked: PairAsked, from: Expr, to: Expr, middle: readonly Expr[], strangers: ReadonlySet<Expr>): Cause | undefined {
  const { ground, target } = asked;
  const limit = ground.placeOf(to);
  const reached = new Set<Expr>([from]);
  for (const node of reached)
    for (const user of ground.usersOf(node))
      if (ground.placeOf(user) <= limit && !strangers.has(user) && ground.regionOf(user)?.target === target) reached.add(user);
  if (!reached.has(to)) return undefined;
  return asked.merges() ? laterCycle(asked, from, to) : noMergePass(asked, from, to, middle);
}

/**
 * Whether a node is the target's: in a region at the end, or a tuple or item of one that PartitionGraph put back before
 * it or after it.
 */
function isTargets(ground: Ground, node: Expr, target: string): boolean {
  const region = ground.regionOf(node);
  if (region || (node.kind !== "Tuple" && node.kind !== "TupleGetItem")) return region?.target === target;
  const { merge, annotate } = ground;
  const stage = merge ?? annotate;
  return stage !== undefined && ground.regionAt(stage, node)?.target === target;
}

/** The nodes between that do not just follow others there. A bound variable represents its binding. */
function blockingOf(ground: Ground, strangers: readonly Expr[], target: string): readonly Expr[] {
  const all = new Set(strangers);
  const found = new Set<Expr>();
  for (const node of strangers) {
    if (node.kind === "Var") {
      const binder = ground.binderOf(node);
      if (binder) found.add(binder);
      continue;
    }
    if (isItem(node) && followsOthers(ground, node, all, target)) continue;
    found.add(node);
  }
  return [...found];
}

function isItem({ kind }: Expr): boolean {
  return kind === "Tuple" || kind === "TupleGetItem" || kind === "RefRead" || kind === "RefCreate" || kind === "RefWrite";
}

/** Whether a node without a rule of its own would be the target's if others of the strangers were. */
function followsOthers(ground: Ground, node: Expr, strangers: ReadonlySet<Expr>, target: string): boolean {
  const inputs = ground.inputsOf(node);
  const isOwn = (input: Expr) => isTargets(ground, input, target);
  return inputs.some((input) => strangers.has(input)) && inputs.every((input) => strangers.has(input) || isOwn(input));
}
