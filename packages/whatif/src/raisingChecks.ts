/** Changes after which no check of the table and no pass raises, so that the flow comes to its end. */
import { type Expr, isCallOf } from "@relayscope/ir";
import { targetsOf } from "@relayscope/run";
import type { Edit, Replacement } from "@relayscope/run/contract";
import { tracerOf } from "./anchors.ts";
import { specOf } from "./applyEdit.ts";
import { decisionsAt, type TrialGround } from "./ground.ts";
import { partsOf } from "./sourceText.ts";
import { type Candidate, withoutAttributes } from "./textCandidates.ts";

/** A scalar summand gets one axis. The sum is unchanged, and checks that multiply the sizes find one. */
export const oneAxis = "the scalar bias in the shape (1,)";

/** Empty if no pass failed by a check or by a function's attributes. */
export function unraised(ground: TrialGround): readonly Candidate[] {
  return [...ofChecks(ground), ...ofAttributes(ground)];
}

/**
 * Passes of targets look up `Compiler` in all functions with attributes. Models bring such functions: those of TFLite
 * name their outputs.
 */
function ofAttributes({ spec, stages }: TrialGround): readonly Candidate[] {
  const [input] = stages;
  if (!input || !stages.some(({ status }) => status === "failed")) return [];
  const own = [...input.module.functions.values()].filter((f) => !f.attrs.has("Compiler"));
  const names = new Set(own.flatMap((f) => [...f.attrs.keys()]));
  return withoutAttributes(spec.text, input.read ?? input.module, (name) => names.has(name));
}

/** Changes of the model are tried first. */
function ofChecks(ground: TrialGround): readonly Candidate[] {
  const { spec, stages, builtIn } = ground;
  const at = spec.pipeline.findIndex((step) => step.pass === "MergeComposite" && !step.isOff);
  const step = spec.pipeline[at];
  if (!step || stages[at + 1]?.status !== "failed") return [];
  const forgiving = spec.pipeline.with(at, { ...step, options: { ...step.options, raise_as_no: true } });
  const raising = decisionsAt({ ...ground, spec: { ...spec, pipeline: forgiving } }, at).flatMap((decision) => {
    return decision.kind === "composite" && decision.cause === "check-raises" ? [decision] : [];
  });
  const targets = targetsOf(step.options, spec.target);
  const removed = [...new Set(raising.map(({ pattern }) => pattern))].flatMap((pattern): Edit[] => {
    const owner = targets.find((name) => specOf(spec, name, builtIn)?.patterns.some((entry) => entry.name === pattern));
    return owner === undefined ? [] : [{ kind: "remove-pattern", target: owner, pattern }];
  });
  const replacements = withAxis(ground, at, [...new Set(raising.flatMap(({ nodes }) => nodes))]);
  return [
    ...(replacements.length > 0 ? [{ edits: [{ kind: "text", what: oneAxis, replacements } as const] }] : []),
    ...(removed.length > 0 ? [{ edits: removed }] : []),
  ];
}

/** The scalar constants that nodes of a stage add to tensors, as tensors of one element. */
function withAxis({ spec: { text }, stages }: TrialGround, stage: number, nodes: readonly Expr[]): readonly Replacement[] {
  const tracer = tracerOf(stages.slice(0, stage + 1));
  const found = new Map<number, Replacement>();
  for (const sum of nodes) {
    if (!isCallOf(sum, "add") || rankOf(sum) === 0) continue;
    const written = tracer.back(sum, -1).find((e) => isCallOf(e, "add") && e.span !== undefined);
    if (written?.kind !== "Call" || !written.span) continue;
    const parts = partsOf(text, written.span);
    for (const [i, argument] of sum.args.entries()) {
      const part = parts[i];
      if (!part || rankOf(argument) !== 0 || written.args[i]?.kind !== "Constant") continue;
      found.set(part.start, { ...part, text: `reshape(${text.slice(part.start, part.end)}, newshape=[1])` });
    }
  }
  return [...found.values()];
}

/** How many axes a value has; undefined if it is not known to be a tensor. */
function rankOf({ checkedType }: Expr): number | undefined {
  return checkedType?.kind === "TensorType" ? checkedType.shape.length : undefined;
}
