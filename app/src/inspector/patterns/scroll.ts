/**
 * Brings an element into sight within the tab that scrolls it: to the top, or no farther than needed. `scrollIntoView` would move the
 * clipped parts of the page around it too.
 */
export function showInTab(element: HTMLElement | null | undefined, isToTop: boolean): void {
  const tab = element?.closest<HTMLElement>("[role=tabpanel]");
  if (!element || !tab) return;
  const [own, room] = [element.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (isToTop || own.top < room.top) tab.scrollTop += own.top - room.top;
  else if (own.bottom > room.bottom) tab.scrollTop += own.bottom - room.bottom;
}
