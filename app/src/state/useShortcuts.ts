import { useEffect } from "react";
import { command } from "./commands/command.ts";
import { shortcutOf } from "./commands/shortcuts.ts";
import { type Page, usePage } from "./page.ts";
import { isEmbedded } from "./site.ts";

/** Whether keys belong to what has the focus: text being written, or a control with keys of its own. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable ||
      target.closest("input:not([type=range]), textarea, select, .monaco-editor, [role=menu], [role=dialog]") !== null)
  );
}

/** Whether arrow keys move within what has the focus. */
function hasArrows(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.closest("input[type=range], [role=tablist], [role=tree], [role=separator], [role=listbox]") !== null
  );
}

function chordOf(event: KeyboardEvent): string {
  if (!event.ctrlKey && !event.metaKey) return event.key;
  return `Mod+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`;
}

/** Runs the command of a key on a page, unless the key belongs to what has the focus, or `isMine` says that the command does not count here. */
export function runShortcut(page: Page, event: KeyboardEvent, isMine: (id: string) => boolean = () => true): void {
  if (event.defaultPrevented || event.altKey) return;
  const chord = chordOf(event);
  const shortcut = shortcutOf(chord);
  if (!shortcut || !isMine(shortcut.id)) return;
  if (isTyping(event.target) && !(shortcut.isEverywhere && chord.startsWith("Mod+"))) return;
  if (event.key.startsWith("Arrow") && hasArrows(event.target)) return;
  event.preventDefault();
  command(shortcut.id, page);
}

/** The page's keys, as the table of commands has them. While the guide lies over the page, or the blackboard is in its place, they are theirs. */
export function useShortcuts(): void {
  const page = usePage();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const { guide, isBoard, dialog } = page.store.getState();
      if (dialog === "search") {
        // What is typed while it is on its way belongs to it.
        const isText = event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey;
        if (isTyping(event.target) || !isText) return;
        event.preventDefault();
        page.actions.typeAhead(event.key);
        return;
      }
      if ((guide === undefined && !isBoard) || isEmbedded()) runShortcut(page, event);
    }
    /** What is pasted next to every field is a new document. */
    function onPaste(event: ClipboardEvent): void {
      if (event.defaultPrevented || isTyping(event.target) || page.store.getState().dialog) return;
      const text = event.clipboardData?.getData("text/plain") ?? "";
      const files = [...(event.clipboardData?.files ?? [])];
      if (text.trim() === "" && files.length === 0) return;
      event.preventDefault();
      if (text.trim() !== "") page.actions.paste(text);
      else void page.actions.openFiles(files);
    }
    addEventListener("keydown", onKeyDown);
    addEventListener("paste", onPaste);
    return () => {
      removeEventListener("keydown", onKeyDown);
      removeEventListener("paste", onPaste);
    };
  }, [page]);
}
