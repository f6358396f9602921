/** Which color a target has: one for the whole run, whatever stage or pane shows it. */
import { keptIn } from "@relayscope/ir";
import type { RunRequest } from "./contract/index.ts";
import { targetsOf } from "./targets.ts";

export interface TargetColors {
  /** The target's place in the palette; the next free one for a new target. */
  colorOf(target: string): number;
  /** All targets so far, in the order of their colors. */
  targets(): readonly string[];
}

/**
 * The colors of a run: first the chosen target's, then those of the pipeline's steps, then others as stages bring them.
 */
export function targetColors({ target, pipeline }: RunRequest): TargetColors {
  const colors = new Map<string, number>();
  const colorOf = (name: string) => {
    return keptIn(colors, name, () => colors.size);
  };
  if (target) colorOf(target);
  for (const { options } of pipeline) for (const name of targetsOf(options, "")) colorOf(name);
  return { colorOf, targets: () => [...colors.keys()] };
}
