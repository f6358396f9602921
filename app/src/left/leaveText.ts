/** Leaves the text by keyboard, in the plain field and in the full editor alike. */

/**
 * Moves the focus to the picture, or to the strip. Before either exists, the page gets the focus, so that its keys
 * work.
 */
export function leaveText(): void {
  const find = (part: string) => document.querySelector<HTMLElement>(`${part}[tabindex="0"]`);
  const next = find('[data-testid="graph-after"] .react-flow__node') ?? find('[role="radio"]');
  if (next) next.focus();
  else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
}
