/** What a pass of a program is, and one run of it. */
import type { AttrValue } from "@relayscope/ir";
import type { GivenOptions, Pass, TargetTables } from "@relayscope/passes";
import type { Value } from "@relayscope/python";

/** An entry of a table: its name, its pattern, and its check where it has one. */
export interface TableEntryValue {
  readonly name: string;
  readonly pattern: Value;
  readonly check: Value | undefined;
}

/** A pass that comes with the compiler. */
export interface BuiltInPass {
  readonly kind: "built-in";
  readonly pass: Pass;
  readonly options: GivenOptions;
  /** The function of the file that EliminateCommonSubexpr asks whether to leave an expression as it is. */
  readonly keepsApart?: Value;
  /** The table that MergeComposite was given. */
  readonly tables?: TargetTables;
  /** The table that MergeComposite was given, as the program has it. */
  readonly entries?: readonly TableEntryValue[];
}

/** A pass of a file: `callee` gets the module (or each function of it) and the context. */
export interface OwnPass {
  readonly kind: "module" | "function";
  readonly name: string;
  readonly optLevel: number;
  readonly required: readonly string[];
  readonly callee: Value;
}

export interface SequencePass {
  readonly kind: "sequence";
  readonly name: string;
  readonly optLevel: number;
  readonly required: readonly string[];
  readonly passes: readonly PassData[];
}

/** A pass of the reference that is not built here. */
export interface UnsupportedPass {
  readonly kind: "unsupported";
  readonly name: string;
}

/** A pass that is one step of a flow. */
export type SinglePass = BuiltInPass | OwnPass | UnsupportedPass;

export type PassData = SinglePass | SequencePass;

/** A pass context as a program made it. */
export interface ContextData {
  readonly optLevel: number;
  readonly requiredPasses: readonly string[];
  readonly disabledPasses: readonly string[];
  readonly config: ReadonlyMap<string, AttrValue>;
  /** Objects of the file that are asked before each pass and hear of it. */
  readonly instruments: readonly Value[];
}

/** One pass that a program runs on a module, or that its context skips. */
export interface PassStep {
  readonly pass: SinglePass;
  readonly context: ContextData;
  /** Why it is skipped; empty where it runs. */
  readonly skipped: string;
  /** The module as the program holds it. */
  readonly object?: Value;
  /** What a pass of the file returned. */
  made?: Value;
}

/** The name that a pass goes by in lists of required and disabled passes. */
export function nameOfPass(data: PassData): string {
  return data.kind === "built-in" ? (data.pass.infoName ?? data.pass.name) : data.name;
}

export function levelOfPass(data: PassData): number {
  if (data.kind === "built-in") return data.pass.optLevel;
  return data.kind === "unsupported" ? 0 : data.optLevel;
}

/** The names of the passes that a pass requires. */
export function requiredBy(data: PassData): readonly (Pass | string)[] {
  if (data.kind === "built-in") return data.pass.requires ?? [];
  return data.kind === "unsupported" ? [] : data.required;
}
