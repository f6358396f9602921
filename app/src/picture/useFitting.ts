import { useReactFlow, useStore, useStoreApi } from "@xyflow/react";
import { useState } from "react";
import { useController } from "../hooks/useController.ts";
import type { ShownGraph } from "../hooks/useGraph.ts";
import { useLatest } from "../hooks/useRequest.ts";
import type { PaneViewport } from "../state/boxes.ts";
import { shownMode } from "../state/graphRequests.ts";
import type { Pane } from "../state/model.ts";
import { usePage, usePageState } from "../state/page.ts";
import type { Marks } from "./elementData.ts";
import { Fitting, type Flow } from "./Fitting.ts";
import type { Scene } from "./scene.ts";

/** Moves the viewport of the surrounding React Flow for a picture, and for what is asked of it. */
export function useFitting(scene: Scene, shown: ShownGraph, pane: Pane, { selected, pointed }: Marks): void {
  const { viewports } = usePage();
  const { setViewport } = useReactFlow();
  const { getState, subscribe } = useStoreApi();
  const now = {
    pane,
    scene,
    shown,
    width: useStore((s) => s.width),
    height: useStore((s) => s.height),
    paneSize: usePageState((s) => s.paneSize),
    mode: usePageState(shownMode),
    isWrapped: usePageState((s) => s.preferences.isWrapped),
    selected,
    pointed,
    isInspectorOpen: usePageState((s) => s.isDrawerOpen),
    fit: useLatest("fit"),
    opened: useLatest("opened"),
    reveal: useLatest("reveal"),
  };
  const [fitting] = useState(() => {
    const own: PaneViewport = {
      set: (viewport, duration) => void setViewport(viewport, { duration }),
      size: () => ({ width: getState().width, height: getState().height }),
    };
    const onMove: Flow["onMove"] = (act) =>
      subscribe(({ transform }, before) => {
        const [x, y, zoom] = transform;
        if (transform !== before.transform) act({ x, y, zoom });
      });
    return new Fitting(viewports, { pane: own, onMove }, now);
  });
  useController(fitting, now);
}
