import { useLayoutEffect } from "react";
import type { ShownGraph } from "../hooks/useGraph.ts";
import { pictureBox } from "../picture/scene.ts";
import { usePage } from "../state/page.ts";

/**
 * Reports the picture next to the leading one, so that both are fitted together, even before it is drawn. Undefined if
 * there is none.
 */
export function useCompanion(shown: ShownGraph | undefined): void {
  const { viewports } = usePage();
  const layout = shown && shown.answer.graph.nodes.length > 0 ? shown.answer.layout : undefined;
  useLayoutEffect(() => {
    if (!layout) return;
    viewports.accompany(pictureBox(layout));
    return () => viewports.accompany(undefined);
  }, [viewports, layout]);
}
