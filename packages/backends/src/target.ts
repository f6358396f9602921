/** A BYOC target as data: its pattern table, its operator rules, and the flow of passes that partitions for it. */
import type { Check, Pattern, SettingValue } from "@relayscope/match";

/**
 * An entry of a target's pattern table. Order is priority: an earlier pattern takes the nodes that a later one could
 * have had.
 */
export interface TargetPattern {
  /** The value of `Composite`: `dnnl.conv2d_relu`. */
  readonly name: string;
  readonly pattern: Pattern;
  /** Asked of each match's root. */
  readonly check?: Check;
  /**
   * A known defect of the reference's table, in a sentence: a pattern that cannot match, a check that raises. Kept, and
   * shown.
   */
  readonly defect?: string;
}

/** A target's rule for an operator: asked of each call that is in no composite. */
export interface OperatorRule {
  readonly operator: string;
  readonly check: Check;
}

/** One step of a flow. */
export interface FlowStep {
  /** The pass by the reference's name. */
  readonly pass: string;
  readonly options?: Readonly<Record<string, unknown>>;
  /** Left out unless the user asks for it: what that depends on, in a sentence. */
  readonly isOptional?: string;
}

/** A setting of a target that its checks and the passes of its flow read. */
export interface TargetSetting {
  readonly type: "boolean" | "int[]" | "string[]";
  /** The reference's default. */
  readonly default: SettingValue;
  /** Values that may let more through, the one that asks least first. */
  readonly others: readonly SettingValue[];
  /** What it does, and how to set it in the reference. */
  readonly doc: string;
}

export interface Target {
  /** The name of `Compiler`: `dnnl`. */
  readonly name: string;
  readonly title: string;
  /** The files of the reference that it follows; of another release than 0.19.0 as `file@release`. */
  readonly upstream: readonly string[];
  /** Its requirements on a model (layout, constants, dtype), in a sentence. */
  readonly needs: string;
  readonly patterns: readonly TargetPattern[];
  readonly rules: readonly OperatorRule[];
  readonly flow: readonly FlowStep[];
  /** The opt level that the flow's own pass context sets. */
  readonly optLevel: number;
  /** The passes that the flow's own pass context switches off. */
  readonly disabledPasses?: readonly string[];
  /** Whether the flow begins by making constants of all parameters but the inputs. */
  readonly bindsParameters: boolean;
  /** Settings by the reference's names. A pass of the flow that has an option of the same name takes its value. */
  readonly settings?: Readonly<Record<string, TargetSetting>>;
  /** What checks assume about what the text lacks. */
  readonly assumes?: Readonly<Record<string, boolean>>;
  /** The reference release of these tables, if it is not 0.19.0. */
  readonly asOf?: string;
}

/** The values that a target's checks use: the given settings or their defaults, and the assumptions. */
export function settingValues(
  { settings = {}, assumes = {} }: Pick<Target, "settings" | "assumes">,
  given: Readonly<Record<string, SettingValue>> = {},
): Readonly<Record<string, SettingValue>> {
  const values = Object.entries(settings).map(([name, { default: value }]) => [name, Object.hasOwn(given, name) ? given[name] : value]);
  return { ...assumes, ...Object.fromEntries(values) };
}

/** Steps without options, by name. */
export function steps(...names: readonly string[]): readonly FlowStep[] {
  return names.map((pass) => ({ pass }));
}
