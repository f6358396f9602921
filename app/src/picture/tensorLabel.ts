/** The words beside edges: where they stand, and whether they have room there. */
import type { Box } from "../state/viewports.ts";
import type { Scene } from "./scene.ts";

const letter = 5.7;
const gap = 5;
const [above, below] = [9, 3];

/** A keeper of room for the labels of edges: tells whether one at a point covers no box and none of those before. */
export function roomForLabels(scene: Scene): (text: string, at: readonly [number, number]) => boolean {
  const high = above + below;
  /** By how many labels' heights they stand below the top; each lies in two such rows. */
  const rows = new Map<number, Box[]>();
  return (text, [atX, atY]) => {
    const own = { x: atX + gap, y: atY - above, width: text.length * letter, height: high };
    const right = own.x + own.width;
    const bottom = own.y + high;
    const first = Math.floor(own.y / high);
    const isTaken = ({ x, y, width, height }: Box) => own.x < x + width && x < right && own.y < y + height && y < bottom;
    const isFree =
      !rows.get(first)?.some(isTaken) &&
      !rows.get(first + 1)?.some(isTaken) &&
      (scene.nodes?.search(own.x, own.y, right, bottom) ?? []).length === 0;
    if (isFree) for (const row of [first, first + 1]) rows.set(row, [...(rows.get(row) ?? []), own]);
    return isFree;
  };
}
