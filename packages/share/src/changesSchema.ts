/** The check of the applied changes that a snapshot carries. */
import type { PipelineStep } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import * as v from "valibot";
import { count, givenValue, name, setting, settings, stepsOf } from "./settingsSchema.ts";

const words = v.pipe(v.string(), v.maxLength(2_000));
const names = v.pipe(v.array(name), v.maxLength(200));

const edit = v.variant("kind", [
  v.object({ kind: v.literal("add-rule"), target: name, operator: name }),
  v.object({ kind: v.literal("override-rule"), target: name, operator: name, arity: count }),
  v.object({ kind: v.literal("override-check"), target: name, pattern: name }),
  v.object({ kind: v.literal("add-pattern"), target: name, name, pattern: words }),
  v.object({
    kind: v.literal("edit-file"),
    target: name,
    file: name,
    line: count,
    start: count,
    source: words,
    text: words,
    name: v.exactOptional(name),
  }),
  v.object({ kind: v.literal("move-pattern"), target: name, pattern: name, before: name }),
  v.object({ kind: v.literal("rename-pattern"), target: name, pattern: name, name }),
  v.object({ kind: v.literal("rename-target"), target: name, name }),
  v.object({ kind: v.literal("remove-pattern"), target: name, pattern: name }),
  v.object({ kind: v.literal("reorder-targets"), targets: names }),
  v.object({ kind: v.literal("bind") }),
  v.object({ kind: v.literal("opt-level"), level: count }),
  v.object({ kind: v.literal("add-pass"), pass: name, options: settings.options, at: count }),
  v.object({ kind: v.literal("remove-pass"), pass: name, at: count }),
  v.object({ kind: v.literal("move-pass"), pass: name, at: count, to: count }),
  v.object({ kind: v.literal("switch-on"), pass: name, at: count }),
  v.object({
    kind: v.literal("set-option"),
    pass: name,
    at: count,
    option: name,
    value: v.union([v.boolean(), v.pipe(v.number(), v.finite()), words]),
  }),
  v.object({ kind: v.literal("set-setting"), target: name, setting: name, value: setting }),
  v.object({ kind: v.literal("give-value"), target: name, name, value: givenValue }),
  v.object({
    kind: v.literal("set-argument"),
    target: name,
    argument: name,
    value: v.union([
      v.boolean(),
      v.pipe(v.number(), v.finite()),
      words,
      v.pipe(v.array(v.union([v.pipe(v.number(), v.finite()), words])), v.maxLength(100)),
    ]),
    pipeline: v.pipe(
      settings.pipeline,
      v.transform((steps: v.InferOutput<typeof settings.pipeline>): readonly PipelineStep[] => stepsOf(steps)),
    ),
    optLevel: settings.optLevel,
  }),
  v.object({
    kind: v.literal("text"),
    what: words,
    replacements: v.pipe(
      v.array(v.object({ start: count, end: count, text: v.pipe(v.string(), v.maxLength(limits.textBytes)) })),
      v.maxLength(10_000),
    ),
  }),
]);

const outcome = v.object({
  regions: count,
  regionsByTarget: v.pipe(v.array(v.object({ target: name, count })), v.maxLength(200)),
  offloaded: count,
  operators: count,
  tensors: count,
  bytes: v.pipe(v.number(), v.finite(), v.minValue(0)),
  failure: words,
});

/** Changes that were tried and taken, first to last. */
export const changes = v.pipe(
  v.array(
    v.object({
      edits: v.pipe(v.array(edit), v.maxLength(200)),
      before: outcome,
      after: outcome,
      from: v.optional(
        v.object({
          pipeline: settings.pipeline,
          target: name,
          customTargets: settings.customTargets,
          optLevel: settings.optLevel,
          bindParameters: v.boolean(),
          partitionsAgain: v.optional(v.boolean()),
          text: v.optional(v.pipe(v.string(), v.maxLength(limits.textBytes))),
        }),
      ),
    }),
  ),
  v.maxLength(100),
);
