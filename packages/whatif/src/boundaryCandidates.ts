/** Changes that may cure a boundary, from facts of its run: each alone, and sets of rules. */
import { calledOp, type Expr, eachOf, moduleOrder } from "@relayscope/ir";
import type { Edit } from "@relayscope/run/contract";
import { lastOf, sortOf, type Tracer } from "./anchors.ts";
import { type Knowledge, type TriedBoundary, takers } from "./boundary.ts";
import { fileCandidates } from "./fileCandidates.ts";
import { patternCandidates } from "./patternCandidates.ts";
import { pipelineCandidates } from "./pipelineCandidates.ts";
import { unraised } from "./raisingChecks.ts";
import { between, commonConsumers, takingAll, type Unmerged, usersOfModule } from "./ruleSets.ts";
import { sharedConstants } from "./sharedConstants.ts";
import { type Candidate, textCandidates } from "./textCandidates.ts";
import { resultsOf, takersOf } from "./throughScopes.ts";
import { tuplePatterns } from "./tuplePatterns.ts";

/** How many common consumers of two siblings are looked at. */
const mostConsumers = 4;

/** The sets of nodes that one target would have to take, likeliest first. */
function stretchesOf({ unmerged, tracer }: Knowledge, { from, to }: TriedBoundary): readonly ReadonlySet<Expr>[] {
  const at = (nodes: readonly Expr[]) => [...new Set(nodes.flatMap((n) => unmergedOrigins(unmerged, tracer, n)))];
  const [start, end] = [at(from), to && at(to)];
  if (!end) return [new Set(start)];
  const down = between(unmerged, start, end);
  if (down.size > 0) return [down];
  const up = between(unmerged, end, start);
  if (up.size > 0) return [up];
  return commonConsumers(unmerged, start, end, mostConsumers).map(
    (c) => new Set([...between(unmerged, start, [c]), ...between(unmerged, end, [c])]),
  );
}

/** What a node of the last stage was before regions merged; calls of the same operator, if there are any. */
export function unmergedOrigins({ stage }: Unmerged, tracer: Tracer, node: Expr): readonly Expr[] {
  const origins = tracer.back(node, stage);
  const calls = origins.filter((o) => o.kind === node.kind && (o.kind !== "Call" || node.kind !== "Call" || isSameCallee(o, node)));
  return calls.length > 0 ? calls : origins;
}

function isSameCallee(a: Expr & { kind: "Call" }, b: Expr & { kind: "Call" }): boolean {
  return a.op.kind === "Op" && b.op.kind === "Op" ? a.op.name === b.op.name : a.op.kind === b.op.kind;
}

/** Sets of rules that may cure a boundary together: all that a target lacks on a way between the sides. */
export function ruleGroups(known: Knowledge, boundary: TriedBoundary): readonly (readonly Edit[])[] {
  const groups: (readonly Edit[])[] = [];
  for (const target of takers(known, boundary)) {
    for (const nodes of stretchesOf(known, boundary)) {
      const edits = takingAll(known.ground, known.unmerged, nodes, target);
      if (edits.length > 0) groups.push(edits);
      const all = takingAll(known.ground, known.unmerged, withFields(nodes), target);
      if (all.length > edits.length) groups.push(all);
    }
    const { blockers = [] } = boundary;
    const edits = takingAll(known.ground, known.unmerged, blockers, target);
    if (edits.length > 0) groups.push(edits);
  }
  return groups;
}

/** The nodes with all fields of the tuples among them: a tuple is in a region if all its fields are. */
function withFields(nodes: ReadonlySet<Expr>): ReadonlySet<Expr> {
  return new Set([...nodes].flatMap((e) => (e.kind === "Tuple" ? [e, ...e.fields] : [e])));
}

