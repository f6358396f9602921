import { useEffect } from "react";
import { isInLesson } from "../state/lessonAddress.ts";
import { type Page, usePage } from "../state/page.ts";
import type { ReadySheet } from "./printPicture.tsx";

/**
 * Has the browser's own menu print the sheet, too. It asks for the page at once, so a sheet is made ready as soon as pointer or focus leave the page, as
 * they do on the way to that menu; where none is ready, the panes are printed as they stand. Lessons, the guide and the blackboard print as they are.
 */
export function usePrintable(): void {
  const page = usePage();
  useEffect(() => {
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
        // Nothing is ready then: who prints by the page's own command is told why.
      } finally {
        isPreparing = false;
      }
    }
    const soon = () => void prepare();
    const mount = () => {
      if (ready && isPicture() && ready.key === keyOf?.(page) && !document.querySelector(".print-sheet"))
        document.body.append(ready.element);
    };
    const unmount = () => ready?.element.remove();
    addEventListener("blur", soon);
    document.documentElement.addEventListener("mouseleave", soon);
    addEventListener("beforeprint", mount);
    addEventListener("afterprint", unmount);
    return () => {
      removeEventListener("blur", soon);
      document.documentElement.removeEventListener("mouseleave", soon);
      removeEventListener("beforeprint", mount);
      removeEventListener("afterprint", unmount);
      ready?.discard();
    };
  }, [page]);
}
