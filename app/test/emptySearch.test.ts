/** The search says that nothing matches only once the engine has answered. */
import { expect, test } from "vitest";
import { emptySearch } from "../src/header/emptySearch.ts";

test("a search that waits for its answers does not say that nothing matches", () => {
  expect(emptySearch(false, "PartitionGraph")).toBe("Searching…");
  expect(emptySearch(true, "PartitionGraph")).toMatch(/^Nothing after PartitionGraph matches/);
});
