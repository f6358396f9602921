/** Finds the obstacles on the paths between two nodes: the host's operators, other targets, scopes. */
import { type Expr, present } from "@relayscope/ir";
import { alsoOf, blamedIn, type Cause, distinct } from "../cause.ts";
import { calledExternal } from "../node/externalAlready.ts";
import { nodesBetween } from "./betweenNodes.ts";
import { blockedBy, isTargets, settingsOf } from "./blockedBy.ts";
import { laterCycle } from "./cycle.ts";
import { noMergePass } from "./noMergePass.ts";
import { inOrder, type PairAsked, type PairFinder } from "./pairAsked.ts";

export const between: PairFinder = {
  codes: [
    "no-rule",
    "stop-fusion",
    "left-to-host",
    "scope",
    "external-already",
    "not-a-call",
    "other-target",
    "cycle",
    "pattern-shadowed",
    "no-merge-pass",
  ],
  find(asked) {
    const [start, end] = inOrder(asked);
    return standing(asked, start, end) ?? standing(asked, end, start);
  },
};

/** The cause on the paths of values between two nodes; undefined if there is no path. */
function standing(asked: PairAsked, from: Expr, to: Expr): Cause | undefined {
  const { ground, target } = asked;
  const isDirect = ground.usersOf(from).includes(to);
  const middle = nodesBetween(ground, from, to);
  if (!isDirect && middle.length === 0) return undefined;
  const strangers = middle.filter(
    (node) => node.kind !== "Constant" && (!isTargets(ground, node, target) || calledExternal(ground, node) !== undefined),
  );
  if (strangers.length > 0) {
    const around = aroundStrangers(asked, from, to, middle, new Set(strangers));
    if (around) return around;
  }
  const blocked = blockedBy(asked, strangers, from, true);
  if (!blocked) return noMergePass(asked, from, to, middle);
  const { left, causes, main, asTheyAre, sentence, evidence } = blocked;
  const items = strangers.filter((s) => !left.some(({ node }) => node === s) && (s.kind === "TupleGetItem" || s.kind === "Tuple"));
  const hasVariables = left.some(({ node }) => node.kind === "Let" || node.kind === "Match" || node.kind === "If");
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
    settings: settingsOf(causes),
    blamed: [...new Set(asTheyAre.flatMap(({ cause }) => blamedIn(cause)))],
  };
}

/**
 * If some path from one node to the other stays on the target, the nodes next to this path do not end a region. The
 * cause is then two regions on the path that would have waited for each other, or a missing merge pass.
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
