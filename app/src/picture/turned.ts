import { boxAt } from "@relayscope/engine/titles";
import type { Box } from "../state/boxes.ts";
import type { Scene } from "./scene.ts";

/**
 * The boxes, in both pictures of a stage, of the card or frame that was opened or closed between them. Undefined unless
 * there is exactly one.
 */
export function turnedBetween(before: Scene, after: Scene): { readonly from: Box; readonly to: Box } | undefined {
  if (before === after) return undefined;
  const opened = openedIn(before, after);
  const closed = openedIn(after, before).map(({ closed: to, open: from }) => ({ from, to }));
  const [turned, other] = [...opened.map(({ closed: from, open: to }) => ({ from, to })), ...closed];
  return other ? undefined : turned;
}

/**
 * What is closed in one picture and open in the other: the box of the closed node, and the first piece of the frame.
 */
function openedIn(there: Scene, here: Scene): { readonly closed: Box; readonly open: Box }[] {
  const { frames } = here.answer.graph;
  const { framePieces, frameOffsets } = here.answer.layout;
  return frames.flatMap((frame, i) => {
    const node = there.indexOf.get(-frame.id);
    if (node === undefined || frame.isCollapsed || here.indexOf.has(-frame.id)) return [];
    return [{ closed: boxAt(there.answer.layout.nodes, node), open: boxAt(framePieces, frameOffsets[i] ?? 0) }];
  });
}
