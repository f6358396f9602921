/** A list with one more element: a new one where it was empty, else the same. Most lists of a layout have one element, which needs little room so. */
export function extended<T>(list: T[], element: T): T[] {
  if (list.length === 0) return [element];
  list.push(element);
  return list;
}
