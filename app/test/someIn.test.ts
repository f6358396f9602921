import Flatbush from "flatbush";
import { expect, test } from "vitest";
import { someIn } from "../src/picture/someIn.ts";

const rectangle = [0, 0, 10, 10] as const;

/** So many boxes in one place, and as many far from it. */
function boxes(count: number): Flatbush {
  const index = new Flatbush(2 * count);
  for (let i = 0; i < count; i++) {
    index.add(0, 0, 5, i);
    index.add(1_000, 1_000, 1_005, 1_000 + i);
  }
  index.finish();
  return index;
}

test("what reaches into a rectangle is found whole up to a number, and no more than that is looked at", () => {
  const index = boxes(2_000);
  const all = index.search(...rectangle);
  expect(all).toHaveLength(2_000);
  expect([...someIn(index, rectangle, 5_000)].sort()).toEqual(all.sort());
  let looked = 0;
  const counting: Pick<Flatbush, "search"> = {
    search: (left, top, right, bottom, filter) =>
      index.search(left, top, right, bottom, (i, ...box) => {
        looked++;
        return filter?.(i, ...box) ?? true;
      }),
  };
  const some = someIn(counting, rectangle, 81);
  expect(some).toHaveLength(81);
  expect(looked).toBe(81);
  expect(some.every((i) => all.includes(i))).toBe(true);
});
