/** The outcome of a run, in the numbers that everything shows. */
import type { Module } from "@relayscope/ir";
import { countsOf } from "@relayscope/regions";
import type { Outcome } from "@relayscope/run/contract";

/** The numbers of a module after the last pass; `failure` names a pass that failed. */
export function outcomeOf(module: Module, failure: string): Outcome {
  const { targets, offloaded, operators, crossing } = countsOf(module);
  const regionsByTarget = targets.map(({ target, regions }) => ({ target, count: regions }));
  const regions = regionsByTarget.reduce((sum, { count }) => sum + count, 0);
  return { regions, regionsByTarget, offloaded, operators, tensors: crossing.tensors, bytes: crossing.bytes, failure };
}
