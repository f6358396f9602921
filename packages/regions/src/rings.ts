import { present } from "@relayscope/ir";

/**
 * Lists of numbers that are joined, and lose an item, in constant time. A list is a ring of cells; it goes by the
 * number of its head, a cell without an item.
 */
export class Rings {
  private readonly items: number[] = [];
  private readonly previous: number[] = [];
  private readonly next: number[] = [];

  /** An empty list. */
  list(): number {
    return this.cell(-1);
  }

  /** Puts an item at the end of a list; answers its cell. */
  append(list: number, item: number): number {
    const cell = this.cell(item);
    const last = present(this.previous[list]);
    this.previous[cell] = last;
    this.next[cell] = list;
    this.next[last] = cell;
    this.previous[list] = cell;
    return cell;
  }

  /** Takes a cell out of the list that it is in. */
  remove(cell: number): void {
    const [before, after] = [present(this.previous[cell]), present(this.next[cell])];
    this.next[before] = after;
    this.previous[after] = before;
    this.previous[cell] = cell;
    this.next[cell] = cell;
  }

  /** Appends one list to another. */
  join(into: number, from: number): void {
    const [first, last] = [present(this.next[from]), present(this.previous[from])];
    if (first === from) return;
    const end = present(this.previous[into]);
    this.next[end] = first;
    this.previous[first] = end;
    this.next[last] = into;
    this.previous[into] = last;
    this.next[from] = from;
    this.previous[from] = from;
  }

  /** The items of a list, first to last. */
  itemsOf(list: number): number[] {
    const items: number[] = [];
    for (let cell = present(this.next[list]); cell !== list; cell = present(this.next[cell])) items.push(present(this.items[cell]));
    return items;
  }

  /** Whether the first of two lists has at most as many items as the second. Takes the time of the shorter one. */
  isShorter(a: number, b: number): boolean {
    let [x, y] = [present(this.next[a]), present(this.next[b])];
    while (x !== a && y !== b) [x, y] = [present(this.next[x]), present(this.next[y])];
    return x === a;
  }

  private cell(item: number): number {
    const cell = this.items.length;
    this.items.push(item);
    this.previous.push(cell);
    this.next.push(cell);
    return cell;
  }
}
