/**
 * The graph's colors, light and dark. Region colors are distinguished by color-blind eyes (after Okabe and Ito); a
 * hatch and a letter say the same.
 */
export interface RegionColor {
  readonly line: string;
  readonly fill: string;
  readonly hatch: string;
  /** Text on `line`. */
  readonly onLine: string;
}

export interface Palette {
  readonly background: string;
  readonly ink: string;
  readonly muted: string;
  readonly card: string;
  readonly cardLine: string;
  readonly chip: string;
  readonly chipLine: string;
  readonly frame: string;
  readonly frameLine: string;
  readonly frameText: string;
  readonly composite: string;
  readonly compositeLine: string;
  readonly edge: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly fresh: string;
  readonly regions: readonly RegionColor[];
}

const light: Palette = {
  background: "#fbfbfd",
  ink: "#171c26",
  muted: "#626b7a",
  card: "#ffffff",
  cardLine: "#c3c9d4",
  chip: "#f1f3f7",
  chipLine: "#d3d8e1",
  frame: "rgba(30, 41, 70, 0.025)",
  frameLine: "#cdd3de",
  frameText: "#4d5666",
  composite: "rgba(63, 74, 198, 0.045)",
  compositeLine: "#a9b0e8",
  edge: "#98a1b0",
  accent: "#3f4ac6",
  accentSoft: "rgba(63, 74, 198, 0.16)",
  fresh: "#d9480f",
  regions: [
    { line: "#00795c", fill: "#e2f3ed", hatch: "rgba(0, 121, 92, 0.17)", onLine: "#ffffff" },
    { line: "#a15f00", fill: "#fcf0d9", hatch: "rgba(176, 104, 0, 0.2)", onLine: "#ffffff" },
    { line: "#a4317f", fill: "#f9e6f2", hatch: "rgba(164, 49, 127, 0.16)", onLine: "#ffffff" },
    { line: "#1769aa", fill: "#e1eefa", hatch: "rgba(23, 105, 170, 0.17)", onLine: "#ffffff" },
    { line: "#a62e1b", fill: "#fce6e2", hatch: "rgba(166, 46, 27, 0.17)", onLine: "#ffffff" },
    { line: "#4c5000", fill: "#f1f3d2", hatch: "rgba(76, 80, 0, 0.19)", onLine: "#ffffff" },
  ],
};

const dark: Palette = {
  background: "#12151a",
  ink: "#e8ebf1",
  muted: "#98a1b1",
  card: "#222833",
  cardLine: "#465062",
  chip: "#1c2129",
  chipLine: "#3a424f",
  frame: "rgba(200, 214, 255, 0.03)",
  frameLine: "#38404d",
  frameText: "#aab3c2",
  composite: "rgba(152, 162, 255, 0.07)",
  compositeLine: "#5b65ad",
  edge: "#667182",
  accent: "#98a2ff",
  accentSoft: "rgba(152, 162, 255, 0.24)",
  fresh: "#ff9b6a",
  regions: [
    { line: "#3ec7a0", fill: "#15302a", hatch: "rgba(62, 199, 160, 0.16)", onLine: "#06231b" },
    { line: "#e8a33a", fill: "#33270f", hatch: "rgba(232, 163, 58, 0.17)", onLine: "#2a1c02" },
    { line: "#e58ac4", fill: "#33192a", hatch: "rgba(229, 138, 196, 0.16)", onLine: "#33081f" },
    { line: "#6bb3f0", fill: "#142a3d", hatch: "rgba(107, 179, 240, 0.16)", onLine: "#04203a" },
    { line: "#f28a63", fill: "#36190f", hatch: "rgba(242, 138, 99, 0.16)", onLine: "#330d00" },
    { line: "#d3cf5a", fill: "#2d2c11", hatch: "rgba(211, 207, 90, 0.16)", onLine: "#262500" },
  ],
};

/** The palette of a theme. */
export function paletteOf(theme: "light" | "dark"): Palette {
  return theme === "dark" ? dark : light;
}

/** A region's color by its index; undefined for `default`, which is uncolored. Seven targets begin again. */
export function regionColor(palette: Palette, color: number): RegionColor | undefined {
  return color < 0 ? undefined : palette.regions[color % palette.regions.length];
}

/** The letter that represents a target's color: a capital. */
export function regionLetter(color: number): string {
  return String.fromCharCode(65 + (color % 26));
}

/** The letter that represents a cause: a small one, so that it is not taken for a target's. */
export function causeLetter(cause: number): string {
  return String.fromCharCode(97 + (cause % 26));
}
