/** The part of a run that is plain data. */
import type { RunSpec } from "@relayscope/run/contract";

/** A run's specification alone, without what else its request carries. */
export function plainSpec({ text, target, customTargets, pipeline, optLevel, bindParameters }: RunSpec): RunSpec {
  return { text, target, customTargets, pipeline, optLevel, bindParameters };
}
