/**
 * The order of entities within each row: model order, then sweeps down and up that put each entity at the mean of its neighbors (Sugiyama's
 * barycenter). An entity of several rows keeps its place relative to the others from row to row, so that boxes and lanes never twist.
 */
import type { Entities, Link } from "./entities.ts";

/** For each row, its entities from left to right. */
export function orderRows(entities: Entities, links: readonly Link[]): number[][] {
  const { count, top, bottom, rank, rowCount } = entities;
  const initial = Array.from({ length: count }, (_, i) => i).sort((a, b) => (rank[a] as number) - (rank[b] as number) || a - b);
  const rows = dealOut(entities, initial);
  if (!rows.some((row) => row.length > 1)) return rows;

  const up = adjacency(count, links, "to");
  const down = adjacency(count, links, "from");
  const index = new Float64Array(count);
  const key = new Float64Array(count);
  const place = (row: readonly number[]) => {
    for (let i = 0; i < row.length; i++) index[row[i] as number] = i;
  };
  const arrange = (row: number[], keyOf: (e: number) => number) => {
    let last = -1;
    let isSorted = true;
    for (const e of row) {
      const k = keyOf(e);
      const mine = Number.isNaN(k) ? last : k;
      key[e] = mine;
      if (mine < last) isSorted = false;
      last = mine;
    }
    if (!isSorted) row.sort((a, b) => (key[a] as number) - (key[b] as number));
    place(row);
  };
  const sweeps = count > 4000 ? 2 : 4;
  for (let sweep = 0; sweep < sweeps; sweep++) {
    place(rows[0] as number[]);
    for (let r = 1; r < rowCount; r++) {
      arrange(rows[r] as number[], (e) => {
        if ((top[e] as number) < r) return index[e] as number;
        let sum = 0;
        let n = 0;
        for (const l of up[e] ?? none) {
          const link = links[l] as Link;
          if (bottom[link.from] !== r - 1) continue;
          sum += ((index[link.from] as number) + fraction(link.fromOffset, entities.width[link.from] as number)) * link.weight;
          n += link.weight;
        }
        return n > 0 ? sum / n : Number.NaN;
      });
    }
    for (let r = rowCount - 2; r >= 0; r--) {
      arrange(rows[r] as number[], (e) => {
        if ((bottom[e] as number) > r) return index[e] as number;
        let sum = 0;
        let n = 0;
        for (const l of down[e] ?? none) {
          const link = links[l] as Link;
          if (top[link.to] !== r + 1) continue;
          const port = link.toOffset === 0 ? Math.min(link.argument, 8) * 0.04 : fraction(link.toOffset, entities.width[link.to] as number);
          sum += (index[link.to] as number) + port;
          n++;
        }
        return n > 0 ? sum / n : Number.NaN;
      });
    }
  }
  return rows;
}

const none: readonly number[] = [];

function fraction(offset: number, width: number): number {
  return width > 0 ? (offset / width) * 0.9 : 0;
}

function adjacency(count: number, links: readonly Link[], end: "from" | "to"): (number[] | undefined)[] {
  const out: (number[] | undefined)[] = new Array(count);
  links.forEach((link, i) => {
    const at = link[end];
    const list = out[at];
    if (list) list.push(i);
    else out[at] = [i];
  });
  return out;
}

function dealOut(entities: Entities, order: readonly number[]): number[][] {
  const rows: number[][] = Array.from({ length: entities.rowCount }, () => []);
  for (const e of order) {
    for (let r = entities.top[e] as number; r <= (entities.bottom[e] as number); r++) (rows[r] as number[]).push(e);
  }
  return rows;
}

/** For each row, its entities in the order of an earlier picture; what is new stands between its neighbors. */
export function orderByHints(entities: Entities, links: readonly Link[]): number[][] {
  const key = Float64Array.from(entities.hint);
  for (let round = 0; round < 3; round++) {
    const sum = new Float64Array(entities.count);
    const n = new Float64Array(entities.count);
    const add = (e: number, x: number) => {
      if (Number.isNaN(x)) return;
      sum[e] = (sum[e] as number) + x;
      n[e] = (n[e] as number) + 1;
    };
    for (const { from, to, fromOffset, toOffset } of links) {
      add(from, (key[to] as number) + toOffset - fromOffset);
      add(to, (key[from] as number) + fromOffset - toOffset);
    }
    for (let e = 0; e < entities.count; e++)
      if (Number.isNaN(key[e] as number) && (n[e] as number) > 0) key[e] = (sum[e] as number) / (n[e] as number);
  }
  for (let e = 0; e < entities.count; e++) if (Number.isNaN(key[e] as number)) key[e] = 0;
  const order = Array.from({ length: entities.count }, (_, i) => i);
  order.sort((a, b) => (key[a] as number) - (key[b] as number) || (entities.rank[a] as number) - (entities.rank[b] as number) || a - b);
  return dealOut(entities, order);
}
