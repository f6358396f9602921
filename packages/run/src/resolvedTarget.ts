/** A target as a run needs it: a pattern table, operator rules, and why a pattern could not be read. */
import type { Refusing } from "@relayscope/explain";
import type { Call, Diagnostic, Expr, Module, TensorData } from "@relayscope/ir";
import type { Pattern } from "@relayscope/match";
import type { GivenOptions, NoAnswer, OptionSchema, Pass } from "@relayscope/passes";
import type { ArgumentValue, CheckLine, CheckRun, FileChange, FileFlow, SettingValue } from "./contract/index.ts";
import type { Holes } from "./holes.ts";

/**
 * The input of target files' partition function: the run's module before weights become constants, and the values of
 * weights.
 */
export interface FlowStart extends Holes {
  readonly module: Module;
  readonly parameters: ReadonlyMap<string, TensorData> | undefined;
}

/** Replacements in a file: of a condition by a constant, and of the constant that it compares with by another one. */
export interface FileChanges {
  readonly condition?: FileChange;
  readonly limit?: FileChange;
}

/** A check or a rule that can show its evaluation at a node. */
export interface ShownCheck extends Refusing {
  lines(node: Expr): readonly CheckLine[];
  /** The lines that run at a node; undefined for a check that is not written in a file, or gives no answer. */
  ran?(node: Expr): CheckRun | undefined;
  /** Changes of the target's file, of which any reverses the condition that refuses a node. */
  changes?(node: Expr): FileChanges;
}

export interface TableEntry {
  readonly name: string;
  readonly pattern: Pattern;
  /** Called with a match's root. */
  readonly check?: ((root: Expr) => boolean | NoAnswer) | undefined;
  /** The same check, with its evaluation. */
  readonly asked?: ShownCheck | undefined;
  readonly defect?: string | undefined;
}

export interface ResolvedSetting {
  readonly value: SettingValue;
  readonly others: readonly SettingValue[];
}

export interface ResolvedTarget {
  readonly name: string;
  readonly table: readonly TableEntry[];
  /** Rules by operator. They are called for each call outside of composites. */
  readonly rules: Readonly<Record<string, (call: Call) => boolean | NoAnswer>>;
  /** The rules, shown; an operator whose rule always accepts has none. */
  readonly askedRules: Readonly<Record<string, ShownCheck>>;
  readonly diagnostics: readonly Diagnostic[];
  /** Reports the missing values that its checks and rules assumed since the last report. */
  assumed?(): readonly Diagnostic[];
  /** The settings that its checks and passes read, by name: their present values, and values that may accept more. */
  readonly settings?: Readonly<Record<string, ResolvedSetting>> | undefined;
  /**
   * The options of a pass that changes this target's regions, as the target's file has them; `known` are those that the
   * pass has. A copy of a built-in target has its settings in its file.
   */
  readonly optionsOf?: (known: OptionSchema, given: GivenOptions) => GivenOptions;
  /** The pass of a name that the target's own flow brings; undefined for other names. */
  readonly flowPass?: (name: string) => Pass | undefined;
  /** For a target from files: the path of its file, its own flow, and whether the flow makes the table. */
  readonly own?: {
    readonly path: string;
    readonly isTableOfFlow: boolean;
    /** Imports of the files that TVM does not have. */
    readonly standIns: readonly string[];
    flow(): FileFlow | undefined;
  };
  /**
   * A target of another name that the files annotate with. It has only the rules that the files register for it, as in
   * the reference; possibly none.
   */
  another?(name: string): ResolvedTarget;
  /** The hooks of the target's own files on the functions of regions, by target. */
  readonly regionHooks?: ReadonlyMap<string, Pass>;
}

/** The value that a check compares a value of the model with, and the nearest value that it would accept. */
export interface ValueNeed {
  readonly needed: ArgumentValue;
  readonly enough: ArgumentValue;
}

/** Another value of an argument of a flow. */
export interface ArgumentChange {
  readonly argument: string;
  readonly value: ArgumentValue;
}

/** The flow of a target's files under the present arguments and under others. */
export interface FileFlows {
  readonly now: FileFlow;
  readonly others: readonly { readonly changes: readonly ArgumentChange[]; readonly flow: FileFlow }[];
}
