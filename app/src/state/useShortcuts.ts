import { useEffect } from "react";
import { usePage } from "./page.ts";

/** Whether keys belong to what has the focus: text being written, or a control with keys of its own. */
function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || target.closest("input, textarea, select, .monaco-editor, [role=menu], [role=dialog]") !== null)
  );
}

/** The page's keys: arrows step passes, `/` searches, `f` fits, `?` helps, Escape lets go. */
export function useShortcuts(): void {
  const { actions, store } = usePage();
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent): void {
      const isCommand = event.ctrlKey || event.metaKey;
      if (isCommand && event.key.toLowerCase() === "k") {
        event.preventDefault();
        actions.showDialog("search");
        return;
      }
      if (event.defaultPrevented || isTyping(event.target)) return;
      if (isCommand) {
        const key = event.key.toLowerCase();
        if (key === "z" || key === "y") {
          event.preventDefault();
          if (key === "y" || event.shiftKey) actions.redo();
          else actions.undo();
        }
        return;
      }
      if (event.altKey) return;
      const { view, preferences, isDrawerOpen } = store.getState();
      const inArrows =
        event.target instanceof HTMLElement && event.target.closest("[role=tablist], [role=tree], [role=separator], [role=listbox]");
      switch (event.key) {
        case "ArrowLeft":
        case "ArrowRight":
          if (inArrows) return;
          actions.step(event.key === "ArrowLeft" ? -1 : 1);
          break;
        case "/":
          actions.showDialog("search");
          break;
        case "?":
          actions.showDialog("help");
          break;
        case "f":
          document.querySelector<HTMLElement>("[data-fit]")?.click();
          break;
        case "z":
          actions.reveal();
          break;
        case "v":
          actions.setView({ hideVariables: !view.hideVariables });
          break;
        case "c":
          actions.setView({ hideConstants: !view.hideConstants });
          break;
        case "b":
          actions.setView({ showAnnotations: !view.showAnnotations });
          break;
        case "m":
          actions.setPreferences({ isMapShown: !preferences.isMapShown });
          break;
        case "1":
          actions.setPanes(view.panes === "across" ? "down" : "across");
          break;
        case "2":
          actions.setPanes("after");
          break;
        case "3":
          actions.setPanes("diff");
          break;
        case "Escape":
          if (isDrawerOpen) actions.setDrawer(false);
          else actions.setView({ selection: undefined });
          break;
        default:
          return;
      }
      event.preventDefault();
    }
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [actions, store]);
}
