/** The room around columns for the edges that go on in other ones. */

/** Between columns the edges that go on in the next one have a track each: as thick as the edge, with room beside it. */
export function trackOf(thickness: number): number {
  return Math.max(6, thickness + 4);
}

/** The share of their widths that tracks get which are so wide together: they share what room there is. */
export function squeeze(tracks: number): number {
  return Math.min(1, Math.max(0.25, 120 / Math.max(1, tracks)));
}

/** Width of what is between two columns, by the width of the tracks there. */
export function gutterOf(tracks: number): number {
  return 16 + tracks * squeeze(tracks);
}

/** Above and below columns. */
export function channelOf(tracks: number): number {
  return 7 + tracks * squeeze(tracks);
}
