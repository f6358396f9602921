/** Rows of a group's items: longest paths from the top, then what hangs free is pulled down to its consumers. */

export interface RowInput {
  readonly count: number;
  /** Rows that an item takes. */
  readonly span: Int32Array;
  /** From, to; two numbers a link. */
  readonly links: readonly number[];
  /** Whether an item pulls nothing (a chip): an item fed by such alone hangs free. */
  readonly isLight: Uint8Array;
  /** Place in the model, to break a cycle where the model does. */
  readonly rank: readonly number[];
  /** The row an item stands in at least: where it stood in an earlier picture. */
  readonly least: Int32Array;
}

export interface Rows {
  /** The first row of each item. */
  readonly row: Int32Array;
  /** Rows from an item's top down to the end of the longest path from it. */
  readonly height: Int32Array;
}

/** Chips of one consumer from which they are not set beside a box of several rows that stands above it. */
const mostBeside = 3;

/** The rows of a group's items. Links that close a cycle are ignored: their target may stand above their source. */
export function assignRows(input: RowInput): Rows {
  const { count, span, links, isLight } = input;
  const successors: number[][] = Array.from({ length: count }, () => []);
  const waiting = new Int32Array(count);
  const heavyInputs = new Int32Array(count);
  const lightInputs = new Int32Array(count);
  for (let i = 0; i < links.length; i += 2) {
    const from = links[i] as number;
    const to = links[i + 1] as number;
    (successors[from] as number[]).push(to);
    waiting[to] = (waiting[to] as number) + 1;
    const inputs = isLight[from] ? lightInputs : heavyInputs;
    inputs[to] = (inputs[to] as number) + 1;
  }
  const order = topologicalOrder(input, successors, waiting);
  const place = new Int32Array(count);
  order.forEach((item, at) => {
    place[item] = at;
  });
  const row = input.least.slice();
  /** Below a box of several rows many chips have a row of their own: beside the box they would make the picture wide. */
  const roomBetween = (item: number, next: number) => ((span[item] as number) > 1 && (lightInputs[next] as number) >= mostBeside ? 1 : 0);
  for (const item of order) {
    const below = (row[item] as number) + (span[item] as number);
    for (const next of successors[item] as number[]) {
      if ((place[next] as number) > (place[item] as number)) row[next] = Math.max(row[next] as number, below + roomBetween(item, next));
    }
  }
  const height = new Int32Array(count);
  for (let at = count - 1; at >= 0; at--) {
    const item = order[at] as number;
    let below = 0;
    for (const next of successors[item] as number[]) if ((place[next] as number) > at) below = Math.max(below, height[next] as number);
    height[item] = below + (span[item] as number);
    if ((heavyInputs[item] as number) > 0) continue;
    let lowest = Number.POSITIVE_INFINITY;
    for (const next of successors[item] as number[])
      if ((place[next] as number) > at) lowest = Math.min(lowest, (row[next] as number) - roomBetween(item, next));
    if (lowest !== Number.POSITIVE_INFINITY) row[item] = Math.max(row[item] as number, lowest - (span[item] as number));
  }
  return { row, height };
}

function topologicalOrder(input: RowInput, successors: readonly (readonly number[])[], waiting: Int32Array): number[] {
  const { count, rank } = input;
  const order: number[] = [];
  const isDone = new Uint8Array(count);
  const left = waiting.slice();
  const byRank = Array.from({ length: count }, (_, i) => i).sort((a, b) => (rank[a] as number) - (rank[b] as number));
  const ready = byRank.filter((item) => left[item] === 0);
  let head = 0;
  let unvisited = 0;
  while (order.length < count) {
    if (head === ready.length) {
      // Only a cycle is left: open it at the first of the model.
      while (isDone[byRank[unvisited] as number]) unvisited++;
      ready.push(byRank[unvisited] as number);
    }
    const item = ready[head++] as number;
    if (isDone[item]) continue;
    isDone[item] = 1;
    order.push(item);
    for (const next of successors[item] as number[]) {
      left[next] = (left[next] as number) - 1;
      if (left[next] === 0) ready.push(next);
    }
  }
  return order;
}
