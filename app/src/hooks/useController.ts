import { useEffect, useLayoutEffect } from "react";

/** Drives what React does not: an editor, a canvas, the viewport of a pane. It finds out itself what changed. */
export interface Controller<Shown> {
  /** Takes what the component has, before it is painted. */
  place?(shown: Shown): void;
  /** Takes what the component has, afterwards. */
  show?(shown: Shown): void;
  /** Ends what it began. */
  close?(): void;
}

/** Gives a controller what its component has, after each render, and closes it in the end. */
export function useController<Shown>(controller: Controller<Shown>, shown: Shown): void {
  useLayoutEffect(() => controller.place?.(shown));
  useEffect(() => controller.show?.(shown));
  useEffect(() => () => controller.close?.(), [controller]);
}

/** Whether some of these parts differ. */
export function differs<Shown>(now: Shown, before: Shown | undefined, parts: readonly (keyof Shown)[]): boolean {
  return parts.some((part) => now[part] !== before?.[part]);
}
