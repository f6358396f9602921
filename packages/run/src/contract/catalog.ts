/** The choices of targets and passes. */
import type { PipelineStep, SettingValue, TargetSpec } from "./run.ts";

export interface TargetInfo {
  readonly name: string;
  readonly title: string;
  /**
   * The reference's files that the target follows; `file@release` for a release other than 0.19.0. Empty for a target
   * that the reference does not have.
   */
  readonly upstream: readonly string[];
  /** Its requirements: layout, constants, dtype. */
  readonly needs: string;
  /** The editable form: a file, or patterns and operators one by one. */
  readonly spec: TargetSpec;
  readonly pipeline: readonly PipelineStep[];
  /** The opt level that the target's flow sets for itself. */
  readonly optLevel: number;
  /** Whether the flow begins by making constants of all parameters but the inputs. */
  readonly bindsParameters: boolean;
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

export interface PassInfo {
  readonly name: string;
  readonly summary: string;
  /** The reference's files that the pass follows; `file@release` for a release other than 0.19.0. */
  readonly upstream: readonly string[];
  readonly optLevel: number;
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
