/**
 * What the cards of maps say: nothing is cut inside a word, what is left out is counted, and where there is room
 * nothing is left out.
 */

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { holds } from "@relayscope/cases";
import { type DrawableNode, hasBoundaries, layoutGraph } from "@relayscope/graph";
import { fitMap, type MapPlan, planMap } from "@relayscope/graph/map";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cardSizes, cardTexts } from "../src/layout/sizes.ts";
import { drawMap, showMap } from "../src/map/drawMap.ts";
import { listLines, listTitle } from "../src/map/lines.ts";
import { callsInRegions, operatorWords, stackTitles } from "../src/map/words.ts";
import { textWidth } from "../src/textWidth.ts";
import { draw } from "./build.ts";
import { moduleOfSteps, modules } from "./modules.ts";
import { network } from "./networks.ts";

const panes = [
  { width: 430, height: 600 },
  { width: 930, height: 580 },
  { width: 1230, height: 860 },
  { width: 1900, height: 1300 },
];

const none: ReadonlySet<number> = new Set();
/** Everything as it is, with cards that say most. */
const whole = {
  opened: none,
  repetitions: new Map(),
  folded: none,
  hideVariables: false,
  hideConstants: false,
  frameDepth: Number.POSITIVE_INFINITY,
  mostFunctions: Number.POSITIVE_INFINITY,
  isFlat: false,
  foldAbove: 24,
  most: 60,
  oneRun: none,
  spread: none,
  dealt: none,
};

/** A card's operators as its lines have them, those of single cards that have lines. */
function toldOf({ summary }: DrawableNode): string {
  return summary?.lines.filter((line) => !line.includes(" → ")).join(" ") ?? "";
}

function checkWords(nodes: readonly DrawableNode[]): void {
  for (const node of nodes) {
    const { summary } = node;
    if (!summary) continue;
    for (const text of [node.label, ...summary.lines]) expect(text).not.toContain("…");
    if (!summary.isLayer) for (const part of summary.parts) expect(part.title).not.toBe("");
    if (summary.parts.length > 0 || summary.lines.length === 0 || summary.operators.length === 0) continue;
    const words = operatorWords(summary.operators);
    const starts = words.map(
      (_, i) => `${words.slice(0, i + 1).join(", ")}${i + 1 < words.length ? `, ${words.length - i - 1} more` : ""}`,
    );
    expect(starts).toContain(toldOf(node));
  }
}

/**
 * Where all of a map fits at its full size, with cards that say most, cards say their operators whole, and regions have
 * room for why they end.
 */
function checkRoomy(plan: MapPlan, pane: { readonly width: number; readonly height: number }): boolean {
  const rich = drawMap(showMap(plan, whole), cardSizes.length - 1);
  const { width, height } = layoutGraph(rich);
  const { graph } = fitMap(plan, pane);
  const isSame = graph.nodes.map(({ id }) => id).join() === rich.nodes.map(({ id }) => id).join();
  if (width + 16 > pane.width || height + 16 > pane.height || !isSame) return false;
  for (const node of graph.nodes) {
    const region = graph.regions[node.region];
    if (node.kind !== "region" || !node.summary || node.summary.isLayer || !region) continue;
    expect(toldOf(node)).toBe(operatorWords(node.summary.operators).join(", "));
    expect(node.summary.lines.filter((line) => line.includes(" → "))).toHaveLength(1);
    if (hasBoundaries(region)) expect(node.summary.endRoom).toBeGreaterThan(0);
  }
  return true;
}

test("of random modules", () => {
  let roomy = 0;
  holds(60, [modules, fc.constantFrom(...panes)], (module, pane) => {
    const plan = planMap(draw(module));
    checkWords(fitMap(plan, pane).graph.nodes);
    roomy += checkRoomy(plan, pane) ? 1 : 0;
  });
  expect(roomy).toBeGreaterThan(10);
});

