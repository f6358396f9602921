/** Finds a place for a button next to a box, where it covers nothing. */
import type { Box } from "../../state/boxes.ts";

export type Side = "right" | "left" | "bottom" | "top" | "inside";

interface Place {
  readonly side: Side;
  readonly align: "center" | "start" | "end";
}

/** Best first. The last is inside, at the end of the foot. */
const places: readonly Place[] = [
  ...(["right", "left", "bottom", "top"] as const).flatMap((side) =>
    (["center", "start", "end"] as const).map((align) => ({ side, align })),
  ),
  { side: "inside", align: "end" },
];

/** The first place at the sides of a box that is in sight and free of obstacles, else the one that covers the least. */
export function freePlace(
  box: Box,
  size: { readonly width: number; readonly height: number; readonly offset: number },
  obstacles: readonly Box[],
  sight: Box,
): Place {
  let [best] = places;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const own = boxAt(place, box, size);
    const hidden = own.width * own.height - shared(own, sight);
    // A button out of sight is useless.
    const covered = obstacles.reduce((sum, obstacle) => sum + shared(own, obstacle), hidden * 100);
    if (covered >= least) continue;
    [best, least] = [place, covered];
    if (covered === 0) break;
  }
  return best ?? { side: "right", align: "center" };
}

function boxAt({ side, align }: Place, box: Box, { width, height, offset }: Parameters<typeof freePlace>[1]): Box {
  const along = (start: number, length: number, own: number) =>
    align === "start" ? start : align === "end" ? start + length - own : start + (length - own) / 2;
  const isUpright = side === "right" || side === "left";
  const x = isUpright ? (side === "right" ? box.x + box.width + offset : box.x - offset - width) : along(box.x, box.width, width);
  const foot = box.y + box.height;
  const y = isUpright
    ? along(box.y, box.height, height)
    : { bottom: foot + offset, top: box.y - offset - height, inside: foot - height }[side];
  return { x, y, width, height };
}

/** The area that two boxes share. */
function shared(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}
