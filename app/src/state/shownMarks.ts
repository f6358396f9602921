/** Lines that were asked for, and have had the focus. */
const shown = new WeakSet<object>();

/**
 * Whether a line is shown for the first time since it was asked for: then the focus goes there. An editor that is made
 * again later shows the line and leaves the focus.
 */
export function isFirstShown(mark: object): boolean {
  const isFirst = !shown.has(mark);
  shown.add(mark);
  return isFirst;
}

/** A line that the page shows by itself leaves the focus where it is. */
export function leaveFocus(mark: object): void {
  shown.add(mark);
}
