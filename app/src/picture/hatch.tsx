/** Hatches, one a color, so that regions are told apart without color. */
import { hatchOf, hatchSize, type Palette } from "@relayscope/palette";

/** What a shape fills itself with to have the hatch of a color; `pane` tells the panes' definitions apart. */
export function hatchFill(pane: string, color: number, count: number): string {
  return `url(#${pane}-hatch-${color % count})`;
}

/** The definitions that `hatchFill` names. */
export function Hatches({ pane, palette }: { readonly pane: string; readonly palette: Palette }) {
  return (
    <svg width="0" height="0" className="absolute" aria-hidden>
      <defs>
        {palette.regions.map((color, i) => {
          const { path, width } = hatchOf(i);
          return (
            <pattern key={color.line} id={`${pane}-hatch-${i}`} width={hatchSize} height={hatchSize} patternUnits="userSpaceOnUse">
              <path d={path} stroke={color.hatch} fill="none" strokeWidth={width} />
            </pattern>
          );
        })}
      </defs>
    </svg>
  );
}
