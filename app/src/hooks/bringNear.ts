/** Scrolls an element into view, as little as needed. As a ref it does so when the element appears. */
export function bringNear(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest" });
}
