/**
 * Cures for a boundary. Facts of the run suggest candidates. Each is tried on the present module, and offered only if
 * the two nodes are then in one region (a single node: if it is in one), and no pass fails. Sets of rules are made as
 * small as possible.
 */
import { eachOf, emptyModule, moduleOrder } from "@relayscope/ir";
import type { Edit } from "@relayscope/run/contract";
import { lastOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import { type FoundCure, joinedBy, type Knowledge, knowledgeOf, type TriedBoundary, takers, withCandidate } from "./boundary.ts";
import { ruleGroups, singleCandidates, throughScopes, unmergedOrigins } from "./boundaryCandidates.ts";
import { tryVariant } from "./ground.ts";
import { pipelineCandidates } from "./pipelineCandidates.ts";
import { between, subsets, takingAll } from "./ruleSets.ts";
import { hostStretches } from "./stretches.ts";
import type { Candidate } from "./textCandidates.ts";

/** How many cures are enough. */
const enough = 6;
const enoughPairs = 2;
/** How many pairs of changes are tried. */
const mostPairs = 60;
/** How many changes are looked at again with rules. */
const mostBases = 6;
/** How many stretches are looked at next to a cure that costs more than it gains. */
const mostStretches = 4;
/**
 * The most subsets of a set of rules to try for the smallest one; and the most rules whose subsets are tried although
 * all of them together do not join.
 */
const mostSubsets = 40;
const mostWhole = 4;
/** How many rules more than those between two sides are tried if a cycle remains. */
const mostFurther = 12;

/**
 * Cures of a boundary, as they are found. Yields at each try; undefined is a try that did not join. Changes that better
 * nothing are not reported. A change that joins but gives more regions and more bytes crossing is reported only if
 * nothing else joins.
 */
export function* cures(known: Knowledge, shown: TriedBoundary): Generator<FoundCure | undefined, void> {
  const boundary = throughScopes(known, shown);
  const costly: FoundCure[] = [];
  let isFound = false;
  for (const cure of joining(known, boundary, shown)) {
    if (!cure || isGain(cure, boundary)) {
      isFound ||= cure !== undefined;
      yield cure;
    } else if (!isVain(cure)) costly.push(cure);
  }
  if (isFound) return;
  const worth: FoundCure[] = [];
  for (const cure of widened(known, boundary, costly)) {
    if (cure) worth.push(cure);
    yield cure;
  }
  if (worth.length === 0) yield* costly;
}

/**
 * Cures that cost more than they gain, with everything else that is between the same regions: taken together, it may be
 * a gain. Stops at the first few.
 */
function* widened(known: Knowledge, boundary: TriedBoundary, costly: readonly FoundCure[]): Generator<FoundCure | undefined, void> {
  const { target, stretches } = hostStretches(known.ground);
  const tried = new Set<string>();
  let found = 0;
  for (const { edits } of costly) {
    const own = edits.flatMap((e) => (e.kind === "add-rule" && e.target === target ? [e.operator] : []));
    if (own.length === 0) continue;
    const fitting = stretches.filter(({ operators }) => operators.some((operator) => own.includes(operator))).slice(0, mostStretches);
    for (const { operators } of fitting) {
      const further = operators.filter((operator) => !own.includes(operator));
      const key = [...own, ...further].sort().join();
      if (further.length === 0 || tried.has(key)) continue;
      tried.add(key);
      const cure = joinedBy(known, boundary, {
        edits: [...edits, ...further.map((operator): Edit => ({ kind: "add-rule", target, operator }))],
      });
      const isWorth = cure !== undefined && isGain(cure, boundary);
      yield isWorth ? cure : undefined;
      if (isWorth && ++found >= enoughPairs) return;
    }
  }
}

/** Whether a cure makes nothing better. */
function isVain({ before, after }: FoundCure): boolean {
  return after.regions >= before.regions && after.bytes >= before.bytes && after.offloaded <= before.offloaded;
}

/** Whether a cure comes to no less than another one. */
function isAsGood({ after }: FoundCure, { after: other }: FoundCure): boolean {
  return after.regions <= other.regions && after.bytes <= other.bytes && after.offloaded >= other.offloaded;
}

/** Whether a cure is more than a join: it does not add both regions and bytes crossing. */
function isGain(cure: FoundCure, { to }: TriedBoundary): boolean {
  const { before, after } = cure;
  if (isVain(cure)) return false;
  return to === undefined || after.regions <= before.regions || after.bytes <= before.bytes;
}

/** All candidates that join, whether or not they are a gain. */
function* joining(known: Knowledge, boundary: TriedBoundary, shown: TriedBoundary): Generator<FoundCure | undefined, void> {
  const tried = new Map<string, FoundCure | undefined>();
  const reported = new Set<string>();
  const found: Candidate[] = [];
  const keyOf = ({ edits }: Candidate) =>
    edits
      .map((e) => JSON.stringify(e))
      .sort()
      .join();
  const answerTo = (candidate: Candidate): FoundCure | undefined => {
    const key = `${keyOf(candidate)} ${candidate.moved?.[0]?.to ?? ""}`;
    if (!tried.has(key)) tried.set(key, candidate.edits.length === 0 ? undefined : joinedBy(known, boundary, candidate));
    return tried.get(key);
  };
  /** A candidate that was not reported yet. */
  const attempt = (candidate: Candidate): FoundCure | undefined => {
    const key = keyOf(candidate);
    const cure = reported.has(key) ? undefined : answerTo(candidate);
    if (cure) reported.add(key);
    return cure;
  };
  const single = singleCandidates(known, boundary, shown);
  const groups = ruleGroups(known, boundary);
  const singly = function* () {
    for (const candidate of single) {
      if (found.length >= enough) return;
      if (found.some((smaller) => changesArguments(candidate, smaller))) continue;
      const cure = attempt(candidate);
      yield cure;
      if (cure) found.push(candidate);
    }
  };
  // Sets of rules are tried whatever was found: the smallest of them is an answer of its own.
  const bySets = function* () {
    for (const edits of groups) {
      const cure = yield* smallestOf(edits, answerTo);
      if (!cure || reported.has(keyOf(cure))) continue;
      reported.add(keyOf(cure));
      found.push({ edits: cure.edits });
      yield cure;
    }
  };
  for (const search of boundary.wantsRules ? [bySets, singly] : [singly, bySets]) yield* search();
  if (found.length > 0) {
    if (found.every(changesTarget)) yield* withLayout(single, attempt);
    return;
  }
  for (const edits of groups) {
    const all = closed(known, boundary, edits);
    yield undefined;
    const cure = all && (yield* smallestOf(all, answerTo));
    if (!cure || reported.has(keyOf(cure))) continue;
    reported.add(keyOf(cure));
    yield cure;
    return;
  }
  let hasPair = false;
  for (const cure of pairs(known, single, groups, attempt)) {
    yield cure;
    hasPair ||= cure !== undefined;
  }
  if (!hasPair) yield* withRules(known, boundary, single, attempt);
}

/** Whether a candidate changes the target alone, not the model or the flow. */
function changesTarget({ edits }: Candidate): boolean {
  return edits.every(({ kind }) => kind === "add-rule" || kind === "override-rule" || kind === "override-check");
}

/** A layout that was asked for together with a change of the text. Stops at the first few. */
function* withLayout(
  single: readonly Candidate[],
  attempt: (candidate: Candidate) => FoundCure | undefined,
): Generator<FoundCure | undefined, void> {
  let found = 0;
  const texts = single.filter(({ edits }) => edits.every(({ kind }) => kind === "text"));
  for (const { edits } of single.filter((c) => c.edits.some((e) => e.kind === "add-pass" && e.pass === "ConvertLayout"))) {
    for (const text of texts) {
      const cure = attempt({ ...text, edits: [...text.edits, ...edits] });
      yield cure;
      if (cure && ++found >= enoughPairs) return;
    }
  }
}

/** Whether a candidate changes arguments of a flow, of which a smaller one changes a part. */
function changesArguments({ edits }: Candidate, { edits: [first, ...others] }: Candidate): boolean {
  if (first?.kind !== "set-argument" || others.length > 0 || edits.length < 2) return false;
  return edits.some((e) => e.kind === "set-argument" && e.argument === first.argument);
}

/**
 * A set of rules with everything else that would then be on a path between the regions of the two sides and close a
 * cycle. Undefined if there is nothing to add.
 */
function closed(known: Knowledge, boundary: TriedBoundary, edits: readonly Edit[]): readonly Edit[] | undefined {
  const there = withCandidate(known, boundary, { edits });
  const [target] = takers(known, boundary);
  if (!there?.to || target === undefined) return undefined;
  const { spec, stages } = there.variant;
  const { ground, unmerged, regions, tracer } = knowledgeOf({ ...known.ground, spec, stages });
  const [a, b] = eachOf([there.from, there.to], (nodes) => {
    const own = new Set(nodes.flatMap((node) => regions.offloadedTo(node) ?? []));
    const members = moduleOrder(lastOf(stages).module).filter((e) => {
      const region = e.kind === "Call" ? regions.offloadedTo(e) : undefined;
      return region !== undefined && own.has(region);
    });
    return [...new Set([...nodes, ...members].flatMap((e) => unmergedOrigins(unmerged, tracer, e)))];
  });
  const further = takingAll(ground, unmerged, [...between(unmerged, a, b), ...between(unmerged, b, a)], target);
  return further.length > 0 && further.length <= mostFurther ? [...edits, ...further] : undefined;
}

/**
 * A small subset of edits that joins: first by leaving out one after the other, then by trying smaller subsets, up to a
 * limit.
 */
function* smallestOf(
  edits: readonly Edit[],
  attempt: (candidate: Candidate) => FoundCure | undefined,
): Generator<FoundCure | undefined, FoundCure | undefined> {
  let cure = attempt({ edits });
  yield undefined;
  if (!cure && edits.length > mostWhole) return undefined;
  for (const edit of cure?.edits ?? []) {
    if (!cure || cure.edits.length < 2) break;
    const smaller = attempt({ edits: cure.edits.filter((e) => e !== edit) });
    yield undefined;
    if (smaller) cure = smaller;
  }
  let tries = 0;
  for (let size = 1; size < (cure?.edits.length ?? edits.length); size++) {
    for (const part of subsets(edits, size)) {
      if (++tries > mostSubsets) return cure;
      const smaller = attempt({ edits: part });
      yield undefined;
      if (smaller) return smaller;
    }
  }
  return cure;
}

/**
 * Rules that help once something else was changed: a function inlined, a normalization taken apart. Stops at the first
 * few.
 */
function* withRules(
  known: Knowledge,
  boundary: TriedBoundary,
  single: readonly Candidate[],
  attempt: (candidate: Candidate) => FoundCure | undefined,
): Generator<FoundCure | undefined, void> {
  let found = 0;
  for (const candidate of single.filter((c) => c.edits.some((e) => e.kind === "add-pass" || e.kind === "text")).slice(0, mostBases)) {
    const there = withCandidate(known, boundary, candidate);
    yield undefined;
    if (!there || there.from.length === 0) continue;
    const { spec, stages } = there.variant;
    const own = knowledgeOf({ ...known.ground, spec, stages });
    for (const edits of ruleGroups(own, { from: there.from, to: there.to })) {
      const cure = attempt({ ...candidate, edits: [...candidate.edits, ...edits] });
      yield cure;
      if (cure && ++found >= enoughPairs) return;
    }
  }
}

/**
 * Cures with two changes: a set of rules with what the run then suggests, then two other changes. Stops at the first
 * few.
 */
function* pairs(
  { ground }: Knowledge,
  single: readonly Candidate[],
  groups: readonly (readonly Edit[])[],
  attempt: (candidate: Candidate) => FoundCure | undefined,
): Generator<FoundCure | undefined, void> {
  let found = 0;
  /** Without those of the first edits that the others make needless. */
  const both = function* (a: readonly Edit[], b: Candidate) {
    let cure = attempt({ ...b, edits: [...a, ...b.edits] });
    if (cure) found++;
    for (const edit of cure && a.length > 1 ? a : []) {
      yield undefined;
      const smaller = cure && attempt({ ...b, edits: cure.edits.filter((e) => e !== edit) });
      if (cure && smaller && isAsGood(smaller, cure)) cure = smaller;
    }
    yield cure;
  };
  const order = moduleOrder(ground.stages[0]?.module ?? emptyModule);
  for (const edits of groups) {
    const { spec, stages } = tryVariant(ground, applyEdits(ground.spec, edits, ground.builtIn));
    const further = pipelineCandidates({ ...ground, spec, stages }, order, spec.target).map((more): Candidate => ({ edits: more }));
    for (const other of [...further, ...single]) if (found < enoughPairs) yield* both(edits, other);
  }
  let tries = 0;
  for (const [i, a] of single.entries()) {
    for (const b of single.slice(i + 1)) {
      if (found >= enoughPairs || tries >= mostPairs) return;
      if (!areIndependent(a, b)) continue;
      tries++;
      yield* both(a.edits, a.moved ? { ...b, moved: a.moved } : b);
    }
  }
}

/** Whether two candidates can be applied together: only one of them moves steps, and only one changes the text. */
function areIndependent(a: Candidate, b: Candidate): boolean {
  const [shifts, texts] = [
    (e: Edit) => e.kind === "add-pass" || e.kind === "remove-pass" || e.kind === "move-pass" || e.kind === "set-argument",
    (e: Edit) => e.kind === "text",
  ];
  return ![shifts, texts].some((is) => a.edits.some(is) && b.edits.some(is));
}
