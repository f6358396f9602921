import type Flatbush from "flatbush";

/** What Flatbush is stopped with: it knows no other way to end a search. */
const enough = Symbol("enough");

/** What reaches into a rectangle, or the first `most` of it: where lines run side by side by the thousand, all of them take long to name. */
export function someIn(
  index: Pick<Flatbush, "search">,
  [left, top, right, bottom]: readonly [number, number, number, number],
  most: number,
): readonly number[] {
  const found: number[] = [];
  try {
    index.search(left, top, right, bottom, (i) => {
      found.push(i);
      if (found.length === most) throw enough;
      return false;
    });
  } catch (error) {
    if (error !== enough) throw error;
  }
  return found;
}
