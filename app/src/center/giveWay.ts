/** What keeps a picture where it is on the screen when a banner comes above it. */
import type { Viewports } from "../state/viewports.ts";

/**
 * The panes give this height to a banner above them, and what is drawn stays where it is on the screen. If a picture
 * that was fitted would be cut, it is fitted again instead, unless the pointer `isOver` it. Returns the function that
 * gives the height back; undefined if nothing was given.
 */
export function giveWay(viewports: Viewports, height: number, isOver: boolean): (() => void) | undefined {
  const { picture, current, isFitted } = viewports;
  if (!picture || viewports.isMoving || (isFitted && !isOver && current.y + picture.y * current.zoom < height)) return undefined;
  viewports.given += height;
  viewports.pan(0, -height);
  return () => {
    viewports.given -= height;
    if (!viewports.isMoving) viewports.pan(0, height);
  };
}
