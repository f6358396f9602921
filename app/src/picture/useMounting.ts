import { useStoreApi } from "@xyflow/react";
import { useEffect, useLayoutEffect, useState } from "react";
import type { Pane } from "../state/model.ts";
import { usePage } from "../state/page.ts";
import { Elements, type Look, type PictureNode, type Shown, type TensorEdge } from "./elements.ts";
import { Mounting, nothing, type Standing } from "./mounting.ts";
import type { Scene } from "./scene.ts";

/**
 * Has React Flow around the component hold what is to be shown, by and by; says what of it stands. Sizes and ends of edges come with the nodes, so
 * that it measures none: else it would, after each turn that brings some, and then ask all nodes and edges whether they look other than they do.
 */
export function useMounting(scene: Scene, goal: Shown, look: Look, pane: Pane): Standing {
  const { turns } = usePage();
  const store = useStoreApi<PictureNode, TensorEdge>();
  const [standing, setStanding] = useState(nothing);
  const [mounting] = useState(() => {
    store.setState({ updateNodeInternals: () => undefined });
    return new Mounting(new Elements(pane), store.getState, turns, pane === "after", setStanding);
  });
  useLayoutEffect(() => mounting.show({ scene, goal, look }), [mounting, scene, goal, look]);
  useEffect(() => mounting.stop, [mounting]);
  return standing;
}
