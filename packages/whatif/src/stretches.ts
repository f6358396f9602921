/** The host's stretches next to and between regions: to merge across one, a target must support everything in it. */
import { at, DisjointSets, type Expr, present } from "@relayscope/ir";
import { targetsOf } from "@relayscope/run";
import type { Stretch } from "@relayscope/run/contract";
import { decisionsAt, type TrialGround } from "./ground.ts";
import { type Quotient, quotientOf } from "./quotient.ts";

/**
 * The point in a ground where targets are chosen, as a quotient for one of them, else for the first listed one.
 * Undefined if no step chooses any.
 */
export function quotientFor(ground: TrialGround, wanted?: string): { readonly quotient: Quotient; readonly target: string } | undefined {
  const { spec, stages } = ground;
  const at = spec.pipeline.findIndex((step) => step.pass === "AnnotateTarget" && !step.isOff);
  const [step, stage] = [spec.pipeline[at], stages[at]];
  const target = wanted ?? (step && targetsOf(step.options, spec.target)[0]);
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
export function stretchesOf({ inputs, labels, operatorOf, operators, bytes }: Quotient): readonly Stretch[] {
  const joined = new DisjointSets(labels.length);
  const isHost = (at: number) => present(labels[at]) <= 0;
  inputs.forEach((args, at) => {
    for (const arg of args) if (arg >= 0 && isHost(at) && isHost(arg)) joined.join(arg, at);
  });
  const crossing = new Float64Array(labels.length);
  inputs.forEach((args, at) => {
    for (const arg of args) {
      if (arg < 0 || isHost(at) === isHost(arg)) continue;
      const root = joined.rootOf(isHost(at) ? at : arg);
      crossing[root] = present(crossing[root]) + present(bytes[arg]);
    }
  });
  const sets = new Map<number, Set<string>>();
  operatorOf.forEach((operator, at) => {
    if (!isHost(at) || operator < 0) return;
    const root = joined.rootOf(at);
    const set = sets.get(root) ?? new Set();
    sets.set(root, set.add(present(operators[operator])));
  });
  const found = new Map<string, { operators: readonly string[]; count: number; bytes: number }>();
  for (const [root, set] of sets) {
    if (crossing[root] === 0) continue;
    const names = [...set].sort();
    const known = found.get(names.join()) ?? { operators: names, count: 0, bytes: 0 };
    known.count++;
    known.bytes += at(crossing, root);
    found.set(names.join(), known);
  }
  return [...found.values()].sort((a, b) => b.count - a.count || b.bytes - a.bytes);
}

const known = new WeakMap<TrialGround, { readonly target: string; readonly stretches: readonly Stretch[] }>();

/** The stretches of a ground, with the target that would have to take them; found once. */
export function hostStretches(ground: TrialGround): { readonly target: string; readonly stretches: readonly Stretch[] } {
  let own = known.get(ground);
  if (!own) {
    const found = quotientFor(ground);
    own = found ? { target: found.target, stretches: stretchesOf(found.quotient) } : { target: "", stretches: [] };
    known.set(ground, own);
  }
  return own;
}
