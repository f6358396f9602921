/** A check as data, with the settings it is asked with: it says why it refuses by the one condition that decided. */
import type { OperatorTable } from "@relayscope/ir";
import type { Check, CheckContext } from "@relayscope/match";
import type { SettingChoices } from "./decidingSettings.ts";
import { leafOf } from "./leaf.ts";
import type { Refusing } from "./refusal.ts";

export interface AskedCheck extends Refusing {
  readonly check: Check;
  readonly context: CheckContext;
}

/** The check, ready to evaluate. `choices`: the possible values of settings, by name. */
export function askedCheck(
  check: Check,
  context: CheckContext,
  operators: OperatorTable,
  choices: Readonly<Record<string, SettingChoices>> = {},
): AskedCheck {
  return { check, context, refusalOf: (node) => leafOf(check, context, operators, choices, node) };
}
