import { useSyncExternalStore } from "react";
import type { PageState } from "../state/model.ts";
import { type Page, usePageState } from "../state/page.ts";

const query = "(prefers-color-scheme: dark)";

type Theme = "light" | "dark";

function watch(listener: () => void): () => void {
  const media = matchMedia(query);
  media.addEventListener("change", listener);
  return () => media.removeEventListener("change", listener);
}

/** The active theme: the chosen one, else the system's. */
function themeOf({ preferences: { theme } }: Pick<PageState, "preferences">): Theme {
  return theme === "system" ? (matchMedia(query).matches ? "dark" : "light") : theme;
}

/** Applies the active theme to the document, now and when it changes. */
export function followTheme({ store }: Page): void {
  const show = () => {
    document.documentElement.dataset.theme = themeOf(store.getState());
  };
  show();
  store.subscribe(show);
  watch(show);
}

/** The active theme. */
export function useTheme(): Theme {
  const preferences = usePageState((s) => s.preferences);
  return useSyncExternalStore(watch, () => themeOf({ preferences }));
}
