/**
 * The entities that take room in a group's rows: its items, and the lanes of edges that pass rows. A lane is as high as
 * the rows it passes, so that a long edge runs straight.
 */
import { type Block, block } from "./blocks.ts";

/** Link weights: how strongly two ends are pulled above each other. */
export const heavy = 4;
export const lane = 2;
export const light = 1;

export interface Entity {
  /** Index in the list of entities: items first, then lanes. */
  readonly index: number;
  readonly isLane: boolean;
  /** First and last row, inclusive. */
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
  /** Room that a box needs on either side, including its boundary; 0 for nodes and lanes. */
  readonly margin: number;
  readonly isChip: boolean;
  /** Rows from an entity's top down to the end of the longest path from it. */
  readonly height: number;
  /** The entity's center in an earlier picture, in that picture's own coordinates; NaN if it is new. */
  readonly hint: number;
  /** Place in the model; a lane has one between its ends. */
  readonly rank: number;
  /** Links that come from above, and those that go down. */
  up: Link[];
  down: Link[];
  /** Its place within the current row. */
  place: number;
  /** The key that the current row is sorted by. */
  key: number;
  /** Its left neighbor in the current row. */
  left: Entity | undefined;
  /** The block it is in, and how far its center is from the block's position. */
  block: Block;
  offset: number;
  /** Whether the entity is the first of its block: it is not aligned with any entity above. */
  isRoot: boolean;
}

const noLinks: Link[] = [];

/** An entity that is nowhere yet. */
export function entity(
  index: number,
  given: Pick<Entity, "isLane" | "top" | "bottom" | "width" | "margin" | "isChip" | "height" | "hint" | "rank">,
): Entity {
  const { isLane, top, bottom, width, margin, isChip, height, hint, rank } = given;
  return {
    index,
    isLane,
    top,
    bottom,
    width,
    margin,
    isChip,
    height,
    hint,
    rank,
    up: noLinks,
    down: noLinks,
    place: 0,
    key: 0,
    left: undefined,
    block: block(),
    offset: 0,
    isRoot: true,
  };
}

/** A link from an entity down to another. The offsets of its ports are relative to the entities' centers. */
export interface Link {
  readonly from: Entity;
  readonly to: Entity;
  readonly weight: number;
  readonly fromOffset: number;
  readonly toOffset: number;
  /** Orders several links into one entity, from left to right: the argument's number. */
  readonly argument: number;
}
