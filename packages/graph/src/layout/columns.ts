/**
 * Where entities stand from left to right, their order within rows given. Entities that follow each other are aligned into blocks, as Brandes and
 * Köpf do; blocks are then drawn toward their neighbors and kept apart by one pass from the left and one from the right, whose mean is feasible.
 */
import type { Entities, Link } from "./entities.ts";
import { light } from "./entities.ts";
import { boxGap, chipGap, columnGap, laneGap } from "./sizes.ts";

/** Centers of all entities; the leftmost edge stands at 0. With `isHinted` they keep to where they stood in an earlier picture. */
export function assignColumns(
  entities: Entities,
  rows: readonly (readonly number[])[],
  links: readonly Link[],
  isHinted: boolean,
): Float64Array {
  const aligned = align(entities, rows, links, isHinted);
  let apart = separations(entities, rows, aligned);
  let blocks = aligned;
  if (!apart) {
    blocks = { root: Int32Array.from({ length: entities.count }, (_, i) => i), offset: new Float64Array(entities.count) };
    apart = separations(entities, rows, blocks) ?? { order: [], next: [], from: [], to: [], distance: [] };
  }
  const x = relax(entities, blocks, apart, links, isHinted);
  const centers = new Float64Array(entities.count);
  let left = Number.POSITIVE_INFINITY;
  for (let e = 0; e < entities.count; e++) {
    centers[e] = Math.round((x[blocks.root[e] as number] as number) + (blocks.offset[e] as number));
    left = Math.min(left, (centers[e] as number) - (entities.width[e] as number) / 2);
  }
  if (left !== Number.POSITIVE_INFINITY) for (let e = 0; e < entities.count; e++) centers[e] = (centers[e] as number) - Math.floor(left);
  return centers;
}

interface Blocks {
  /** The entity that stands for the block. */
  readonly root: Int32Array;
  /** From the block's position to the entity's center. */
  readonly offset: Float64Array;
}

function align(entities: Entities, rows: readonly (readonly number[])[], links: readonly Link[], isHinted: boolean): Blocks {
  const { count, top, bottom, itemCount } = entities;
  const root = Int32Array.from({ length: count }, (_, i) => i);
  const offset = new Float64Array(count);
  const incoming: (number[] | undefined)[] = new Array(count);
  const hasHeavyBelow = new Uint8Array(count);
  links.forEach((link, i) => {
    if ((bottom[link.from] as number) + 1 !== top[link.to]) return;
    const list = incoming[link.to];
    if (list) list.push(i);
    else incoming[link.to] = [i];
    if (link.weight > light && link.to < itemCount) hasHeavyBelow[link.from] = 1;
  });
  const index = new Int32Array(count);
  const isTaken = new Uint8Array(count);
  for (let r = 1; r < rows.length; r++) {
    (rows[r - 1] as readonly number[]).forEach((e, i) => {
      index[e] = i;
    });
    const row = rows[r] as readonly number[];
    // What continues from the row above is a wall that no alignment may cross.
    const wall = new Float64Array(row.length + 1).fill(Number.POSITIVE_INFINITY);
    for (let i = row.length - 1; i >= 0; i--) {
      const e = row[i] as number;
      wall[i] = (top[e] as number) < r ? (index[e] as number) : (wall[i + 1] as number);
    }
    const favorites = favoriteChildren(entities, row, r, links, incoming);
    let last = -1;
    for (let i = 0; i < row.length; i++) {
      const e = row[i] as number;
      if ((top[e] as number) < r) {
        last = index[e] as number;
        continue;
      }
      const candidates = (incoming[e] ?? []).filter((l) => {
        const link = links[l] as Link;
        return e >= itemCount ? !hasHeavyBelow[link.from] : (favorites.get(link.from) ?? e) === e;
      });
      if (candidates.length === 0) continue;
      const best = Math.max(...candidates.slice(0, 64).map((l) => (links[l] as Link).weight));
      const chosen = candidates
        .filter((l) => (links[l] as Link).weight === best)
        .sort((a, b) => (index[(links[a] as Link).from] as number) - (index[(links[b] as Link).from] as number));
      const middle = (chosen.length - 1) >> 1;
      for (const l of [chosen[middle], chosen[middle + 1]]) {
        if (l === undefined) continue;
        const link = links[l] as Link;
        const at = index[link.from] as number;
        if (isTaken[link.from] || at <= last || at >= (wall[i] as number)) continue;
        if (isHinted && !stoodInLine(entities, link)) continue;
        isTaken[link.from] = 1;
        last = at;
        root[e] = root[link.from] as number;
        offset[e] = (offset[link.from] as number) + link.fromOffset - link.toOffset;
        break;
      }
    }
  }
  return { root, offset };
}

/**
 * For each entity that feeds several of a row, the one to stand straight below it: where the longest path goes on, so that main paths run straight
 * from end to end; the middle one of several alike.
 */
