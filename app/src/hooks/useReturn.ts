import { useRef, useState } from "react";

/** How many frames to wait for the selected node to appear in the picture. */
const patience = 60;

/** Moves the focus to the selected node of the picture, once it is there. */
function focusSelected(tries = patience): void {
  const node = document.querySelector<HTMLElement>('[data-testid="graph-after"] .react-flow__node.selected');
  if (node) node.focus({ preventScroll: true });
  else if (tries > 0) requestAnimationFrame(() => focusSelected(tries - 1));
}

/**
 * Restores the focus after a dialog that no button opened: to where it was, or to what the dialog selected in the
 * picture.
 */
export function useReturn() {
  const [before] = useState(() => document.activeElement);
  const hasSelected = useRef(false);
  return {
    /** The dialog selected something. */
    toPicture: () => {
      hasSelected.current = true;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (hasSelected.current) focusSelected();
      else if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
  };
}
