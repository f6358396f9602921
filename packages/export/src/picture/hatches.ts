/** The hatches of an exported picture: definitions, and the fills that name them. */
import type { PictureColors, PictureTint } from "@relayscope/graph";
import { hatchOf, hatchSize } from "@relayscope/palette";
import { element } from "./xml.ts";

export interface Hatches {
  readonly definitions: string;
  /** The hatch of a tint as a fill; undefined if it has none. */
  readonly fillOf: (tint: PictureTint | undefined) => string | undefined;
}

const keyOf = ({ hatch, pattern }: PictureTint) => `${pattern} ${hatch}`;

/** The hatches of a picture's colors. */
export function hatchesOf({ nodes, regions, bars, legend }: PictureColors): Hatches {
  const places = new Map<string, number>();
  const patterns: string[] = [];
  const all = [...nodes, ...regions, ...[...bars.flat(), ...legend].map(({ tint }) => tint)];
  for (const tint of all) {
    if (!tint || tint.pattern < 0 || places.has(keyOf(tint))) continue;
    const { path, width } = hatchOf(tint.pattern);
    const stroke = element("path", { d: path, stroke: tint.hatch, fill: "none", "stroke-width": width });
    const tile = { id: `hatch-${places.size}`, width: hatchSize, height: hatchSize, patternUnits: "userSpaceOnUse" };
    patterns.push(element("pattern", tile, stroke));
    places.set(keyOf(tint), places.size);
  }
  return {
    definitions: element("defs", {}, patterns.join("")),
    fillOf: (tint) => {
      const place = tint && tint.pattern >= 0 ? places.get(keyOf(tint)) : undefined;
      return place === undefined ? undefined : `url(#hatch-${place})`;
    },
  };
}
