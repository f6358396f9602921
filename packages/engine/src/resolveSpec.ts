/** A target as a run needs it: a pattern table, operator rules, and why a pattern could not be read. */
import type { Call, Diagnostic, Expr } from "@relayscope/ir";
import { type Pattern, parsePattern } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import type { TargetInfo, TargetSpec } from "./contract.ts";
import { messages } from "./diagnostics.ts";

/** A check asked of a match's root, and a rule asked of a call. They see types. */
type Check = (root: Expr) => boolean;
type Rule = (call: Call) => boolean;

export interface TableEntry {
  readonly name: string;
  readonly pattern: Pattern;
  readonly check?: Check | undefined;
}

export interface ResolvedTarget {
  readonly name: string;
  readonly table: readonly TableEntry[];
  readonly rules: Readonly<Record<string, Rule>>;
  /** Why a pattern of it could not be read. */
  readonly diagnostics: readonly Diagnostic[];
}

/** A target that comes with the engine. */
export interface BuiltInTarget {
  readonly name: string;
  info(): TargetInfo;
  resolve(): ResolvedTarget;
}

const always = () => true;

/** A target of the user: patterns parsed, operators accepted always. */
export function resolveSpec(spec: TargetSpec): ResolvedTarget {
  const table: TableEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { name, pattern } of spec.patterns) {
    const parsed = parsePattern(pattern, { operators });
    if (parsed.pattern) table.push({ name, pattern: parsed.pattern });
    else diagnostics.push(messages.brokenPattern(name, spec.name, parsed.diagnostics[0]?.message ?? "it is empty."));
  }
  return { name: spec.name, table, rules: Object.fromEntries(spec.operators.map((op) => [op, always])), diagnostics };
}
