/** Adds a value to the list that is kept for a key. */
export function pushTo<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key);
  if (list) list.push(value);
  else lists.set(key, [value]);
}

/** The value of a map for a key; where it has none, the one that is made, which it keeps. */
export function keptIn<K, V>(map: { get(key: K): V | undefined; set(key: K, value: V): unknown }, key: K, make: (key: K) => NoInfer<V>): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  map.set(key, made);
  return made;
}

/** How many places from 0 on pass a test that none passes after the first one that fails it: a binary search. */
export function countWhile(count: number, passes: (place: number) => boolean): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Sets the newest entry of a map of at most `most`, which drops its oldest one. */
export function setNewest<K, V>(map: Map<K, V>, key: K, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
}
