/** Checks a snapshot's settings of the run: names, passes with their options, targets. */
import type { PipelineStep } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import * as v from "valibot";

export const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
export const name = v.pipe(v.string(), v.maxLength(limits.nameCharacters));

export const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value of JSON has finite numbers, and no more levels than that. Each value is looked at once. */
function isWithin(value: unknown, levels: number): boolean {
  if (!isObject(value)) return typeof value !== "number" || Number.isFinite(value);
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1));
}

const options = v.custom<Readonly<Record<string, unknown>>>(
  (value) => isObject(value) && !Array.isArray(value) && isWithin(value, limits.optionDepth + 1),
);

/** A value of a target's setting. */
export const setting = v.union([
  v.boolean(),
  v.pipe(v.array(v.pipe(v.number(), v.finite())), v.maxLength(100)),
  v.pipe(v.array(name), v.maxLength(100)),
]);
/** A Python expression that a name of a target's file is given. */
export const givenValue = v.pipe(v.string(), v.maxLength(10_000));
const step = v.object({ pass: name, options, isOff: v.optional(v.boolean()), recorded: v.optional(v.string()) });
const target = v.object({
  name,
  patterns: v.pipe(v.array(v.object({ name, pattern: v.pipe(v.string(), v.maxLength(100_000)) })), v.maxLength(2_000)),
  operators: v.pipe(v.array(name), v.maxLength(10_000)),
  files: v.optional(
    v.pipe(
      v.array(v.object({ name, text: v.pipe(v.string(), v.maxLength(limits.targetFileCharacters)) })),
      v.maxLength(limits.targetFiles),
    ),
  ),
  settings: v.optional(v.record(name, setting)),
  flowOptions: v.optional(options),
  given: v.optional(v.record(name, givenValue)),
});
/** A run's settings, each checked separately. */
export const settings = {
  options,
  pipeline: v.pipe(v.array(step), v.maxLength(limits.pipelineSteps)),
  customTargets: v.pipe(v.array(target), v.maxLength(200)),
  /** Flows may ask for any level; the compiler's own passes have 0 to 4. */
  optLevel: v.pipe(v.number(), v.safeInteger(), v.minValue(-1_000_000), v.maxValue(1_000_000)),
};

type CheckedStep = v.InferOutput<typeof step>;

/** Checked steps without the keys that say nothing. */
export function stepsOf(steps: readonly CheckedStep[]): readonly PipelineStep[] {
  return steps.map(({ pass, options: given, isOff, recorded }) => ({
    pass,
    options: given,
    ...(isOff === undefined ? {} : { isOff }),
    ...(recorded === undefined ? {} : { recorded }),
  }));
}