/** Changes that may cure a boundary alone, likeliest first; `shown` is the boundary as it was asked about. */
export function singleCandidates(known: Knowledge, boundary: TriedBoundary, shown: TriedBoundary): readonly Candidate[] {
  const { ground } = known;
  const [input] = ground.stages;
  if (!input) return [];
  const nodes = [...boundary.from, ...(boundary.to ?? [])];
  const blockers = boundary.blockers ?? [];
  const [target = ground.spec.target] = takers(known, boundary);
  const read = input.read ?? input.module;
  const order = moduleOrder(read);
  const users = usersOfModule(read);
  const ends = endsInText(known, boundary);
  const near = new Set([...nearInText(known, boundary, users), ...nearInText(known, shown, users)]);
  const patterns = patternCandidates(ground, known.composites, [...composable(known, nodes), ...blockers], target);
  const isUnchecked = (edits: readonly Edit[]) => edits.some(({ kind }) => kind === "override-check");
  // Changes of the model come before those that remove a check: the code generator may refuse what the check refuses.
  return [
    ...unraised(ground),
    ...patterns.filter((edits) => !isUnchecked(edits)).map((edits) => ({ edits })),
    ...pipelineCandidates(ground, order, target, boundary.occasion).map((edits) => ({ edits })),
    ...textCandidates({ text: ground.spec.text, module: read, order, users, ends, near, target }),
    ...sharedConstants(ground.spec.text, read, boundary.occasion),
    ...tuplePatterns(
      stretchesOf(known, boundary).flatMap((stretch) => [...stretch]),
      target,
    ).map((edits) => ({ edits })),
    ...fileCandidates(ground, known.composites, [...composable(known, nodes), ...blockers]).map((edits) => ({ edits })),
    ...patterns.filter(isUnchecked).map((edits) => ({ edits })),
  ];
}

/** What nodes of the last stage were when patterns were matched. */
function composable({ composites, tracer }: Knowledge, nodes: readonly Expr[]): readonly Expr[] {
  if (!composites) return [];
  return nodes.flatMap((node) => tracer.back(node, composites.stage).filter((o) => calledOp(o) === calledOp(node)));
}

/** The text at the two sides. */
function endsInText({ tracer }: Knowledge, { from, to }: TriedBoundary): ReadonlySet<Expr> {
  return new Set([...from, ...(to ?? [])].flatMap((n) => tracer.back(n, -1)));
}

/** The text at and between the two sides. */
function nearInText(known: Knowledge, { from, to }: TriedBoundary, users: ReadonlyMap<Expr, readonly Expr[]>): ReadonlySet<Expr> {
  const ends = endsInText(known, { from, to });
  if (!to) return ends;
  const [a, b] = eachOf([from, to], (nodes) => [...endsInText(known, { from: nodes, to: undefined })]);
  return new Set([...ends, ...between({ users }, a, b), ...between({ users }, b, a)]);
}

/**
 * The two sides, within or after the scopes that they are: a branch's result for an `if`, a function's for its call.
 */
export function throughScopes(known: Knowledge, boundary: TriedBoundary): TriedBoundary {
  const { ground, unmerged, tracer } = known;
  const { from, to } = boundary;
  if (!to) return boundary;
  const scoped = { module: (ground.stages[unmerged.stage] ?? lastOf(ground.stages)).module, users: unmerged.users };
  const at = (nodes: readonly Expr[]) => [...new Set(nodes.flatMap((n) => unmergedOrigins(unmerged, tracer, n)))];
  const [makers, takers] = [at(from), at(to)];
  const given = new Set(makers);
  const [inner, behind] = [makers.flatMap((e) => resultsOf(scoped, e)), takers.flatMap((e) => takersOf(scoped, e, given))];
  const forward = (shown: readonly Expr[], before: readonly Expr[], after: readonly Expr[]) => {
    const wanted = new Set(after);
    if (before.length === wanted.size && before.every((e) => wanted.has(e))) return shown;
    const sorts = new Set(after.map(sortOf));
    const found = moduleOrder(lastOf(ground.stages).module).filter(
      (e) => sorts.has(sortOf(e)) && tracer.back(e, unmerged.stage).some((o) => wanted.has(o) && sortOf(o) === sortOf(e)),
    );
    return found.length > 0 ? found : shown;
  };
  return { ...boundary, from: forward(from, makers, inner), to: forward(to, takers, behind) };
}
