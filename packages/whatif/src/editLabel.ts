/** Edits in words. */
import { type ByKind, byKind } from "@relayscope/ir";
import type { Edit } from "@relayscope/run/contract";

/** A few words that name an edit: `add-rule exp`, `opt-level 3`. `to` says of which target it is. */
const labels: ByKind<Edit, string, [to: (target: string) => string]> = {
  "add-rule": (edit, to) => `add-rule ${edit.operator}${to(edit.target)}`,
  "override-rule": (edit, to) => `override-rule ${edit.operator}${to(edit.target)}`,
  "override-check": (edit) => `override-check ${edit.pattern}`,
  "add-pattern": (edit, to) => `add-pattern ${edit.pattern}${to(edit.target)}`,
  "edit-file": (edit) => `edit-file ${edit.file}:${edit.line} ${edit.name === undefined ? "" : `${edit.name}=`}${edit.text}`,
  "move-pattern": (edit) => `move-pattern ${edit.pattern} before ${edit.before}`,
  "rename-pattern": (edit) => `rename-pattern ${edit.pattern} ${edit.name}`,
  "rename-target": (edit) => `rename-target ${edit.target} ${edit.name}`,
  "remove-pattern": (edit) => `remove-pattern ${edit.pattern}`,
  "reorder-targets": (edit) => `reorder-targets ${edit.targets.join(",")}`,
  bind: () => "bind",
  "opt-level": (edit) => `opt-level ${edit.level}`,
  "add-pass": (edit) => [`add-pass ${edit.pass}`, ...switchedOn(edit.options)].join(" "),
  "remove-pass": (edit) => `remove-pass ${edit.pass}`,
  "move-pass": (edit) => `move-pass ${edit.pass} ${edit.to < edit.at ? "up" : "down"}`,
  "switch-on": (edit) => `switch-on ${edit.pass}`,
  "set-option": (edit) => `set-option ${edit.pass}.${edit.option}=${edit.value}`,
  "set-setting": (edit, to) => `setting ${edit.setting}=${Array.isArray(edit.value) ? edit.value.join(",") : edit.value}${to(edit.target)}`,
  "give-value": (edit, to) => `setting ${edit.name}=${edit.value}${to(edit.target)}`,
  "set-argument": (edit, to) =>
    `setting ${edit.argument}=${Array.isArray(edit.value) ? JSON.stringify(edit.value) : edit.value}${to(edit.target)}`,
  text: (edit) => `rewrite-text ${edit.what}`,
};

/** The options that are switched on: without them the pass would do something else. */
function switchedOn(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === true ? [`${name}=true`] : []));
}

/** Several edits in words, in their order. `main` is the run's own target, which goes without saying. */
export function editsLabel(edits: readonly Edit[], main: string): string {
  const to = (target: string) => (target === main ? "" : ` to ${target}`);
  return edits.map((edit) => byKind(labels, edit, to)).join(" + ");
}
