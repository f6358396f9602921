/** Long lists of an answer cross in slices before it: what arrives in one message is read in one task of the page. */

export interface Slice {
  /** The names of the fields that lead to the list; none for an answer that is one. */
  readonly path: readonly string[];
  readonly items: readonly unknown[];
}

/** How many items cross at once. */
const most = 1000;

/** An answer without the lists, one or two levels deep, that are longer than a slice, and these in slices. */
export function sliced(value: unknown): { readonly value: unknown; readonly slices: readonly Slice[] } {
  const slices: Slice[] = [];
  const without = (item: unknown, path: readonly string[]): unknown => {
    if (Array.isArray(item)) {
      if (item.length <= most) return item;
      for (let i = 0; i < item.length; i += most) slices.push({ path, items: item.slice(i, i + most) });
      return [];
    }
    if (path.length > 2 || item === null || typeof item !== "object" || Object.getPrototypeOf(item) !== Object.prototype) return item;
    return Object.fromEntries(Object.entries(item).map(([name, inner]) => [name, without(inner, [...path, name])]));
  };
  return { value: without(value, []), slices };
}

/** The answer with its lists again; changes `value`. */
export function joined(value: unknown, slices: readonly Slice[]): unknown {
  for (const { path, items } of slices) {
    const list = path.reduce((at: unknown, name) => (at as Readonly<Record<string, unknown>>)[name], value) as unknown[];
    for (const item of items) list.push(item);
  }
  return value;
}
