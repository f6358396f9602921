/** The clause of a refusal with the found and the required values. */
import { listed } from "@relayscope/ir";
import type { DecidingSetting } from "./decidingSettings.ts";

/** The actual and the required values; if settings decide, with their present values. */
export function foundAndAsked(found: readonly string[], asks: string, settings: readonly DecidingSetting[]): string {
  if (settings.length === 0) return found.length > 0 ? `${listed(found)}, but ${asks}` : asks;
  const given = listed(settings.map(({ name, value, isAssumed }) => `\`${name}\` is ${isAssumed ? "assumed to be " : ""}\`${value}\``));
  return found.length > 0 ? `${listed(found)}; while ${given}, ${asks}` : `${asks}, and ${given}`;
}
