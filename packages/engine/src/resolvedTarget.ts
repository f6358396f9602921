/** A target as a run needs it: a pattern table, operator rules, and why a pattern could not be read. */
import type { Call, Diagnostic, Expr } from "@relayscope/ir";
import type { Pattern } from "@relayscope/match";

export interface TableEntry {
  readonly name: string;
  readonly pattern: Pattern;
  /** Asked of a match's root. */
  readonly check?: ((root: Expr) => boolean) | undefined;
}

export interface ResolvedTarget {
  readonly name: string;
  readonly table: readonly TableEntry[];
  /** By operator, asked of each call that is in no composite. */
  readonly rules: Readonly<Record<string, (call: Call) => boolean>>;
  readonly diagnostics: readonly Diagnostic[];
}
