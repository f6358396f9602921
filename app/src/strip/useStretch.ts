import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { whenFontsCome } from "../picture/text.ts";

/** A row's items are measured a little wider than they are drawn, so that rounding breaks no row. */
const spare = 1.01;
const mostTries = 4;

/**
 * The factor by which things in the strip are wider than estimated: noticeably above 1 if the browser sets larger
 * letters than the page asks for. `ref`: the element of the `rows` rows; `estimated`: the estimated width of all their
 * items.
 */
export function useStretch(ref: RefObject<HTMLElement | null>, rows: number, estimated: RefObject<number>): number {
  const [stretch, setStretch] = useState(spare);
  const [, setFonts] = useState(0);
  const latest = useRef({ rows, tries: 0 });
  latest.current = { ...latest.current, rows };
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const check = () => {
      const now = latest.current;
      const tops = new Set<number>();
      let drawn = 0;
      for (const child of element.children) {
        if (!(child instanceof HTMLElement) || child.offsetHeight === 0) continue;
        tops.add(child.offsetTop + child.offsetHeight / 2);
        drawn += child.offsetWidth;
      }
      if (tops.size <= now.rows || now.tries >= mostTries || estimated.current === 0) return;
      latest.current = { ...now, tries: now.tries + 1 };
      setStretch((before) => Math.max(before * 1.03, (drawn * spare) / estimated.current));
    };
    const observer = new ResizeObserver(check);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref, estimated]);
  useLayoutEffect(() => whenFontsCome(() => setFonts((n) => n + 1)), []);
  return stretch;
}
