/** A function for each kind of a union, which gets the item and what else is known. */
export type ByKind<Union extends { readonly kind: string }, Made, Known extends readonly unknown[] = []> = {
  readonly [Kind in Union["kind"]]: (item: Union & { readonly kind: Kind }, ...known: Known) => Made;
};

/** What the function for an item's kind makes of it. */
export function byKind<Union extends { readonly kind: string }, Made, Known extends readonly unknown[]>(
  table: ByKind<Union, Made, Known>,
  item: Union,
  ...known: Known
): Made;
export function byKind(
  table: Readonly<Record<string, (...given: unknown[]) => unknown>>,
  item: { readonly kind: string },
  ...known: unknown[]
) {
  return table[item.kind]?.(item, ...known);
}
