/** Line differences of two stages' texts (Myers' greedy algorithm), blind to what is noise between passes. */
export interface DiffLine {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
  /** Line numbers from 1; undefined on the side that lacks the line. */
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Beyond this many differing lines the rest is shown as removed and added whole; the search grows with its square. */
const mostEdits = 1_500;

const typeComment = /\s*\/\*\s*ty=(?:[^*]|\*(?!\/))*\*\//g;

/** The text without its type comments, which are most of it. */
export function withoutTypes(text: string): string {
  return text.replace(typeComment, "");
}

/** What two lines are compared by: temporaries are numbered anew by every pass, so their numbers do not count. */
function keyOf(line: string): string {
  return line.replace(/%\d+/g, "%_");
}

/** The lines of both texts in one order. */
export function diffLines(before: string, after: string): readonly DiffLine[] {
  const a = before.split("\n");
  const b = after.split("\n");
  const ka = a.map(keyOf);
  const kb = b.map(keyOf);
  let start = 0;
  while (start < a.length && start < b.length && ka[start] === kb[start]) start++;
  let endA = a.length;
  let endB = b.length;
  while (endA > start && endB > start && ka[endA - 1] === kb[endB - 1]) {
    endA--;
    endB--;
  }
  const lines: DiffLine[] = [];
  const same = (i: number, j: number) => lines.push({ kind: "same", text: b[j] ?? "", before: i + 1, after: j + 1 });
  const removed = (i: number) => lines.push({ kind: "removed", text: a[i] ?? "", before: i + 1, after: undefined });
  const added = (j: number) => lines.push({ kind: "added", text: b[j] ?? "", before: undefined, after: j + 1 });
  for (let i = 0; i < start; i++) same(i, i);
  const steps = shortestEdits(ka.slice(start, endA), kb.slice(start, endB));
  let i = start;
  let j = start;
  if (steps) {
    for (const step of steps) {
      if (step === "same") same(i++, j++);
      else if (step === "removed") removed(i++);
      else added(j++);
    }
  } else {
    while (i < endA) removed(i++);
    while (j < endB) added(j++);
  }
  for (; i < a.length; i++, j++) same(i, j);
  return lines;
}

/** The steps from `a` to `b`; undefined where there are too many. */
function shortestEdits(a: readonly string[], b: readonly string[]): readonly DiffLine["kind"][] | undefined {
  const most = Math.min(a.length + b.length, mostEdits);
  const trace: Int32Array[] = [];
  const offset = most + 1;
  const reach = new Int32Array(2 * most + 3);
  for (let d = 0; d <= most; d++) {
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach[offset + k - 1] ?? 0) < (reach[offset + k + 1] ?? 0));
      let x = down ? (reach[offset + k + 1] ?? 0) : (reach[offset + k - 1] ?? 0) + 1;
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++;
      reach[offset + k] = x;
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length);
    }
    trace.push(reach.slice(offset - d - 1, offset + d + 2));
  }
  return undefined;
}

/** Reads the steps off the trace, from the end; round `d` keeps diagonals -d - 1 to d + 1. */
function walkBack(trace: readonly Int32Array[], lengthA: number, lengthB: number): readonly DiffLine["kind"][] {
  const steps: DiffLine["kind"][] = [];
  let x = lengthA;
  let y = lengthB;
  for (let d = trace.length; d > 0; d--) {
    const row = trace[d - 1];
    const at = (k: number) => row?.[k + d] ?? 0;
    const k = x - y;
    const down = k === -d || (k !== d && at(k - 1) < at(k + 1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = at(fromK);
    const fromY = fromX - fromK;
    while (x > fromX && y > fromY && x > 0 && y > 0 && (down ? x > fromX : x > fromX + 1)) {
      steps.push("same");
      x--;
      y--;
    }
    steps.push(down ? "added" : "removed");
    x = fromX;
    y = fromY;
  }
  for (; x > 0 && y > 0; x--, y--) steps.push("same");
  return steps.reverse();
}
