/** A value that is known to be there. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) missing();
  return value;
}

/**
 * The element at an index that is known to be in the list. In hot loops use `present(list[i])`: JavaScript engines then
 * optimize each access separately.
 */
export function at<T>(list: { readonly [index: number]: T }, index: number): T {
  return present(list[index]);
}

type Several<T, N extends number, Held extends T[] = []> = Held["length"] extends N ? Held : Several<T, N, [...Held, T]>;

/** The first elements of a list that is known to have this many, for destructuring. */
export function firstOf<T, N extends number>(list: readonly T[], count: N): Readonly<Several<T, N>> {
  if (list.length < count) missing();
  return list as unknown as Several<T, N>;
}

/** What becomes of each of a few values, in as many variables. */
export function eachOf<const L extends readonly unknown[], T>(list: L, change: (item: L[number]) => T): { readonly [K in keyof L]: T };
export function eachOf(list: readonly unknown[], change: (item: unknown) => unknown): readonly unknown[] {
  return list.map(change);
}

/** A separate function, so that its callers are small enough to be inlined. */
function missing(): never {
  throw new Error("Something is missing that should be there.");
}

/** Throws, where an expression is wanted: `found ?? raise(...)`. */
export function raise(error: Error): never {
  throw error;
}
