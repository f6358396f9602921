/** All causes, starting with refusals of the node itself: each in a few words, for lists, and as a sentence. */
export const causes = {
  "no-rule": { name: "no rule, no pattern", meaning: "The target has neither a rule nor a pattern that can take the operator." },
  "rule-refused": { name: "the rule refuses it", meaning: "The operator's rule answers no." },
  "pattern-missed": { name: "a pattern misses", meaning: "A pattern begins or ends here and misses." },
  "pattern-shadowed": { name: "an earlier match took it", meaning: "An earlier match took a node that it needed." },
  "check-refused": { name: "the check refuses it", meaning: "A pattern matches, its check answers no." },
  "outside-user": { name: "used outside of the match", meaning: "A node inside the match is used outside of it." },
  "composite-unlisted": {
    name: "the composite's target is not listed",
    meaning: "The composite's target is not annotated for, or its name names none.",
  },
  "parameter-not-constant": {
    name: "a parameter, not a constant",
    meaning: "A constant is asked for where a parameter is, which binding would make one.",
  },
  "type-unknown": { name: "the type is not known", meaning: "The type that is asked for is not known." },
  "pass-skipped": {
    name: "a pass did not run",
    meaning: "A pass was skipped, switched off or left out that would have made the difference.",
  },
  order: { name: "a pass is out of order", meaning: "A pass is too early or too late in the pipeline." },
  pruned: { name: "given back by a later pass", meaning: "A later pass gave the region back to the host." },
  "external-already": {
    name: "external already",
    meaning: "The function belongs to an external compiler already, so the passes leave it alone.",
  },
  "skip-optimization": {
    name: "left alone by passes",
    meaning: "The function is marked `SkipOptimization` or `Extern`, so the passes leave it alone.",
  },
  "annotated-input": { name: "annotated in the input", meaning: "The input carries annotations already." },
  "left-to-host": {
    name: "left to the host",
    meaning: "The text came partitioned, and what is between is in no region.",
  },
  "stop-fusion": { name: "stop_fusion", meaning: "`annotation.stop_fusion` is between." },
  "not-a-call": { name: "no call", meaning: "A tuple, tuple item, reference, constant or variable is between." },
  "no-arguments": { name: "takes no values", meaning: "A call that takes no values gets no annotations, so that no region holds it." },
  scope: { name: "a scope ends", meaning: "A function, closure, let, match, recursion or the result of an `if` is between." },
  "other-target": { name: "another target took it", meaning: "Another target, listed earlier, took it." },
  cycle: {
    name: "it would form a cycle",
    meaning: "A path leaves the one and comes back into the other: one region of both would form a cycle.",
  },
  "no-merge-pass": { name: "nothing merges regions", meaning: "No pass of the flow merges regions." },
  "pass-failed": { name: "a pass failed", meaning: "A pass stopped before the region was made." },
  siblings: { name: "nothing flows between", meaning: "Nothing flows from the one to the other." },
  unknown: { name: "cause unknown", meaning: "None of these could be shown." },
} as const;

export type CauseCode = keyof typeof causes;

/** The codes of all causes, in their order. */
export const causeCodes = Object.keys(causes) as readonly CauseCode[];
