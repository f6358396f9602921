/**
 * Brings an element into sight within the tab that scrolls it: to the top, or as little as needed. `scrollIntoView`
 * would also move the clipped parts of the page around it.
 */
export function showInTab(element: HTMLElement | null | undefined, isToTop: boolean): void {
  const tab = element?.closest<HTMLElement>("[role=tabpanel]");
  if (!element || !tab) return;
  const [own, room] = [element.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (isToTop || own.top < room.top) tab.scrollTop += own.top - room.top;
  else if (own.bottom > room.bottom) tab.scrollTop += own.bottom - room.bottom;
}
