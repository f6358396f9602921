import { useEffect } from "react";
import { commandOf } from "./commands.ts";
import { usePage } from "./page.ts";

/** Whether keys belong to what has the focus: text being written, or a control with keys of its own. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, .monaco-editor, [role=menu], [role=dialog]") !== null)
  );
}

/** Whether arrow keys move within what has the focus. */
function hasArrows(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest("[role=tablist], [role=tree], [role=separator], [role=listbox]") !== null;
}

function chordOf(event: KeyboardEvent): string {
  if (!event.ctrlKey && !event.metaKey) return event.key;
  return `Mod+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`;
}

/** The page's keys, as the table of commands has them. */
export function useShortcuts(): void {
  const page = usePage();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey) return;
      const chord = chordOf(event);
      const command = commandOf(chord);
      if (!command) return;
      if (isTyping(event.target) && !(command.isEverywhere && chord.startsWith("Mod+"))) return;
      if (event.key.startsWith("Arrow") && hasArrows(event.target)) return;
      event.preventDefault();
      command.run(page);
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [page]);
}
