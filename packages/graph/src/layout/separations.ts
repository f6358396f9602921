/** Computes the distances of blocks that keep the entities in them apart. */
import { type Block, block } from "./blocks.ts";
import type { Entity } from "./entities.ts";
import { extended } from "./extended.ts";
import { boxGap, chipGap, columnGap, laneGap } from "./sizes.ts";

/**
 * Sets the right neighbors of each block, and returns the blocks from left to right. Blocks in a cycle are split: each
 * entity then has its own.
 */
export function separate(entities: readonly Entity[], rows: readonly (readonly Entity[])[]): readonly Block[] {
  const order = blocksInOrder(entities, rows);
  if (order) return order;
  for (const e of entities) {
    e.block = block();
    e.offset = 0;
    e.isRoot = true;
    e.left = undefined;
  }
  return blocksInOrder(entities, rows) ?? [];
}

/** Blocks from left to right; undefined if they form a cycle. */
function blocksInOrder(entities: readonly Entity[], rows: readonly (readonly Entity[])[]): readonly Block[] | undefined {
  for (const row of rows) {
    let left: Entity | undefined;
    for (const right of row) {
      if (left && right.left !== left) {
        right.left = left;
        if (left.block === right.block) return undefined;
        left.block.next = extended(left.block.next, { right: right.block, distance: distanceOf(left, right) });
        right.block.waiting++;
      }
      left = right;
    }
  }
  const roots = entities.filter((e) => e.isRoot);
  const order = roots.flatMap((e) => (e.block.waiting === 0 ? [e.block] : []));
  for (const { next } of order) {
    for (const { right } of next) {
      right.waiting--;
      if (right.waiting === 0) order.push(right);
    }
  }
  return order.length === roots.length ? order : undefined;
}

/** How far the blocks of two neighbors must stay apart. */
function distanceOf(a: Entity, b: Entity): number {
  const isTight = a.isChip || b.isChip;
  const least = a.isLane || b.isLane ? laneGap : isTight ? chipGap : columnGap;
  const gap = Math.max(least, a.margin + b.margin + boxGap);
  return (a.width + b.width) / 2 + gap + a.offset - b.offset;
}