function favoriteChildren(
  entities: Entities,
  row: readonly number[],
  r: number,
  links: readonly Link[],
  incoming: readonly (readonly number[] | undefined)[],
): ReadonlyMap<number, number> {
  const children = new Map<number, number[]>();
  for (const e of row) {
    if (entities.top[e] !== r || e >= entities.itemCount) continue;
    for (const l of incoming[e] ?? []) {
      const { from, weight } = links[l] as Link;
      if (weight === light) continue;
      const list = children.get(from);
      const best = list ? (entities.height[list[0] as number] as number) : -1;
      const own = entities.height[e] as number;
      if (!list || own > best) children.set(from, [e]);
      else if (own === best && list.at(-1) !== e) list.push(e);
    }
  }
  return new Map([...children].map(([from, list]) => [from, list[(list.length - 1) >> 1] as number]));
}

/** Whether two ends stood above each other, or one of them is new. */
function stoodInLine(entities: Entities, link: Link): boolean {
  const shift = (entities.hint[link.from] as number) + link.fromOffset - (entities.hint[link.to] as number) - link.toOffset;
  return Number.isNaN(shift) || Math.abs(shift) < 2;
}

interface Separations {
  /** Blocks from left to right. */
  readonly order: readonly number[];
  /** By block: its separations as left side. */
  readonly next: readonly (readonly number[] | undefined)[];
  readonly from: readonly number[];
  readonly to: readonly number[];
  readonly distance: readonly number[];
}

/** How far blocks must stay apart; undefined where they stand in a circle. */
function separations(entities: Entities, rows: readonly (readonly number[])[], blocks: Blocks): Separations | undefined {
  const { count, width, margin, itemCount } = entities;
  const from: number[] = [];
  const to: number[] = [];
  const distance: number[] = [];
  const next: (number[] | undefined)[] = new Array(count);
  const waiting = new Int32Array(count);
  const leftBefore = new Int32Array(count).fill(-1);
  for (const row of rows) {
    for (let i = 1; i < row.length; i++) {
      const a = row[i - 1] as number;
      const b = row[i] as number;
      if (leftBefore[b] === a) continue;
      leftBefore[b] = a;
      const isTight = entities.isChip[a] || entities.isChip[b];
      const least = a >= itemCount || b >= itemCount ? laneGap : isTight ? chipGap : columnGap;
      const gap = Math.max(least, (margin[a] as number) + (margin[b] as number) + boxGap);
      const left = blocks.root[a] as number;
      const right = blocks.root[b] as number;
      if (left === right) return undefined;
      const list = next[left];
      if (list) list.push(from.length);
      else next[left] = [from.length];
      from.push(left);
      to.push(right);
      waiting[right] = (waiting[right] as number) + 1;
      const half = ((width[a] as number) + (width[b] as number)) / 2;
      distance.push(half + gap + (blocks.offset[a] as number) - (blocks.offset[b] as number));
    }
  }
  const order: number[] = [];
  let blockCount = 0;
  for (let e = 0; e < count; e++) {
    if (blocks.root[e] !== e) continue;
    blockCount++;
    if (waiting[e] === 0) order.push(e);
  }
  for (let head = 0; head < order.length; head++) {
    for (const s of next[order[head] as number] ?? []) {
      const right = to[s] as number;
      waiting[right] = (waiting[right] as number) - 1;
      if (waiting[right] === 0) order.push(right);
    }
  }
  return order.length === blockCount ? { order, next, from, to, distance } : undefined;
}

