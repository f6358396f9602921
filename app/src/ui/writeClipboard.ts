/** The clipboard, also where browsers keep their own interface to it back: on a page over plain http that is not this machine's. */

/** Puts a text on the clipboard; answers whether it is there. To be called for a key or a press of the user's. */
export async function writeClipboard(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Forbidden here: a selection may still be copied.
    }
  }
  return copySelected(text);
}

/** Copies as a reader does, by a selection. Within an open dialog the field is in it: nothing outside can be focused. */
function copySelected(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.value = text;
  field.readOnly = true;
  field.setAttribute("aria-hidden", "true");
  field.style.cssText = "position:fixed;top:0;left:0;opacity:0";
  (focused?.closest("[role=dialog]") ?? document.body).append(field);
  field.focus({ preventScroll: true });
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
