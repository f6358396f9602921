import { useEffect, useState } from "react";
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

/** Shows the hint of the hovered or focused element, from its `data-hint`. One layer serves the page. */
export function HintLayer() {
  const [shown, setShown] = useState<Shown>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let owner: Element | null = null;
    const hide = () => {
      clearTimeout(timer);
      owner = null;
      setShown(undefined);
    };
    const show = (element: Element) => {
      const box = element.getBoundingClientRect();
      const text = element.getAttribute("data-hint") ?? "";
      if (!element.isConnected || text === "") return;
      const isAbove = box.bottom + 60 > innerHeight;
      const half = Math.min(widest, text.length * 7 + 20) / 2;
      const middle = box.left + box.width / 2;
      setShown({
        text,
        left: Math.max(half + 6, Math.min(innerWidth - half - 6, middle)),
        top: isAbove ? box.top - 6 : box.bottom + 6,
        isAbove,
      });
    };
    const enter = (event: Event, delay: number) => {
      const element = event.target instanceof Element ? event.target.closest("[data-hint]") : null;
      if (element === owner) return;
      hide();
      owner = element;
      if (element) timer = setTimeout(() => show(element), delay);
    };
    const onOver = (event: Event) => enter(event, rest);
    const onFocus = (event: Event) => {
      if (isByKeys() && event.target instanceof Element && event.target.matches(":focus-visible")) enter(event, 0);
    };
    document.addEventListener("pointerover", onOver);
    document.addEventListener("focusin", onFocus);
    document.addEventListener("focusout", hide);
    document.addEventListener("pointerdown", hide);
    document.addEventListener("keydown", hide);
    return () => {
      hide();
      document.removeEventListener("pointerover", onOver);
      document.removeEventListener("focusin", onFocus);
      document.removeEventListener("focusout", hide);
      document.removeEventListener("pointerdown", hide);
      document.removeEventListener("keydown", hide);
    };
  }, []);
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
