import { useEffect, useLayoutEffect } from "react";

/**
 * Drives something outside of React: an editor, a canvas, the viewport of a pane. The controller detects what changed.
 */
export interface Controller<Shown> {
  /** Receives the values of the component before it is painted. */
  place?(shown: Shown): void;
  /** Receives the values of the component after it is painted. */
  show?(shown: Shown): void;
  /** Releases what the controller started. */
  close?(): void;
}

/** Passes the component's values to a controller after each render, and closes the controller at the end. */
export function useController<Shown>(controller: Controller<Shown>, shown: Shown): void {
  useLayoutEffect(() => controller.place?.(shown));
  useEffect(() => controller.show?.(shown));
  useEffect(() => () => controller.close?.(), [controller]);
}

/** Whether some of these parts differ. */
export function differs<Shown>(now: Shown, before: Shown | undefined, parts: readonly (keyof Shown)[]): boolean {
  return parts.some((part) => now[part] !== before?.[part]);
}
