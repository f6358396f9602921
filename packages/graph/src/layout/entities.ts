/**
 * What takes room in the rows of a group: its items, and the lanes in which edges pass rows between their ends. A lane is as high as the rows it
 * passes, so that a long edge runs straight and beside what it passes.
 */

/** Link weights: how strongly two ends want to stand above each other. */
export const heavy = 4;
export const lane = 2;
export const light = 1;

export interface Entities {
  /** Items first, then lanes. */
  readonly count: number;
  readonly itemCount: number;
  /** First and last row, inclusive. */
  readonly top: number[];
  readonly bottom: number[];
  readonly width: number[];
  /** Room that a box wants on either side, its own border included; 0 for nodes and lanes. */
  readonly margin: number[];
  readonly isChip: boolean[];
  /** Rows from an entity's top down to the end of the longest path from it. */
  readonly height: number[];
  /** Where an entity's center stood in an earlier picture, in that picture's own coordinates; NaN where it was not in it. */
  readonly hint: number[];
  /** Place in the model; a lane has one between its ends. */
  readonly rank: number[];
  readonly rowCount: number;
}

/** From an entity down to another. Offsets are those of the ports from the entities' centers. */
export interface Link {
  readonly from: number;
  readonly to: number;
  readonly weight: number;
  readonly fromOffset: number;
  readonly toOffset: number;
  /** Orders several links into one entity, from left to right: the argument's number. */
  readonly argument: number;
}
