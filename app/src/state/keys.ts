/** The page's keys, what is pasted outside of fields, and files that are dropped. */
import { command } from "./commands/command.ts";
import { shortcutOf } from "./commands/shortcuts.ts";
import type { Page } from "./page.ts";
import { isEmbedded } from "./site.ts";

/** Whether keys belong to the focused element: a text field, or a control with keys of its own. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input:not([type=range]), textarea, select, .monaco-editor, [role=menu], [role=dialog]") !== null)
  );
}

/** Whether arrow keys move within the focused element. */
function hasArrows(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input[type=range], [role=tablist], [role=tree], [role=separator], [role=listbox]") !== null
  );
}

/** The properties of a key press that are used. */
type Press = Pick<KeyboardEvent, "key" | "altKey" | "ctrlKey" | "metaKey" | "shiftKey" | "target" | "defaultPrevented" | "preventDefault">;

function chordOf(event: Press): string {
  if (!event.ctrlKey && !event.metaKey) return event.key;
  return `Mod+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`;
}

/**
 * Runs the command of a key on a page, unless the key belongs to the focused element, or `isMine` excludes the command.
 */
export function runShortcut(page: Page, event: Press, isMine: (id: string) => boolean = () => true): void {
  if (event.defaultPrevented || event.altKey) return;
  const chord = chordOf(event);
  const shortcut = shortcutOf(chord);
  if (!shortcut || !isMine(shortcut.id)) return;
  const isWriting = isTyping(event.target) || page.store.getState().openMenu !== undefined;
  if (isWriting && !(shortcut.isEverywhere && chord.startsWith("Mod+"))) return;
  if (event.key.startsWith("Arrow") && hasArrows(event.target)) return;
  event.preventDefault();
  command(shortcut.id, page);
}

/**
 * Runs the commands of the page's keys, from their table, and opens what is pasted outside of fields or dropped. The
 * guide and the blackboard take the keys while they are open.
 */
export function listenToKeys(page: Page): void {
  addEventListener("keydown", (event: KeyboardEvent) => {
    const { guide, isBoard, dialog } = page.store.getState();
    if (dialog === "search") {
      // What is typed while the search loads belongs to the search.
      const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
      if (isTyping(event.target) || !isText) return;
      event.preventDefault();
      page.actions.typeAhead(event.key);
      return;
    }
    if ((guide === undefined && !isBoard) || isEmbedded()) runShortcut(page, event);
  });
  // A paste outside of every field makes a new document.
  addEventListener("paste", (event: ClipboardEvent) => {
    if (event.defaultPrevented || isTyping(event.target) || page.store.getState().dialog) return;
    const text = event.clipboardData?.getData("text/plain") ?? "";
    const files = [...(event.clipboardData?.files ?? [])];
    if (text.trim() === "" && files.length === 0) return;
    event.preventDefault();
    if (text.trim() !== "") page.actions.paste(text);
    else void page.actions.openFiles(files);
  });
  addEventListener("dragover", (event: DragEvent) => {
    if (hasFiles(event)) event.preventDefault();
  });
  addEventListener("drop", (event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length === 0) return;
    event.preventDefault();
    void page.actions.openFiles(files);
  });
}

/** Whether files are dragged. */
export function hasFiles({ dataTransfer }: DragEvent): boolean {
  return dataTransfer?.types.includes("Files") === true;
}
