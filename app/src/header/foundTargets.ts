/** Targets that a search names. */
import type { TargetInfo, TargetSpec } from "@relayscope/engine";
import { hasAll } from "./words.ts";

/** The document's targets and the built-in ones that all words are part of: `dnnl`, `target dnnl`. Each once. */
export function foundTargets(
  words: readonly string[],
  custom: readonly Pick<TargetSpec, "name">[],
  builtIn: readonly Pick<TargetInfo, "name" | "title">[],
): readonly { readonly name: string; readonly title: string }[] {
  if (words.length === 0) return [];
  const own = custom.filter(({ name }) => !builtIn.some((target) => target.name === name));
  const all = [...own.map(({ name }) => ({ name, title: "in this document" })), ...builtIn];
  return all.filter(({ name }) => hasAll(`target ${name}`, words));
}
