import { useSyncExternalStore } from "react";
import { areFontsThere, whenFontsCome } from "../picture/text.ts";

/** Whether the page's own fonts are loaded. The component renders again when they come. */
export function useFonts(): boolean {
  return useSyncExternalStore(whenFontsCome, areFontsThere);
}
