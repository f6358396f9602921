/** The colors of a picture as data, so that an exported picture has those that are on screen. */

/** A color as CSS has it, with the letter and the hatch that represent the same. */
export interface PictureTint {
  readonly line: string;
  readonly fill: string;
  readonly hatch: string;
  /** Text on `line`. */
  readonly onLine: string;
  /** The place of its hatch; -1 for none. */
  readonly pattern: number;
  readonly letter: string;
}

/** A part of a card's bar. The lengths of a bar's parts add up to 1. */
export interface BarPart {
  /** Undefined for the host, and for colors that a bar does not show. */
  readonly tint: PictureTint | undefined;
  readonly isHost: boolean;
  readonly start: number;
  readonly length: number;
}

/** By index into the graph. */
export interface PictureColors {
  /** Whether the nodes of a region have its color, which then fills the region and not the node. */
  readonly isByRegion: boolean;
  readonly nodes: readonly (PictureTint | undefined)[];
  readonly regions: readonly (PictureTint | undefined)[];
  readonly bars: readonly (readonly BarPart[])[];
  /** What the colors represent; may be empty. */
  readonly title: string;
  readonly legend: readonly { readonly tint: PictureTint | undefined; readonly text: string }[];
  /** A sentence that explains the colors, or why there are none; may be empty. */
  readonly note: string;
}
