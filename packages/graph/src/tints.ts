/** Few tints for many regions, so that neighbors differ. */

const usualTints = 6;

/** A tint for each of `count` regions. `pairs` joins neighbors, two numbers each; further tints are used only where six do not do. */
export function tintRegions(count: number, pairs: readonly number[]): readonly number[] {
  const neighbors: Set<number>[] = Array.from({ length: count }, () => new Set());
  const join = (a: number, b: number) => {
    if (a === b) return;
    neighbors[a]?.add(b);
    neighbors[b]?.add(a);
  };
  for (let i = 0; i + 1 < pairs.length; i += 2) join(pairs[i] ?? 0, pairs[i + 1] ?? 0);
  // Those that follow each other in reading order stand side by side, joined or not.
  for (let i = 1; i < count; i++) join(i - 1, i);
  const tints: number[] = [];
  for (let i = 0; i < count; i++) {
    const taken = new Set<number>();
    for (const n of neighbors[i] ?? []) {
      const tint = tints[n];
      if (tint !== undefined) taken.add(tint);
    }
    let tint = i % usualTints;
    for (let tries = 0; tries < usualTints && taken.has(tint); tries++) tint = (tint + 1) % usualTints;
    for (let further = usualTints; taken.has(tint); further++) tint = further;
    tints.push(tint);
  }
  return tints;
}
