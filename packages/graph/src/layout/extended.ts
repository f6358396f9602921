/**
 * A list with one more element: a new list if it was empty, else the same one. Most lists of a layout have one element,
 * and a new list of one element is small.
 */
export function extended<T>(list: T[], element: T): T[] {
  if (list.length === 0) return [element];
  list.push(element);
  return list;
}
