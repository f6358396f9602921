/**
 * Targets as a run sees them: pattern tables and operator rules ready for MergeComposite and AnnotateTarget. A target
 * of the request wins over a built-in one of the same name; its patterns are Python, read under a budget of their own.
 */
import { type Diagnostic, Failure } from "@relayscope/ir";
import {
  type GivenOptions,
  mergeCompositeOptions,
  type NoAnswer,
  type OptionSchema,
  ownCheckRaises,
  type Pass,
  type TargetTables,
  typeUnknown,
  valueUnknown,
} from "@relayscope/passes";
import type { PipelineStep, TargetSpec } from "./contract/index.ts";
import { messages } from "./diagnostics.ts";
import { type Holes, noHoles } from "./holes.ts";
import { bringsFiles, type Kit } from "./kit.ts";
import type { FlowStart, ResolvedTarget, TableEntry } from "./resolvedTarget.ts";

export interface TargetFinder {
  /** A target by name, custom ones first. Undefined for a name that is neither custom nor built in. */
  find(name: string): ResolvedTarget | undefined;
  /** The options that a pass has, by name. */
  optionsOf(pass: string): OptionSchema;
  readonly builtInNames: readonly string[];
  readPattern: Kit["readPattern"];
}

/** Looks targets up by name; `start` is what their own flows are given. */
export function targetFinder(custom: readonly TargetSpec[], kit: Kit, start: FlowStart | undefined): TargetFinder {
  const resolved = new Map<string, ResolvedTarget | undefined>();
  const ofFiles = (spec: TargetSpec, builtIn: ResolvedTarget | undefined) => {
    const target = builtIn && kit.isBuiltInFile(spec) ? builtIn : { ...kit.fileTarget(spec, start), settings: builtIn?.settings };
    return extended(target, spec, kit.readPattern);
  };
  const find = (name: string) => {
    if (!resolved.has(name)) {
      const spec = custom.find((t) => t.name === name);
      const builtIn = kit.builtInTarget(name, spec?.settings);
      const own = spec && (bringsFiles([spec]) ? ofFiles(spec, builtIn) : resolveSpec(spec, builtIn, kit.readPattern));
      resolved.set(name, own ?? builtIn);
    }
    return resolved.get(name);
  };
  return { find, optionsOf: (pass) => kit.findPass(pass)?.options ?? {}, builtInNames: kit.builtInNames, readPattern: kit.readPattern };
}

/**
 * A target of the user: its patterns are parsed, its operators always accepted. If it edits a built-in one, entries
 * with an unchanged name keep their check or rule.
 */
function resolveSpec(spec: TargetSpec, original: ResolvedTarget | undefined, readPattern: Kit["readPattern"]): ResolvedTarget {
  const table: TableEntry[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const { name, pattern } of spec.patterns) {
    const parsed = readPattern(pattern);
    const kept = original?.table.find((entry) => entry.name === name);
    if (parsed.pattern) table.push({ name, pattern: parsed.pattern, check: kept?.check, asked: kept?.asked, defect: kept?.defect });
    else diagnostics.push(messages.brokenPattern(name, spec.name, parsed.diagnostics[0]?.message ?? "it is empty."));
  }
  const known = original?.rules ?? {};
  const rules = spec.operators.map((op) => [op, (Object.hasOwn(known, op) ? known[op] : undefined) ?? (() => true)]);
  return {
    name: spec.name,
    table,
    rules: Object.fromEntries(rules),
    askedRules: original?.askedRules ?? {},
    settings: original?.settings,
    diagnostics: [...(original?.diagnostics ?? []), ...diagnostics],
    ...(original?.assumed ? { assumed: original.assumed } : {}),
  };
}

/**
 * A target of Python files with the patterns and operators that were added to it: changes that are tried, and those
 * that were made.
 */
function extended(target: ResolvedTarget, spec: TargetSpec, readPattern: Kit["readPattern"]): ResolvedTarget {
  const added = resolveSpec(spec, undefined, readPattern);
  return {
    ...target,
    table: [...target.table, ...added.table],
    rules: { ...target.rules, ...added.rules },
    diagnostics: [...target.diagnostics, ...added.diagnostics],
  };
}

/** A step as its pass wants it. */
export interface ResolvedStep {
  readonly options: GivenOptions;
  readonly tables: ResolvedTables;
  readonly diagnostics: readonly Diagnostic[];
  /** The pass, if the target's own flow provides it. */
  readonly pass?: Pass | undefined;
  /** The targets whose checks or rules the pass calls. */
  readonly targets?: readonly ResolvedTarget[];
  /** After the pass has run: what its checks and rules raised and counted as no, once for each. */
  readonly raised?: () => readonly Diagnostic[];
}

