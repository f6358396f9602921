/** The check of untrusted snapshots. Unknown keys are left out; nothing of the content is ever run. */

import type { GraphFlags } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import * as v from "valibot";
import { colorings, inspectorTabNames, lastStage, type Snapshot } from "./snapshot.ts";

const forbidden = new Set(["__proto__", "prototype", "constructor"]);
const count = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(0xffff_ffff));
const finite = v.pipe(v.number(), v.finite());
const name = v.pipe(v.string(), v.maxLength(1_000));

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Whether a value of JSON has finite numbers, and no more levels than that. Each value is looked at once. */
function isWithin(value: unknown, levels: number): boolean {
  if (!isObject(value)) return typeof value !== "number" || Number.isFinite(value);
  return levels > 0 && Object.values(value).every((inner) => isWithin(inner, levels - 1));
}

const options = v.custom<Readonly<Record<string, unknown>>>(
  (value) => isObject(value) && !Array.isArray(value) && isWithin(value, limits.optionDepth + 1),
);

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
  flowOptions: v.optional(options),
});
const ids = v.pipe(v.array(count), v.maxLength(100_000));
/** Frames are numbered beyond what expressions are: several represent one. */
const frameIds = v.pipe(v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER))), v.maxLength(100_000));

const stage = v.pipe(count, v.maxValue(10_000));

const flag = v.optional(v.boolean(), false);
const flags: Readonly<Record<keyof GraphFlags, typeof flag>> = { hideVariables: flag, hideConstants: flag, showAnnotations: flag };

// What a link leaves out has a meaning of its own, so that a script can write one with a target and a text alone.
const header = v.object({
  title: v.optional(v.pipe(v.string(), v.maxLength(limits.titleCharacters))),
  note: v.optional(v.pipe(v.string(), v.maxLength(limits.noteCharacters))),
  pipeline: v.optional(v.pipe(v.array(step), v.maxLength(500))),
  target: v.optional(name, ""),
  customTargets: v.optional(v.pipe(v.array(target), v.maxLength(200)), []),
  optLevel: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(10)), 2),
  bindParameters: v.optional(v.boolean(), false),
  partitionsAgain: v.optional(v.boolean()),
  view: v.optional(
    v.object({
      stage: v.optional(stage, lastStage),
      selection: v.optional(v.object({ stage, nodes: ids })),
      panes: v.optional(v.picklist(["split", "across", "down", "after", "diff", "beside", "text"]), "split"),
      pinned: v.optional(stage),
      collapsed: v.optional(frameIds, []),
      mode: v.optional(v.picklist(["map", "operators"])),
      opened: v.optional(frameIds),
      step: v.optional(count),
      board: v.optional(v.boolean()),
      colorBy: v.optional(v.picklist(colorings)),
      isWrapped: v.optional(v.boolean()),
      tab: v.optional(v.picklist(inspectorTabNames)),
      edge: v.optional(v.object({ stage, producer: count, consumer: count })),
      region: v.optional(v.object({ stage, region: count })),
      ...flags,
      camera: v.optional(v.object({ x: finite, y: finite, zoom: v.pipe(v.number(), v.minValue(0.001), v.maxValue(100)) })),
    }),
    {},
  ),
});

export type Checked = { readonly kind: "ok"; readonly snapshot: Snapshot } | { readonly kind: "wrong"; readonly where: string };

/** Whether a key that would reach an object's prototype stands anywhere in `value`. Walks without recursion: the depth is the sender's. */
function hasForbiddenKey(value: unknown): boolean {
  const open: unknown[] = [value];
  while (open.length > 0) {
    const next = open.pop();
    if (!isObject(next)) continue;
    for (const [key, inner] of Object.entries(next)) {
      if (forbidden.has(key)) return true;
      open.push(inner);
    }
  }
  return false;
}

/** The snapshot made of a parsed header and a text, or the path of the first thing wrong with it. */
export function checkSnapshot(value: unknown, text: unknown): Checked {
  if (typeof text !== "string") return { kind: "wrong", where: "text" };
  if (hasForbiddenKey(value)) return { kind: "wrong", where: "key" };
  const result = v.safeParse(header, value, { abortEarly: true });
  if (!result.success) return { kind: "wrong", where: v.getDotPath(result.issues[0]) ?? "start" };
  const { pipeline, view, title, note, partitionsAgain, ...rest } = result.output;
  return {
    kind: "ok",
    snapshot: {
      ...(title ? { title } : {}),
      ...(note ? { note } : {}),
      ...rest,
      ...(partitionsAgain ? { partitionsAgain } : {}),
      text,
      pipeline: pipeline?.map(({ pass, options, isOff, recorded }) => ({
        pass,
        options,
        ...(isOff === undefined ? {} : { isOff }),
        ...(recorded === undefined ? {} : { recorded }),
      })),
      view: { ...view, selection: view.selection, camera: view.camera },
    },
  };
}
