/** A run: the request, and the results stage by stage. */
import type { CodeCall } from "@relayscope/ir";
import type { Range, TextProblem } from "@relayscope/language";
import type { SettingValue } from "@relayscope/match";
import type { CodePlace, GivableName } from "@relayscope/targets";
import type { WeightValues } from "./values.ts";
import type { HaltReason } from "./work.ts";

export type { CodeCall, CodePlace, GivableName, Range, SettingValue };

export interface Problem extends TextProblem {
  /** The pass that reported it; undefined for reading and typing. */
  readonly pass: string | undefined;
  /** Id of the node that it concerns. */
  readonly node: number | undefined;
  /** The calls in the target's files that an exception ended, the outermost first. */
  readonly calls?: readonly CodeCall[];
  /** The pattern or the operator whose check or rule the exception ended. */
  readonly asked?: string;
}

/** A module of the input text that was not read. */
export interface TextModule {
  /** Where it starts, from 1. */
  readonly line: number;
  readonly text: string;
}

/** One step of the pipeline, as the user wrote it. Plain JSON: it goes into links. */
export interface PipelineStep {
  readonly pass: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Switched off by the user: shown, not run. */
  readonly isOff?: boolean;
  /**
   * The module that TVM itself had after the pass, as text; empty if the pass changed nothing. The stage is then this
   * module, and not the result of the pass here.
   */
  readonly recorded?: string;
}

/**
 * The result of a recorded step: the pass makes the same module here (`agrees`, except for names of variables), another
 * module or none (`differs`), or does not exist here (`alone`).
 */
export type RecordedState = "agrees" | "differs" | "alone";

/** A recording of TVM's passes, as a pipeline. */
export interface RecordingAnswer {
  readonly input: string;
  readonly pipeline: readonly PipelineStep[];
  /** The number of passes that were left out because there were too many. */
  readonly left: number;
}

/** A pattern of an edited target, in the text form that reads like the reference's Python. */
export interface TargetPattern {
  readonly name: string;
  readonly pattern: string;
}

/** A Python file of a target. Its name may be a path, which relative imports are resolved against. */
export interface TargetFile {
  readonly name: string;
  readonly text: string;
}

/** A target as the page edits it and links carry it. */
export interface TargetSpec {
  readonly name: string;
  readonly patterns: readonly TargetPattern[];
  /** Operators that the target's rules accept always. */
  readonly operators: readonly string[];
  /** Python files that define the target's patterns, checks and rules; `patterns` and `operators` are then empty. */
  readonly files?: readonly TargetFile[] | undefined;
  /** The settings of a built-in target that differ from their defaults. */
  readonly settings?: Readonly<Record<string, SettingValue>> | undefined;
  /** The options of the files' own flow that differ from their defaults. */
  readonly flowOptions?: Readonly<Record<string, unknown>> | undefined;
  /**
   * Python expressions that replace names of the main file, for values that only the vendor's machine has:
   * `{"get_version": "lambda: (8, 2, 0)"}`.
   */
  readonly given?: Readonly<Record<string, string>> | undefined;
}

/** The input that determines what a target's files define. */
export interface FileSpec extends Pick<TargetSpec, "files" | "flowOptions" | "given"> {
  /** The name of the wanted target, if the files define several or do not name one. */
  readonly wanted?: string | undefined;
}

/** A partition function of target files as a pipeline. */
export interface FileFlow {
  /** The function's name. */
  readonly name: string;
  /**
   * Its passes in order; empty if `problem` is set. Steps whose name is not a pass of the catalog run code of the
   * files.
   */
  readonly pipeline: readonly PipelineStep[];
  /** The level at which the steps run as they do in the function. */
  readonly optLevel: number;
  /** Whether it turns the given weights into constants. */
  readonly bindsParameters: boolean;
  /** Whether it was recorded on the model of a run; otherwise on a module of one operator. */
  readonly isOnModel: boolean;
  /** Its parameters with plain defaults, `TargetSpec.flowOptions` their values. */
  readonly options: readonly { readonly name: string; readonly type: string; readonly default: unknown }[];
  /** The parts of the function that the pipeline leaves out, a sentence each. */
  readonly left: readonly string[];
  /** Why there is no pipeline: the function's exception. */
  readonly problem?: string;
}

/** The definitions in target files, or why there are none. */
export interface TargetFilesAnswer {
  /** The target's name; empty if the files do not define one. */
  readonly name: string;
  /** Entries of the pattern table, in order. */
  readonly entries: readonly { readonly name: string; readonly hasCheck: boolean; readonly place?: CodePlace }[];
  /** Operators with a rule, and the place of the rule. */
  readonly rules: readonly { readonly name: string; readonly place?: CodePlace }[];
  /** Imports that TVM 0.19.0 does not have; the file complains when it uses one. */
  readonly standIns: readonly string[];
  /** Names of the main file that can be given another value, the likeliest first. */
  readonly givable: readonly GivableName[];
  /** The output and the log of the files while they were loaded. */
  readonly log: readonly { readonly text: string; readonly file: string; readonly line: number }[];
  /** The files' own flow: their partition function as a pipeline; absent if they have none. */
  readonly flow?: FileFlow;
  /** Whether the first file, run as a script, may build a module. */
  readonly canBuildModule?: boolean;
  /** Why the files define no target: the exception, and its place. */
  readonly problem?: {
    readonly message: string;
    readonly file: string;
    readonly line: number;
    /** Whether the files run to their end, and nothing in them names a target. */
    readonly isNameless: boolean;
    /** The import whose value ended the reading, and which can be given a value by that name. */
    readonly unknown?: string;
  };
}

