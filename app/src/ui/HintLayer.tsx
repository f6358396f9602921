import { useState } from "react";
import { useDelay } from "../hooks/useDelay.ts";
import { useListener } from "../hooks/useListener.ts";
import { isByKeys } from "./inputKind.ts";

interface Shown {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly isAbove: boolean;
}

/** How long the pointer must rest before a hint appears, in milliseconds. */
const rest = 400;
const widest = 260;

/** Where the hint of an element is shown; undefined for none. */
function placeOf(element: Element): Shown | undefined {
  const box = element.getBoundingClientRect();
  const text = element.getAttribute("data-hint") ?? "";
  if (!element.isConnected || text === "") return undefined;
  const isAbove = box.bottom + 60 > innerHeight;
  const half = Math.min(widest, text.length * 7 + 20) / 2;
  const middle = box.left + box.width / 2;
  const left = Math.max(half + 6, Math.min(innerWidth - half - 6, middle));
  return { text, left, top: isAbove ? box.top - 6 : box.bottom + 6, isAbove };
}

/** Shows the hint of the hovered or focused element, from its `data-hint`. One layer serves the page. */
export function HintLayer() {
  const [shown, setShown] = useState<Shown>();
  const [owner, setOwner] = useState<{ readonly element: Element; readonly delay: number }>();
  const hide = () => {
    setOwner(undefined);
    setShown(undefined);
  };
  const enter = ({ target }: Event, delay: number) => {
    const element = target instanceof Element ? target.closest("[data-hint]") : null;
    if (element === (owner?.element ?? null)) return;
    setShown(undefined);
    setOwner(element ? { element, delay } : undefined);
  };
  useDelay(owner, owner?.delay ?? rest, () => setShown(owner && placeOf(owner.element)));
  useListener("pointerover", (event) => enter(event, rest));
  useListener("focusin", (event) => {
    if (isByKeys() && event.target instanceof Element && event.target.matches(":focus-visible")) enter(event, 0);
  });
  useListener("focusout", hide);
  useListener("pointerdown", hide);
  useListener("keydown", hide);
  if (!shown) return null;
  return (
    <div
      aria-hidden
      className="pointer-events-none fixed z-60 w-max whitespace-pre-line -translate-x-1/2 rounded-md border border-line-strong bg-raised px-2 py-1 text-small leading-4 text-ink shadow-float"
      style={{ left: shown.left, top: shown.top, maxWidth: widest, transform: shown.isAbove ? "translateY(-100%)" : undefined }}
    >
      {shown.text}
    </div>
  );
}
