import { useSyncExternalStore } from "react";
import type { PageState } from "./model.ts";
import { usePageState } from "./page.ts";

/** Below it text, picture and inspector do not stand side by side: they are tabs. */
export const sideBySide = 1100;

function watch(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/** From which width on the inspector has a column of its own, in CSS pixels: later where a lesson is next to it. Below it is a sheet over the picture. */
export function inspectorColumn({ learning }: Pick<PageState, "learning">): number {
  return learning ? 1800 : 1440;
}

/** Whether the inspector has a column of its own. */
export function useHasInspectorColumn(): boolean {
  return useIsWide(usePageState(inspectorColumn));
}

/** Whether the window has at least `width` CSS pixels across. */
export function useIsWide(width: number): boolean {
  return useSyncExternalStore(watch, () => innerWidth >= width);
}
