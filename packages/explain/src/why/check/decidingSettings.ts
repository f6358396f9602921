/**
 * Settings of a target that decide a refusal: with other values of the fewest of them the check accepts the node. Each
 * is tried.
 */
import type { SettingValue } from "@relayscope/match";

/** The values of a setting: the default, and values that may accept more, the least demanding first. */
export interface SettingChoices {
  readonly default: SettingValue;
  readonly others: readonly SettingValue[];
  /** Whether the setting is a name in the user's file, which defines its value. */
  readonly isOwn?: boolean;
}

/** A setting that decided, as text: its value, and a value that would work. */
export interface DecidingSetting {
  readonly name: string;
  readonly value: string;
  /** Whether nobody set it. */
  readonly isAssumed: boolean;
  /** Whether it is a name of the user's file. */
  readonly isOwn: boolean;
  readonly wanted: string;
  /** The value that would work. */
  readonly to: SettingValue;
}

/** How many settings are changed at once. */
const most = 2;

/**
 * The fewest settings whose change makes the check accept, each with its value; empty if there are none. `present` has
 * the current values, `isTaken` runs the check under other values.
 */
export function decidingSettings(
  choices: Readonly<Record<string, SettingChoices>>,
  present: Readonly<Record<string, SettingValue>>,
  isTaken: (settings: Readonly<Record<string, SettingValue>>) => boolean,
): readonly DecidingSetting[] {
  const changes = Object.entries(choices).flatMap(([name, { others }]) => others.map((to) => ({ name, to })));
  for (let size = 1; size <= most; size++) {
    for (const set of setsOf(changes, size)) {
      if (!isTaken({ ...present, ...Object.fromEntries(set.map(({ name, to }) => [name, to])) })) continue;
      return set.flatMap(({ name, to }) => {
        const value = present[name];
        if (value === undefined) return [];
        const { default: otherwise, isOwn = false } = choices[name] ?? {};
        const isAssumed = !isOwn && JSON.stringify(value) === JSON.stringify(otherwise);
        return [{ name, value: settingText(value), isAssumed, isOwn, wanted: settingText(to), to }];
      });
    }
  }
  return [];
}

interface Change {
  readonly name: string;
  readonly to: SettingValue;
}

/** All combinations of this many changes, each of another setting. */
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

/** A setting's value as written: `True`, `7.0.0`, `["concatenate"]`. */
export function settingText(value: SettingValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  const isVersion = Array.isArray(value) && value.length > 1 && value.every((part) => typeof part === "number");
  return isVersion ? value.join(".") : JSON.stringify(value);
}
