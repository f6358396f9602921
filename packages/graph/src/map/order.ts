/** Cards in reading order: producers first, else as the model has them. */
import { at } from "@relayscope/ir";

/**
 * Sorts so that a card comes after everything that feeds it; among the possible next cards the least rank comes first.
 */
export function readingOrder(ranks: readonly number[], before: readonly ReadonlySet<number>[]): number[] {
  const next: number[][] = ranks.map(() => []);
  const waiting = before.map((set, card) => {
    for (const from of set) at(next, from).push(card);
    return set.size;
  });
  const heap: number[] = [];
  const isLess = (a: number, b: number) => at(ranks, a) < at(ranks, b);
  const push = (card: number) => {
    let i = heap.push(card) - 1;
    while (i > 0 && isLess(card, at(heap, (i - 1) >> 1))) {
      heap[i] = at(heap, (i - 1) >> 1);
      i = (i - 1) >> 1;
    }
    heap[i] = card;
  };
  const pop = () => {
    const top = at(heap, 0);
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return top;
    let i = 0;
    for (let child = 1; child < heap.length; child = 2 * i + 1) {
      if (child + 1 < heap.length && isLess(at(heap, child + 1), at(heap, child))) child++;
      if (!isLess(at(heap, child), last)) break;
      heap[i] = at(heap, child);
      i = child;
    }
    heap[i] = last;
    return top;
  };
  const order: number[] = [];
  waiting.forEach((n, card) => {
    if (n === 0) push(card);
  });
  while (heap.length > 0) {
    const card = pop();
    order.push(card);
    for (const user of at(next, card)) {
      waiting[user] = at(waiting, user) - 1;
      if (at(waiting, user) === 0) push(user);
    }
  }
  // Members of a cycle (a function that calls itself) come last, in model order.
  if (order.length < ranks.length) {
    const done = new Set(order);
    const rest = ranks.map((_, card) => card).filter((card) => !done.has(card));
    for (const n of rest.sort((a, b) => at(ranks, a) - at(ranks, b))) order.push(n);
  }
  return order;
}
