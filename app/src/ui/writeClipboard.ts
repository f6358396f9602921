/**
 * Writes to the clipboard, also if the browser withholds its clipboard API: on a page over plain http from another
 * machine.
 */

/** Puts a text on the clipboard; returns whether it is there. Call it during a key press or click. */
export async function writeClipboard(text: string): Promise<boolean> {
  if ("clipboard" in navigator) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Forbidden here: copying a selection may still work.
    }
  }
  return copySelected(text);
}

/**
 * Copies through a selection. Within an open dialog the field is inside the dialog, as nothing outside can get the
 * focus.
 */
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
