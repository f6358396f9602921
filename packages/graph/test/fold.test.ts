/** What folding keeps to: runs that repeat first, groups of unlike cards last. */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { holds } from "@relayscope/cases";
import type { DrawableGraph } from "@relayscope/graph";
import { fitMap, planMap } from "@relayscope/graph/map";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardsOf, foldRepeats, groupStretches, type Item, unfold } from "../src/map/fold.ts";
import { draw } from "./build.ts";
import { network } from "./networks.ts";

const sequences = fc.oneof(
  fc.array(fc.nat(4), { maxLength: 80 }),
  // Blocks within stages, with something irregular between.
  fc
    .record({
      block: fc.array(fc.nat(3), { minLength: 1, maxLength: 6 }),
      counts: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 5 }),
    })
    .map(({ block, counts }) => counts.flatMap((count) => [...Array.from({ length: count }, () => block).flat(), 9])),
);

const fold = (words: readonly number[], limit: number) => {
  const folded = foldRepeats(
    words.map((_, i) => i),
    words,
  );
  return groupStretches(unfold(folded, limit), limit, (item) => item.kind === "card" && words[item.card] === 0);
};

/** What an item is, however often its runs repeat. */
const wordOf = (item: Item, words: readonly number[]): string =>
  item.kind === "card" ? String(words[item.card]) : `[${item.runs[0]?.map((inner) => wordOf(inner, words)).join(" ")}]`;

const isGroup = (item: Item) => item.kind === "stack" && item.runs.length === 1;

test("each card is in one item, in order, and no more items than asked for", () => {
  holds(100, [sequences, fc.integer({ min: 1, max: 30 })], (words, limit) => {
    const items = fold(words, limit);
    expect(items.flatMap(cardsOf)).toEqual(words.map((_, i) => i));
    expect(items.length).toBeLessThanOrEqual(Math.max(limit, 1));
  });
});

test("the runs of a stack are alike", () => {
  holds(100, [sequences], (words) => {
    for (const item of fold(words, 1_000)) {
      if (item.kind === "card") continue;
      expect(new Set(item.runs.map((run) => run.map((inner) => wordOf(inner, words)).join(" "))).size).toBe(1);
    }
  });
});

test("runs begin where the least flows across, though one of them be lost by it", () => {
  // A stem, then units of three cards whose second and third are crossed by a tensor that goes past.
  const words = [8, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 9];
  const cuts = words.map((_, i) => (i % 3 === 1 ? 1 : 2));
  const [stem, stack, ...rest] = foldRepeats([...words.keys()], words, { cuts: [...cuts, 0], isHeavy: [] });
  expect(stem).toEqual({ kind: "card", card: 0 });
  expect(stack?.kind === "stack" && stack.runs.map((run) => run.flatMap(cardsOf))).toEqual([
    [1, 2, 3],
    [4, 5, 6],
    [7, 8, 9],
  ]);
  expect(rest.flatMap(cardsOf)).toEqual([10, 11, 12]);
});

test("stacks stay folded whose runs differ in nothing", () => {
  const unit = [0, 1, 2];
  const stages = [3, 4, 6].flatMap((count) => [7, ...Array.from({ length: count }, () => unit).flat()]);
  const shown = fold([...stages, 8], 60);
  expect(shown.map((item) => wordOf(item, stages))).toEqual(["7", "[0 1 2]", "7", "[0 1 2]", "7", "[0 1 2]", "undefined"]);
});

test("a link opens a stack that only the folding for its own pane has, as before all panes folded alike", () => {
  const own = 2251816993554637;
  const text = readFileSync(fileURLToPath(new URL("./networks/resnet50.txt", import.meta.url)), "utf8");
  const plan = planMap(draw(network(text)));
  const pane = { width: 1574, height: 870 };
  const isOpen = (opened: readonly number[]) => fitMap(plan, pane, { opened: new Set(opened) }).graph.frames.some(({ id }) => id === own);
  expect(isOpen([])).toBe(false);
  expect(isOpen([own])).toBe(true);
});

test("where unlike cards are grouped, no two runs in a row are alike any more", () => {
  holds(100, [sequences, fc.integer({ min: 1, max: 12 })], (words, limit) => {
    const items = fold(words, limit);
    if (!items.some(isGroup)) return;
    const left = items.flatMap((item) => (item.kind === "stack" && isGroup(item) ? (item.runs[0] ?? []) : [item]));
    const names = left.map((item) => wordOf(item, words));
    for (let period = 1; period <= names.length >> 1; period++)
      for (let i = 0; i + 2 * period <= names.length; i++)
        expect(names.slice(i, i + period).join() === names.slice(i + period, i + 2 * period).join() && period > 1).toBe(false);
  });
});

const folder = fileURLToPath(new URL("./networks/", import.meta.url));

describe.each(readdirSync(folder))("the cards of %s, quantized for a target", (name) => {
  const plan = planMap(draw(network(readFileSync(`${folder}${name}`, "utf8"))));
  const mapIn = (width: number, height: number): DrawableGraph => fitMap(plan, { width, height }).graph;

  test.each([
    [900, 620],
    [1540, 900],
  ])("in a pane of %i by %i are at most 60, all regions, hosts and stacks that repeat", (width, height) => {
    const { nodes } = mapIn(width, height);
    expect(nodes.length).toBeLessThanOrEqual(60);
    expect(nodes.length).toBeGreaterThan(20);
    expect(nodes.filter((node) => node.kind === "stack" && node.summary?.repeat === 1).map((node) => node.label)).toEqual([]);
  });

  test("fold alike in panes of all sizes: two people with two screens see the same stacks", () => {
    const stacksIn = (width: number, height: number) => {
      const { nodes, frames } = mapIn(width, height);
      return [...nodes.map(({ id, kind }) => (kind === "stack" ? -id : 0)), ...frames.map(({ id, kind }) => (kind === "stack" ? id : 0))]
        .filter((id) => id > 0)
        .sort((a, b) => a - b);
    };
    const usual = stacksIn(933, 590);
    expect(usual.length).toBeGreaterThan(2);
    const others = [
      [870, 600],
      [1574, 870],
      [1254, 590],
      [588, 590],
      [466, 590],
    ] as const;
    for (const [width, height] of others) expect(stacksIn(width, height), `${width}x${height}`).toEqual(usual);
  });

  test("in half a pane say what counts, and show the colors of their regions", () => {
    for (const { kind, label, summary } of mapIn(430, 620).nodes) {
      if (kind !== "stack" || !summary) continue;
      expect(label).toMatch(/^\d+(–\d+)? (blocks|regions?|host parts?)\b/);
      expect(summary.parts.length).toBeGreaterThan(0);
    }
  });
});
