import { type RefObject, useRef } from "react";
import { useFonts } from "../hooks/useFonts.ts";
import { useSize } from "../hooks/useSize.ts";

/** A row's items are measured a little wider than they are drawn, so that rounding breaks no row. */
export const usualStretch = 1.01;
const mostTries = 4;

/**
 * Reports the factor by which things in the strip are wider than estimated: noticeably above 1 if the browser sets
 * larger letters than the page asks for. `ref`: the element of the `rows` rows; `estimated`: the estimated width of all
 * their items.
 */
export function useStretch(
  ref: RefObject<HTMLElement | null>,
  rows: number,
  estimated: number,
  report: (stretch: (before: number) => number) => void,
): void {
  useFonts();
  const tries = useRef(0);
  useSize(ref, ({ children }) => {
    const tops = new Set<number>();
    let drawn = 0;
    for (const child of children) {
      if (!(child instanceof HTMLElement) || child.offsetHeight === 0) continue;
      tops.add(child.offsetTop + child.offsetHeight / 2);
      drawn += child.offsetWidth;
    }
    if (tops.size <= rows || tries.current >= mostTries || estimated === 0) return;
    tries.current++;
    report((before) => Math.max(before * 1.03, (drawn * usualStretch) / estimated));
  });
}
