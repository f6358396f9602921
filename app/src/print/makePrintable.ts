import { isInLesson } from "../state/lessonAddress.ts";
import type { Page } from "../state/page.ts";
import type { ReadySheet } from "./printPicture.tsx";

/**
 * Lets the browser's own print menu print the sheet, too. The browser asks for the page at once, so a sheet is prepared
 * as soon as pointer or focus leave the page, as they do on the way to that menu. If none is ready, the panes are
 * printed as they are. Lessons, the guide and the blackboard print themselves.
 */
export function makePrintable(page: Page): void {
  let ready: ReadySheet | undefined;
  let isPreparing = false;
  let keyOf: ((page: Page) => string | undefined) | undefined;
  const isPicture = () => {
    const state = page.store.getState();
    return state.isStarted && !isInLesson(state) && state.guide === undefined && !state.isBoard && state.run.status === "finished";
  };
  async function prepare(): Promise<void> {
    if (isPreparing || !isPicture() || document.querySelector(".print-sheet")) return;
    isPreparing = true;
    try {
      const { readySheet, sheetKey } = await import("./printPicture.tsx");
      keyOf = sheetKey;
      if (ready?.key === sheetKey(page)) return;
      ready?.discard();
      ready = undefined;
      ready = await readySheet(page);
    } catch {
      // Without a sheet nothing is ready. The page's own print command reports why.
    } finally {
      isPreparing = false;
    }
  }
  const soon = () => void prepare();
  const mount = () => {
    if (ready && isPicture() && ready.key === keyOf?.(page) && !document.querySelector(".print-sheet")) document.body.append(ready.element);
  };
  const unmount = () => ready?.element.remove();
  addEventListener("blur", soon);
  document.documentElement.addEventListener("mouseleave", soon);
  addEventListener("beforeprint", mount);
  addEventListener("afterprint", unmount);
}
