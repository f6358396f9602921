/** A pass played decision by decision: where the player is, and what the picture shows of it. */
import type { PassStep } from "@relayscope/engine";
import type { PaneMode, ViewMode } from "@relayscope/share";

/** The passes that can be played decision by decision. */
export const playedPasses: ReadonlySet<string> = new Set([
  "MergeComposite",
  "AnnotateTarget",
  "MergeCompilerRegions",
  "PartitionGraph",
  "FuseOps",
]);

export interface PlayGroup {
  readonly group: number;
  readonly label: string;
  readonly target: string;
}

/** The view from which a pass was entered; leaving the pass comes back to it. */
export interface Outside {
  readonly mode: ViewMode | undefined;
  readonly panes: PaneMode;
  /** Where the map was; undefined if it was shown whole, or if it was not the map. */
  readonly place: { readonly x: number; readonly y: number; readonly zoom: number } | undefined;
}

export interface Play {
  /** The stage whose pass is played. */
  readonly stage: number;
  readonly at: number;
  /** The last step's number; 0 before the steps are there. */
  readonly last: number;
  readonly state: PassStep["state"];
  /** Ids, of the stage before, of the nodes in question, and of those that prevent the decision. */
  readonly nodes: ReadonlySet<number>;
  readonly blockers: ReadonlySet<number>;
  /** By id, the group that the steps so far put a node into. */
  readonly groups: ReadonlyMap<number, PlayGroup>;
  /** Undefined if a link or the blackboard began it. */
  readonly outside?: Outside | undefined;
}

const none: ReadonlySet<number> = new Set();

/** A player at a pass's first step, before its steps are known. */
export function playOf(stage: number): Play {
  return { stage, at: 0, last: 0, state: "tried", nodes: none, blockers: none, groups: new Map() };
}

/** The player at a step. Its groups are those of all steps up to it. */
export function playAt(stage: number, steps: readonly PassStep[], at: number): Play {
  const step = steps[at];
  if (!step) return playOf(stage);
  const groups = new Map<number, PlayGroup>();
  for (const { groups: changed } of steps.slice(0, at + 1)) {
    for (const { group, label, target, nodes } of changed) for (const id of nodes) groups.set(id, { group, label, target });
  }
  return { stage, at, last: steps.length - 1, state: step.state, nodes: new Set(step.nodes), blockers: new Set(step.blockers), groups };
}
