/** Moves the focus when the focused element leaves the page: a button that removes itself, a list that is replaced. */
import { leaveText } from "../left/leaveText.ts";
import { isByKeys } from "../ui/inputKind.ts";

/** How long to wait before the focus moves, in milliseconds: a replacement of the element may be about to appear. */
const settling = 120;

/** How many times to try to focus a picture whose nodes are not measured yet. */
const mostTries = 20;

/** An ancestor of the focused element, and the index of its child that held the focus. */
interface Place {
  readonly parent: Element;
  readonly index: number;
}

function* placesOf(element: Element): Generator<Place> {
  for (let at = element; at.parentElement; at = at.parentElement) {
    yield { parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) };
  }
}

const focusable = "button, a[href], input, textarea, select, [tabindex]";

/** The first element of a part that takes the focus. */
function firstIn(part: Element): HTMLElement | undefined {
  return [part, ...part.querySelectorAll(focusable)].find(
    (element): element is HTMLElement =>
      element instanceof HTMLElement &&
      element.matches(`:is(${focusable}):not(:disabled, [tabindex="-1"])`) &&
      element.checkVisibility({ visibilityProperty: true }),
  );
}

/** The focusable element nearest to a place in document order, after the place if possible. */
function nearest({ parent, index }: Place): HTMLElement | undefined {
  const children = [...parent.children];
  for (const part of [...children.slice(index), ...children.slice(0, index).toReversed()]) {
    const found = firstIn(part);
    if (found) return found;
  }
  return firstIn(parent);
}

/**
 * A ref callback. While its element is mounted, a focus whose element is removed or disabled moves to the nearest
 * element in the same part of the page, else to where leaving the text goes. The focus on a node of a picture moves to
 * the picture that follows.
 */
export function keepFocus(): () => void {
  let last: Element | undefined;
  let places: readonly Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  // A picture's node that is moved within the page loses the focus, but is still connected.
  const isLost = () =>
    document.activeElement === document.body &&
    last !== undefined &&
    (!last.isConnected || last.matches(":disabled") || (places.length === 0 && isByKeys()));
  const remember = (target: EventTarget | null) => {
    last = target instanceof Element ? target : undefined;
    tries = 0;
    // A picture that replaces another one has other nodes, so there is no place to go back to.
    places = last && !last.closest(".react-flow") ? [...placesOf(last)] : [];
  };
  const onFocus = ({ target }: FocusEvent) => remember(target);
  const moveOn = () => {
    timer = undefined;
    if (!isLost()) return;
    const lost = last;
    last = undefined;
    // A user of the pointer has no use for a node with the focus.
    if (places.length === 0 && !isByKeys()) return;
    // The focus stays within its part of the page.
    const inPart = places.filter(({ parent }) => parent.isConnected && parent.closest("[data-part=explorer] > *, [role=dialog]"));
    for (const place of inPart) {
      const found = nearest(place);
      if (found) return found.focus({ preventScroll: true });
    }
    leaveText();
    if (document.activeElement !== document.body || tries++ > mostTries) return;
    last = lost;
    timer = setTimeout(moveOn, settling);
  };
  const look = () => {
    if (timer === undefined && isLost()) timer = setTimeout(moveOn, settling);
  };
  const observer = new MutationObserver(look);
  // A hidden element loses the focus, too. At this event the body is not the active element yet, hence the delay.
  const onBlur = () => setTimeout(look, 0);
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  addEventListener("focusin", onFocus);
  addEventListener("focusout", onBlur);
  // This code loads late: something may have the focus already.
  if (document.activeElement !== document.body) remember(document.activeElement);
  return () => {
    observer.disconnect();
    clearTimeout(timer);
    removeEventListener("focusin", onFocus);
    removeEventListener("focusout", onBlur);
  };
}
