/** A run as a link. */
import { basename } from "node:path";
import type { RunRequest, StageResult } from "@relayscope/engine";
import { limits } from "@relayscope/files";
import type { Snapshot } from "@relayscope/share";

/** A run that ended, and the stage of it that is asked for. */
export interface EndedRun {
  readonly request: RunRequest;
  readonly stages: readonly StageResult[];
  readonly shown: number;
}

/**
 * The content of a link to a stage of the run. For a text that is partitioned already, it says that the pipeline should
 * run on it all the same.
 */
export function snapshotAt({ request, stages, shown: stage }: EndedRun): Snapshot {
  const isPartitioned = (stages[0]?.summary.regions.length ?? 0) > 0;
  const { text, pipeline, target, customTargets, optLevel, bindParameters } = request;
  return {
    text,
    pipeline,
    target,
    customTargets,
    optLevel,
    bindParameters,
    ...(isPartitioned ? { partitionsAgain: true } : {}),
    view: {
      stage,
      selection: undefined,
      panes: "split",
      collapsed: [],
      hideVariables: false,
      hideConstants: false,
      showAnnotations: false,
      camera: undefined,
    },
  };
}

/** A line about a run of FILE, as long as a link takes it. */
export function titleOf(file: string, target: string): string {
  const name = file === "-" ? "Standard input" : basename(file);
  return `${name}${target === "" ? "" : ` for ${target}`}`.slice(0, limits.titleCharacters);
}
