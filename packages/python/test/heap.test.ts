/** What a program holds, kept and compared. */
import { expect, test } from "vitest";
import { keepHeap, PyModule } from "../src/index.ts";

test("a program that makes hundreds of thousands of names after it was kept is compared, and put back", () => {
  const module = new PyModule("mine", { file: "mine.py" });
  const heap = keepHeap([module], [], { most: 1000, isOwn: () => true });
  for (let i = 0; i < 300_000; i++) module.names.set(`flag${i}`, i);
  expect(heap?.differences()).toHaveLength(300_000);
  heap?.restore();
  expect(heap?.isNow).toBe(true);
});
