/** Reads the clipboard when a button asks for it, and says what the browser refuses; loaded with the first press. */
import type { ActionContext, Opening } from "./context.ts";

/** The text of the clipboard; undefined if it is not wanted any more, or with a notice on why there is none. */
export async function readClipboard(opening: Pick<Opening, "isWanted">, notify: ActionContext["notify"]): Promise<string | undefined> {
  const text = await navigator.clipboard?.readText().catch(() => undefined);
  if (!opening.isWanted()) return undefined;
  if (text !== undefined && text.trim() !== "") return text;
  notify({
    id: "pasted",
    tone: "info",
    text:
      text === undefined
        ? "The browser did not let the page read the clipboard. Press Ctrl+V, on a Mac ⌘V: the page takes what you paste."
        : "The clipboard holds no text. Copy what `print(mod)` gives, and paste again.",
  });
  return undefined;
}

/** Reports that nothing was copied. */
export function sayUnwritten(notify: ActionContext["notify"]): void {
  const text = "The browser did not let the page write to the clipboard. Select the text and copy it by hand.";
  notify({ id: "copied", tone: "error", text });
}
