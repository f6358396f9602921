/** Runs the Python of built-in targets in the same way as a user's file. */
import { type FileTarget, loadTarget } from "@relayscope/targets";
import type { Target } from "./target.ts";

/** Files are loaded once: their checks keep nothing from one question to the next. */
const loaded = new Map<Target, FileTarget>();

/** The file as a user would have it: its name, and its text. */
export function fileOf({ name, source }: Target): { readonly name: string; readonly text: string } {
  return { name: `${name.replaceAll("-", "_")}.py`, text: source.trimStart() };
}

/**
 * The loaded file of a target: its entries and rules, which may ask for types and values that a text lacks. Undefined
 * if the target has no Python.
 */
export function loadFile(target: Target): FileTarget | undefined {
  const known = loaded.get(target);
  if (known || target.source === "") return known;
  const file = fileOf(target);
  const outcome = loadTarget(new Map([[file.name, file.text]]), { name: target.name }, true);
  if (outcome.kind === "error") throw new Error(`The file of the target ${target.name}: ${outcome.type}: ${outcome.message}`);
  loaded.set(target, outcome.target);
  return outcome.target;
}
