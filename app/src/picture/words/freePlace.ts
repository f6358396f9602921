/** Finds a place for a button next to a box, where it covers nothing. */
import type { Box } from "../../state/boxes.ts";

export type Side = "right" | "left" | "bottom" | "top";

/** A button in CSS pixels, and its distance from the box; negative if it reaches over the box's edge. */
interface Size {
  readonly width: number;
  readonly height: number;
  readonly offset: number;
}

interface Place extends Size {
  readonly side: Side;
  readonly align: "center" | "start" | "end";
}

/** The places of a button at the sides of a box, best first: each place of a size is better than those of the next. */
export function placesOf(sizes: readonly Size[]): readonly Place[] {
  return sizes.flatMap((size) =>
    (["right", "left", "bottom", "top"] as const).flatMap((side) =>
      (["center", "start", "end"] as const).map((align) => ({ side, align, ...size })),
    ),
  );
}

/** The first of the places that is in sight and free of obstacles at this zoom, else the one that covers the least. */
export function freePlace(places: readonly Place[], box: Box, zoom: number, obstacles: readonly Box[], sight: Box): Place | undefined {
  let [best] = places;
  let least = Number.POSITIVE_INFINITY;
  for (const place of places) {
    const own = boxAt(place, box, zoom);
    const hidden = own.width * own.height - shared(own, sight);
    // A button out of sight is useless.
    const covered = obstacles.reduce((sum, obstacle) => sum + shared(own, obstacle), hidden * 100);
    if (covered >= least) continue;
    [best, least] = [place, covered];
    if (covered === 0) break;
  }
  return best;
}

function boxAt({ side, align, ...css }: Place, box: Box, zoom: number): Box {
  const [width, height, offset] = [css.width / zoom, css.height / zoom, css.offset / zoom];
  const along = (start: number, length: number, own: number) =>
    align === "start" ? start : align === "end" ? start + length - own : start + (length - own) / 2;
  const isUpright = side === "right" || side === "left";
  const x = isUpright ? (side === "right" ? box.x + box.width + offset : box.x - offset - width) : along(box.x, box.width, width);
  const y = isUpright ? along(box.y, box.height, height) : side === "bottom" ? box.y + box.height + offset : box.y - offset - height;
  return { x, y, width, height };
}

/** The area that two boxes share. */
function shared(a: Box, b: Box): number {
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return across > 0 && down > 0 ? across * down : 0;
}
