import { useCallback, useRef, useState } from "react";
import { useMoves } from "../hooks/useMoves.ts";
import type { Scene } from "./scene.ts";

/** How long after a move of the picture the thing under the pointer counts as hovered, in milliseconds. */
const rest = 120;

/** What the pointer is on, by index: a node, an edge, a region's hull or label, or the title of a frame. */
export interface Hovered {
  readonly node?: number | undefined;
  readonly edge?: number | undefined;
  readonly region?: number | undefined;
  readonly frame?: number | undefined;
}

export const nowhere: Hovered = {};

/**
 * The part of a scene under the pointer, and a setter for it. While the picture moves, the setter ignores what passes
 * under the pointer.
 */
export function useHovered({ answer }: Scene): readonly [Hovered, (on: Hovered) => void] {
  const [hovered, setHovered] = useState(nowhere);
  const under = useRef(nowhere);
  const isMoving = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useMoves(({ transform }, before) => {
    if (transform === before.transform) return;
    isMoving.current = true;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      isMoving.current = false;
      setHovered(under.current);
    }, rest);
  });
  const hover = useCallback((on: Hovered) => {
    under.current = on;
    if (!isMoving.current) setHovered(on);
  }, []);
  const { nodes, edges, regions, frames } = answer.graph;
  const { node = 0, edge = 0, region = 0, frame = 0 } = hovered;
  const isThere = node < nodes.length && edge < edges.length && region < regions.length && frame < frames.length;
  return [isThere ? hovered : nowhere, hover];
}
