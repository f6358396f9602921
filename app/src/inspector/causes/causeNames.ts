/** Causes in a few words, for lists. */
import type { BoundaryAnswer, CauseCode } from "@relayscope/engine";

export const causeNames: Readonly<Record<CauseCode, string>> = {
  "no-rule": "no rule, no pattern",
  "rule-refused": "the rule refuses it",
  "pattern-missed": "a pattern misses",
  "pattern-shadowed": "an earlier match took it",
  "check-refused": "the check refuses it",
  "outside-user": "used outside of the match",
  "composite-unlisted": "the composite's target is not listed",
  "parameter-not-constant": "a parameter, not a constant",
  "type-unknown": "the type is not known",
  "pass-skipped": "a pass was skipped",
  order: "a pass is out of order",
  pruned: "given back by a later pass",
  "external-already": "external already",
  "skip-optimization": "left alone by passes",
  "annotated-input": "annotated in the input",
  "stop-fusion": "stop_fusion",
  "not-a-call": "no call",
  scope: "a scope ends",
  "other-target": "another target took it",
  cycle: "it would wait for itself",
  "no-merge-pass": "nothing merges regions",
  "no-annotate-pass": "nothing chooses targets",
  "pass-failed": "a pass failed",
  siblings: "nothing flows between",
  unknown: "cause unknown",
};

/** The nodes that a boundary speaks of, by id: both ends, what stands between, and the way round. */
export function nodesOfBoundary({ from, to, cause }: BoundaryAnswer): readonly number[] {
  const ids = [from, ...cause.path, ...cause.blockers, to].map((node) => node.id).filter((id) => id > 0);
  return [...new Set(ids)];
}

/** `nn.relu (dnnl 2) to exp (host)`. */
export function sidesOf({ from, to, fromRegion, toRegion }: BoundaryAnswer): string {
  const side = (label: string, region: BoundaryAnswer["fromRegion"]) =>
    `\`${label}\` (${region ? `${region.target} ${region.index}` : "host"})`;
  return `${side(from.label, fromRegion)} to ${side(to.label, toRegion)}`;
}
