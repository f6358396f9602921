/** The clause of a refusal with the found and the required values. */
import type { DecidingSetting } from "./decidingSettings.ts";

/** The actual and the required values; if settings decide, with their present values. */
export function foundAndAsked(found: readonly string[], asks: string, settings: readonly DecidingSetting[]): string {
  if (settings.length === 0) return found.length > 0 ? `${inSentence(found)}, but ${asks}` : asks;
  const given = inSentence(settings.map(({ name, value, isAssumed }) => `\`${name}\` is ${isAssumed ? "assumed to be " : ""}\`${value}\``));
  return found.length > 0 ? `${inSentence(found)}; while ${given}, ${asks}` : `${asks}, and ${given}`;
}

function inSentence(parts: readonly string[]): string {
  return parts.length > 1 ? `${parts.slice(0, -1).join(", ")} and ${parts.at(-1)}` : (parts[0] ?? "");
}
