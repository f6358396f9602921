/**
 * Places entities from left to right, with a given order within rows. Entities that follow each other are aligned into
 * blocks, after Brandes and Köpf. Blocks then move toward their neighbors and are kept apart by one pass from the left
 * and one from the right, whose mean is feasible.
 */
import { DisjointSets } from "@relayscope/ir";
import { align } from "./align.ts";
import type { Block } from "./blocks.ts";
import { type Entity, type Link, light } from "./entities.ts";
import { separate } from "./separations.ts";

/** How rows are placed: by their links, by an earlier picture or, if wide rows were split, at the left boundary. */
export type Following = "links" | "earlier" | "border";

/** Centers of all entities; the leftmost edge is at 0. */
export function assignColumns(
  entities: readonly Entity[],
  rows: readonly (readonly Entity[])[],
  links: readonly Link[],
  following: Following,
): Float64Array {
  const isHinted = following === "earlier";
  align(entities, rows, isHinted);
  const order = separate(entities, rows);
  for (const { x, next } of order) for (const { right, distance } of next) right.x = Math.max(right.x, x + distance);
  if (following !== "border") relax(entities, order, links, isHinted);
  const centers = Float64Array.from(entities, (e) => Math.round(e.block.x + e.offset));
  let left = Number.POSITIVE_INFINITY;
  for (const [i, { width }] of entities.entries()) left = Math.min(left, (centers[i] ?? 0) - width / 2);
  return left === Number.POSITIVE_INFINITY ? centers : centers.map((x) => x - Math.floor(left));
}

/** A link between two blocks. */
interface Pull {
  readonly from: Block;
  readonly to: Block;
  /** The difference between the positions of the two, if the link is straight. */
  readonly shift: number;
  /** How strongly each end follows the other. */
  readonly weight: number;
  readonly back: number;
}

function pullsOf(links: readonly Link[]): readonly Pull[] {
  const pulls: Pull[] = [];
  for (const { from, to, fromOffset, toOffset, weight } of links) {
    if (from.block === to.block) continue;
    const shift = from.offset + fromOffset - to.offset - toOffset;
    // A chip follows its consumer, not the reverse.
    pulls.push({ from: from.block, to: to.block, shift, weight, back: weight === light ? 0.02 : weight });
  }
  return pulls;
}

/** Gives each block its place. */
function relax(entities: readonly Entity[], order: readonly Block[], links: readonly Link[], isHinted: boolean): void {
  if (isHinted) {
    for (const e of entities) if (Number.isNaN(e.block.home)) e.block.home = e.hint - e.offset;
    for (const b of order) if (!Number.isNaN(b.home)) b.x = b.home;
  }
  const pulls = pullsOf(links);
  if (pulls.length === 0 && !isHinted) return;
  if (isHinted) for (const b of order) b.isHeavy = !Number.isNaN(b.home);
  else
    for (const { weight, from, to } of links) {
      if (weight !== light && !from.isLane) from.block.isHeavy = true;
      if (!to.isLane) to.block.isHeavy = true;
    }
  const rounds = isHinted ? 8 : entities.length > 4000 ? 10 : 24;
  for (let round = 0; round < rounds; round++) {
    wishAll(order, pulls);
    yieldToHeavy(order);
    keepApart(order);
  }
  if (isHinted) return;
  settleLight(order, pulls);
  closeUp(order, pulls);
}

/** The wish of each block: half way to where its links pull it, or its earlier place if it had one. */
function wishAll(order: readonly Block[], pulls: readonly Pull[]): void {
  for (const b of order) b.sum = b.weight = 0;
  for (const { from, to, shift, weight, back } of pulls) {
    from.sum += (to.x - shift) * weight;
    from.weight += weight;
    to.sum += (from.x + shift) * back;
    to.weight += back;
  }
  for (const b of order) {
    if (!Number.isNaN(b.home)) b.wish = b.home;
    else b.wish = b.weight > 0 ? (b.x + b.sum / b.weight) / 2 : b.x;
  }
}

/**
 * Moves blocks as close to their wishes as possible: the mean of the feasible places from the left and from the right.
 */
