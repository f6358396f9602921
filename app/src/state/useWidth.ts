import { useSyncExternalStore } from "react";

function watch(listener: () => void): () => void {
  addEventListener("resize", listener);
  return () => removeEventListener("resize", listener);
}

/** Whether the window has at least `width` CSS pixels across. */
export function useIsWide(width: number): boolean {
  return useSyncExternalStore(watch, () => innerWidth >= width);
}
