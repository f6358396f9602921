/**
 * The order in which the reference's maps list names. Follows include/tvm/runtime/container/map.h and StableHashBytes
 * in include/tvm/runtime/container/string.h.
 */
import { present } from "./at.ts";
import { setNewest } from "./lists.ts";

/** How far from a taken slot others are tried: near ones, then triangular numbers. Of 64 slots they reach all. */
const distances: readonly number[] = [
  ...Array.from({ length: 15 }, (_, i) => i + 1),
  ...Array.from({ length: 67 }, (_, i) => ((i + 6) * (i + 7)) / 2),
];

/**
 * Names as a map lists them to which they are added in this order. Up to four stay in order, more are in the slots of a
 * hash table. Above sixty they stay in order here: nothing has as many.
 */
export function mapOrder(names: readonly string[]): readonly string[] {
  return isTable(names) ? orderOf(names) : names;
}

/** The same names after one is taken out: the last of those in its chain, or of all in a small map, takes its place. */
export function mapOrderWithout(names: readonly string[], name: string): readonly string[] {
  if (isTable(names)) return tableOf(names, 8).namesWithout(name);
  const last = names.at(-1) ?? name;
  return names.slice(0, -1).map((other) => (other === name ? last : other));
}

/** The same names after the value of one is set. A small map that is full becomes a hash table, new name or not. */
function mapOrderSet(names: readonly string[], name: string): readonly string[] {
  if (!names.includes(name)) return [...names, name];
  return names.length === 4 ? orderOf(names) : names;
}

/** A map by name with the value of a name set. */
export function withEntry<T>(map: ReadonlyMap<string, T>, name: string, value: T): ReadonlyMap<string, T> {
  const after = new Map([...map, [name, value]]);
  return new Map(mapOrderSet([...map.keys()], name).map((key) => [key, after.get(key) ?? value]));
}

/** The names of a dict of Python as the map that is made of it lists them: the last comes first there. */
export function mapOrderOfDict(names: readonly string[]): readonly string[] {
  const last = [...names].reverse();
  if (last.length < 4 || last.length > 60) return last;
  return tableOf(last, 2 ** (last.length.toString(2).length + 1)).names;
}

const isTable = (names: readonly string[]) => names.length > 4 && names.length <= 60;

/** Orders that were made, by their names: the functions of regions all have the same. */
const orders = new Map<string, readonly string[]>();
const mostOrders = 64;

/** The order in a hash table to which names are added in this order. */
function orderOf(names: readonly string[]): readonly string[] {
  const key = JSON.stringify(names);
  const known = orders.get(key) ?? tableOf(names, 8).names;
  setNewest(orders, key, known, mostOrders);
  return known;
}

function tableOf(names: readonly string[], size: number): Table {
  return names.reduce((table, name) => table.with(name), new Table(size));
}

/** A name in a slot, and the slot of the next name that belongs to the same slot as this one. */
interface Entry {
  readonly name: string;
  next: number | undefined;
}

class Table {
  private readonly slots: (Entry | undefined)[];

  constructor(private readonly size: number) {
    this.slots = Array.from({ length: size }, () => undefined);
  }

  get names(): readonly string[] {
    return this.slots.flatMap((entry) => (entry ? [entry.name] : []));
  }

  namesWithout(name: string): readonly string[] {
    const at = this.slots.findIndex((entry) => entry?.name === name);
    const last = this.lastFrom(at);
    const kept = this.slots.map((entry, slot) => (slot === at ? this.slots[last] : entry));
    return kept.flatMap((entry, slot) => (entry && slot !== last ? [entry.name] : []));
  }

  /** This table with one more name; a full one makes room for twice as many, and has the new name first. */
  with(name: string): Table {
    const own = this.ownSlot(name);
    const there = this.slots[own];
    if (!there) {
      this.slots[own] = { name, next: undefined };
      return this;
    }
    const { names } = this;
    if (names.length + 1 > this.size * 0.99) return tableOf([name, ...names], this.size * 2);
    const first = this.ownSlot(there.name);
    let last = this.lastFrom(first, own);
    if (first === own) {
      this.append(last, name);
      return this;
    }
    // A name of another slot is here: it goes, with those after it.
    for (let from: number | undefined = own; from !== undefined; ) {
      const moved: Entry = present(this.slots[from]);
      last = this.append(last, moved.name);
      if (from !== own) this.slots[from] = undefined;
      from = moved.next;
    }
    this.slots[own] = { name, next: undefined };
    return this;
  }

  /** The last slot of a chain, or the one before `end`. */
  private lastFrom(slot: number, end?: number): number {
    let last = slot;
    for (let next = this.slots[last]?.next; next !== undefined && next !== end; next = this.slots[last]?.next) last = next;
    return last;
  }

  /** Puts a name in the first free slot after another one, which leads to it. */
  private append(slot: number, name: string): number {
    const free = present(distances.map((distance) => (slot + distance) % this.size).find((at) => this.slots[at] === undefined));
    present(this.slots[slot]).next = free;
    this.slots[free] = { name, next: undefined };
    return free;
  }

  /** The slot that a name's hash gives it. */
  private ownSlot(name: string): number {
    return Number(BigInt.asUintN(64, 11400714819323198485n * hashOf(name)) / (2n ** 64n / BigInt(this.size)));
  }
}

/** The hash of a text, the same in all runs. */
function hashOf(text: string): bigint {
  const bytes = new TextEncoder().encode(text);
  let hash = 0n;
  for (let at = 0; at < bytes.length; at += 8) {
    const word = bytes.subarray(at, at + 8).reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n);
    hash = BigInt.asUintN(64, hash * 1099511628211n + word) % 2147483647n;
  }
  return hash;
}
