/**
 * A copy of everything that a program holds: the names of its modules, and all mutable values that they reach. It is
 * made once and compared later. The work is linear in what is reached, and bounded.
 */
import { PyIterator } from "../core/iteration.ts";
import { PyFloat, PyList, PyTuple } from "../model/containers.ts";
import { PyClassMethod, PyFunction, PyMethod, PyProperty, PyStaticMethod } from "../model/functions.ts";
import { PyModule } from "../model/module.ts";
import { AttributeTable, PyDict, PySet, type Table } from "../model/table.ts";
import { Cell, PyClass, PyObject, type Value } from "../model/value.ts";
import { PyPartial } from "../modules/evaluator.ts";
import { PyArray, put } from "../numpy/array.ts";
import type { Storage } from "../numpy/dtype.ts";

/** A place whose content differs from what was kept. */
export interface Difference {
  /** Swaps in the other content. A second call swaps it back. */
  exchange(): void;
}

/** Elements of an array that count as one place. */
const elementsPerPlace = 64;

/**
 * Keeps everything that modules and further values reach; undefined if that is more than `most` places. `isOwn` selects
 * the modules whose names are mentioned if they hold something that can't be kept.
 */
export function keepHeap(
  modules: Iterable<Value>,
  values: Iterable<Value>,
  { most, isOwn }: { readonly most: number; isOwn(module: PyModule): boolean },
): Heap | undefined {
  const heap = new Heap();
  const open: { readonly value: PyObject | Cell; readonly name: string }[] = [];
  const seen = new Set<unknown>();
  let left = most;
  const reach = (value: Value | Cell | undefined, name: string) => {
    left--;
    if (!(value instanceof PyObject || value instanceof Cell) || value instanceof PyModule || seen.has(value)) return;
    seen.add(value);
    open.push({ value, name });
  };
  for (const module of modules) {
    if (!(module instanceof PyModule)) continue;
    heap.keepNames(module, module.names);
    const isNamed = isOwn(module);
    for (const [name, value] of module.names) reach(value, isNamed ? name : "");
  }
  for (const value of values) reach(value, "");
  for (let at = open.pop(); at && left >= 0; at = open.pop()) {
    const { value, name } = at;
    left -= heap.keep(value);
    if (value instanceof PyIterator && name !== "") heap.iterators.add(name);
    for (const part of partsOf(value)) reach(part, name);
  }
  return left < 0 ? undefined : heap;
}

export class Heap {
  /** Names that reach an iterator, whose position can't be kept. */
  readonly iterators = new Set<string>();
  private readonly names = new Map<PyObject, ReadonlyMap<string, Value>>();
  private readonly lists = new Map<PyList, readonly Value[]>();
  private readonly tables = new Map<PyDict | PySet, Table>();
  private readonly cells = new Map<Cell, Value | undefined>();
  private readonly storages = new Map<Storage, Storage>();

  keepNames(holder: PyObject, names: ReadonlyMap<string, Value>): void {
    this.names.set(holder, new Map(names));
  }

  /** Keeps the content of an object. Returns how many places this takes in addition to its parts. */
  keep(value: PyObject | Cell): number {
    if (value instanceof Cell) this.cells.set(value, value.value);
    else if (value instanceof PyClass) {
      if (value.isMutable) this.keepNames(value, value.dict);
    } else {
      if (value.attrs || value.cls.isMutable) this.keepNames(value, value.attrs ?? new Map());
      if (value instanceof PyList) this.lists.set(value, [...value.items]);
      else if (isTabled(value)) this.tables.set(value, value.table.copy());
      else if (value instanceof PyArray && !this.storages.has(value.data)) {
        this.storages.set(value.data, value.data.slice());
        return value.data.length / elementsPerPlace;
      }
    }
    return 0;
  }

  /** Whether everything is still as it was kept. */
  get isNow(): boolean {
    return this.differences().length === 0;
  }

  /** Restores everything to what was kept. */
  restore(): void {
    for (const difference of this.differences()) difference.exchange();
  }

  /**
   * The places that differ from what was kept. Exchanged contents are copies, so the same heap can be compared again.
   */
  differences(): readonly Difference[] {
    const found: Difference[] = [];
    for (const [holder, kept] of this.names) for (const apart of namesApart(holder, kept)) found.push(apart);
    for (const [list, items] of this.lists) if (!areAlike(list.items, items)) found.push(new OtherItems(list, [...items]));
    for (const [holder, table] of this.tables) if (!sayTheSame(holder.table, table)) found.push(new OtherTable(holder, table.copy()));
    for (const [cell, value] of this.cells) if (!isAlike(cell.value, value)) found.push(new OtherValue(cell, value));
    for (const [storage, elements] of this.storages) {
      const isSame = Array.prototype.every.call(elements, (element, at) => Object.is(element, storage[at]));
      if (!isSame) found.push(new OtherElements(storage, elements.slice()));
    }
    return found;
  }
}

