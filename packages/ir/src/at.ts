/** A value that is known to be there. */
export function present<T>(value: T | undefined): T {
  if (value === undefined) missing("a value");
  return value;
}

/** The element at a place that is known to be in the list. Where a loop must be fast, `present(list[i])` keeps its access apart from all others. */
export function at<T>(list: { readonly [index: number]: T }, index: number): T {
  const value = list[index];
  if (value === undefined) missing(`an element at ${index}`);
  return value;
}

type Several<T, N extends number, Held extends T[] = []> = Held["length"] extends N ? Held : Several<T, N, [...Held, T]>;

/** A list that is known to have so many elements, to be taken apart. */
export function firstOf<T, N extends number>(list: readonly T[], count: N): Readonly<Several<T, N>> {
  if (list.length < count) missing(`${count} elements`);
  return list as unknown as Several<T, N>;
}

/** Apart, so that what calls it is small enough to be inlined. */
function missing(what: string): never {
  throw new Error(`There should be ${what}.`);
}
