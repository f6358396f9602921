/** Cures: changes of a run as plain data, and their results on the present module. */
import type { PipelineStep, RunRequest, SettingValue } from "./run.ts";

/** The part of a request that decides its result. */
export type RunSpec = Pick<RunRequest, "text" | "values" | "target" | "customTargets" | "pipeline" | "optLevel" | "bindParameters">;

/** A range of the text, and its replacement. Offsets are UTF-16 units of the old text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A range of a target's file, and its replacement. */
export interface FileChange {
  /** The name of the constant that the range is the value of, if it is one. */
  readonly name?: string;
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly start: number;
  readonly source: string;
  readonly text: string;
}

/** A value that a cure assigns to an argument: plain data, with tuples as lists. */
export type ArgumentValue = boolean | number | string | readonly (number | string)[];

/** One change of a run. Changes stack: each applies to the result of the previous ones. Steps are counted from 0. */
export type Edit =
  /** The target takes every call of an operator that it has no rule for. */
  | { readonly kind: "add-rule"; readonly target: string; readonly operator: string }
  /** The target takes calls that its own rule or check refuses: by a last pattern without a check. */
  | { readonly kind: "override-rule"; readonly target: string; readonly operator: string; readonly arity: number }
  /**
   * The target accepts what an entry matches and its check refuses: by an additional entry with the same pattern,
   * without the check.
   */
  | { readonly kind: "override-check"; readonly target: string; readonly pattern: string }
  /** The target takes matches of a pattern: by a last entry without a check. */
  | { readonly kind: "add-pattern"; readonly target: string; readonly name: string; readonly pattern: string }
  /**
   * A condition of a file of the target is a constant, or a constant has another value: the `source` that begins at
   * `start` in the file.
   */
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
  /** A name of a target's files is given a value, a Python expression. */
  | { readonly kind: "give-value"; readonly target: string; readonly name: string; readonly value: string }
  /** An argument of the flow of a target's files has another value; this pipeline is the resulting flow. */
  | {
      readonly kind: "set-argument";
      readonly target: string;
      readonly argument: string;
      readonly value: ArgumentValue;
      readonly pipeline: readonly PipelineStep[];
      readonly optLevel: number;
    }
  /** `what` describes the replacements in a few words. */
  | { readonly kind: "text"; readonly what: string; readonly replacements: readonly Replacement[] };

/** The outcome of a run, counted after its last pass. */
export interface Outcome {
  readonly regions: number;
  readonly regionsByTarget: readonly { readonly target: string; readonly count: number }[];
  /** Calls of operators in regions, and all of them. */
  readonly offloaded: number;
  readonly operators: number;
  /** Tensors that go into a region or come out of one, and their bytes. Constants don't cross. */
  readonly tensors: number;
  readonly bytes: number;
  /** The pass that failed, with its reason; empty if none did. */
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

/** A lack of the whole run, with the change that fixes it and the result. */
export interface DecisiveChange extends Cure {
  /** The lack and the measured gain; names are in backquotes. */
  readonly sentence: string;
}

/** A node of a path between two others. */
export interface WayStep {
  readonly label: string;
  /** Its id at the last stage; undefined if it does not exist there. */
  readonly id: number | undefined;
  /** Its line in the text, from 1; undefined if a pass made it. */
  readonly line: number | undefined;
  /** Why the target can never support it, as a sentence; empty if it does, or could. */
  readonly why: string;
}

/**
 * For two nodes in different regions: the operators that a target would have to support to bring them into one region.
 * `smallest`: no smaller set suffices. `found`: this one does, and whether a smaller set does was not decided. `none`:
 * it is proved that no set does. `limit`: none was found, and the search did not finish.
 */
export interface SetAnswer {
  readonly kind: "smallest" | "found" | "none" | "limit";
  readonly target: string;
  /** Why it is so; names are in backquotes. */
  readonly sentence: string;
  /** The set that does it, as a change that was tried. */
  readonly cure: Cure | undefined;
  /**
   * For `none`: the path from one node to the other, through what the target can never support. Empty if there is no
   * path.
   */
  readonly way: readonly WayStep[];
}

/**
 * A result of a search for cures. For two sides, the set of operators comes first, and again if a later cure improves
 * it.
 */
export type CurePart = { readonly kind: "cure"; readonly cure: Cure } | { readonly kind: "set"; readonly set: SetAnswer };

/** The best change against a cause, tried at the first of its boundaries; undefined if no tried change helps. */
export interface CauseGain {
  /** The cause's place in the ranked list. */
  readonly line: number;
  readonly best: Cure | undefined;
  /** Operators that `best` adds to a target although the cause does not blame them. Other causes may need them, too. */
  readonly others: readonly string[];
}

/** The result of a target's own flow on a module, or that of the run on the page. */
export interface TargetLine {
  readonly target: string;
  /** Whether it is the run on the page: the target in use, with the document's pipeline. */
  readonly isInUse: boolean;
  readonly title: string;
  /** The run that chooses it. */
  readonly run: RunSpec;
  readonly outcome: Outcome;
  readonly ms: number;
}

/**
 * Stretches of the host next to or between regions with the same operators: to merge across one, a target must support
 * all of them.
 */
export interface Stretch {
  readonly operators: readonly string[];
  readonly count: number;
  /** Bytes that enter them from regions, and leave them into regions. */
  readonly bytes: number;
}

/**
 * The best change with a number of operators, by bytes crossing or by regions. Its edits may begin with a pass that
 * merges regions. Each of its operators, and the pass, is needed: without it, the gain is smaller.
 */
export interface BestChange extends Cure {
  readonly by: "bytes" | "regions";
  readonly operators: readonly string[];
}

/** A result or the progress of a search for the best change. */
export type SearchPart =
  | { readonly kind: "stretches"; readonly target: string; readonly stretches: readonly Stretch[] }
  | { readonly kind: "change"; readonly change: BestChange }
  /** All sets of a size were examined; the number of them. */
  | { readonly kind: "searched"; readonly size: number; readonly sets: number };

/** Two lines of a text, or one; operators distinguish calls of one line. */
export interface LinePlace {
  readonly node?: string;
  readonly line?: number;
  readonly from?: string;
  readonly fromLine?: number;
  readonly to?: string;
  readonly toLine?: number;
}

/** A smaller module with a boundary of the same cause. */
export interface ReducedModule {
  readonly run: RunSpec;
  /** Where the boundary is in it: lines, and the operators there. */
  readonly at: LinePlace;
  readonly cause: string;
  readonly calls: number;
}
