/** A picture without columns drawn apart. */
import { at } from "@relayscope/ir";
import type { GraphLayout } from "../../drawable.ts";
import { type Bands, bandAt } from "../wrap/bands.ts";

/**
 * A picture with its bands moved down to `tops`. Content between two bands moves with the lower one; frames that end
 * there move with the upper one.
 */
export function stretched(flat: GraphLayout, { top, bottom, count }: Bands, tops: readonly number[]): GraphLayout {
  if (count === 0) return flat;
  const by = tops.map((y, b) => y - at(top, b));
  const above = (y: number) => at(by, bandAt(top, y));
  const below = (y: number) => {
    const band = bandAt(top, y);
    return at(by, y > at(bottom, band) && band + 1 < count ? band + 1 : band);
  };
  const boxes = (list: Float32Array) => {
    const out = Float32Array.from(list);
    for (let i = 0; i < out.length; i += 4) {
      const [y, height] = [at(list, i + 1), at(list, i + 3)];
      if (at(list, i + 2) === 0 && height === 0) continue;
      const [from, to] = [y + below(y), y + height + above(y + height)];
      out[i + 1] = from;
      out[i + 3] = to - from;
    }
    return out;
  };
  const edgePoints = Float32Array.from(flat.edgePoints, (v, i) => (i % 2 === 0 ? v : v + below(v - 1)));
  const [nodes, frames, framePieces, hulls] = [flat.nodes, flat.frames, flat.framePieces, flat.hulls].map(boxes);
  if (!nodes || !frames || !framePieces || !hulls) return flat;
  return { ...flat, nodes, frames, framePieces, hulls, edgePoints, height: flat.height + at(by, count - 1) };
}
