/**
 * The best change for the whole module: which operators a target would have to take. Host stretches between regions are taken together or not at all;
 * sets of operators are ranked by a simulation, and the best of each size are really run.
 */
import type { Expr } from "@relayscope/ir";
import type { BestChange, Edit, SearchPart, Stretch } from "../contract/index.ts";
import { targetsOf } from "../run/targets.ts";
import { lastOf } from "./anchors.ts";
import { applyEdits } from "./applyEdit.ts";
import type { Knowledge } from "./cures.ts";
import { editsLabel } from "./editLabel.ts";
import { decisionsAt, type Ground, tryVariant } from "./ground.ts";
import { outcomeOf } from "./outcome.ts";
import { failureOf } from "./pipelineCandidates.ts";
import { type Quotient, quotientOf, type Simulated, simulate } from "./quotient.ts";

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

/** Where targets are chosen in a ground, as a quotient. Undefined where no step chooses any. */
function quotientFor(ground: Ground): { readonly quotient: Quotient; readonly target: string } | undefined {
  const { spec, stages } = ground;
  const at = spec.pipeline.findIndex((step) => step.pass === "AnnotateTarget" && !step.isOff);
  const [step, stage] = [spec.pipeline[at], stages[at]];
  const target = step && targetsOf(step.options, spec.target)[0];
  if (!step || !stage || target === undefined) return undefined;
  const targets = new Map<Expr, string>();
  for (const decision of decisionsAt(ground, at)) if (decision.kind === "target") targets.set(decision.node, decision.target);
  const isMerging = spec.pipeline.some(
    (s, i) => i > at && s.pass === "MergeCompilerRegions" && !s.isOff && stages[i + 1]?.status !== "skipped",
  );
  const withNonCalls = step.options.include_non_call_ops !== false;
  return { target, quotient: quotientOf(stage.module, { targetOf: (e) => targets.get(e), target, isMerging, withNonCalls }) };
}

/** The host's connected stretches that touch a region, by the operators in them, the most frequent first. */
function stretchesOf({ inputs, labels, operatorOf, operators, bytes }: Quotient): readonly Stretch[] {
  const parent = Int32Array.from(labels, (_, at) => at);
  const find = (at: number) => {
    let root = at;
    while (parent[root] !== root) {
      parent[root] = parent[parent[root] as number] as number;
      root = parent[root] as number;
    }
    return root;
  };
  const isHost = (at: number) => (labels[at] as number) <= 0;
  inputs.forEach((args, at) => {
    for (const arg of args) if (arg >= 0 && isHost(at) && isHost(arg)) parent[find(at)] = find(arg);
  });
  const crossing = new Float64Array(labels.length);
  inputs.forEach((args, at) => {
    for (const arg of args) {
      if (arg < 0 || isHost(at) === isHost(arg)) continue;
      const root = find(isHost(at) ? at : arg);
      crossing[root] = (crossing[root] as number) + (bytes[arg] as number);
    }
  });
  const sets = new Map<number, Set<string>>();
  operatorOf.forEach((operator, at) => {
    if (!isHost(at) || operator < 0) return;
    const root = find(at);
    const set = sets.get(root) ?? new Set();
    sets.set(root, set.add(operators[operator] as string));
  });
  const found = new Map<string, { operators: readonly string[]; count: number; bytes: number }>();
  for (const [root, set] of sets) {
    if (crossing[root] === 0) continue;
    const names = [...set].sort();
    const known = found.get(names.join()) ?? { operators: names, count: 0, bytes: 0 };
    known.count++;
    known.bytes += crossing[root] as number;
    found.set(names.join(), known);
  }
  return [...found.values()].sort((a, b) => b.count - a.count || b.bytes - a.bytes);
}

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

/** All subsets of a size, each in the order of the list. */
function* subsets(list: readonly number[], size: number, from = 0): Generator<readonly number[], void> {
  if (size === 0) {
    yield [];
    return;
  }
  for (let at = from; at + size <= list.length; at++) {
    for (const rest of subsets(list, size - 1, at + 1)) yield [list[at] as number, ...rest];
  }
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
