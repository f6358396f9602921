import { paletteOf, regionColor, regionLetter } from "@relayscope/palette";
import { useTheme } from "../state/useTheme.ts";

interface RegionMarkProps {
  readonly color: number;
  readonly size?: number;
  /** Where it is another than the color's. */
  readonly letter?: string | undefined;
}

/** The swatch of a target: its color and its letter. */
export function RegionMark({ color, size = 16, letter }: RegionMarkProps) {
  const found = regionColor(paletteOf(useTheme()), color);
  return (
    <span
      aria-hidden
      className="inline-flex shrink-0 items-center justify-center rounded-[3px] font-bold"
      style={{
        width: size,
        height: size,
        fontSize: size * 0.66,
        lineHeight: 1,
        background: found?.line ?? "transparent",
        color: found?.onLine ?? "var(--ink-3)",
        boxShadow: found ? undefined : "inset 0 0 0 1px var(--line-strong)",
      }}
    >
      {letter ?? (found ? regionLetter(color) : "–")}
    </span>
  );
}
