import { overBefore, overTools, type SheetPlace } from "../inspector/sheet.ts";
import type { Pane } from "../state/model.ts";
import { usePageState } from "../state/page.ts";
import { useHasInspectorColumn } from "../state/useWidth.ts";

/** Where the inspector's sheet lies in a pane: of two, in the one in which nothing was pressed. Undefined where it lies in another, or nowhere. */
export function useSheet(pane: Pane, isSplit: boolean): SheetPlace | undefined {
  const isWide = useHasInspectorColumn();
  const isOpen = usePageState((s) => s.isDrawerOpen);
  const over = usePageState((s) => s.drawerPane);
  const size = usePageState((s) => s.paneSize);
  if (isWide || !isOpen || (isSplit ? over !== pane : pane === "before")) return undefined;
  return pane === "before" ? overBefore : overTools(size ?? { width: innerWidth, height: innerHeight });
}
