/** Entries of the history, and what of a snapshot an address holds. */
import { limits } from "@relayscope/files";
import * as sharing from "@relayscope/share";
import { expect, test } from "vitest";
import { addressFragment, createEntries } from "../src/state/address.ts";
import { entryOf } from "../src/state/entry.ts";
import { snapshotOf } from "../src/state/snapshots.ts";
import { makePage, memory, pageOf } from "./makePage.ts";

const { snapshot, large } = await (async () => {
  const page = await pageOf("def @main(%x: Tensor[(1, 8), float32]) { nn.relu(%x) }");
  const made = snapshotOf(page.store.getState(), undefined);
  // No two lines alike, as names of a hash: nothing that deflate could make short.
  let seed = 1;
  const digits = Array.from({ length: 6_000 }, () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed.toString(36);
  });
  return { snapshot: made, large: { ...made, text: digits.join("\n") } };
})();

test("an address opens on the same snapshot", () => {
  const fragment = addressFragment(sharing, snapshot, false);
  expect(sharing.decodeFragment(fragment)).toEqual({ kind: "ok", snapshot });
});

test("what is too long for an address leaves it short; a frame's may be longer", () => {
  const middle = { ...large, text: large.text.slice(0, 8_000) };
  expect(addressFragment(sharing, middle, false)).toBe("");
  expect(addressFragment(sharing, middle, true).length).toBeGreaterThan(limits.warnCharacters);
  expect(addressFragment(sharing, large, true)).toBe("");
  expect(addressFragment(sharing, { ...snapshot, text: " ".repeat(1_000_000) }, false)).toBe("");
});

test("each of the latest thirty entries keeps its content", () => {
  const entries = createEntries("first");
  entries.keep(snapshot);
  entries.push();
  const second = entries.current;
  expect(second).not.toBe("first");
  entries.keep(large);
  expect(entries.at("first")).toBe(snapshot);
  entries.arrive("first");
  expect(entries.current).toBe("first");
  expect(entries.at(second)).toBe(large);
  for (let i = 0; i < 30; i++) {
    entries.push();
    entries.keep(snapshot);
  }
  expect(entries.at("first")).toBeUndefined();
  expect(entries.at(undefined)).toBeUndefined();
});

test.each([null, undefined, 3, "relayscope", {}, { relayscope: 1 }])("a state that is none of the page's: %j", (state) => {
  expect(entryOf(state)).toBeUndefined();
});

test("a tab restores what it had when it was left, at the same entry only", async () => {
  const tab = memory();
  const { storage } = makePage(memory(), tab);
  await storage.warm();
  storage.saveEntry("a", snapshot);
  expect(await storage.loadEntry("a")).toEqual(snapshot);
  expect(await storage.loadEntry("b")).toBeUndefined();
  expect(await storage.loadEntry("")).toBeUndefined();
});
