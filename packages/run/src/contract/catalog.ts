/** The choices of targets and passes. */
import type { Target } from "@relayscope/backends";
import type { Pass } from "@relayscope/passes";
import type { PipelineStep, SettingValue, TargetSpec } from "./run.ts";

/** `upstream` is empty for a target that the reference does not have. */
export interface TargetInfo extends Pick<Target, "name" | "title" | "upstream" | "needs" | "optLevel" | "bindsParameters"> {
  /** The editable form: a file, or patterns and operators one by one. */
  readonly spec: TargetSpec;
  readonly pipeline: readonly PipelineStep[];
  /** The settings that its checks and passes read, in the form of a pass's options. */
  readonly settingOptions: readonly {
    readonly name: string;
    readonly type: string;
    readonly default: SettingValue;
    readonly doc: string;
    /** How many numbers a version has. */
    readonly length?: number;
  }[];
}

export interface PassInfo extends Pick<Pass, "name" | "summary" | "upstream" | "optLevel"> {
  readonly options: readonly {
    readonly name: string;
    readonly type: string;
    readonly default: unknown;
    readonly doc: string;
    /** How many numbers a list has; any number by default. */
    readonly length?: number;
    readonly choices?: readonly (string | number)[];
    /** Whether other passes read it and this one does not. */
    readonly isReadElsewhere?: boolean;
  }[];
}

export interface Catalog {
  readonly targets: readonly TargetInfo[];
  readonly passes: readonly PassInfo[];
}
