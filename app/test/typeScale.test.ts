/** The sizes of text around the picture: six of them, by name. The picture has its own, by zoom; paper has points. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { detailZooms } from "../src/picture/useWindow.ts";
import { letterSize } from "../src/ui/RegionMark.tsx";

const folder = fileURLToPath(new URL("../src/", import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((path) => /\.(tsx?|css)$/.test(path))
  .map((path) => ({ path, text: readFileSync(folder + path, "utf8") }));
const scale = new Map(
  [...(files.find(({ path }) => path === "style.css")?.text ?? "").matchAll(/--text-(\w+): ([\d.]+)px/g)].map(([, name, size]) => [
    name,
    Number(size),
  ]),
);

test("there are six sizes, none below 11 px", () => {
  expect([...scale.values()]).toEqual([11, 12, 13, 15, 18, 24]);
});

/** What is over the picture and does not move with it. */
const panels = /hover-line|region-around|legend-bar|filter-bar/;

/** The lowest zoom at which a rule of the picture applies. */
function leastZoomOf(selector: string): number {
  const levels = [...detailZooms].filter(([level]) => selector.includes(`data-detail="${level}"`)).map(([, zoom]) => zoom);
  if (levels.length > 0) return Math.min(...levels);
  if (panels.test(selector)) return 1;
  // The second line of a box comes when it can be read.
  return (selector.includes(".box .line") ? detailZooms.get("near") : detailZooms.get("fair")) ?? 0;
}

test("letters of the picture are at least 10 px on the screen at each zoom at which they are drawn", () => {
  const css = files.find(({ path }) => path === "picture/picture.css")?.text ?? "";
  const drawn = [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)].flatMap(([, selector = "", rules = ""]) => {
    const [, mark] = /--mark: ([\d.]+)px/.exec(rules) ?? [];
    const [, font] = /font-size: ([\d.]+)px/.exec(rules) ?? [];
    const size = mark === undefined ? Number(font) : 0.8 * Number(mark);
    return Number.isNaN(size) ? [] : { selector: selector.trim(), size: size * leastZoomOf(selector) };
  });
  expect(drawn.length).toBeGreaterThan(20);
  expect(drawn.filter(({ size }) => size < 10)).toEqual([]);
});

test("the letter of a swatch can be read at each size that the page has", () => {
  const sizes = files.flatMap(({ text }) =>
    [...text.matchAll(/<(?:Target|Region)Mark\b[^>]*?size=\{(\d+)\}/g)].map(([, size]) => Number(size)),
  );
  expect(sizes).toContain(12);
  for (const size of sizes) {
    expect(letterSize(size)).toBeGreaterThanOrEqual(10);
    expect(letterSize(size)).toBeLessThan(size);
  }
});

test("no component has a size of its own, and style sheets have those of the scale", () => {
  const own = files.flatMap(({ path, text }) => {
    const written = path.endsWith(".css") && !path.startsWith("picture/") ? [...text.matchAll(/font-size: ([\d.]+)px/g)] : [];
    return [
      ...[...text.matchAll(/text-\[[\d.]+(?:px|rem|em)\]|\btext-(?:xs|sm|base|lg|\d?xl)\b/g)].map(([size]) => `${path}: ${size}`),
      ...written.filter(([, size]) => ![...scale.values()].includes(Number(size))).map(([size]) => `${path}: ${size}`),
    ];
  });
  expect(own).toEqual([]);
});
