/** Cards of the map: titles from afar, where the button that opens a card goes, and presses on titles. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { shortened, titleLines } from "../../src/picture/text.ts";
import { regionOfTitle } from "../../src/picture/useHandlers.ts";
import { freePlace, placesOf } from "../../src/picture/words/freePlace.ts";
import { linePlace } from "../../src/picture/words/linePlace.ts";
import { Viewports } from "../../src/state/viewports.ts";

/** Every letter is half as wide as it is high. */
beforeAll(() => {
  const context = { font: "", measureText: (text: string) => ({ width: text.length * 50 }) };
  vi.stubGlobal("document", { createElement: () => ({ getContext: () => context }) });
  vi.stubGlobal("matchMedia", () => ({ matches: true }));
});
afterAll(() => {
  vi.unstubAllGlobals();
});

test.each([
  ["tinyai · 1 op", 130, 1, ["tinyai · 1 op"]],
  ["tinyai · 1 op", 100, 2, ["tinyai", "1 op"]],
  ["tinyai · 1 op", 100, 1, ["tinyai"]],
  ["repetition 2 · 6 regions", 130, 2, ["repetition 2", "6 regions"]],
  ["2 times 1 region · 17 ops", 100, 3, ["2 times 1", "region", "17 ops"]],
  ["2 times 1 region · 17 ops", 100, 2, ["2 times 1", "region"]],
  ["verylongtargetname 3", 100, 2, ["verylongt…"]],
])("%s in %i pixels and %i lines", (title, width, most, lines) => {
  expect(titleLines(title, 20, width, most)).toEqual(lines);
});

test.each([
  ["conv2d, add, relu", 130, "conv2d, add …"],
  ["conv2d, add, relu", 170, "conv2d, add, relu"],
  ["host: global_avg_pool2d, 4 more", 170, "host: global_avg…"],
  ["98 KiB → 25 KiB", 130, ""],
  ["98 KiB → 25 KiB", 150, "98 KiB → 25 KiB"],
])("the line %s in %i pixels", (line, width, said) => {
  expect(shortened(line, 20, width)).toBe(said);
});

const card = { x: 100, y: 100, width: 100, height: 40 };
const sight = { x: 0, y: 0, width: 400, height: 300 };
const right = { x: 210, y: 90, width: 90, height: 60 };
const left = { x: 0, y: 90, width: 90, height: 60 };
const over = { x: 80, y: 60, width: 140, height: 35 };
const under = { x: 80, y: 145, width: 140, height: 35 };

/** Where a button goes that also may be smaller, and reach over the card's edge. */
function placed(obstacles: Parameters<typeof freePlace>[3], seen = sight, zoom = 1): string {
  const places = placesOf([
    { width: 60, height: 20, offset: 6 },
    { width: 12, height: 12, offset: 3 },
    { width: 12, height: 12, offset: -3 },
  ]);
  const { side, align, width, offset } = freePlace(places, card, zoom, obstacles, seen) ?? {};
  return `${side} ${align} ${width} ${offset}`;
}

test("the button that opens a card covers no neighbor and is in sight", () => {
  expect(placed([])).toBe("right center 60 6");
  expect(placed([right])).toBe("left center 60 6");
  expect(placed([right, left])).toBe("bottom center 60 6");
  expect(placed([{ x: 170, y: 115, width: 110, height: 60 }], { ...sight, x: 90 })).toBe("bottom start 60 6");
  expect(placed([], { ...sight, width: 220 })).toBe("left center 60 6");
});

test("between neighbors the button that opens a card is smaller, but never in the card", () => {
  expect(placed([{ ...right, x: 216 }, left, over, under])).toBe("right center 12 3");
  // At half the zoom the same button takes twice as much of the drawing.
  expect(placed([{ ...right, x: 216 }, left, over, under], sight, 0.5)).toBe("right center 12 -3");
  expect(placed([right, left, over, under])).toBe("right center 12 -3");
  const touching = [200, 0].map((x) => ({ x, y: 0, width: 100, height: 300 }));
  expect(placed([...touching, { ...over, y: 65 }, { ...under, y: 140 }])).toBe("right center 12 -3");
});

test("the line with what was stepped to is at the head if it covers nothing there, else at the foot or where it covers least", () => {
  const pane = { width: 900, height: 600 };
  const forms = [
    { widest: 884, width: 884, height: 38, corners: ["left", "right"] },
    { widest: 768, width: 768, height: 38, corners: ["foot"] },
    { widest: 540, width: 540, height: 54, corners: ["left", "right"] },
  ] as const;
  const title = { x: 60, y: 40, width: 80, height: 20 };
  const last = { x: 60, y: 550, width: 80, height: 30 };
  expect(linePlace(forms, pane, [{ ...title, y: 50 }])).toEqual({ widest: 884, corner: "left" });
  expect(linePlace(forms, pane, [title])).toEqual({ widest: 768, corner: "foot" });
  expect(linePlace(forms, pane, [title, last])).toEqual({ widest: 540, corner: "right" });
  const all = { x: 0, y: 30, width: 900, height: 540 };
  expect(linePlace(forms, pane, [all])).toEqual({ widest: 768, corner: "foot" });
});

test("a press on the name of an open region selects it, a press on the arrow folds it", () => {
  expect(regionOfTitle({ kind: "region", region: 3 }, false)).toBe(3);
  expect(regionOfTitle({ kind: "region", region: 3 }, true)).toBe(-1);
  expect(regionOfTitle({ kind: "stack", region: -1 }, false)).toBe(-1);
});

test("a picture that shrank is loose, a part that was zoomed into is not", () => {
  const viewports = new Viewports();
  const whole = { x: 0, y: 0, width: 1200, height: 600 };
  viewports.fitFirst(whole, whole, 900, 600);
  expect(viewports.isLoose(whole, 900, 600)).toBe(false);
  expect(viewports.isLoose({ x: 0, y: 0, width: 200, height: 300 }, 900, 600)).toBe(true);
  viewports.place({ x: 0, y: 0, zoom: 1.4 });
  expect(viewports.isLoose({ x: 0, y: 0, width: 200, height: 300 }, 900, 600)).toBe(false);
  viewports.place({ x: 700, y: 400, zoom: 1.4 });
  expect(viewports.isLoose({ x: 0, y: 0, width: 200, height: 300 }, 900, 600)).toBe(true);
});
