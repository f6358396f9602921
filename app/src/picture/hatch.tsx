/** Hatches, one a color, so that regions can be distinguished without color. */
import { hatchOf, hatchSize, type Palette } from "@relayscope/palette";
import { Fragment } from "react";

/** The fill of a shape that has the hatch of a color. `pane` keeps the definitions of the panes apart. */
export function hatchFill(pane: string, color: number, count: number): string {
  return `url(#${pane}-hatch-${color % count})`;
}

/** The same for a thin bar of the color. */
export function barHatchFill(pane: string, color: number): string {
  return `url(#${pane}-bar-${color})`;
}

/** The hatch of a tint as a custom property of the picture; undefined for a tint without a hatch. */
export function hatchOn({ place }: { readonly place: number }): string | undefined {
  return place < 0 ? undefined : `var(--p-hatch-${place})`;
}

/** How much smaller a hatch is on a thin bar. */
const barScale = 0.6;

/** The definitions that `hatchFill` and `barHatchFill` name. */
export function Hatches({ pane, palette }: { readonly pane: string; readonly palette: Palette }) {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden>
      <defs>
        {palette.regions.map((color, i) => {
          const { path, width } = hatchOf(i);
          const tile = { width: hatchSize, height: hatchSize, patternUnits: "userSpaceOnUse" } as const;
          return (
            <Fragment key={color.line}>
              <pattern id={`${pane}-hatch-${i}`} {...tile}>
                <path d={path} stroke={color.hatch} fill="none" strokeWidth={width} />
              </pattern>
              <pattern id={`${pane}-bar-${i}`} {...tile} patternTransform={`scale(${barScale})`}>
                <path d={path} stroke={color.onLine} fill="none" strokeWidth={1.5 * width} />
              </pattern>
            </Fragment>
          );
        })}
      </defs>
    </svg>
  );
}
