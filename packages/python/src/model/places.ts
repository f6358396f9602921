/**
 * Where CPython puts the integers of a set, and so in which order the set gives them: a table of slots that is searched
 * from the value's hash on. Follows Objects/setobject.c.
 */

/** Slots that are tried in a row before the search jumps. */
const probes = 9;

const smallest = 8;

/** `undefined` is a free slot, `null` one whose value was removed. */
type Slot = number | null | undefined;

export class Places {
  private slots: Slot[] = Array<Slot>(smallest).fill(undefined);
  private used = 0;
  private filled = 0;
  private finger = 0;
  /** The last slot of a removed value that a search met: it takes a new value. */
  private removed: number | undefined;

  private get mask(): number {
    return this.slots.length - 1;
  }

  /** Puts in an integer that is not there. */
  add(value: number): void {
    this.put(value);
    if (this.filled * 5 >= this.mask * 3) this.resize(this.used > 50_000 ? this.used * 2 : this.used * 4);
  }

  delete(value: number): void {
    this.slots[this.find(value, value)] = null;
    this.used--;
  }

  /** Before `count` values are put in at once. */
  makeRoom(count: number): void {
    if ((this.filled + count) * 5 >= this.mask * 3) this.resize((this.used + count) * 2);
  }

  /** After several values were removed at once. */
  tidy(): void {
    if (this.filled - this.used > this.mask >> 2) this.resize(this.used > 50_000 ? this.used * 2 : this.used * 4);
  }

  /** Whether what these places hold may be put into `empty` ones slot by slot. */
  isCopiedTo(empty: Places): boolean {
    return empty.filled === 0 && empty.mask === this.mask && this.filled === this.used;
  }

  copy(): Places {
    const made = new Places();
    made.slots = [...this.slots];
    made.used = this.used;
    made.filled = this.filled;
    return made;
  }

  *values(): IterableIterator<number> {
    for (const value of this.slots) if (typeof value === "number") yield value;
  }

  /** The value that `pop` takes: the first after the one that it took before. */
  next(): number | undefined {
    if (this.used === 0) return undefined;
    let at = this.finger & this.mask;
    while (typeof this.slots[at] !== "number") at = (at + 1) & this.mask;
    this.finger = at + 1;
    return this.slots[at] ?? undefined;
  }

  private put(value: number): void {
    const free = this.find(value, undefined);
    const at = this.removed ?? free;
    if (at === free) this.filled++;
    this.slots[at] = value;
    this.used++;
  }

  private resize(least: number): void {
    const values = [...this.values()];
    let size = smallest;
    while (size <= least) size *= 2;
    this.slots = Array<Slot>(size).fill(undefined);
    this.used = 0;
    this.filled = 0;
    for (const value of values) this.put(value);
  }

  /** The first slot on the value's way that holds `wanted`. */
  private find(value: number, wanted: number | undefined): number {
    const hash = value === -1 ? -2 : value;
    let start = hash & this.mask;
    let rest: bigint | undefined;
    this.removed = undefined;
    for (;;) {
      const last = start + probes <= this.mask ? start + probes : start;
      for (let at = start; at <= last; at++) {
        const slot = this.slots[at];
        if (slot === wanted) return at;
        if (slot === null) this.removed = at;
      }
      rest = (rest ?? BigInt.asUintN(64, BigInt(hash))) >> 5n;
      start = Number((BigInt(start) * 5n + 1n + rest) & BigInt(this.mask));
    }
  }
}
