/** Copies of targets. */
import type { TargetSpec } from "@relayscope/engine";
import { copyName, pipelineFor } from "../state/model.ts";
import type { Page } from "../state/page.ts";
import { asPython, replacedLines } from "./replacedLines.ts";

/**
 * A copy of a target under a new name, which its file states once. Settings become values of the file, so that the copy
 * has one place for them.
 */
export function copyOf(spec: TargetSpec): TargetSpec {
  const name = copyName(spec.name);
  const { files: [main, ...others] = [], settings = {}, ...rest } = spec;
  if (!main) return { ...spec, name };
  const lines = main.text.split("\n");
  for (const { name: setting, value, line } of replacedLines(spec)) lines[line - 1] = `${setting} = ${value}`;
  const own = lines.indexOf(`NAME = "${spec.name}"`);
  const isSaid = (setting: string) => lines.some((line) => line.startsWith(`${setting} = `));
  const added = Object.entries(settings).flatMap(([setting, value]) => (isSaid(setting) ? [] : [`${setting} = ${asPython(value)}`]));
  if (own >= 0) lines.splice(own, 1, `NAME = "${name}"`, ...added);
  const copied = (path: string) => path.replace(/\.py$/, "_copy.py");
  return { ...rest, name, files: [{ name: copied(main.name), text: lines.join("\n") }, ...others] };
}

/** Adds a copy of a target and chooses it; the pipeline goes on with the copy's regions. */
export function addCopy({ actions, store }: Pick<Page, "actions" | "store">, spec: TargetSpec): void {
  const { document, catalog } = store.getState();
  const copy = copyOf(spec);
  actions.editSettings({
    customTargets: [...document.customTargets.filter(({ name }) => name !== copy.name), copy],
    target: copy.name,
    pipeline: pipelineFor(document.pipeline, spec.name, copy.name, catalog),
  });
}
