/** Where the strip's items lie, over random flows. */
import { expect, test } from "vitest";
import { type StripPlan, stripFit } from "../src/strip/stripFit.ts";
import type { StripItem } from "../src/strip/stripItems.ts";

function randoms(state: number): () => number {
  let now = state;
  return () => {
    now = (Math.imul(now, 1103515245) + 12345) & 0x7fffffff;
    return now / 0x7fffffff;
  };
}

/**
 * Stages with widths that fall as chips say less; where it is tight, each second pair that is not shown is one item.
 */
function randomPlan(random: () => number): StripPlan {
  const count = 2 + Math.floor(random() * 30);
  const widths = Array.from({ length: count }, () => {
    const short = 60 + random() * 160;
    return { dense: short - 10, short, untimed: short + random() * 40, full: short + 40 + random() * 60 };
  });
  const shown = Math.floor(random() * count);
  const itemsOf = (isTight: boolean, at: number, by: number): StripItem[] => {
    const items: StripItem[] = [];
    for (let stage = 0; stage < count; stage++) {
      const isPair = isTight && stage % 4 === 1 && stage + 1 < count && ![at, by].some((s) => s === stage || s === stage + 1);
      items.push(isPair ? { kind: "fold", stages: [stage, stage + 1], isOpen: false } : { kind: "pass", stage });
      if (isPair) stage++;
    }
    return items;
  };
  return {
    room: { width: 400 + Math.floor(random() * 1200), rows: random() < 0.5 ? 1 : 2 },
    shown,
    beside: shown - 1,
    count,
    itemsOf,
    widthOf: (item, detail, at) => (item.kind === "fold" ? 100 : (widths[item.stage]?.[detail] ?? 0) + (item.stage === at ? 90 : 0)),
  };
}

test("every stage is in one of the rows, and the rows are as wide as they say", () => {
  const random = randoms(7);
  for (let round = 0; round < 300; round++) {
    const plan = randomPlan(random);
    const { items, detail, breakAt, width } = stripFit(plan);
    const rows = [items.slice(0, breakAt), items.slice(breakAt)];
    for (const row of rows) expect(row.reduce((sum, item) => sum + plan.widthOf(item, detail, plan.shown), 0)).toBeLessThanOrEqual(width);
    if (plan.room.rows === 1) expect(rows[1]).toEqual([]);
    const stages = items.flatMap((item) => (item.kind === "fold" ? item.stages : [item.stage]));
    expect(stages).toEqual(Array.from({ length: plan.count }, (_, i) => i));
  }
});

test("chips say less only where folding is not enough, and rows scroll only where that is not enough; they do not part the shown stage from the one before it", () => {
  const random = randoms(11);
  const seen = new Set<string>();
  for (let round = 0; round < 600; round++) {
    const plan = randomPlan(random);
    const { items, detail, breakAt, width } = stripFit(plan);
    const isScrolling = width > plan.room.width;
    const tight = plan.itemsOf(true, plan.shown, plan.beside);
    if (detail !== "full") expect(items).toEqual(tight);
    if (isScrolling) {
      expect(detail).toBe("dense");
      const row = (stage: number) => items.findIndex((item) => item.kind === "pass" && item.stage === stage) >= breakAt;
      if (plan.shown > 0) expect(row(plan.shown - 1)).toBe(row(plan.shown));
    }
    seen.add(`${plan.room.rows} ${detail}${isScrolling ? " scrolls" : ""}`);
  }
  expect(seen).toEqual(
    new Set([
      "1 full",
      "1 untimed",
      "1 short",
      "1 dense",
      "1 dense scrolls",
      "2 full",
      "2 untimed",
      "2 short",
      "2 dense",
      "2 dense scrolls",
    ]),
  );
});

test("chips say the same whichever stage is shown, where there is room for that", () => {
  const random = randoms(5);
  let compared = 0;
  for (let round = 0; round < 300; round++) {
    const plan = randomPlan(random);
    const fits = Array.from({ length: plan.count }, (_, shown) => stripFit({ ...plan, shown, beside: shown - 1 }));
    if (fits.some((fit) => fit.width > plan.room.width)) continue;
    compared++;
    expect(new Set(fits.map((fit) => fit.detail)).size).toBe(1);
  }
  expect(compared).toBeGreaterThan(20);
});
