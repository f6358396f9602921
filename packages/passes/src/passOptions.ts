/** Reading options that came from a form, a link or the command line. */
import { wrongOption } from "./diagnostics.ts";
import type { PassOptions } from "./pass.ts";

/** A yes-or-no option; `otherwise` where it is absent. */
export function booleanOption(options: PassOptions, name: string, otherwise: boolean): boolean {
  const value = options[name] ?? otherwise;
  if (typeof value === "boolean") return value;
  if (value === 0 || value === 1) return value === 1;
  throw wrongOption(name, "true or false");
}

/** A text option; `otherwise` where it is absent. */
export function textOption(options: PassOptions, name: string, otherwise: string): string {
  const value = options[name] ?? otherwise;
  if (typeof value !== "string") throw wrongOption(name, "a text");
  return value;
}

/** A list of texts; one text counts as a list of one. */
export function textListOption(options: PassOptions, name: string, otherwise: readonly string[] = []): readonly string[] {
  const value = options[name] ?? otherwise;
  if (typeof value === "string") return [value];
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value as readonly string[];
  throw wrongOption(name, "a list of texts");
}
