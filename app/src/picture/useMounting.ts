import { useStoreApi } from "@xyflow/react";
import { useState } from "react";
import { useController } from "../hooks/useController.ts";
import type { Pane } from "../state/model.ts";
import { usePage } from "../state/page.ts";
import type { Look, PictureNode, Shown, TensorEdge } from "./elementData.ts";
import { Elements } from "./elements.ts";
import { type Mounted, Mounting, nothing } from "./mounting.ts";
import type { Scene } from "./scene.ts";

/**
 * Mounts what is to be shown in the surrounding React Flow, step by step; returns what is mounted. Sizes and ends of
 * edges come with the nodes, so that React Flow measures none. Otherwise it would measure after each turn, and then
 * check all nodes and edges for changes.
 */
export function useMounting(scene: Scene, goal: Shown, look: Look, pane: Pane): Mounted {
  const { turns } = usePage();
  const store = useStoreApi<PictureNode, TensorEdge>();
  const [mounted, setMounted] = useState(nothing);
  const [mounting] = useState(() => {
    store.setState({ updateNodeInternals: () => undefined });
    return new Mounting(new Elements(pane), store.getState, turns, pane === "after", setMounted);
  });
  useController(mounting, { scene, goal, look });
  return mounted;
}
