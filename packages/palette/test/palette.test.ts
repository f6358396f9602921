/**
 * Colors that color-blind eyes distinguishes, hatches that tell them apart without color, and letters that can be read
 * on them.
 */
import { describe, expect, test } from "vitest";
import { causeLetter, hatchedShares, hatchImage, hatchOf, paletteOf, regionLetter } from "../src/index.ts";

type Triple = readonly [number, number, number];

/** What eyes without one kind of cone see, in linear RGB. After Machado, Oliveira and Fernandes, 2009. */
const eyes: Readonly<Record<string, readonly [Triple, Triple, Triple]>> = {
  normal: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

function linear(hex: string): Triple {
  const part = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [part(1), part(3), part(5)];
}

const times = ([a, b, c]: readonly [Triple, Triple, Triple], [x, y, z]: Triple): Triple => {
  const row = ([r, g, l]: Triple) => Math.min(1, Math.max(0, r * x + g * y + l * z));
  return [row(a), row(b), row(c)];
};

/** Lightness and two opponents, in which distances are about as far as one sees them (CIELAB). */
function lab([r, g, b]: Triple): Triple {
  const f = (t: number) => (t > 0.008856 ? Math.cbrt(t) : 7.787 * t + 16 / 116);
  const x = f((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505);
  const y = f(0.2126 * r + 0.7152 * g + 0.0722 * b);
  const z = f((0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089);
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

function luminance([r, g, b]: Triple): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe.each(["light", "dark"] as const)("%s", (theme) => {
  const { regions } = paletteOf(theme);

  test.each(Object.entries(eyes))("two colors are never one: %s", (_, matrix) => {
    const seen = regions.map(({ line }) => lab(times(matrix, linear(line))));
    const distances = seen.flatMap((a, i) => seen.slice(i + 1).map((b) => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2])));
    expect(Math.min(...distances)).toBeGreaterThan(8);
  });

  test("letters on them can be read", () => {
    for (const { line, onLine } of regions) {
      const [a, b] = [luminance(linear(line)), luminance(linear(onLine))];
      expect((Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)).toBeGreaterThan(4.5);
    }
  });

  test("each has a hatch of its own", () => {
    expect(new Set(regions.map((_, i) => hatchOf(i).path)).size).toBe(regions.length);
    expect(new Set(regions.map(({ hatch }, i) => hatchImage(i, hatch))).size).toBe(regions.length);
  });
});

test("causes of one family next to each other differ in their hatches, each in its part of the background", () => {
  const [{ fill, hatch } = { fill: "", hatch: "" }] = paletteOf("light").regions;
  const parts = [
    { fill, hatch, pattern: 0, start: 0, length: 40 },
    { fill, hatch, pattern: 3, start: 40, length: 60 },
  ];
  const svg = decodeURIComponent(hatchedShares(parts));
  const paths = [...svg.matchAll(/<pattern id="(\w+)".*?<path d="([^"]*)"/g)].map(([, id, path]) => [id, path]);
  expect(paths).toEqual([
    ["p0", hatchOf(0).path],
    ["p1", hatchOf(3).path],
  ]);
  expect(paths[0]?.[1]).not.toBe(paths[1]?.[1]);
  expect([...svg.matchAll(/x="(\d+)%" width="(\d+)%" height="100%" fill="url\(#(\w+)\)"/g)].map((m) => m.slice(1))).toEqual([
    ["0", "40", "p0"],
    ["40", "60", "p1"],
  ]);
});

test("causes have other letters than targets", () => {
  const places = Array.from({ length: 26 }, (_, i) => i);
  expect(new Set([...places.map(regionLetter), ...places.map(causeLetter)]).size).toBe(52);
});
