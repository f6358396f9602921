/** Suggests a known name for an unknown one. */

/**
 * Of a longer name nobody mistypes a letter; and the distance of two takes as long as both lengths together,
 * multiplied.
 */
const longest = 100;

/** The nearest of `names` to `name` by edit distance, within a third of its length; undefined if none is near. */
export function nearestName(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(name.length / 3)) + 1;
  const lower = name.toLowerCase();
  if (name.length > longest) return undefined;
  for (const candidate of names) {
    if (Math.abs(candidate.length - name.length) >= bestDistance) continue;
    const distance = candidate.toLowerCase() === lower ? 0.5 : editDistance(name, candidate, bestDistance);
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/**
 * As `nearestName`, for names of operators: first the one of the same name in another namespace, as `sigmoid` for
 * `nn.sigmoid`, with the fewest namespaces.
 */
export function nearestOperator(name: string, names: Iterable<string>): string | undefined {
  const known = [...names];
  const depth = (candidate: string) => candidate.split(".").length;
  const [first] = known.filter((candidate) => lastPart(candidate) === lastPart(name)).sort((a, b) => depth(a) - depth(b));
  return first ?? nearestName(name, known);
}

const lastPart = (name: string) => name.slice(name.lastIndexOf(".") + 1);

/** The number of changed, missing, additional and swapped letters, at most `limit`. */
function editDistance(a: string, b: string, limit: number): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = (last[j - 1] ?? limit) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swap = isSwap ? (beforeLast[j - 2] ?? limit) + 1 : limit;
      row.push(Math.min(change, swap, (last[j] ?? limit) + 1, (row[j - 1] ?? limit) + 1));
    }
    if (Math.min(...row, ...last) >= limit) return limit;
    beforeLast = last;
    last = row;
  }
  return last[b.length] ?? limit;
}
