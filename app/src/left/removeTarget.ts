/** Removing targets of the document. */
import type { Page } from "../state/page.ts";

/** Removes a target, or what was changed of a built-in one, and offers to undo that. */
export function removeTarget({ actions, store }: Pick<Page, "actions" | "store">, name: string): void {
  const isBuiltIn = store.getState().catalog?.targets.some((target) => target.name === name) ?? false;
  const before = store.getState().document.target;
  actions.removeTarget(name);
  const { target } = store.getState().document;
  const removed = `\`${name}\` is removed.${target === before ? "" : ` The target is \`${target}\` now.`}`;
  const text = isBuiltIn ? `\`${name}\` is as built in again.` : removed;
  actions.notify({ id: "target", tone: "info", text, action: actions.offerUndo() });
}
