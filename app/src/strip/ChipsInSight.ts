import type { RefObject } from "react";
import { type Controller, differs } from "../hooks/useController.ts";

/** In scrolling rows, what is brought into view keeps this distance from the fading edges, in CSS pixels. */
const fade = 36;

interface Shown {
  readonly stage: number;
  readonly beside: number;
  readonly isScrolling: boolean;
  /** How much of the strip's beginning stays in sight, in pixels. */
  readonly inset: number;
  /** What the sizes of the chips depend on. */
  readonly sizes: string;
}

/** Keeps the current chip of the strip in sight, and gives it the focus after a step by keys. */
export class ChipsInSight implements Controller<Shown> {
  wantsFocus = false;
  private before: Shown | undefined;
  private frame = 0;

  constructor(private readonly list: RefObject<HTMLElement | null>) {}

  place(now: Shown): void {
    if (!differs(now, this.before, ["stage", "beside", "isScrolling", "inset", "sizes"])) return;
    this.before = now;
    cancelAnimationFrame(this.frame);
    const { stage, beside, inset } = now;
    const list = this.list.current;
    const chip = list?.querySelector<HTMLElement>(`[data-stage="${stage}"]`);
    if (this.wantsFocus) chip?.focus({ preventScroll: true });
    this.wantsFocus = false;
    if (!now.isScrolling || !list || !chip) return;
    // In the next frame, which lays out everything anyway: here it would be a second layout.
    this.frame = requestAnimationFrame(() =>
      bringIntoView(list, chip.parentElement ?? chip, list.querySelector<HTMLElement>(`[data-stage="${beside}"]`), inset),
    );
  }

  close(): void {
    cancelAnimationFrame(this.frame);
  }
}

/**
 * Scrolls as little as is needed to show all of `shown`, and also `beside` if there is room for both. The input covers
 * the first `inset` pixels.
 */
function bringIntoView(list: HTMLElement, shown: HTMLElement, beside: HTMLElement | null, inset: number): void {
  if (shown.querySelector('[data-stage="0"]')) {
    list.scrollLeft = 0;
    return;
  }
  const origin = list.getBoundingClientRect().left - list.scrollLeft;
  const [own, other] = [shown.getBoundingClientRect(), beside?.getBoundingClientRect()];
  const room = list.clientWidth - 2 * fade - inset;
  const left = Math.min(own.left, other?.left ?? own.left);
  const right = Math.max(own.right, other?.right ?? own.right);
  const [from, to] = right - left <= room ? [left, right] : [own.left, own.right];
  const [start, end] = [from - origin - fade - inset, to - origin + fade];
  if (start < list.scrollLeft) list.scrollLeft = start;
  else if (end > list.scrollLeft + list.clientWidth) list.scrollLeft = end - list.clientWidth;
}
