/**
 * The best change for the whole module: which operators a target would have to take. Host stretches between regions are taken together or not at all;
 * sets of operators are ranked by a simulation, and the best of each size are really run.
 */
import type { BestChange, Edit, SearchPart } from "../contract/index.ts";
import { lastOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import { type Knowledge, subsets } from "./cures.ts";
import { editsLabel } from "./editLabel.ts";
import { type Ground, tryVariant } from "./ground.ts";
import { outcomeOf } from "./outcome.ts";
import { failureOf } from "./pipelineCandidates.ts";
import { type Quotient, type Simulated, simulate } from "./quotient.ts";
import { quotientFor, stretchesOf } from "./stretches.ts";

/** The largest set of operators that is looked at. */
const largestSet = 5;
/** How many of the host's operators are looked at, the most frequent first: 6,884 sets of up to five. */
const mostOperators = 16;
/** Milliseconds that simulating may take; what is not reached by then is left out, larger sets first. */
const simulationTime = 4_000;
/** Milliseconds after which nothing more is run. */
const searchTime = 9_000;
/** How many of the best of a size are run until one proves right. */
const mostRuns = 2;

interface Ranked extends Pick<Simulated, "regions" | "bytes"> {
  readonly set: readonly number[];
}

/**
 * Searches: first the stretches, then, size by size, the change with the least bytes crossing and the one with the fewest regions. A part is undefined
 * while it goes on, so that the caller may take a breath.
 */
export function* bestChanges({ ground, before }: Knowledge): Generator<SearchPart | undefined, void> {
  const found = quotientFor(ground);
  if (!found) return;
  const { quotient, target } = found;
  yield { kind: "stretches", target, stretches: stretchesOf(quotient) };
  const operators = hostOperators(quotient);
  const base = simulate(quotient, new Set());
  const end = performance.now() + searchTime;
  let simulating = 0;
  const smaller = new Map<string, Simulated>();
  for (let size = 1; size <= Math.min(largestSet, operators.length); size++) {
    const ranked: Ranked[] = [];
    for (const set of subsets(operators, size)) {
      if (simulating > simulationTime) break;
      const begin = performance.now();
      const simulated = simulate(quotient, new Set(set));
      simulating += performance.now() - begin;
      if (size < largestSet) smaller.set(set.join(), simulated);
      ranked.push({ set, regions: simulated.regions, bytes: simulated.bytes });
      yield undefined;
    }
    for (const by of ["bytes", "regions"] as const) {
      const other = by === "bytes" ? "regions" : "bytes";
      ranked.sort((a, b) => a[by] - b[by] || a[other] - b[other]);
      const best = ranked.filter((r) => r[by] < base[by] && needsAll(r, by, base, smaller)).slice(0, mostRuns);
      let change: BestChange | undefined;
      for (const { set } of best) {
        if (performance.now() > end) return;
        const tried = tryOperators(
          ground,
          target,
          set.map((n) => quotient.operators[n] as string),
          by,
          before,
        );
        yield undefined;
        if (tried && tried.after[by] < before[by] && (!change || tried.after[by] < change.after[by])) change = tried;
      }
      if (change) yield { kind: "change", change };
    }
    yield { kind: "searched", size, sets: ranked.length };
  }
}

/** Whether each operator of a set counts: without it, the set would do less. */
function needsAll({ set, ...own }: Ranked, by: "bytes" | "regions", base: Simulated, smaller: ReadonlyMap<string, Simulated>): boolean {
  return set.every((n) => {
    const rest = set.filter((other) => other !== n);
    const without = rest.length === 0 ? base : smaller.get(rest.join());
    return !without || own[by] < without[by];
  });
}

/** The host's operators that are called beside or between regions, the most frequent first, in the order of their numbers. */
function hostOperators({ labels, operatorOf }: Quotient): readonly number[] {
  const counts = new Map<number, number>();
  operatorOf.forEach((operator, at) => {
    if (labels[at] === 0 && operator >= 0) counts.set(operator, (counts.get(operator) ?? 0) + 1);
  });
  const frequent = [...counts].sort(([, a], [, b]) => b - a).slice(0, mostOperators);
  return frequent.map(([operator]) => operator).sort((a, b) => a - b);
}

/** Really runs the ground with a target taking some more operators. Undefined where a pass fails. */
function tryOperators(
  ground: Ground,
  target: string,
  operators: readonly string[],
  by: BestChange["by"],
  before: BestChange["before"],
): BestChange | undefined {
  const edits = operators.map((operator): Edit => ({ kind: "add-rule", target, operator }));
  const run = applyEdits(ground.spec, edits, ground.builtIn);
  const variant = tryVariant(ground, run);
  const failure = failureOf(variant);
  if (failure !== "") return undefined;
  const after = outcomeOf(lastOf(variant.stages).module, failure);
  const { text, customTargets, pipeline, optLevel, bindParameters } = run;
  const spec = { text, target: run.target, customTargets, pipeline, optLevel, bindParameters };
  return { by, operators, edits, label: editsLabel(edits, ground.spec.target), run: spec, before, after };
}