/** A dict or a set of its own: others show the names of an object. */
function isTabled(value: PyObject): value is PyDict | PySet {
  return (value instanceof PyDict || value instanceof PySet) && !(value.table instanceof AttributeTable);
}

/** What an object holds, and its class. */
function* partsOf(value: PyObject | Cell): Iterable<Value | Cell | undefined> {
  if (value instanceof Cell) {
    yield value.value;
    return;
  }
  if (value instanceof PyClass) {
    if (!value.isMutable) return;
    yield* value.dict.values();
    yield* value.bases;
    return;
  }
  yield value.cls;
  if (value.attrs) yield* value.attrs.values();
  if (value instanceof PyList || value instanceof PyTuple) yield* value.items;
  else if (isTabled(value)) {
    for (const entry of value.table.list()) {
      yield entry.key;
      yield entry.value;
    }
  } else if (value instanceof PyFunction) {
    yield* value.cells;
    yield* value.defaults;
    yield* value.keywordDefaults.values();
  } else if (value instanceof PyMethod) {
    yield value.callee;
    yield value.self;
  } else if (value instanceof PyPartial) {
    yield value.callee;
    yield* value.args;
    yield* value.keywords.values();
  } else if (value instanceof PyProperty) {
    yield value.getter;
    yield value.setter;
    yield value.deleter;
  } else if (value instanceof PyStaticMethod || value instanceof PyClassMethod) yield value.callee;
}

/** Whether two values can't be distinguished. */
function isAlike(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a instanceof PyFloat && b instanceof PyFloat) return a.cls === b.cls && Object.is(a.value, b.value);
  return false;
}

function areAlike(a: readonly Value[], b: readonly Value[]): boolean {
  return a.length === b.length && a.every((value, at) => isAlike(value, b[at]));
}

function sayTheSame(a: Table, b: Table): boolean {
  if (a.size !== b.size) return false;
  const others = b.list();
  for (const { key, value } of a.list()) {
    const { value: other } = others.next();
    if (!other || !isAlike(key, other.key) || !isAlike(value, other.value)) return false;
  }
  return true;
}

/**
 * The names of an object that have other values. A module that was imported meanwhile stays in its package, and what a
 * module of the host makes when it is asked for stays there.
 */
function namesApart(holder: PyObject, kept: ReadonlyMap<string, Value>): readonly Difference[] {
  const now = holder instanceof PyClass ? holder.dict : holder.attrs;
  const found: Difference[] = [];
  for (const [name, value] of kept) if (!isAlike(now?.get(name), value)) found.push(new OtherName(holder, name, value));
  if (holder instanceof PyModule && holder.file === undefined) return found;
  for (const [name, value] of now ?? []) {
    if (!kept.has(name) && !(value instanceof PyModule)) found.push(new OtherName(holder, name, undefined));
  }
  return found;
}

/** One name of a module, a class or an object. */
class OtherName implements Difference {
  constructor(
    private readonly holder: PyObject,
    private readonly name: string,
    private value: Value | undefined,
  ) {}

  exchange(): void {
    const { holder, name, value } = this;
    if (holder instanceof PyClass) {
      this.value = holder.dict.get(name);
      holder.define(name, value);
      return;
    }
    this.value = holder.attrs?.get(name);
    if (value === undefined) holder.attrs?.delete(name);
    else {
      holder.attrs ??= new Map();
      holder.attrs.set(name, value);
    }
  }
}

class OtherItems implements Difference {
  constructor(
    private readonly list: PyList,
    private items: Value[],
  ) {}

  exchange(): void {
    const { items } = this.list;
    this.list.items = this.items;
    this.items = items;
  }
}

class OtherTable implements Difference {
  constructor(
    private readonly holder: PyDict | PySet,
    private table: Table,
  ) {}

  exchange(): void {
    const { table } = this.holder;
    this.holder.table = this.table;
    this.table = table;
  }
}

class OtherValue implements Difference {
  constructor(
    private readonly cell: Cell,
    private value: Value | undefined,
  ) {}

  exchange(): void {
    const { value } = this.cell;
    this.cell.value = this.value;
    this.value = value;
  }
}

class OtherElements implements Difference {
  constructor(
    private readonly storage: Storage,
    private readonly elements: Storage,
  ) {}

  exchange(): void {
    for (let at = 0; at < this.elements.length; at++) {
      const element = this.storage[at] ?? 0;
      put(this.storage, at, this.elements[at] ?? 0);
      put(this.elements, at, element);
    }
  }
}
