/** The words beside edges: where they stand, and whether they have room there. */
import type { Box } from "../state/viewports.ts";
import type { Scene } from "./scene.ts";

const letter = 5.7;
const gap = 5;
const [above, below] = [9, 3];

/** A keeper of room for the labels of edges: tells whether one at a point covers no box and none of those before. */
export function roomForLabels(scene: Scene): (text: string, at: readonly [number, number]) => boolean {
  const taken: Box[] = [];
  return (text, [atX, atY]) => {
    const own = { x: atX + gap, y: atY - above, width: text.length * letter, height: above + below };
    const right = own.x + own.width;
    const bottom = own.y + own.height;
    const isFree =
      (scene.nodes?.search(own.x, own.y, right, bottom) ?? []).length === 0 &&
      !taken.some(({ x, y, width, height }) => own.x < x + width && x < right && own.y < y + height && y < bottom);
    if (isFree) taken.push(own);
    return isFree;
  };
}
