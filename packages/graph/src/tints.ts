/** Few tints for many regions, so that neighbors differ. */

const usualTints = 6;

/**
 * A tint for each of `count` regions. `pairs` joins neighbors, two numbers each. More than six tints are used only
 * where, in some part of the graph, each region has six neighbors or more.
 */
export function tintRegions(count: number, pairs: readonly number[]): readonly number[] {
  const neighbors: Set<number>[] = Array.from({ length: count }, () => new Set());
  const join = (a: number, b: number) => {
    if (a === b) return;
    neighbors[a]?.add(b);
    neighbors[b]?.add(a);
  };
  for (let i = 0; i + 1 < pairs.length; i += 2) join(pairs[i] ?? 0, pairs[i + 1] ?? 0);
  // Regions that follow each other in reading order are drawn next to each other, connected or not.
  for (let i = 1; i < count; i++) join(i - 1, i);
  const tints: number[] = Array.from({ length: count }, () => -1);
  for (const i of densestFirst(neighbors)) {
    const taken = new Set<number>();
    for (const n of neighbors[i] ?? []) taken.add(tints[n] ?? -1);
    let tint = i % usualTints;
    for (let tries = 0; tries < usualTints && taken.has(tint); tries++) tint = (tint + 1) % usualTints;
    for (let further = usualTints; taken.has(tint); further++) tint = further;
    tints[i] = tint;
  }
  return tints;
}

/**
 * Orders regions so that few neighbors precede each: the region with the fewest neighbors is last, and each region
 * before it has the fewest neighbors among the rest. Linear.
 */
function densestFirst(neighbors: readonly ReadonlySet<number>[]): readonly number[] {
  const left = neighbors.map((n) => n.size);
  const byCount: number[][] = [];
  const put = (i: number) => {
    const count = left[i] ?? 0;
    byCount[count] ??= [];
    byCount[count]?.push(i);
  };
  for (let i = 0; i < neighbors.length; i++) put(i);
  const order: number[] = [];
  for (let count = 0; count < byCount.length; ) {
    const i = byCount[count]?.pop();
    if (i === undefined) {
      count++;
      continue;
    }
    // It was added again with a smaller count, or is already taken.
    if (left[i] !== count) continue;
    left[i] = -1;
    order.push(i);
    for (const n of neighbors[i] ?? []) {
      if ((left[n] ?? -1) < 0) continue;
      left[n] = (left[n] ?? 0) - 1;
      put(n);
    }
    count = Math.max(0, count - 1);
  }
  return order.reverse();
}
