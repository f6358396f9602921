/**
 * Hash tables that keep the order of insertion, but for the sets of integers, which have CPython's order.
 *
 * Values whose equality is plain (text, numbers, None, objects that define no `__eq__`) are keys of a JavaScript `Map`
 * themselves, all equal numbers under one key: 1, 1.0 and True are one. The others (tuples, frozensets, objects with
 * `__eq__`) are found by their hash among the entries of a bucket; `core/tables.ts` does that, since it needs to call
 * `__hash__` and `__eq__`.
 */
import { dictClass, setClass } from "./classes.ts";
import { PyBoxed, PyFloat } from "./containers.ts";
import { typeError } from "./exceptions.ts";
import { Places } from "./places.ts";
import { type PyClass, PyHost, PyObject, type Value } from "./value.ts";

export interface Entry {
  readonly key: Value;
  value: Value;
  /** Of entries in buckets. */
  readonly hash?: number;
}

export class Table {
  /** By plain key; an entry of a bucket is its own key here. In the order of insertion. */
  protected readonly entries = new Map<unknown, Entry>();
  /** Entries whose keys need `__eq__`, by hash. */
  private buckets: Map<number, Entry[]> | undefined = undefined;
  /** Entries with plain keys by hash; made when a key asks for it whose `__eq__` may hold for one of them. */
  private plainByHash: Map<number, Entry[]> | undefined = undefined;

  get size(): number {
    return this.entries.size;
  }

  getPlain(key: unknown): Value | undefined {
    return this.entries.get(key)?.value;
  }

  setPlain(plain: unknown, key: Value, value: Value): void {
    const entry = this.entries.get(plain);
    if (entry) entry.value = value;
    else {
      this.plainByHash = undefined;
      this.entries.set(plain, { key, value });
    }
  }

  deletePlain(plain: unknown): boolean {
    this.plainByHash = undefined;
    return this.entries.delete(plain);
  }

  /** Entries with a hash whose keys are not plain. */
  bucket(hash: number): readonly Entry[] {
    return this.buckets?.get(hash) ?? [];
  }

  get hasBuckets(): boolean {
    return this.buckets !== undefined;
  }

  /** Entries with plain keys of a hash. */
  plainWithHash(hash: number, hashOf: (key: Value) => number): readonly Entry[] {
    if (this.plainByHash === undefined) {
      this.plainByHash = new Map();
      for (const entry of this.entries.values()) {
        if (entry.hash !== undefined) continue;
        const at = hashOf(entry.key);
        const known = this.plainByHash.get(at);
        if (known) known.push(entry);
        else this.plainByHash.set(at, [entry]);
      }
    }
    return this.plainByHash.get(hash) ?? [];
  }

  addToBucket(hash: number, key: Value, value: Value): void {
    this.insert({ key, value, hash });
  }

  deleteFromBucket(hash: number, entry: Entry): void {
    this.entries.delete(entry);
    const bucket = this.buckets?.get(hash) ?? [];
    bucket.splice(bucket.indexOf(entry), 1);
  }

  /** Live: sees what is added while it runs. */
  list(): IterableIterator<Entry> {
    return this.entries.values();
  }

  clear(): void {
    this.entries.clear();
    this.buckets = undefined;
    this.plainByHash = undefined;
  }

  /** Puts in all of another table, by `add`. */
  takeIn(_other: Table, add: () => void): void {
    add();
  }

  /** After several entries were removed at once. */
  tidy(): void {
    // These keep no places.
  }

  /** The entry that `pop` of a set takes. */
  next(): Entry | undefined {
    return this.list().next().value;
  }

  /** A copy with the same order. */
  copy(): Table {
    return this.copyInto(new Table());
  }

  protected copyInto<T extends Table>(made: T): T {
    for (const [plain, entry] of this.entries) {
      if (entry.hash === undefined) made.entries.set(plain, { ...entry });
      else made.insert({ ...entry });
    }
    return made;
  }

  private insert(entry: Entry): void {
    this.entries.set(entry, entry);
    this.buckets ??= new Map();
    const bucket = this.buckets.get(entry.hash ?? 0);
    if (bucket) bucket.push(entry);
    else this.buckets.set(entry.hash ?? 0, [entry]);
  }
}

/** The table of a set. While all values are integers, they have the order that CPython gives them. */
export class SetTable extends Table {
  private places: Places | undefined = new Places();
  private isPlaced = false;

  override setPlain(plain: unknown, key: Value, value: Value): void {
    if (this.places && !this.isPlaced && !this.entries.has(plain)) {
      if (Number.isSafeInteger(plain)) this.places.add(Number(plain));
      else this.places = undefined;
    }
    super.setPlain(plain, key, value);
  }

