/** How large letters are at each zoom, so that they stay readable, and for which zoom boxes are laid out. */

/** From near to far: each is drawn down to the zoom at which the next takes its place. */
export type Lettering = "near" | "mid" | "low" | "tiny";

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Letters {
  /** The zoom down to which they are drawn: nothing is smaller than 10 px on the screen. */
  readonly least: number;
  /** Font sizes at zoom 1, in pixels: of an operator's name, and of a chip's. */
  readonly name: number;
  readonly chip: number;
  /** The height of a chip with a name of this size. */
  readonly chipHeight: number;
}

export const letters: Readonly<Record<Lettering, Letters>> = {
  near: { least: 0.84, name: 12, chip: 12, chipHeight: 22 },
  mid: { least: 0.73, name: 14, chip: 13.8, chipHeight: 22 },
  low: { least: 0.56, name: 18, chip: 18, chipHeight: 24 },
  tiny: { least: 0.4, name: 25.2, chip: 25.2, chipHeight: 34 },
};

const letterings: readonly Lettering[] = ["near", "mid", "low", "tiny"];

/** The margin around a whole picture in a pane, and the largest factor by which small pictures are enlarged. */
export const paneMargin = 8;
const largest = 1.4;
/** Above a picture, for the labels of regions at its top. */
export const labelRoom = 16;

/** The zoom at which a pane shows all of a box, at most `most`. The pane has room for its tools at the bottom. */
export function wholeZoom(box: Size, pane: Size, most: number = largest): number {
  return Math.min((pane.width - 2 * paneMargin) / box.width, (pane.height - paneMargin) / box.height, most);
}

/** The most by which a picture may be larger than the picture that it follows. */
const slack = 1.03;

/**
 * The closest lettering whose pictures a pane shows whole at the zoom of that lettering, so that a whole picture can be
 * read. Undefined if there is none. `pictures` lays out what the panes show with boxes for a lettering.
 */
export function letteringFor(pane: Size, pictures: (lettering: Lettering) => readonly Size[]): Lettering | undefined {
  // With larger letters a picture is not smaller.
  let zoom = Number.POSITIVE_INFINITY;
  return letterings.find((lettering) => {
    const least = letters[lettering].least * slack;
    if (zoom < least) return false;
    const laidOut = pictures(lettering);
    const width = laidOut.reduce((most, picture) => Math.max(most, picture.width), 0);
    const height = laidOut.reduce((most, picture) => Math.max(most, picture.height), 0) + labelRoom;
    zoom = wholeZoom({ width, height }, pane);
    return zoom >= least;
  });
}