/** The tables of the targets that a step means. */
export interface ResolvedTables extends TargetTables {
  readonly patterns: readonly TableEntry[];
}

const noTables: ResolvedTables = { patterns: [], rules: {} };

/** A check or a rule whose failure counts as no, and is reported. `say` throws where it stops the pass all the same. */
function answeringNo<N>(ask: (node: N) => boolean | NoAnswer, say: (failure: Failure) => void): (node: N) => boolean | NoAnswer {
  return (node) => {
    try {
      return ask(node);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      say(error);
      return error.code === typeUnknown || error.code === valueUnknown ? typeUnknown : "check-raises";
    }
  };
}

/**
 * A step with the tables that its pass needs. Its option `targets` names the targets whose patterns (MergeComposite) or
 * rules (AnnotateTarget) are used; by default the run's own. Patterns in the step itself, in text form, come first. If
 * the text has holes, or the step has `raise_as_no`, a check that raises counts as no. Where the text lacks only
 * values, a check of a file that raises stops the pass, as in TVM: it has not asked for a value.
 */
export function resolveStep(
  step: Pick<PipelineStep, "pass" | "options">,
  target: string,
  { find, optionsOf, builtInNames, readPattern }: TargetFinder,
  holes: Holes = noHoles,
): ResolvedStep {
  const { pass, options } = step;
  const isForgiving = holes.hasHoles || options.raise_as_no === true;
  const raised = new Map<string, Diagnostic>();
  const say = (failure: Failure) => {
    const { code, diagnostic } = failure;
    const isChosen = options.raise_as_no === true;
    // One that raises in TVM, too, still stops the pass where only values are missing.
    if (code === ownCheckRaises && holes.lacksOnlyValues && !isChosen) throw failure;
    // Where types are missing, too, an exception may be due to them.
    const isSaid = code !== typeUnknown && code !== valueUnknown && (holes.lacksOnlyValues || !holes.hasHoles);
    if (isSaid) raised.set(diagnostic.message, messages.countsAsNo(diagnostic, isChosen));
  };
  if (pass !== "MergeComposite" && pass !== "AnnotateTarget") {
    const own = target === "" ? undefined : find(target);
    const settings = { ...settingsOfPass(optionsOf(pass), own), ...own?.optionsOf?.(optionsOf(pass), options) };
    const tables = own?.regionHooks && pass === "PartitionGraph" ? { ...noTables, regionHooks: own.regionHooks } : noTables;
    return { options: { ...settings, ...options }, tables, diagnostics: [], pass: own?.flowPass?.(pass) };
  }
  const diagnostics: Diagnostic[] = [];
  const names = targetsOf(options, target);
  if (names.length === 0) diagnostics.push(messages.noTarget());
  const targets: ResolvedTarget[] = [];
  for (const name of names) {
    const found = find(name) ?? (pass === "AnnotateTarget" ? find(target)?.another?.(name) : undefined);
    if (found) targets.push(found);
    else diagnostics.push(messages.unknownTarget(name, builtInNames));
  }
  if (pass === "AnnotateTarget") {
    const rulesOf = ({ rules }: ResolvedTarget) =>
      isForgiving ? Object.fromEntries(Object.entries(rules).map(([operator, rule]) => [operator, answeringNo(rule, say)])) : rules;
    const rules = Object.fromEntries(targets.map((t) => [t.name, rulesOf(t)]));
    return {
      options: { ...options, targets: names },
      tables: { patterns: [], rules },
      diagnostics,
      targets,
      raised: () => [...raised.values()],
    };
  }
  const own = mergeCompositeOptions.patterns.read(options.patterns) ?? [];
  const given = resolveSpec({ name: "", patterns: own, operators: [] }, undefined, readPattern);
  for (const t of [given, ...targets]) diagnostics.push(...t.diagnostics);
  const table = [...given.table, ...targets.flatMap((t) => t.table)];
  const patterns = isForgiving ? table.map((entry) => ({ ...entry, check: entry.check && answeringNo(entry.check, say) })) : table;
  return { options, tables: { patterns, rules: {} }, diagnostics, targets, raised: () => [...raised.values()] };
}

/** The values of a target's settings for which the pass has an option of the same name. */
function settingsOfPass(options: Readonly<Record<string, unknown>>, target: Pick<ResolvedTarget, "settings"> | undefined) {
  const shared = Object.entries(target?.settings ?? {}).filter(([name]) => Object.hasOwn(options, name));
  return Object.fromEntries(shared.map(([name, { value }]) => [name, value]));
}

/** The targets that a step's options name, else the run's own; empty if the option is not a list of names. */
export function targetsOf(options: GivenOptions, target: string): readonly string[] {
  const named = mergeCompositeOptions.targets.read(options.targets ?? []) ?? [];
  return named.length > 0 ? named : target ? [target] : [];
}
