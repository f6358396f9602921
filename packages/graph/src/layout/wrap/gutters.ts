/** The room around columns for the edges that continue in other ones. */

/** Between columns each edge that continues in the next column has a track: as thick as the edge, with a margin. */
export function trackOf(thickness: number): number {
  return Math.max(6, thickness + 4);
}

/** The factor on track widths if together they are too wide for the gutter. */
export function squeeze(tracks: number): number {
  return Math.min(1, Math.max(0.25, 120 / Math.max(1, tracks)));
}

/** Width of the gutter between two columns, by the width of its tracks. */
export function gutterOf(tracks: number): number {
  return 16 + tracks * squeeze(tracks);
}

/** Above and below columns. */
export function channelOf(tracks: number): number {
  return 7 + tracks * squeeze(tracks);
}
