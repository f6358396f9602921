import type { RegionLine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { meetable, type RegionFilter, type RegionOrder, shownRegions } from "../src/inspector/regionOrder.ts";

const line = (region: number, change: Partial<RegionLine>): RegionLine => ({
  region,
  name: `dnnl ${region}`,
  target: "dnnl",
  color: 0,
  kind: "region",
  operators: [{ name: "conv2d", count: 1 }],
  calls: 1,
  inputs: 1,
  outputs: 1,
  bytesIn: 10,
  bytesOut: 10,
  causes: ["no-rule"],
  isAtInputs: false,
  ...change,
});
const lines = [
  line(0, { calls: 3, name: "dnnl 10" }),
  line(1, { target: "cutlass", name: "cutlass 2", operators: [{ name: "dense", count: 2 }], bytesOut: 90 }),
  line(2, { name: "dnnl 9", causes: ["cycle", "no-rule"], calls: 2 }),
];
const shown = (filter: Partial<RegionFilter>, order: RegionOrder = "place") =>
  shownRegions(lines, { words: "", target: "", cause: "", ...filter }, order).map((l) => l.region);

test("regions are filtered by target, cause and words", () => {
  expect(shown({})).toEqual([0, 1, 2]);
  expect(shown({ target: "cutlass" })).toEqual([1]);
  expect(shown({ cause: "cycle" })).toEqual([2]);
  expect(shown({ words: "dense cut" })).toEqual([1]);
  expect(shown({ words: "dense", target: "dnnl" })).toEqual([]);
});

test("a filter of another module keeps what some region can meet", () => {
  expect(meetable(lines, { words: "conv", target: "zephyr", cause: "cycle" })).toEqual({ words: "conv", target: "", cause: "cycle" });
  expect(meetable(lines, { words: "", target: "dnnl", cause: "order" })).toEqual({ words: "", target: "dnnl", cause: "" });
});

test("regions are sorted by operators, bytes, name as people count, and cause", () => {
  expect(shown({}, "operators")).toEqual([0, 2, 1]);
  expect(shown({}, "bytes")).toEqual([1, 0, 2]);
  expect(shown({}, "name")).toEqual([1, 2, 0]);
  expect(shown({}, "cause")).toEqual([2, 0, 1]);
  expect(lines.map((l) => l.region)).toEqual([0, 1, 2]);
});
