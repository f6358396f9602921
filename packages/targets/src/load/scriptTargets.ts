/**
 * The targets for which a script partitions, as tables of patterns and lists of operators: those that the page edits.
 */
import { pushTo } from "@relayscope/ir";
import type { Pattern } from "@relayscope/match";
import type { GivenOptions } from "@relayscope/passes";
import { call, type Machine, PyFunction, type Value } from "@relayscope/python";
import { isSameTable } from "../flow/sameTable.ts";
import { stateOf } from "../host/state.ts";
import { patternTable, referenceTarget } from "../natives/ownTargets.ts";
import { patternOf } from "../objects/patternObjects.ts";
import type { TableEntryValue } from "../passes/passData.ts";
import { entriesOf } from "../passes/table.ts";
import type { NotedStep, Origin } from "./scriptPasses.ts";

/** A target of a script. What the reference's target of that name has, too, keeps its check or its rule. */
export interface ScriptTarget {
  readonly name: string;
  readonly patterns: readonly { readonly name: string; readonly pattern: Pattern }[];
  readonly operators: readonly string[];
}

/** A pass of a script, with its options. */
export interface ScriptStep {
  readonly pass: string;
  readonly options: GivenOptions;
}

export interface ScriptFlow {
  /** Undefined if a table or a rule can't be written. */
  readonly steps: readonly ScriptStep[] | undefined;
  /** The targets that the script describes in full. */
  readonly own: readonly ScriptTarget[];
}

type Tables = ReadonlyMap<string, readonly TableEntryValue[]>;

/** The passes of a script, and what it says of their targets. */
export function scriptFlow(machine: Machine, { steps, targets }: Origin): ScriptFlow {
  const unknown = { steps: undefined, own: [] };
  const [first] = targets;
  if (!steps || first === undefined) return { ...unknown, steps };
  const tables = new Map<string, readonly TableEntryValue[]>();
  const written: ScriptStep[] = [];
  for (const step of steps) {
    const parts = step.entries && partsOf(step.entries, targets);
    for (const [name, entries] of parts ?? []) {
      const known = tables.get(name);
      if (known && !isSameTable(known, entries)) return unknown;
      tables.set(name, entries);
    }
    if (step.entries && !parts) return unknown;
    written.push(writtenStep(step, parts, first));
  }
  const own: ScriptTarget[] = [];
  for (const name of new Set([...targets, ...tables.keys()])) {
    const target = describe(machine, name, tables);
    if (target) own.push(target);
    else if (!isKnown(machine, name, tables)) return unknown;
  }
  return { steps: written, own };
}

/** The entries of each target, in order; undefined if they are mixed. */
function partsOf(entries: readonly TableEntryValue[], targets: readonly string[]): Tables | undefined {
  const parts = new Map<string, TableEntryValue[]>();
  let last: string | undefined;
  for (const entry of entries) {
    const owners = targets.filter((target) => entry.name.startsWith(`${target}.`)).sort((a, b) => b.length - a.length);
    const owner = owners[0] ?? last ?? targets[0] ?? "";
    if (owner !== last && parts.has(owner)) return undefined;
    pushTo(parts, owner, entry);
    last = owner;
  }
  return parts;
}

/** The run's own target is left out of the options. */
function writtenStep({ pass, options }: NotedStep, parts: Tables | undefined, own: string): ScriptStep {
  const given = Array.isArray(options.targets) ? options.targets.map(String) : parts ? [...parts.keys()] : [];
  const { targets: _, ...rest } = options;
  const isOwn = given.length === 0 || (given.length === 1 && given[0] === own);
  return { pass, options: isOwn ? rest : { ...rest, targets: given } };
}

/** Whether the table of a target is the one that the reference has, or that the script registers. */
function isKnown(machine: Machine, name: string, tables: Tables): boolean {
  const entries = tables.get(name);
  if (!entries) return true;
  const found = machine.run(() => {
    const table = patternTable(machine, name);
    return table !== null && isSameTable(entriesOf(machine, table), entries);
  });
  return found.kind === "value" && found.value;
}

/** A target whose patterns have no checks of the script, and whose rules look at nothing; undefined for another. */
function describe(machine: Machine, name: string, tables: Tables): ScriptTarget | undefined {
  const outcome = machine.run((): ScriptTarget | undefined => {
    const reference = referenceTarget(machine, name);
    const known = reference?.table === undefined ? [] : entriesOf(machine, reference.table);
    const entries = tables.get(name) ?? known;
    const isWritable = ({ name: entry, check }: TableEntryValue) => {
      const same = known.find((other) => other.name === entry);
      return same ? isSameTable([{ ...same, check }], [same]) : check === undefined;
    };
    if (!entries.every(isWritable)) return undefined;
    const rules = stateOf(machine).attributes.under(`target.${name}`);
    const operators: string[] = [];
    for (const [operator, rule] of rules.size > 0 ? rules : (reference?.rules ?? [])) {
      const same = reference?.rules.get(operator);
      const answer = same === undefined || !isSameFunction(rule, same) ? fixedAnswer(machine, rule) : true;
      if (answer === undefined || (answer && same !== undefined && !isSameFunction(rule, same))) return undefined;
      if (answer) operators.push(operator);
    }
    return { name, patterns: entries.map((entry) => ({ name: entry.name, pattern: patternOf(entry.pattern) })), operators };
  });
  return outcome.kind === "value" ? outcome.value : undefined;
}

function isSameFunction(one: Value, other: Value): boolean {
  const entry = { name: "", pattern: null };
  return isSameTable([{ ...entry, check: one }], [{ ...entry, check: other }]);
}

/** What a rule answers that does not read the call which it is given; undefined for others. */
function fixedAnswer(machine: Machine, rule: Value): boolean | undefined {
  if (!(rule instanceof PyFunction)) return undefined;
  const [given] = rule.code.parameters.names;
  if (given === undefined || rule.code.names.has(given)) return undefined;
  const answer = call(machine, rule, [null]);
  return typeof answer === "boolean" ? answer : undefined;
}
