/** Settings of a target that decide a refusal: with other values of the fewest of them the check accepts the node. Each is tried. */
import type { Expr } from "@relayscope/ir";
import { answerCheck, type Check, type CheckContext, type CheckValue, type SettingValue } from "@relayscope/match";

/** What a setting may be: the value where none is given, and values that may let more through, the one that asks least first. */
export interface SettingChoices {
  readonly default: SettingValue;
  readonly others: readonly SettingValue[];
}

/** A setting that decided, as text: what it is, and what would do. */
export interface DecidingSetting {
  readonly name: string;
  readonly value: string;
  /** Whether nobody set it. */
  readonly isAssumed: boolean;
  readonly wanted: string;
  /** What would do, as a value. */
  readonly to: SettingValue;
}

/** How many settings are changed at once. */
const most = 2;

/** The fewest settings whose other values would do, each with its value; none where no other values do. */
export function decidingSettings(
  check: Check,
  context: CheckContext,
  choices: Readonly<Record<string, SettingChoices>>,
  node: Expr,
): readonly DecidingSetting[] {
  const changes = Object.entries(choices).flatMap(([name, { others }]) => others.map((to) => ({ name, to })));
  for (let size = 1; size <= most; size++) {
    for (const set of setsOf(changes, size)) {
      const changed = Object.fromEntries(set.map(({ name, to }) => [name, to]));
      if (answerCheck(check, node, { settings: { ...context.settings, ...changed } }) !== true) continue;
      return set.map(({ name, to }) => {
        const value = context.settings?.[name] ?? null;
        const isAssumed = JSON.stringify(value) === JSON.stringify(choices[name]?.default);
        return { name, value: settingText(value), isAssumed, wanted: settingText(to), to };
      });
    }
  }
  return [];
}

interface Change {
  readonly name: string;
  readonly to: SettingValue;
}

/** All sets of so many changes of settings, each of another one. */
function* setsOf(changes: readonly Change[], size: number, from = 0): Generator<readonly Change[], void> {
  if (size === 0) {
    yield [];
    return;
  }
  for (const [at, change] of changes.entries()) {
    if (at < from) continue;
    for (const rest of setsOf(changes, size - 1, at + 1)) if (rest.every(({ name }) => name !== change.name)) yield [change, ...rest];
  }
}

/** A setting's value as it is written: `True`, `7.0.0`, `["concatenate"]`. */
function settingText(value: CheckValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  const isVersion = Array.isArray(value) && value.length > 1 && value.every((part) => typeof part === "number");
  return isVersion ? value.join(".") : JSON.stringify(value);
}
