/** Settings of a target that decide a refusal: with another value of one the check accepts the node. Each is tried. */
import type { Expr } from "@relayscope/ir";
import { answerCheck, type Check, type CheckContext, type CheckValue } from "@relayscope/match";
import type { Refusal } from "./refusal.ts";

/** The settings whose other value would do, with their values as they are assumed. */
export function decidingSettings(check: Check, context: CheckContext, node: Expr): Refusal["settings"] {
  const { settings = {} } = context;
  return Object.entries(settings).flatMap(([name, value]) => {
    // What represents values that the text does not have is not a setting of the target's own.
    const other = name.startsWith("assume_") ? undefined : otherValue(value);
    const isMet = other !== undefined && answerCheck(check, node, { settings: { ...settings, [name]: other.value } }) === true;
    return isMet ? [{ name, value: written(value), wanted: other.text }] : [];
  });
}

/** A flag turned round; of a version, a later one than any that is asked for. */
function otherValue(value: CheckValue): { readonly value: CheckValue; readonly text: string } | undefined {
  if (typeof value === "boolean") return { value: !value, text: value ? "False" : "True" };
  return isVersion(value) ? { value: value.map(() => latest), text: "a later version" } : undefined;
}

const latest = 99;

function isVersion(value: CheckValue): value is readonly number[] {
  return Array.isArray(value) && value.length > 1 && value.every((part) => typeof part === "number");
}

function written(value: CheckValue): string {
  if (typeof value === "boolean") return value ? "True" : "False";
  return isVersion(value) ? value.join(".") : String(value);
}