function keepApart(order: readonly Block[]): void {
  for (const b of order) b.low = b.high = b.wish;
  for (const { low, next } of order) for (const { right, distance } of next) right.low = Math.max(right.low, low + distance);
  backward(order, (b) => {
    for (const { right, distance } of b.next) b.high = Math.min(b.high, right.high - distance);
  });
  for (const b of order) b.x = (b.low + b.high) / 2;
}

/**
 * Limits the wished places of light blocks to the room that heavy neighbors leave, so that a chip moves aside instead
 * of pushing.
 */
function yieldToHeavy(order: readonly Block[]): void {
  for (const b of order) {
    b.low = Number.NEGATIVE_INFINITY;
    b.high = Number.POSITIVE_INFINITY;
  }
  for (const b of order) {
    const x = b.isHeavy ? b.wish : b.low;
    for (const { right, distance } of b.next) right.low = Math.max(right.low, x + distance);
  }
  backward(order, (b) => {
    for (const { right, distance } of b.next) b.high = Math.min(b.high, (right.isHeavy ? right.wish : right.high) - distance);
  });
  for (const b of order) {
    if (!b.isHeavy) b.wish = b.low > b.high ? (b.low + b.high) / 2 : Math.min(b.high, Math.max(b.low, b.wish));
  }
}

/**
 * Brings light blocks (chips and lanes), from left to right, as close to their links as the heavy ones allow, which do
 * not move.
 */
function settleLight(order: readonly Block[], pulls: readonly Pull[]): void {
  for (const b of order) b.wish = b.x;
  yieldToHeavy(order);
  for (const b of order) b.sum = b.weight = 0;
  for (const { from, to, shift } of pulls) {
    if (!from.isHeavy) {
      from.sum += to.x - shift;
      from.weight++;
    }
    if (!to.isHeavy) {
      to.sum += from.x + shift;
      to.weight++;
    }
  }
  for (const b of order) b.low = Number.NEGATIVE_INFINITY;
  for (const b of order) {
    if (!b.isHeavy) b.x = Math.max(b.low, Math.min(b.high, b.weight > 0 ? b.sum / b.weight : b.x));
    for (const { right, distance } of b.next) right.low = Math.max(right.low, b.x + distance);
  }
}

/** How often parts move toward their left neighbors, which may then move themselves. */
const mostMoves = 4;

/**
 * Moves unlinked parts as close together as possible. Each part follows only its own links, so parts may have drifted
 * apart.
 */
function closeUp(order: readonly Block[], pulls: readonly Pull[]): void {
  const places = new Map(order.map((b, i) => [b, i]));
  const placeOf = (b: Block) => places.get(b) ?? 0;
  const joined = new DisjointSets(order.length);
  for (const { from, to } of pulls) joined.join(placeOf(from), placeOf(to));
  const partOf = (b: Block) => joined.rootOf(placeOf(b));
  const parts = new Map<number, { readonly blocks: Block[]; readonly beside: [left: Block, right: Block, distance: number][] }>();
  for (const b of order) {
    const part = parts.get(partOf(b)) ?? { blocks: [], beside: [] };
    parts.set(partOf(b), part);
    part.blocks.push(b);
  }
  if (parts.size < 2) return;
  for (const left of order) {
    for (const { right, distance } of left.next) {
      if (partOf(right) !== partOf(left)) parts.get(partOf(right))?.beside.push([left, right, distance]);
    }
  }
  let isMoved = true;
  for (let move = 0; isMoved && move < mostMoves; move++) {
    isMoved = false;
    for (const { blocks, beside } of parts.values()) {
      const free = beside.reduce(
        (least, [left, right, distance]) => Math.min(least, right.x - left.x - distance),
        Number.POSITIVE_INFINITY,
      );
      if (free < 1 || free === Number.POSITIVE_INFINITY) continue;
      isMoved = true;
      for (const b of blocks) b.x -= free;
    }
  }
}

function backward(order: readonly Block[], visit: (block: Block) => void): void {
  for (let i = order.length - 1; i >= 0; i--) {
    const b = order[i];
    if (b) visit(b);
  }
}
