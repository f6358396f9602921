/** A BYOC target: its Python, and the flow of passes that partitions for it. */
import type { SettingValue } from "@relayscope/match";

/** One step of a flow. */
export interface FlowStep {
  /** The pass by the reference's name. */
  readonly pass: string;
  readonly options?: Readonly<Record<string, unknown>>;
}

/** A setting of a target: a global name of its Python, or an option of a pass of its flow. */
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
  /**
   * Its pattern table, checks and operator rules: Python that TVM runs, too, in our own words. The order of the table
   * is priority. Checks say why they refuse by logging; what reads values of constants comes last in a check, since the
   * text may lack them. Empty: no pattern and no rule.
   */
  readonly source: string;
  /**
   * A known defect of an entry of the reference's table, as a sentence: a pattern that cannot match, a check that
   * raises. The defect is kept and shown. `raised` is the exception if the check has raised; the sentence is then about
   * that exception.
   */
  readonly defect?: (entry: string, index: number, raised?: string) => string | undefined;
  readonly flow: readonly FlowStep[];
  /** The opt level that the flow's own pass context sets. */
  readonly optLevel: number;
  /** The passes that the flow's own pass context switches off. */
  readonly disabledPasses?: readonly string[];
  /** Whether the flow begins by making constants of all parameters but the inputs. */
  readonly bindsParameters: boolean;
  /** Settings by the reference's names. A pass of the flow that has an option of the same name takes its value. */
  readonly settings?: Readonly<Record<string, TargetSetting>>;
  /** The reference release of these tables, if it is not 0.19.0. */
  readonly asOf?: string;
}

/** Steps without options, by name. */
export function steps(...names: readonly string[]): readonly FlowStep[] {
  return names.map((pass) => ({ pass }));
}
