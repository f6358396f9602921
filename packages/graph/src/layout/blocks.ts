/** Blocks: entities that are in one line, drawn left and right as one. */

export interface Block {
  /** Where it is. */
  x: number;
  /** Its place in an earlier picture; NaN if it is new. */
  home: number;
  /** Where its neighbors want it, and how strongly all in all. */
  wish: number;
  sum: number;
  weight: number;
  /** The range of places that the neighboring blocks leave free. */
  low: number;
  high: number;
  /**
   * Whether other blocks give way to this one: it contains more than chips and lanes and, if the layout follows an
   * earlier picture, was in that picture.
   */
  isHeavy: boolean;
  /** The blocks to its right. */
  next: Separation[];
  /** How many blocks to its left are not in order yet. */
  waiting: number;
}

/** How far a block must stay to the right of another. */
export interface Separation {
  readonly right: Block;
  readonly distance: number;
}

const noSeparations: Separation[] = [];

/** A block that is nowhere yet. */
export function block(): Block {
  return {
    x: 0,
    home: Number.NaN,
    wish: Number.NaN,
    sum: Number.NaN,
    weight: Number.NaN,
    low: Number.NaN,
    high: Number.NaN,
    isHeavy: false,
    next: noSeparations,
    waiting: 0,
  };
}
