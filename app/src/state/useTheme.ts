import { useSyncExternalStore } from "react";
import { usePageState } from "./page.ts";

const query = "(prefers-color-scheme: dark)";

function watch(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** The theme in force: the chosen one, else the system's. */
export function useTheme(): "light" | "dark" {
  const chosen = usePageState((s) => s.preferences.theme);
  const isSystemDark = useSyncExternalStore(watch, () => matchMedia(query).matches);
  return chosen === "system" ? (isSystemDark ? "dark" : "light") : chosen;
}
