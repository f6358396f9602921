/**
 * The best change for the whole module: which operators a target would have to support; where no pass merges regions,
 * also together with one that does. Host stretches between regions are covered completely or not at all. Sets of
 * operators are ranked by a simulation, and the best of each size are really run, as many as there is time for.
 */
import { at, keptIn, present } from "@relayscope/ir";
import type { BestChange, Edit, SearchPart } from "@relayscope/run/contract";
import { lastOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import type { Knowledge } from "./boundary.ts";
import { editsLabel } from "./editLabel.ts";
import { type TrialGround, tryVariant } from "./ground.ts";
import { outcomeOf } from "./outcome.ts";
import { failureOf, mergingEdits } from "./pipelineCandidates.ts";
import { plainSpec } from "./plainSpec.ts";
import { type Quotient, type Simulated, simulate } from "./quotient.ts";
import { subsets, takings } from "./ruleSets.ts";
import { quotientFor, stretchesOf } from "./stretches.ts";

/** The most operators of a set. */
const largestSet = 5;
/** How many of the host's operators are combined, the most frequent first: 6,884 sets of up to five. */
const mostOperators = 16;
/** Milliseconds for the simulation, which takes smaller sets first and leaves out the rest. */
const simulationTime = 4_000;
/** Milliseconds after which nothing more is run. */
const searchTime = 9_000;
/**
 * How many sets of a size are run in any case, the best by either measure, and for how many milliseconds further ones
 * are run.
 */
const fewestRuns = 1;
const runTime = 600;

type Measure = BestChange["by"];
const measures: readonly Measure[] = ["bytes", "regions"];

interface Ranked extends Pick<Simulated, Measure> {
  readonly set: readonly number[];
}

/**
 * Searches: first the stretches, then, size by size, the change with the least bytes crossing and the one with the
 * fewest regions. Yields undefined so that the caller can yield in turn. What is reported was run, and so was each
 * subset without one operator, and the set without the merge pass, which do less, as do the reported smaller sets.
 */
export function* bestChanges(known: Knowledge): Generator<SearchPart | undefined, void> {
  const found = quotientFor(known.ground);
  if (!found) return;
  const { quotient, target } = found;
  yield { kind: "stretches", target, stretches: stretchesOf(quotient) };
  const operators = hostOperators(quotient);
  const taking = takingOf(known.ground, quotient, target);
  const plain = new Tries(known, quotient, taking, []);
  const merging = quotient.isMerging ? [] : mergingEdits(known.ground.spec);
  const all = merging.length > 0 ? [plain, new Tries(known, { ...quotient, isMerging: true }, taking, merging)] : [plain];
  const search: Search = { operators, end: performance.now() + searchTime, simulating: 0, best: { ...known.before } };
  for (let size = 0; size <= Math.min(largestSet, operators.length); size++) {
    let sets = 0;
    for (const tries of size === 0 ? all.slice(1) : all) {
      sets = Math.max(sets, yield* tryRanked(search, tries, size));
      for (const by of measures) yield* bestOf(search, tries, plain, size, by);
    }
    if (size > 0) yield { kind: "searched", size, sets };
    if (performance.now() > search.end) return;
  }
}

/** What a search shares between its sizes. */
interface Search {
  readonly operators: readonly number[];
  readonly end: number;
  /** Milliseconds of simulation so far. */
  simulating: number;
  /** By measure, the best so far. */
  readonly best: Record<Measure, number>;
}

/** Ranks the sets of a size and runs the best of them. Returns the number of ranked sets. */
function* tryRanked(search: Search, tries: Tries, size: number): Generator<undefined, number> {
  const sets: Ranked[] = [];
  for (const set of subsets(search.operators, size)) {
    if (search.simulating > simulationTime) break;
    const begin = performance.now();
    const { bytes, regions } = simulate(tries.quotient, new Set(set));
    search.simulating += performance.now() - begin;
    sets.push({ set, bytes, regions });
    yield undefined;
  }
  const late = performance.now() + runTime;
  for (const [at, { set }] of inTurns(sets).entries()) {
    const now = performance.now();
    if (now > search.end || (now > late && at >= fewestRuns * measures.length)) break;
    tries.of(set);
    yield undefined;
  }
  return sets.length;
}

/** The best change of a size by a measure, if it does more than the smaller ones and all of it is needed. */
function* bestOf(search: Search, tries: Tries, plain: Tries, size: number, by: Measure): Generator<SearchPart | undefined, void> {
  for (const set of tries.ranked(size, by)) {
    if (tries.does(set, by) >= search.best[by]) return;
    const parts = partsOf(set).map((part) => [tries, part] as const);
    let isNeeded = true;
    for (const [less, part] of tries === plain ? parts : [...parts, [plain, set] as const]) {
      if (performance.now() > search.end) return;
      isNeeded &&= tries.does(set, by) < less.does(part, by);
      yield undefined;
    }
    if (!isNeeded) continue;
    const change = tries.changeOf(set, by);
    if (change) yield { kind: "change", change };
    search.best[by] = tries.does(set, by);
    return;
  }
}

/** Sets, the best by either measure in turns, each once. */
function inTurns(sets: readonly Ranked[]): readonly Ranked[] {
  const [byBytes, byRegions] = [
    sets.toSorted((a, b) => a.bytes - b.bytes || a.regions - b.regions),
    sets.toSorted((a, b) => a.regions - b.regions || a.bytes - b.bytes),
  ];
  return [...new Set(byBytes.flatMap((set, at) => [set, byRegions[at] ?? set]))];
}

/** All subsets with one operator less. */
function partsOf(set: readonly number[]): readonly (readonly number[])[] {
  return set.map((operator) => set.filter((other) => other !== operator));
}

/** Sets of operators that were really run, each once, all with the same further edits. */
class Tries {
  private readonly done = new Map<string, { readonly set: readonly number[]; readonly change: Omit<BestChange, "by"> | undefined }>();

  constructor(
    private readonly known: Knowledge,
    readonly quotient: Quotient,
    private readonly taking: ReadonlyMap<number, ReadonlySet<Edit>>,
    private readonly further: readonly Edit[],
  ) {}

  /** The outcome of a set; undefined if a pass fails. */
  of(set: readonly number[]): Omit<BestChange, "by"> | undefined {
    const key = set.join();
    let own = this.done.get(key);
    if (!own) {
      const { ground, before } = this.known;
      const names = set.map((n) => at(this.quotient.operators, n));
      const edits = [...this.further, ...set.flatMap((n) => [...(this.taking.get(n) ?? [])])];
      own = { set, change: tryEdits(ground, names, edits, before) };
      this.done.set(key, own);
    }
    return own.change;
  }

  /**
   * The measure after a change; lower is better. For no change, and for one whose run fails, the present measure.
   */
  does(set: readonly number[], by: Measure): number {
    const isNone = set.length === 0 && this.further.length === 0;
    return ((isNone ? undefined : this.of(set)?.after) ?? this.known.before)[by];
  }

  /** The sets of a size that were run, the best by a measure first. */
  ranked(size: number, by: Measure): readonly (readonly number[])[] {
    const other = by === "bytes" ? "regions" : "bytes";
    return [...this.done.values()]
      .filter(({ set }) => set.length === size)
      .map(({ set }) => set)
      .sort((a, b) => this.does(a, by) - this.does(b, by) || this.does(a, other) - this.does(b, other));
  }

  changeOf(set: readonly number[], by: Measure): BestChange | undefined {
    const change = this.of(set);
    return change && { ...change, by };
  }
}

/**
 * The host's operators that are called next to or between regions, the most frequent first, in the order of their
 * numbers.
 */
function hostOperators({ labels, operatorOf }: Quotient): readonly number[] {
  const counts = new Map<number, number>();
  operatorOf.forEach((operator, at) => {
    if (labels[at] === 0 && operator >= 0) counts.set(operator, (counts.get(operator) ?? 0) + 1);
  });
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, mostOperators);
  return frequent.map(([operator]) => operator).sort((a, b) => a - b);
}

/** By operator, the edits by which a target takes the host's calls of it. */
function takingOf(ground: TrialGround, { units, labels, operatorOf }: Quotient, target: string): ReadonlyMap<number, ReadonlySet<Edit>> {
  const edits = takings(ground, units, target);
  const found = new Map<number, Set<Edit>>();
  units.forEach((unit, n) => {
    const edit = labels[n] === 0 ? edits.get(unit) : undefined;
    if (edit) keptIn(found, present(operatorOf[n]), () => new Set()).add(edit);
  });
  return found;
}

/** Really runs the ground with edits. Undefined if a pass fails. */
function tryEdits(
  ground: TrialGround,
  operators: readonly string[],
  edits: readonly Edit[],
  before: BestChange["before"],
): Omit<BestChange, "by"> | undefined {
  const run = applyEdits(ground.spec, edits, ground.builtIn);
  const variant = tryVariant(ground, run);
  const failure = failureOf(variant);
  if (failure !== "") return undefined;
  const after = outcomeOf(lastOf(variant.stages).module, failure);
  return { operators, edits, label: editsLabel(edits, ground.spec.target), run: plainSpec(run), before, after };
}
