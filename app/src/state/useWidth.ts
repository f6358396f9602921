import { useSyncExternalStore } from "react";

/** From here on the inspector has a column of its own, in CSS pixels; below it is a sheet over the picture. */
export const inspectorColumn = 1440;
/** Below it text, picture and inspector do not stand side by side: they are tabs. */
export const sideBySide = 1100;

function watch(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/** Whether the window has at least `width` CSS pixels across. */
export function useIsWide(width: number): boolean {
  return useSyncExternalStore(watch, () => innerWidth >= width);
}
