/** The way out of the text by its keys, the same from the plain field and from the full editor. */

/** Hands the focus to the picture, or to the strip; where neither is yet, to the page, whose keys work then. */
export function leaveText(): void {
  const next = document.querySelector<HTMLElement>(
    '[data-testid="graph-after"] .react-flow__node[tabindex="0"], [role="radio"][tabindex="0"]',
  );
  if (next) next.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
