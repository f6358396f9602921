/** The check of untrusted snapshots. Unknown keys are left out; nothing of the content is ever run. */
import type { GraphFlags } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import * as v from "valibot";
import { changes } from "./changesSchema.ts";
import { count, isObject, name, settings, stepsOf } from "./settingsSchema.ts";
import { colorings, editorStates, inspectorTabNames, lastStage, leftTabNames, type Snapshot } from "./snapshot.ts";

const forbidden = new Set(["__proto__", "prototype", "constructor"]);
const finite = v.pipe(v.number(), v.finite());
const ids = v.pipe(v.array(count), v.maxLength(100_000));
/** Frames are numbered beyond what expressions are: several represent one. */
const frameId = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(Number.MAX_SAFE_INTEGER));
const frameIds = v.pipe(v.array(frameId), v.maxLength(100_000));

const stage = v.pipe(count, v.maxValue(10_000));

const flag = v.optional(v.boolean(), false);
const flags: Readonly<Record<keyof GraphFlags, typeof flag>> = { hideVariables: flag, hideConstants: flag, showAnnotations: flag };

// Everything that a link leaves out has a default, so that a script can write one with only a target and a text.
const header = v.object({
  title: v.optional(v.pipe(v.string(), v.maxLength(limits.titleCharacters))),
  note: v.optional(v.pipe(v.string(), v.maxLength(limits.noteCharacters))),
  pipeline: v.optional(settings.pipeline),
  target: v.optional(name, ""),
  customTargets: v.optional(settings.customTargets, []),
  optLevel: v.optional(settings.optLevel, 2),
  bindParameters: v.optional(v.boolean(), false),
  partitionsAgain: v.optional(v.boolean()),
  changes: v.optional(changes),
  view: v.optional(
    v.object({
      stage: v.optional(stage, lastStage),
      selection: v.optional(v.object({ stage, nodes: ids })),
      panes: v.optional(v.picklist(["split", "across", "down", "after", "diff", "beside", "text"]), "split"),
      pinned: v.optional(stage),
      collapsed: v.optional(frameIds, []),
      mode: v.optional(v.picklist(["map", "operators"])),
      opened: v.optional(frameIds),
      repetitions: v.optional(v.pipe(v.array(v.object({ stack: frameId, at: count })), v.maxLength(100_000))),
      step: v.optional(count),
      board: v.optional(v.boolean()),
      colorBy: v.optional(v.picklist(colorings)),
      isWrapped: v.optional(v.boolean()),
      tab: v.optional(v.picklist(inspectorTabNames)),
      inspector: v.optional(v.boolean()),
      editor: v.optional(v.picklist(editorStates)),
      left: v.optional(v.picklist(leftTabNames)),
      list: v.optional(v.object({ words: name, target: name, cause: name })),
      filter: v.optional(v.object({ query: name, isInverted: v.boolean() })),
      expanded: v.optional(v.pipe(v.array(name), v.maxLength(1_000))),
      patterns: v.optional(v.object({ entry: v.optional(v.union([count, name])) })),
      edge: v.optional(v.object({ stage, producer: count, consumer: count })),
      region: v.optional(v.object({ stage, region: count })),
      ...flags,
      camera: v.optional(v.object({ x: finite, y: finite, zoom: v.pipe(v.number(), v.minValue(0.001), v.maxValue(100)) })),
    }),
    {},
  ),
});

/** Parts of one snapshot that are left out at most; one with more of them is damaged. */
const mostLost = 20;

export type Checked = { readonly kind: "ok"; readonly snapshot: Snapshot } | { readonly kind: "wrong"; readonly where: string };

/** The first key of `value` below which a forbidden key is, or that is one itself. */
function forbiddenAt(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  return Object.entries(value).find(([key, inner]) => forbidden.has(key) || hasForbiddenKey(inner))?.[0];
}

/**
 * Whether a key that would reach an object's prototype occurs anywhere in `value`. Does not recurse: the sender decides
 * the depth.
 */
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

/** The snapshot of a parsed header and a text, or the path of the first invalid value. */
export function checkSnapshot(value: unknown, text: unknown): Checked {
  if (typeof text !== "string") return { kind: "wrong", where: "text" };
  const wrongKey = forbiddenAt(value);
  if (wrongKey !== undefined) return { kind: "wrong", where: wrongKey };
  const result = v.safeParse(header, value, { abortEarly: true });
  if (!result.success) return { kind: "wrong", where: v.getDotPath(result.issues[0]) ?? "start" };
  const { pipeline, view, title, note, partitionsAgain, changes: applied, ...rest } = result.output;
  return {
    kind: "ok",
    snapshot: {
      ...(title ? { title } : {}),
      ...(note ? { note } : {}),
      ...rest,
      ...(partitionsAgain ? { partitionsAgain } : {}),
      ...(applied
        ? {
            changes: applied.map(({ from, ...change }) => ({
              ...change,
              ...(from ? { from: { ...from, pipeline: stepsOf(from.pipeline) } } : {}),
            })),
          }
        : {}),
      text,
      pipeline: pipeline && stepsOf(pipeline),
      view: { ...view, selection: view.selection, camera: view.camera },
    },
  };
}

export interface Restored {
  readonly checked: Checked;
  /** Paths of what was left out since it can't be read. */
  readonly lost: readonly string[];
}

/**
 * What can be read of a snapshot that this browser stored itself: the parts that fail the check are left out, each
 * target and each top-level part by itself.
 */
export function restoreSnapshot(value: object, text: unknown): Restored {
  const rest: Record<string, unknown> = { ...value };
  const lost: string[] = [];
  for (;;) {
    const checked = checkSnapshot(rest, text);
    if (checked.kind === "ok") return { checked, lost };
    const [key = "", at] = checked.where.split(".");
    const part = rest[key];
    if (!Object.hasOwn(rest, key) || lost.length >= mostLost) return { checked, lost };
    lost.push(checked.where);
    if (key === "customTargets" && Array.isArray(part) && at !== undefined) rest[key] = part.filter((_, i) => i !== Number(at));
    else delete rest[key];
  }
}