test("a card that holds many kinds of cards names fewer of them, rather than cut an operator", () => {
  const steps = [
    [4, 0, 0],
    [2, 1, 0],
    [5, 0, 0],
    [0, 0, 0],
    [2, 0, 0],
    [4, 1, 0],
    [2, 0, 0],
    [0, 0, 0],
    [4, 0, 0],
    [2, 7, 0],
    [1, 0, 0],
  ] as const;
  checkWords(fitMap(planMap(draw(moduleOfSteps(steps))), { width: 430, height: 600 }).graph.nodes);
  const heads = ["1 region, 1 composite, 1 host part, 1 more", "1 region, 1 composite"];
  expect(listTitle(heads, ["sqrt", "conv2d", "relu"], 176, 13)).toBe("1 region, 1 composite: sqrt, 2 more");
});

const folder = fileURLToPath(new URL("./networks/", import.meta.url));

describe.each(readdirSync(folder))("of %s", (name) => {
  test.each(panes)("in a pane of $width by $height", (pane) => {
    const plan = planMap(draw(network(readFileSync(`${folder}${name}`, "utf8"))));
    checkWords(fitMap(plan, pane).graph.nodes);
  });
});

test("a list fills its lines, and the last says how many more there are", () => {
  const word = fc.stringMatching(/^[a-z_]{1,24}$/);
  holds(
    100,
    [fc.array(word, { minLength: 1 }), fc.integer({ min: 60, max: 300 }), fc.integer({ min: 1, max: 5 })],
    (words, width, most) => {
      const lines = listLines("dnnl", words, { width, most, size: 12 });
      expect(lines.length).toBeLessThanOrEqual(most);
      const [, shown = "", , more = "0"] = /^dnnl: (.*?)(, (\d+) more)?$/.exec(lines.join(" ")) ?? [];
      const said = shown.split(", ");
      expect(said).toEqual(words.slice(0, said.length));
      expect(said.length + Number(more)).toBe(words.length);
      // A word alone may be wider, behind what the list is of, too.
      const several = lines.map((line) => line.replace("dnnl: ", "")).filter((line) => line.includes(" "));
      if (said.length > 1) for (const line of several) expect(textWidth(line, 12)).toBeLessThanOrEqual(width);
    },
  );
});

test("only a word wider than any card is cut", () => {
  const [line = ""] = listLines("", ["x".repeat(200)], { width: 100, most: 1, size: 12 });
  expect(textWidth(line, 12)).toBeLessThanOrEqual(cardTexts.hardest);
  expect(line).toMatch(/^x+…$/);
});

test("a stack says how many of its operators are in regions, where some are on the host", () => {
  expect(callsInRegions(88, 44)).toBe("44 of 88 ops");
  expect(callsInRegions(44, 44)).toBe("44 ops");
  expect(callsInRegions(3, 0)).toBe("3 ops");
  expect(callsInRegions(1, 1)).toBe("1 op");
});

test("stacks say what repeats how often", () => {
  expect(stackTitles([["region", "host", "region"]], "16", "96 ops")).toEqual([
    "16 blocks of 2 regions, 1 host part · 96 ops",
    "16 blocks of 2 regions · 96 ops",
    "16 blocks of 2 regions",
  ]);
  expect(stackTitles([["region"]], "2–5", "")[0]).toBe("2–5 regions");
  expect(stackTitles([["layer"], ["layer"]], "2", "6 ops")[0]).toBe("2 layers · 6 ops");
  expect(stackTitles([["composite"]], "3", "")[0]).toBe("3 composites");
  expect(stackTitles([["region", "host"]], "", "6 ops", "function")[0]).toBe("function · 1 region, 1 host part · 6 ops");
  expect(stackTitles([["region"], ["region"]], "", "", "blocks 2–3")[0]).toBe("blocks 2–3 · 1 region each");
  const uneven = [
    ["region", "region", "host"],
    ["region", "host", "host"],
  ] as const;
  expect(stackTitles(uneven, "2", "")).toEqual([
    "2 blocks of 1–2 regions, 1–2 host parts",
    "2 blocks of 1–2 regions",
    "2 blocks of 1–2 regions",
  ]);
});
