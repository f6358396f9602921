/** Where the focus goes when what has it leaves the page: a button that removes itself, a list that is made again. */
import { leaveText } from "../left/leaveText.ts";
import { isByKeys } from "../ui/inputKind.ts";

/** How long the place may stay empty before the focus moves, in milliseconds: what replaces it may be on its way. */
const settling = 120;

/** How often a picture that can't take the focus yet, as its nodes are not measured, is given it. */
const mostTries = 20;

/** An ancestor of what had the focus, and where in it that was. */
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

/** What is nearest to a place in the order of the page, after it if possible. */
function nearest({ parent, index }: Place): HTMLElement | undefined {
  const children = [...parent.children];
  for (const part of [...children.slice(index), ...children.slice(0, index).toReversed()]) {
    const found = firstIn(part);
    if (found) return found;
  }
  return firstIn(parent);
}

/**
 * As the ref of an element: as long as it is there, a focus whose element is removed or disabled goes to what is
 * nearest in the same part of the page, else to where leaving the text goes. From a node of a picture it goes to the
 * picture that follows.
 */
export function keepFocus(): () => void {
  let last: Element | undefined;
  let places: readonly Place[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let tries = 0;
  // A node of a picture that is put elsewhere in the page loses the focus, and is there still.
  const isLost = () =>
    document.activeElement === document.body &&
    last !== undefined &&
    (!last.isConnected || last.matches(":disabled") || (places.length === 0 && isByKeys()));
  const remember = (target: EventTarget | null) => {
    last = target instanceof Element ? target : undefined;
    tries = 0;
    // What comes in the place of a picture has nodes of its own.
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
  // What is only hidden loses the focus, too: the page says so before the body has it.
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