function relax(entities: Entities, blocks: Blocks, apart: Separations, links: readonly Link[], isHinted: boolean): Float64Array {
  const { count } = entities;
  const { order, next, to, distance } = apart;
  const x = new Float64Array(count);
  for (const b of order) {
    for (const s of next[b] ?? []) x[to[s] as number] = Math.max(x[to[s] as number] as number, (x[b] as number) + (distance[s] as number));
  }
  const home = new Float64Array(count).fill(Number.NaN);
  if (isHinted) {
    for (let e = 0; e < count; e++) {
      const b = blocks.root[e] as number;
      if (Number.isNaN(home[b] as number)) home[b] = (entities.hint[e] as number) - (blocks.offset[e] as number);
    }
    for (const b of order) if (!Number.isNaN(home[b] as number)) x[b] = home[b] as number;
  }
  const pulls = links.filter((l) => blocks.root[l.from] !== blocks.root[l.to]);
  if (pulls.length === 0 && !isHinted) return x;
  const sum = new Float64Array(count);
  const weight = new Float64Array(count);
  const fromLeft = new Float64Array(count);
  const fromRight = new Float64Array(count);
  const wish = new Float64Array(count);
  const isHeavy = new Uint8Array(count);
  for (const link of links) {
    if (link.weight !== light && link.from < entities.itemCount) isHeavy[blocks.root[link.from] as number] = 1;
    if (link.to < entities.itemCount) isHeavy[blocks.root[link.to] as number] = 1;
  }
  /** Keeps the wishes of light blocks clear of the heavy ones beside them, so that a chip moves aside instead of pushing. */
  const yieldToHeavy = (wishes: Float64Array) => {
    fromLeft.fill(Number.NEGATIVE_INFINITY);
    fromRight.fill(Number.POSITIVE_INFINITY);
    for (const b of order) {
      const at = isHeavy[b] ? (wishes[b] as number) : (fromLeft[b] as number);
      for (const s of next[b] ?? []) {
        fromLeft[to[s] as number] = Math.max(fromLeft[to[s] as number] as number, at + (distance[s] as number));
      }
    }
    for (let i = order.length - 1; i >= 0; i--) {
      const b = order[i] as number;
      for (const s of next[b] ?? []) {
        const right = to[s] as number;
        const at = isHeavy[right] ? (wishes[right] as number) : (fromRight[right] as number);
        fromRight[b] = Math.min(fromRight[b] as number, at - (distance[s] as number));
      }
    }
    for (const b of order) {
      if (isHeavy[b]) continue;
      const low = fromLeft[b] as number;
      const high = fromRight[b] as number;
      wishes[b] = low > high ? (low + high) / 2 : Math.min(high, Math.max(low, wishes[b] as number));
    }
  };
  /** Brings light blocks (chips and lanes), from left to right, as near to what they link as the heavy ones, which stay, let them. */
  const settleLight = () => {
    yieldToHeavy(x.slice());
    sum.fill(0);
    weight.fill(0);
    for (const link of pulls) {
      const a = blocks.root[link.from] as number;
      const b = blocks.root[link.to] as number;
      const shift = (blocks.offset[link.from] as number) + link.fromOffset - (blocks.offset[link.to] as number) - link.toOffset;
      if (!isHeavy[a]) {
        sum[a] = (sum[a] as number) + (x[b] as number) - shift;
        weight[a] = (weight[a] as number) + 1;
      }
      if (!isHeavy[b]) {
        sum[b] = (sum[b] as number) + (x[a] as number) + shift;
        weight[b] = (weight[b] as number) + 1;
      }
    }
    fromLeft.fill(Number.NEGATIVE_INFINITY);
    for (const b of order) {
      if (!isHeavy[b]) {
        const target = (weight[b] as number) > 0 ? (sum[b] as number) / (weight[b] as number) : (x[b] as number);
        x[b] = Math.max(fromLeft[b] as number, Math.min(fromRight[b] as number, target));
      }
      for (const s of next[b] ?? []) {
        fromLeft[to[s] as number] = Math.max(fromLeft[to[s] as number] as number, (x[b] as number) + (distance[s] as number));
      }
    }
  };
  const rounds = isHinted ? 8 : count > 4000 ? 10 : 24;
  for (let round = 0; round < rounds; round++) {
    sum.fill(0);
    weight.fill(0);
    for (const link of pulls) {
      const a = blocks.root[link.from] as number;
      const b = blocks.root[link.to] as number;
      const shift = (blocks.offset[link.from] as number) + link.fromOffset - (blocks.offset[link.to] as number) - link.toOffset;
      // A chip follows its consumer, not the other way round.
      const back = link.weight === light ? 0.02 : link.weight;
      sum[a] = (sum[a] as number) + ((x[b] as number) - shift) * link.weight;
      weight[a] = (weight[a] as number) + link.weight;
      sum[b] = (sum[b] as number) + ((x[a] as number) + shift) * back;
      weight[b] = (weight[b] as number) + back;
    }
    for (const b of order) {
      const w = weight[b] as number;
      wish[b] = w > 0 ? ((x[b] as number) + (sum[b] as number) / w) / 2 : (x[b] as number);
      if (!Number.isNaN(home[b] as number)) wish[b] = home[b] as number;
    }
    if (!isHinted) yieldToHeavy(wish);
    for (const b of order) {
      fromLeft[b] = wish[b] as number;
      fromRight[b] = wish[b] as number;
    }
    for (const b of order) {
      for (const s of next[b] ?? []) {
        const right = to[s] as number;
        fromLeft[right] = Math.max(fromLeft[right] as number, (fromLeft[b] as number) + (distance[s] as number));
      }
    }
    for (let i = order.length - 1; i >= 0; i--) {
      const b = order[i] as number;
      for (const s of next[b] ?? []) {
        fromRight[b] = Math.min(fromRight[b] as number, (fromRight[to[s] as number] as number) - (distance[s] as number));
      }
    }
    for (const b of order) x[b] = ((fromLeft[b] as number) + (fromRight[b] as number)) / 2;
  }
  if (!isHinted) settleLight();
  return x;
}
