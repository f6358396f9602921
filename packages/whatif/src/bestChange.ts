/**
 * The best change for the whole module: which operators a target would have to support. Host stretches between regions
 * are covered completely or not at all. Sets of operators are ranked by a simulation, and the best of each size are
 * really run, as many as there is time for.
 */
import { at } from "@relayscope/ir";
import type { BestChange, Edit, SearchPart } from "@relayscope/run/contract";
import { lastOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import type { Knowledge } from "./boundary.ts";
import { editsLabel } from "./editLabel.ts";
import { type TrialGround, tryVariant } from "./ground.ts";
import { outcomeOf } from "./outcome.ts";
import { failureOf } from "./pipelineCandidates.ts";
import { plainSpec } from "./plainSpec.ts";
import { type Quotient, type Simulated, simulate } from "./quotient.ts";
import { subsets } from "./ruleSets.ts";
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
 * subset without one operator, which does less, as do the reported smaller sets.
 */
export function* bestChanges(known: Knowledge): Generator<SearchPart | undefined, void> {
  const found = quotientFor(known.ground);
  if (!found) return;
  const { quotient, target } = found;
  yield { kind: "stretches", target, stretches: stretchesOf(quotient) };
  const operators = hostOperators(quotient);
  const tries = new Tries(known, target, quotient);
  const end = performance.now() + searchTime;
  const best: Record<Measure, number> = { ...known.before };
  let simulating = 0;
  for (let size = 1; size <= Math.min(largestSet, operators.length); size++) {
    const sets: Ranked[] = [];
    for (const set of subsets(operators, size)) {
      if (simulating > simulationTime) break;
      const begin = performance.now();
      const { bytes, regions } = simulate(quotient, new Set(set));
      simulating += performance.now() - begin;
      sets.push({ set, bytes, regions });
      yield undefined;
    }
    const ranked = inTurns(sets);
    const late = performance.now() + runTime;
    for (const [at, { set }] of ranked.entries()) {
      const now = performance.now();
      if (now > end || (now > late && at >= fewestRuns * measures.length)) break;
      tries.of(set);
      yield undefined;
    }
    for (const by of measures) {
      for (const set of tries.ranked(size, by)) {
        // A larger set that does no more than a smaller one is not reported.
        if (tries.does(set, by) >= best[by]) break;
        let isNeeded = true;
        for (const part of partsOf(set)) {
          if (performance.now() > end) return;
          isNeeded &&= tries.does(set, by) < tries.does(part, by);
          yield undefined;
        }
        if (!isNeeded) continue;
        const change = tries.changeOf(set, by);
        if (change) yield { kind: "change", change };
        best[by] = tries.does(set, by);
        break;
      }
    }
    yield { kind: "searched", size, sets: sets.length };
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

/** Sets of operators that were really run, each once. */
class Tries {
  private readonly done = new Map<string, { readonly set: readonly number[]; readonly change: Omit<BestChange, "by"> | undefined }>();

  constructor(
    private readonly known: Knowledge,
    private readonly target: string,
    private readonly quotient: Quotient,
  ) {}

  /** The outcome of a set; undefined if a pass fails. */
  of(set: readonly number[]): Omit<BestChange, "by"> | undefined {
    const key = set.join();
    let own = this.done.get(key);
    if (!own) {
      const { ground, before } = this.known;
      const names = set.map((n) => at(this.quotient.operators, n));
      own = { set, change: tryOperators(ground, this.target, names, before) };
      this.done.set(key, own);
    }
    return own.change;
  }

  /**
   * The measure after a change; lower is better. For the empty set, and for a set whose run fails, the present measure.
   */
  does(set: readonly number[], by: Measure): number {
    return ((set.length === 0 ? undefined : this.of(set)?.after) ?? this.known.before)[by];
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

/** Really runs the ground with a target that supports some more operators. Undefined if a pass fails. */
function tryOperators(
  ground: TrialGround,
  target: string,
  operators: readonly string[],
  before: BestChange["before"],
): Omit<BestChange, "by"> | undefined {
  const edits = operators.map((operator): Edit => ({ kind: "add-rule", target, operator }));
  const run = applyEdits(ground.spec, edits, ground.builtIn);
  const variant = tryVariant(ground, run);
  const failure = failureOf(variant);
  if (failure !== "") return undefined;
  const after = outcomeOf(lastOf(variant.stages).module, failure);
  return { operators, edits, label: editsLabel(edits, ground.spec.target), run: plainSpec(run), before, after };
}
