/** Hatches, one a color or a cause, so that regions can be distinguished without color. */
import { hatchImage, hatchOf, hatchSize, type Palette } from "@relayscope/palette";
import { Fragment } from "react";
import type { LegendLine, Tint } from "./colors/colors.ts";

/** What a hatch depends on. */
type Hatched = Pick<Tint, "place" | "pattern">;

const nameOf = ({ place, pattern }: Hatched) => `${place}-${pattern}`;

/** The fill of a shape that has the hatch of a tint. `pane` keeps the definitions of the panes apart. */
export function hatchFill(pane: string, tint: Hatched): string {
  return `url(#${pane}-hatch-${nameOf(tint)})`;
}

/** The same for a thin bar of the color. */
export function barHatchFill(pane: string, tint: Hatched): string {
  return `url(#${pane}-bar-${nameOf(tint)})`;
}

/** The hatch of a tint as a background, as a custom property of the picture if it has that; undefined without one. */
export function hatchOn({ place, pattern, hatch }: Tint): string | undefined {
  if (place < 0) return undefined;
  return pattern === place ? `var(--p-hatch-${place})` : hatchImage(pattern, hatch);
}

/** How much smaller a hatch is on a thin bar. */
const barScale = 0.6;

interface HatchesProps {
  readonly pane: string;
  readonly palette: Palette;
  /** The lines of the legend, which may have other hatches than those of their colors. */
  readonly legend: readonly LegendLine[];
}

/** The definitions that `hatchFill` and `barHatchFill` name. */
export function Hatches({ pane, palette, legend }: HatchesProps) {
  const usual = palette.regions.map((_, place): Hatched => ({ place, pattern: place }));
  const all = new Map([...usual, ...legend.flatMap(({ tint }) => tint ?? [])].map((tint) => [nameOf(tint), tint]));
  return (
    <svg width="0" height="0" className="absolute" aria-hidden>
      <defs>
        {[...all].map(([name, { place, pattern }]) => {
          const color = palette.regions[place];
          if (!color) return null;
          const { path, width } = hatchOf(pattern);
          const tile = { width: hatchSize, height: hatchSize, patternUnits: "userSpaceOnUse" } as const;
          return (
            <Fragment key={name}>
              <pattern id={`${pane}-hatch-${name}`} {...tile}>
                <path d={path} stroke={color.hatch} fill="none" strokeWidth={width} />
              </pattern>
              <pattern id={`${pane}-bar-${name}`} {...tile} patternTransform={`scale(${barScale})`}>
                <path d={path} stroke={color.onLine} fill="none" strokeWidth={1.5 * width} />
              </pattern>
            </Fragment>
          );
        })}
      </defs>
    </svg>
  );
}
