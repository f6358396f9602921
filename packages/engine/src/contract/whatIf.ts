/** What would help: changes of a run as plain data, and what came of them when they were tried on the module at hand. */
import type { PipelineStep, RunRequest, SettingValue } from "./run.ts";

/** What of a request decides its result. */
export type RunSpec = Pick<RunRequest, "text" | "values" | "target" | "customTargets" | "pipeline" | "optLevel" | "bindParameters">;

/** A stretch of the text, and what is there instead. Offsets are UTF-16 units of the text before. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A stretch of a target's file, and what takes its place. */
export interface FileChange {
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly source: string;
  readonly text: string;
}

/** One change of a run. Changes stack: each is applied to what the ones before it made. Steps are counted from 0. */
export type Edit =
  /** The target takes every call of an operator that it has no rule for. */
  | { readonly kind: "add-rule"; readonly target: string; readonly operator: string }
  /** The target takes calls that its own rule or check refuses: by a last pattern without a check. */
  | { readonly kind: "override-rule"; readonly target: string; readonly operator: string; readonly arity: number }
  /** The target takes what an entry matches and its check refuses: by the same pattern after it, without the check. */
  | { readonly kind: "override-check"; readonly target: string; readonly pattern: string }
  /** A condition of a file of the target is a constant: the `source` that begins at `start` in the file. */
  | ({ readonly kind: "edit-file"; readonly target: string } & FileChange)
  | { readonly kind: "move-pattern"; readonly target: string; readonly pattern: string; readonly before: string }
  | { readonly kind: "rename-pattern"; readonly target: string; readonly pattern: string; readonly name: string }
  /** A target of the user, its composites and the steps that name it under another name. */
  | { readonly kind: "rename-target"; readonly target: string; readonly name: string }
  | { readonly kind: "remove-pattern"; readonly target: string; readonly pattern: string }
  | { readonly kind: "reorder-targets"; readonly targets: readonly string[] }
  | { readonly kind: "bind" }
  | { readonly kind: "opt-level"; readonly level: number }
  | { readonly kind: "add-pass"; readonly pass: string; readonly options: PipelineStep["options"]; readonly at: number }
  | { readonly kind: "remove-pass"; readonly pass: string; readonly at: number }
  | { readonly kind: "move-pass"; readonly pass: string; readonly at: number; readonly to: number }
  | { readonly kind: "switch-on"; readonly pass: string; readonly at: number }
  | {
      readonly kind: "set-option";
      readonly pass: string;
      readonly at: number;
      readonly option: string;
      readonly value: boolean | number | string;
    }
  /** A setting of a built-in target has another value. */
  | { readonly kind: "set-setting"; readonly target: string; readonly setting: string; readonly value: SettingValue }
  /** An argument of the flow of a target's files has another value; the flow is this pipeline then. */
  | {
      readonly kind: "set-argument";
      readonly target: string;
      readonly argument: string;
      readonly value: boolean;
      readonly pipeline: readonly PipelineStep[];
      readonly optLevel: number;
    }
  /** `what` says in a few words what the replacements do. */
  | { readonly kind: "text"; readonly what: string; readonly replacements: readonly Replacement[] };

/** What a run comes to, counted after its last pass. */
export interface Outcome {
  readonly regions: number;
  readonly regionsByTarget: readonly { readonly target: string; readonly count: number }[];
  /** Calls of operators in regions, and all of them. */
  readonly offloaded: number;
  readonly operators: number;
  /** Tensors that go into a region or come out of one, and their bytes. Constants don't cross. */
  readonly tensors: number;
  readonly bytes: number;
  /** The pass that failed, with its reason; empty where none did. */
  readonly failure: string;
}

/** Ids of nodes of the last stage: two sides that are not in one region, or one that is in none. */
export interface BoundaryNodes {
  readonly from: readonly number[];
  readonly to: readonly number[] | undefined;
}

/** Edits that were tried, with the run they make. */
export interface Cure {
  readonly edits: readonly Edit[];
  /** `add-rule exp + add-rule sin` */
  readonly label: string;
  readonly run: RunSpec;
  readonly before: Outcome;
  readonly after: Outcome;
}

/** What a run as a whole lacks, with the change that gives it and what comes of it. */
export interface DecisiveChange extends Cure {
  /** What is lacking, and the gain that was tried; names stand in backquotes. */
  readonly sentence: string;
}

/** A node of a way between two others. */
export interface WayStep {
  readonly label: string;
  /** Its id at the last stage; undefined where it is not there. */
  readonly id: number | undefined;
  /** Its line in the text, from 1; undefined for what a pass made. */
  readonly line: number | undefined;
  /** Why it can never be the target's, a sentence; empty where it is, or can be. */
  readonly why: string;
}

/**
 * Of two nodes in different regions: the operators that a target would have to be given for them to be in one. `smallest`: no smaller set does it.
 * `found`: this one does it, and whether a smaller one does was not decided. `none`: it is shown that no set does. `limit`: none was found, and the
 * search was not through.
 */
export interface SetAnswer {
  readonly kind: "smallest" | "found" | "none" | "limit";
  readonly target: string;
  /** Why it is so; names are in backquotes. */
  readonly sentence: string;
  /** The set that does it, as a change that was tried. */
  readonly cure: Cure | undefined;
  /** Of `none`: from the one node to the other, through what can never be the target's. Empty where there is no such way. */
  readonly way: readonly WayStep[];
}

/** What a search for cures tells: of two sides first the set of operators, once more where a later cure tells more of it. */
export type CurePart = { readonly kind: "cure"; readonly cure: Cure } | { readonly kind: "set"; readonly set: SetAnswer };

/** What helps most against a cause, tried at the first of its boundaries; undefined where nothing that was tried helps. */
export interface CauseGain {
  /** The cause's place in the ranked list. */
  readonly line: number;
  readonly best: Cure | undefined;
}

/** What a built-in target's own flow makes of a module. */
export interface TargetLine {
  readonly target: string;
  readonly title: string;
  /** The run that chooses it. */
  readonly run: RunSpec;
  readonly outcome: Outcome;
  readonly ms: number;
}

/** Stretches of the host next to or between regions that hold the same operators: to merge across one, a target must take all of them. */
export interface Stretch {
  readonly operators: readonly string[];
  readonly count: number;
  /** Bytes that go into them from regions, and out of them into regions. */
  readonly bytes: number;
}

/** The best change of a size, by bytes crossing or by regions. Each of its operators counts: without any of them it would do less. */
export interface BestChange extends Cure {
  readonly by: "bytes" | "regions";
  readonly operators: readonly string[];
}

/** What a search for the best change tells while it goes on. */
export type SearchPart =
  | { readonly kind: "stretches"; readonly target: string; readonly stretches: readonly Stretch[] }
  | { readonly kind: "change"; readonly change: BestChange }
  /** All sets of a size were looked at, as many as are said. */
  | { readonly kind: "searched"; readonly size: number; readonly sets: number };

/** A smaller module with a boundary of the same cause. */
export interface ReducedModule {
  readonly run: RunSpec;
  /** Where the boundary is in it: lines, and the operators there. */
  readonly at: {
    readonly node?: string;
    readonly line?: number;
    readonly from?: string;
    readonly fromLine?: number;
    readonly to?: string;
    readonly toLine?: number;
  };
  readonly cause: string;
  readonly calls: number;
}
