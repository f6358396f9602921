/** Edits in words. */
import type { Edit } from "@relayscope/run/contract";

/**
 * A few words that name an edit: `add-rule exp`, `opt-level 3`. `main` is the run's own target, which goes without
 * saying.
 */
function editLabel(edit: Edit, main: string): string {
  const to = (target: string) => (target === main ? "" : ` to ${target}`);
  switch (edit.kind) {
    case "add-rule":
      return `add-rule ${edit.operator}${to(edit.target)}`;
    case "override-rule":
      return `override-rule ${edit.operator}${to(edit.target)}`;
    case "override-check":
      return `override-check ${edit.pattern}`;
    case "add-pattern":
      return `add-pattern ${edit.pattern}${to(edit.target)}`;
    case "edit-file":
      return `edit-file ${edit.file}:${edit.line} ${edit.name === undefined ? "" : `${edit.name}=`}${edit.text}`;
    case "move-pattern":
      return `move-pattern ${edit.pattern} before ${edit.before}`;
    case "rename-pattern":
      return `rename-pattern ${edit.pattern} ${edit.name}`;
    case "rename-target":
      return `rename-target ${edit.target} ${edit.name}`;
    case "remove-pattern":
      return `remove-pattern ${edit.pattern}`;
    case "reorder-targets":
      return `reorder-targets ${edit.targets.join(",")}`;
    case "bind":
      return "bind";
    case "opt-level":
      return `opt-level ${edit.level}`;
    case "add-pass":
      return [`add-pass ${edit.pass}`, ...switchedOn(edit.options)].join(" ");
    case "remove-pass":
      return `remove-pass ${edit.pass}`;
    case "move-pass":
      return `move-pass ${edit.pass} ${edit.to < edit.at ? "up" : "down"}`;
    case "switch-on":
      return `switch-on ${edit.pass}`;
    case "set-option":
      return `set-option ${edit.pass}.${edit.option}=${edit.value}`;
    case "set-setting":
      return `setting ${edit.setting}=${Array.isArray(edit.value) ? edit.value.join(",") : edit.value}${to(edit.target)}`;
    case "give-value":
      return `setting ${edit.name}=${edit.value}${to(edit.target)}`;
    case "set-argument":
      return `setting ${edit.argument}=${Array.isArray(edit.value) ? JSON.stringify(edit.value) : edit.value}${to(edit.target)}`;
    case "text":
      return `rewrite-text ${edit.what}`;
  }
}

/** The options that are switched on: without them the pass would do something else. */
function switchedOn(options: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === true ? [`${name}=true`] : []));
}

/** Several edits in words, in their order. */
export function editsLabel(edits: readonly Edit[], main: string): string {
  return edits.map((edit) => editLabel(edit, main)).join(" + ");
}
