import { hatchImage, type Palette } from "@relayscope/palette";

/** The palette as custom properties, for what is drawn as elements; `--p-hatch-2` is the hatch of the color at 2. */
export function paletteVariables(palette: Palette): Readonly<Record<`--p-${string}`, string>> {
  const { background, ink, muted, card, cardLine, chip, chipLine, frame, frameLine, frameText, composite, compositeLine } = palette;
  const { edge, accent, accentSoft, fresh, regions } = palette;
  return {
    "--p-background": background,
    "--p-ink": ink,
    "--p-muted": muted,
    "--p-card": card,
    "--p-card-line": cardLine,
    "--p-chip": chip,
    "--p-chip-line": chipLine,
    "--p-frame": frame,
    "--p-frame-line": frameLine,
    "--p-frame-text": frameText,
    "--p-composite": composite,
    "--p-composite-line": compositeLine,
    "--p-edge": edge,
    "--p-accent": accent,
    "--p-accent-soft": accentSoft,
    "--p-fresh": fresh,
    ...Object.fromEntries(regions.map(({ hatch }, i) => [`--p-hatch-${i}`, hatchImage(i, hatch)])),
  };
}
