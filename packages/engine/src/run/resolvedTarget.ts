/** A target as a run needs it: a pattern table, operator rules, and why a pattern could not be read. */
import type { AskedCheck } from "@relayscope/explain";
import type { Call, Diagnostic, Expr } from "@relayscope/ir";
import type { Pattern } from "@relayscope/match";
import type { NoAnswer } from "@relayscope/passes";

export interface TableEntry {
  readonly name: string;
  readonly pattern: Pattern;
  /** Asked of a match's root. */
  readonly check?: ((root: Expr) => boolean | NoAnswer) | undefined;
  /** The same check as data. */
  readonly asked?: AskedCheck | undefined;
  readonly defect?: string | undefined;
}

export interface ResolvedTarget {
  readonly name: string;
  readonly table: readonly TableEntry[];
  /** By operator, asked of each call that is in no composite. */
  readonly rules: Readonly<Record<string, (call: Call) => boolean | NoAnswer>>;
  /** The rules as data; an operator whose rule always accepts has none. */
  readonly askedRules: Readonly<Record<string, AskedCheck>>;
  readonly diagnostics: readonly Diagnostic[];
}
