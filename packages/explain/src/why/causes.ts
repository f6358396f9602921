/** All causes, starting with refusals of the node itself: each in a few words, for lists, and as a sentence. */
export const causes = {
  "no-rule": { name: "no rule, no pattern", meaning: "The target has neither a rule nor a pattern that can take the operator." },
  "rule-refused": { name: "the rule refuses it", meaning: "The target's rule for the operator refuses the call." },
  "pattern-missed": { name: "a pattern misses", meaning: "A pattern begins or ends at the operator, but does not match." },
  "pattern-shadowed": { name: "an earlier match took it", meaning: "An earlier match took a node that the pattern needs." },
  "check-refused": { name: "the check refuses it", meaning: "A pattern matches, but its check refuses the match." },
  "outside-user": { name: "used outside of the match", meaning: "A node outside of the match uses a node inside it." },
  "composite-unlisted": {
    name: "the composite's target is not listed",
    meaning: "`AnnotateTarget` does not list the composite's target, or the composite's name has none.",
  },
  "parameter-not-constant": {
    name: "a parameter, not a constant",
    meaning: "The target needs a constant here, and this is a parameter. Binding parameters makes it a constant.",
  },
  "type-unknown": { name: "the type is not known", meaning: "The target needs a type that is not known." },
  "pass-skipped": {
    name: "a pass did not run",
    meaning: "A pass that makes the difference was skipped, switched off or left out.",
  },
  order: { name: "a pass is out of order", meaning: "A pass is too early or too late in the pipeline." },
  pruned: { name: "returned by a later pass", meaning: "A later pass returned the region to the host." },
  "external-already": {
    name: "external already",
    meaning: "The function belongs to an external compiler already, so the passes leave it alone.",
  },
  "skip-optimization": {
    name: "left alone by passes",
    meaning: "The function is marked `SkipOptimization` or `Extern`, so the passes leave it alone.",
  },
  "annotated-input": { name: "annotated in the input", meaning: "The input already has annotations." },
  "left-to-host": {
    name: "left to the host",
    meaning: "The module was already partitioned, and the operator is in no region.",
  },
  "stop-fusion": { name: "stop_fusion", meaning: "`annotation.stop_fusion` is between the two." },
  "not-a-call": { name: "no call", meaning: "A tuple, tuple item, reference, constant or variable is between the two." },
  "no-arguments": {
    name: "takes no values",
    meaning: "`AnnotateTarget` does not annotate a call without arguments, so it stays on the host.",
  },
  scope: {
    name: "a scope ends",
    meaning: "A function, closure, let, match, recursion or the result of an `if` is between the two, or they are in different branches.",
  },
  "other-target": { name: "another target took it", meaning: "A target that is listed earlier took the operator." },
  cycle: {
    name: "it would form a cycle",
    meaning: "Data leaves one of the two and comes back into the other, so one region of both would form a cycle.",
  },
  "no-merge-pass": { name: "nothing merges regions", meaning: "No pass of the flow merges regions." },
  "pass-failed": { name: "a pass failed", meaning: "A pass stopped before the region was made." },
  siblings: { name: "nothing flows between", meaning: "No data flows from one to the other." },
  unknown: { name: "cause unknown", meaning: "No other cause could be proved." },
} as const;

export type CauseCode = keyof typeof causes;

/** The codes of all causes, in their order. */
export const causeCodes = Object.keys(causes) as readonly CauseCode[];

/** The codes that the sentence of every cause implies, and those that the sentence of a cause with values implies. */
const impliedByAll: readonly string[] = ["no-rule"];
const impliedByValues: readonly string[] = [...impliedByAll, "pattern-missed", "check-refused", "rule-refused"];

/** What a sentence says of operators whose region a later pass returned. */
const returned = /` returned (?:its region|each of their regions) to the host/;

/** The codes that are also true of a cause and add information to its sentence. */
export function addedCodes<Code extends string>({
  code,
  also,
  sentence,
}: {
  readonly code: string;
  readonly also: readonly Code[];
  readonly sentence: string;
}): readonly Code[] {
  const byCode = code === "parameter-not-constant" || code === "type-unknown" ? impliedByValues : impliedByAll;
  const implied = returned.test(sentence) ? [...byCode, "pruned"] : byCode;
  return also.filter((one) => !implied.includes(one));
}
