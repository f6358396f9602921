/** The words beside edges: what they say, where they stand, and whether they have room there. */
import { edgePath } from "@relayscope/engine";
import type { Box } from "../state/viewports.ts";
import type { Scene } from "./scene.ts";
import type { Detail } from "./useWindow.ts";

/** Font sizes by level of detail, so that none is below 9 px on the screen; from further away they are not shown. As in picture.css. */
const sizes: Readonly<Record<Detail, number>> = { close: 9.5, near: 10.2, fair: 12.2, mid: 13.8, low: 18, tiny: 25.2, far: 0 };
/** From this zoom on words do not grow on the screen. */
const nearest = 1.35;
/** In shares of the font's size. */
const letter = 0.6;
const [above, below] = [0.95, 0.3];
const gap = 5;

/** What flows along an edge: `float32 1×64×56×56`, `int8 1×64×56×56 and 2 more`; empty where that is not known. */
export function tensorText({ dtype, shape, tensors }: Scene["answer"]["graph"]["edges"][number]): string {
  const type = [dtype, shape].filter((t) => t !== "").join(" ");
  return tensors > 1 ? `${type} and ${tensors - 1} more` : type;
}

/** By how much words are smaller in the drawing where one is near. */
export function tensorLabelScale(zoom: number): number {
  return Math.min(1, nearest / zoom);
}

/** Those of the edges whose words have room at a level of detail, where no others stand. */
export function toldOf(scene: Scene, edges: ReadonlySet<number>, detail: Detail): ReadonlySet<number> {
  if (edges.size === 0 || sizes[detail] === 0) return new Set();
  const hasRoom = roomForLabels(scene, sizes[detail]);
  const { graph, layout } = scene.answer;
  return new Set([...edges].filter((i) => graph.edges[i] && hasRoom(tensorText(graph.edges[i]), edgePath(layout, i).at)));
}

/** A keeper of room for the labels of edges: tells whether one at a point covers no box and none of those before. */
export function roomForLabels(scene: Scene, size = sizes.close): (text: string, at: readonly [number, number]) => boolean {
  const high = (above + below) * size;
  /** By how many labels' heights they stand below the top; each lies in two such rows. */
  const rows = new Map<number, Box[]>();
  return (text, [atX, atY]) => {
    const own = { x: atX + gap, y: atY - above * size, width: text.length * letter * size, height: high };
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