  override deletePlain(plain: unknown): boolean {
    if (!super.deletePlain(plain)) return false;
    this.places?.delete(Number(plain));
    return true;
  }

  override addToBucket(hash: number, key: Value, value: Value): void {
    this.places = undefined;
    super.addToBucket(hash, key, value);
  }

  override list(): IterableIterator<Entry> {
    return this.places ? this.placed(this.places) : super.list();
  }

  override clear(): void {
    super.clear();
    this.places = new Places();
  }

  override takeIn(other: Table, add: () => void): void {
    if (other === this) return;
    const theirs = other instanceof SetTable ? other.places : undefined;
    this.places?.makeRoom(other.size);
    this.isPlaced = this.places !== undefined && theirs?.isCopiedTo(this.places) === true;
    if (this.isPlaced) this.places = theirs?.copy();
    add();
    this.isPlaced = false;
  }

  override tidy(): void {
    this.places?.tidy();
  }

  override next(): Entry | undefined {
    return this.places ? this.entries.get(this.places.next()) : super.next();
  }

  override copy(): Table {
    const made = this.copyInto(new SetTable());
    made.places = this.places?.copy();
    return made;
  }

  private *placed(places: Places): IterableIterator<Entry> {
    for (const value of places.values()) {
      const entry = this.entries.get(value);
      if (entry) yield entry;
    }
  }
}

/** The attributes of an object, or the globals of a module, seen as a dict: `__dict__`, `globals()`. */
export class AttributeTable extends Table {
  constructor(private readonly names: Map<string, Value>) {
    super();
  }

  override get size(): number {
    return this.names.size;
  }

  override getPlain(key: unknown): Value | undefined {
    return typeof key === "string" ? this.names.get(key) : undefined;
  }

  override setPlain(_plain: unknown, key: Value, value: Value): void {
    if (typeof key !== "string") throw typeError("names of attributes must be strings here");
    this.names.set(key, value);
  }

  override deletePlain(plain: unknown): boolean {
    return typeof plain === "string" && this.names.delete(plain);
  }

  override addToBucket(): void {
    throw typeError("names of attributes must be strings here");
  }

  override *list(): IterableIterator<Entry> {
    for (const [key, value] of this.names) yield { key, value };
  }

  override clear(): void {
    this.names.clear();
  }

  override copy(): Table {
    const made = new Table();
    for (const [key, value] of this.names) made.setPlain(key, key, value);
    return made;
  }
}

export class PyDict extends PyObject {
  constructor(
    cls: PyClass = dictClass,
    public table: Table = new Table(),
  ) {
    super(cls);
  }

  /** What is under a text, without asking any `__missing__`. */
  getText(key: string): Value | undefined {
    return this.table.getPlain(key);
  }

  setText(key: string, value: Value): void {
    this.table.setPlain(key, key, value);
  }
}

/** A set or frozenset: the values of its table are not used. */
export class PySet extends PyObject {
  constructor(
    cls: PyClass = setClass,
    public table: Table = new SetTable(),
  ) {
    super(cls);
  }
}

/**
 * The key of a value in a table, if its equality is plain; else undefined. Equal numbers share a key; a NaN is found
 * only by identity.
 */
export function plainKey(value: Value): unknown {
  if (typeof value === "string" || typeof value === "number" || value === null) return value;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "bigint") return value;
  if (value instanceof PyFloat) {
    if (value.cls.isMutable && hasOwnEquality(value.cls)) return undefined;
    return floatKey(value);
  }
  if (hasOwnEquality(value.cls)) return undefined;
  if (value instanceof PyBoxed) return value.value;
  return value instanceof PyHost ? value.key : value;
}

function floatKey(value: PyFloat): unknown {
  const number = value.value;
  if (Number.isSafeInteger(number)) return number + 0;
  if (Number.isInteger(number)) return BigInt(number);
  return Number.isNaN(number) ? value : number;
}

/** Whether a class (int, str and float apart) says itself what is equal or how it is hashed. */
function hasOwnEquality(cls: PyClass): boolean {
  const eq = cls.lookup("__eq__");
  const hash = cls.lookup("__hash__");
  return !(isPlain(eq) && isPlain(hash));
}

/** Methods that compare by identity, or as numbers and texts are compared. */
const plainMethods = new WeakSet<PyObject>();

function isPlain(method: Value | undefined): boolean {
  return method === undefined || (method instanceof PyObject && plainMethods.has(method));
}

/** Notes that a built-in `__eq__` or `__hash__` does what the key of a table does. */
export function markPlain(method: PyObject): void {
  plainMethods.add(method);
}
