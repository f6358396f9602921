/** Where the sheet is that shows the inspector in a window without a column for it. */

/** In CSS pixels. */
export interface SheetPlace {
  /** What it takes of the pane from the right; 0 for a sheet along the bottom. */
  readonly right: number;
  /** What it takes from the bottom, with `clear`; 0 for a sheet at the right. */
  readonly bottom: number;
  /** What it leaves free below itself, for the picture's tools. */
  readonly clear: number;
}

const width = 350;
/** A pane that is narrower has the sheet at its bottom. */
const leastBeside = 640;
/** The tools with what is around them. */
const tools = 50;

/** The sheet's place over the pane before, which has no tools; it is as wide as the pane where that is narrow. */
export const overBefore: SheetPlace = { right: width + 40, bottom: 0, clear: 0 };

/** The sheet's place over a pane with tools of a given size. */
export function overTools(pane: { readonly width: number; readonly height: number }): SheetPlace {
  return pane.width < leastBeside
    ? { right: 0, bottom: Math.round(pane.height / 2), clear: tools }
    : { right: width, bottom: 0, clear: tools };
}