/** The module that a Python script builds. */
export interface ScriptAnswer {
  /**
   * Its Relay text, as it is before the script partitions it, the values of its constants, and how many have none here;
   * undefined if the script builds no module.
   */
  readonly built?: { readonly text: string; readonly values: WeightValues; readonly left: number };
  /** The targets for which the script partitions it, by name. */
  readonly targets: readonly string[];
  /** Those of them that the script itself describes. */
  readonly customTargets?: readonly TargetSpec[];
  /** The passes with which the script does so, and their opt level; undefined if it runs others than the compiler's. */
  readonly flow?: { readonly pipeline: readonly PipelineStep[]; readonly optLevel: number };
  /** Why the script does not run to its end: a sentence, and its place. */
  readonly problem?: { readonly message: string; readonly file: string; readonly line: number };
}

export interface RunRequest {
  /** Increases with every edit; only the newest run reports its results. */
  readonly epoch: number;
  readonly text: string;
  /** The values of its weights, if a model is open; otherwise constants only have types. */
  readonly values?: WeightValues | undefined;
  readonly pipeline: readonly PipelineStep[];
  /** Passes above it are skipped. */
  readonly optLevel: number;
  /** Name of the chosen target, e.g. `dnnl`. */
  readonly target: string;
  /** Targets edited or made by the user; they win over built-in ones of the same name. */
  readonly customTargets: readonly TargetSpec[];
  /** All parameters of @main but the inputs become constants. */
  readonly bindParameters: boolean;
  /**
   * Whether the pipeline waits for a request if the module already has regions: its stages are then `offered`. By
   * default it runs.
   */
  readonly offersAgain?: boolean;
  /** Whether passes report decisions (for "why"). */
  readonly trace: boolean;
  /**
   * Milliseconds after which the run, and each question about it, is stopped; 20,000 by default. A longer limit
   * continues what was stopped.
   */
  readonly timeLimit?: number;
}

/** The regions of a target at a stage. */
export interface TargetSummary {
  readonly target: string;
  /** Which of the palette's colors is the target's, throughout the run. */
  readonly color: number;
  readonly count: number;
  /** Calls of operators in them. */
  readonly operators: number;
  /** How many of them have unknown operators, if any: calls of functions that the text lacks. */
  readonly unknown?: number;
  /**
   * How many of them are only marked, if any: AnnotateTarget annotated them, and MergeCompilerRegions has not made
   * regions of them.
   */
  readonly marked?: number;
}

/** A stage in numbers, the same in every part of the page; `packages/regions` defines what counts. */
export interface StageSummary {
  /** Calls of operators, without `compiler_begin` and `compiler_end`. */
  readonly operators: number;
  /** Those of them that are in a region. */
  readonly offloaded: number;
  readonly nodes: number;
  readonly functions: number;
  readonly composites: number;
  /** Regions per target at this stage, `default` left out. */
  readonly regions: readonly TargetSummary[];
  /** Operators of the largest region. */
  readonly largest: number;
  /**
   * Tensors that cross between regions, or between a region and the host; bytes of those whose size is known, and how
   * many are not.
   */
  readonly crossing: { readonly tensors: number; readonly bytes: number; readonly unsized: number };
  /** By operator, those most left to the host first. */
  readonly byOperator: readonly { readonly operator: string; readonly calls: number; readonly offloaded: number }[];
}

/**
 * `left-out`: it could not continue at a hole of the text (something missing there); the next pass ran. `offered`: the
 * module already had regions, and the pipeline waits for a request.
 */
export type StageStatus = "done" | "unchanged" | "skipped" | "off" | "failed" | "left-out" | "offered" | "not-built";

/** The strip's data for the input (stage 0) and for each pass (stage i for pipeline step i - 1). */
export interface StageResult {
  readonly stage: number;
  readonly pass: string;
  readonly status: StageStatus;
  /**
   * One sentence for skipped, failed, left-out, offered and not-built: `needs opt level 3, the context has 2`. Else
   * empty.
   */
  readonly reason: string;
  readonly ms: number;
  readonly recorded?: RecordedState;
  readonly summary: StageSummary;
}

/** Streamed during a run. */
export type RunEvent =
  | { readonly kind: "stage"; readonly epoch: number; readonly result: StageResult; readonly problems: readonly Problem[] }
  | { readonly kind: "finished"; readonly epoch: number; readonly ms: number }
  | { readonly kind: "stopped"; readonly epoch: number; readonly reason: HaltReason; readonly message: string };
