import { hatchImage, paletteOf, regionColor, regionLetter } from "@relayscope/palette";
import { useTheme } from "../hooks/useTheme.ts";

interface RegionMarkProps {
  readonly color: number;
  readonly size?: number;
  /** A letter other than that of the color. */
  readonly letter?: string | undefined;
}

/** The size of the letter in a swatch, in pixels: none is too small to read. */
export const letterSize = (size: number): number => Math.max(10, size * 0.72);

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
        fontSize: letterSize(size),
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

interface HatchMarkProps extends Pick<RegionMarkProps, "color" | "size"> {
  /** The hatch; by default that of the color. */
  readonly pattern?: number | undefined;
}

/** The hatch of a color, as in its areas; nothing for a color without one. */
export function HatchMark({ color, size = 16, pattern = color }: HatchMarkProps) {
  const found = regionColor(paletteOf(useTheme()), color);
  if (!found) return null;
  return (
    <span
      aria-hidden
      className="inline-block shrink-0 rounded-[3px]"
      style={{
        width: 1.5 * size,
        height: size,
        background: `${hatchImage(pattern, found.line)} ${found.fill}`,
        boxShadow: `inset 0 0 0 1px ${found.line}`,
      }}
    />
  );
}
