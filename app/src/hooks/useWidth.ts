import { useSyncExternalStore } from "react";
import type { PageState } from "../state/model.ts";
import { usePageState } from "../state/page.ts";

/** In a narrower window text, picture and inspector are tabs, not columns. */
export const sideBySide = 1100;

/** Calls back whenever the window has another size. */
export function watchWidth(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/**
 * The least width at which the inspector has a column of its own, in CSS pixels: more if a lesson is next to it. In a
 * narrower window it opens on a press, and the editor is folded meanwhile.
 */
export function inspectorColumn({ learning }: Pick<PageState, "learning">): number {
  return learning ? 1800 : 1440;
}

/** Whether the inspector has a column of its own. */
export function useHasInspectorColumn(): boolean {
  return useIsWide(usePageState(inspectorColumn));
}

/**
 * Whether the editor is next to the picture. Without room for both, it folds for the inspector and for the list of
 * lessons, unless the user opened it next to them.
 */
export function isLeftShown({ preferences, isDrawerOpen, isLeftKept, learning }: PageState, hasInspectorColumn: boolean): boolean {
  return preferences.isLeftOpen && (hasInspectorColumn || isLeftKept || !(isDrawerOpen || learning?.kind === "list"));
}

export function useIsLeftShown(): boolean {
  const hasColumn = useHasInspectorColumn();
  return usePageState((state) => isLeftShown(state, hasColumn));
}

/** Whether the inspector is next to the picture. */
export function useIsRightShown(): boolean {
  const isWide = useHasInspectorColumn();
  return usePageState((state) => (isWide ? state.preferences.isInspectorOpen : state.isDrawerOpen));
}

/** Whether the window has at least `height` CSS pixels down. */
export function useIsTall(height: number): boolean {
  return useSyncExternalStore(watchWidth, () => innerHeight >= height);
}

/** Whether the window has at least `width` CSS pixels across. */
export function useIsWide(width: number): boolean {
  return useSyncExternalStore(watchWidth, () => innerWidth >= width);
}
