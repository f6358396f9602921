import { boxAt } from "@relayscope/engine/titles";
import { useStoreApi } from "@xyflow/react";
import { type FocusEvent, useCallback } from "react";
import { usePage } from "../state/page.ts";
import type { Scene } from "./scene.ts";

/**
 * Brings the focused node into view, as nodes are also mounted beyond the pane. While a picture is on its way, the
 * picture does this.
 */
export function useFocused(scene: Scene): (event: FocusEvent) => void {
  const { viewports } = usePage();
  const store = useStoreApi();
  return useCallback(
    ({ target }: FocusEvent) => {
      const id = target.matches(".react-flow__node:focus-visible") && target instanceof HTMLElement ? target.dataset.id : undefined;
      const index = id === undefined ? undefined : scene.nodeNames.find(id);
      if (index === undefined || viewports.isMoving) return;
      const { width, height } = store.getState();
      viewports.uncover(boxAt(scene.answer.layout.nodes, index), width, height);
      // The user walks the picture.
      viewports.isNudged = false;
    },
    [viewports, store, scene],
  );
}
