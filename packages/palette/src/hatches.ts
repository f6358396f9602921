/**
 * Hatches, one a color, so that regions are distinguished without color: paths within a tile of 8 by 8. Causes of one
 * family share a color and have a hatch each.
 */
const strokes: readonly string[] = [
  "M-2 2L2-2M-2 10L10-2M6 10L10 6",
  "M-2 6L2 10M-2-2L10 10M6-2L10 2",
  "M1 2h2M5 6h2",
  "M0 4h8",
  "M4 0v8",
  "M0 4h8M4 0v8",
  "M2 2h4v4h-4z",
  "M0 6L4 2L8 6",
];

/** How many hatches there are. */
export const hatchCount = strokes.length;

/** The side of a hatch's tile, in CSS pixels. */
export const hatchSize = 8;

export interface Hatch {
  readonly path: string;
  readonly width: number;
}

/** The hatch of a color, by its place. */
export function hatchOf(color: number): Hatch {
  const at = color % strokes.length;
  return { path: strokes[at] ?? "", width: at === 2 ? 2 : 1 };
}

/** A hatch as an image that fills the background of an element. */
export function hatchImage(color: number, stroke: string): string {
  const { path, width } = hatchOf(color);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${hatchSize}" height="${hatchSize}"><path d="${path}" stroke="${stroke}" fill="none" stroke-width="${width}"/></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}

/** A part of a background, in percent of its width. */
export interface HatchedShare {
  readonly fill: string;
  readonly hatch: string;
  readonly pattern: number;
  readonly start: number;
  readonly length: number;
}

/**
 * The parts of a bar, those with the same key as one, in order of first appearance: each with its start on the joined
 * bar. Lengths are shares of the bar.
 */
export function joinedShares<Part extends { readonly length: number }>(
  bar: readonly Part[],
  keyOf: (part: Part) => string,
): readonly (Part & { readonly start: number })[] {
  const parts = new Map<string, { readonly first: Part; length: number }>();
  for (const part of bar) {
    const key = keyOf(part);
    const known = parts.get(key);
    if (known) known.length += part.length;
    else parts.set(key, { first: part, length: part.length });
  }
  let end = 0;
  return [...parts.values()].map(({ first, length }) => {
    const start = end;
    end += length;
    return { ...first, length, start };
  });
}

/** Fills with hatches next to each other, as an image that is as large as the background of an element. */
export function hatchedShares(shares: readonly HatchedShare[]): string {
  const parts = shares.map(({ fill, hatch, pattern, start, length }, i) => {
    const { path, width } = hatchOf(pattern);
    const tile = `<pattern id="p${i}" width="${hatchSize}" height="${hatchSize}" patternUnits="userSpaceOnUse"><path d="${path}" stroke="${hatch}" fill="none" stroke-width="${width}"/></pattern>`;
    const place = `x="${start}%" width="${length}%" height="100%"`;
    return `${tile}<rect ${place} fill="${fill}"/><rect ${place} fill="url(#p${i})"/>`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg">${parts.join("")}</svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
}
