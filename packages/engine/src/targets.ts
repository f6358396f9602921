/**
 * Targets as a run sees them: pattern tables and operator rules ready for MergeComposite and AnnotateTarget.
 * A target of the request wins over a built-in one of the same name; its patterns come in the text form and are parsed, never run.
 */
import type { Diagnostic } from "@relayscope/ir";
import { parsePattern } from "@relayscope/match";
import { operators } from "@relayscope/ops";
import type { PipelineStep, TargetSpec } from "./contract.ts";
import { messages } from "./diagnostics.ts";
import type { Kit } from "./kit.ts";
import type { ResolvedTarget, TableEntry } from "./resolvedTarget.ts";

export interface TargetFinder {
  /** A target by name, custom ones first. Undefined for a name that is neither custom nor built in. */
  find(name: string): ResolvedTarget | undefined;
  readonly builtInNames: readonly string[];
}

/** Looks targets up by name. */
export function targetFinder(custom: readonly TargetSpec[], kit: Kit): TargetFinder {
  const resolved = new Map<string, ResolvedTarget | undefined>();
  const find = (name: string) => {
    if (!resolved.has(name)) {
      const spec = custom.find((t) => t.name === name);
      const builtIn = kit.builtInTarget(name);
      resolved.set(name, spec ? resolveSpec(spec, builtIn) : builtIn);
    }
    return resolved.get(name);
  };
  return { find, builtInNames: kit.builtInNames };
}

/**
 * A target of the user: patterns parsed, operators accepted always. Where it edits a built-in one, entries that kept their name keep the check
 * or the rule that the built-in one has for them.
 */
function resolveSpec(spec: TargetSpec, original: ResolvedTarget | undefined): ResolvedTarget {
  const table: TableEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { name, pattern } of spec.patterns) {
    const parsed = parsePattern(pattern, { operators });
    const kept = original?.table.find((entry) => entry.name === name);
    if (parsed.pattern) table.push({ name, pattern: parsed.pattern, check: kept?.check, asked: kept?.asked, defect: kept?.defect });
    else diagnostics.push(messages.brokenPattern(name, spec.name, parsed.diagnostics[0]?.message ?? "it is empty."));
  }
  const rules = spec.operators.map((op) => [op, original?.rules[op] ?? (() => true)]);
  return { name: spec.name, table, rules: Object.fromEntries(rules), askedRules: original?.askedRules ?? {}, diagnostics };
}

export interface ResolvedOptions {
  readonly options: Readonly<Record<string, unknown>>;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * A step's options as its pass wants them. `targets` names the targets whose patterns (MergeComposite) or rules (AnnotateTarget) are meant;
 * without it, the run's own target. Patterns given in the step itself, in text form, come first.
 */
export function resolveOptions(step: PipelineStep, target: string, { find, builtInNames }: TargetFinder): ResolvedOptions {
  if (step.pass !== "MergeComposite" && step.pass !== "AnnotateTarget") return { options: step.options, diagnostics: [] };
  const diagnostics: Diagnostic[] = [];
  const names = textList(step.options.targets) ?? (target ? [target] : []);
  if (names.length === 0) diagnostics.push(messages.noTarget());
  const targets: ResolvedTarget[] = [];
  for (const name of names) {
    const found = find(name);
    if (found) targets.push(found);
    else diagnostics.push(messages.unknownTarget(name, builtInNames));
  }
  const { targets: _, ...rest } = step.options;
  if (step.pass === "AnnotateTarget") {
    return { options: { ...rest, targets: names, rules: Object.fromEntries(targets.map((t) => [t.name, t.rules])) }, diagnostics };
  }
  const own = ownPatterns(step.options.patterns);
  const given = own ? resolveSpec({ name: "", patterns: own, operators: [] }, undefined) : undefined;
  for (const t of given ? [given, ...targets] : targets) diagnostics.push(...t.diagnostics);
  return { options: { ...rest, patterns: [...(given?.table ?? []), ...targets.flatMap((t) => t.table)] }, diagnostics };
}

function textList(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((v) => typeof v === "string") ? value : undefined;
}

function ownPatterns(value: unknown): { name: string; pattern: string }[] | undefined {
  if (!Array.isArray(value)) return undefined;
  return value.filter((v): v is { name: string; pattern: string } => typeof v?.name === "string" && typeof v?.pattern === "string");
}
