import fc from "fast-check";
import { expect, test, vi } from "vitest";
import { type Drawing, Painting } from "../src/picture/painter/paint.ts";
import { isGood, type Pane, placeOf, viewAround } from "../src/picture/painter/view.ts";

const panes: fc.Arbitrary<Pane> = fc.record({
  transform: fc.tuple(
    fc.double({ min: -5000, max: 5000, noNaN: true }),
    fc.double({ min: -5000, max: 5000, noNaN: true }),
    fc.double({ min: 0.02, max: 4, noNaN: true }),
  ),
  width: fc.integer({ min: 200, max: 4000 }),
  height: fc.integer({ min: 200, max: 2000 }),
});

test("what is painted for a pane covers it, is where the pane looks, and has no more pixels than allowed", () => {
  fc.assert(
    fc.property(panes, fc.constantFrom(1, 1.5, 2, 3), (pane, density) => {
      const view = viewAround(pane, density);
      const { left, top, scale } = placeOf(view, pane);
      expect(scale).toBe(1);
      expect(left + view.x).toBeCloseTo(pane.transform[0], 6);
      expect(top + view.y).toBeCloseTo(pane.transform[1], 6);
      expect(isGood(view, pane)).toBe(true);
      expect(view.width * view.height * view.ratio ** 2).toBeLessThanOrEqual(8e6 + 1);
    }),
  );
});

test("a bitmap stays with its drawing while the pane moves, until the pane leaves it", () => {
  fc.assert(
    fc.property(panes, panes, fc.double({ min: -1e4, max: 1e4, noNaN: true }), (pane, other, x) => {
      const view = viewAround(pane, 1);
      const { left, top, scale } = placeOf(view, other);
      // A point of the drawing, through the bitmap and by the pane itself.
      expect(left + (view.x + x * view.zoom) * scale).toBeCloseTo(other.transform[0] + x * other.transform[2], 3);
      if (!isGood(view, other)) return;
      expect(left).toBeLessThanOrEqual(0);
      expect(top).toBeLessThanOrEqual(0);
      expect(left + view.width * scale).toBeGreaterThanOrEqual(other.width);
      expect(top + view.height * scale).toBeGreaterThanOrEqual(other.height);
    }),
  );
});

interface Filled {
  readonly color: string;
  readonly alpha: number;
  readonly box: readonly number[];
}

/** A canvas that notes which rectangles are filled, and how many lines are stroked. */
function notingContext() {
  const filled: Filled[] = [];
  const context = {
    fillStyle: "",
    globalAlpha: 1,
    stroked: 0,
    setTransform: () => undefined,
    clearRect: () => undefined,
    strokeRect: () => undefined,
    beginPath: () => undefined,
    moveTo: () => undefined,
    lineTo: () => undefined,
    stroke: () => {
      context.stroked++;
    },
    fillRect: (...box: readonly number[]) => filled.push({ color: context.fillStyle, alpha: context.globalAlpha, box }),
  };
  return { filled, context };
}

const drawing: Drawing = {
  colors: ["red", "blue", "green"],
  boxes: Float32Array.of(0, 0, 40, 20, 0, 100, 40, 20, 5000, 0, 40, 20),
  boxColors: Uint16Array.of(0, 1, 0),
  hatches: [],
  boxHatches: Int16Array.of(-1, -1, -1),
  hullHatches: Int16Array.of(-1),
  faded: Uint8Array.of(0, 1, 0),
  hulls: Float32Array.of(-10, 90, 60, 40),
  hullFills: Uint16Array.of(2),
  hullStarts: Uint32Array.of(0, 1),
  hullLines: Uint16Array.of(2),
  // Two lines with a piece in common, and one that slants.
  points: Float32Array.of(20, 20, 20, 60, 60, 60, 20, 20, 20, 60, 0, 60, 20, 20, 50, 90),
  offsets: Uint32Array.of(0, 3, 6, 8),
  lineColor: "gray",
};

const view = { x: 0, y: 0, zoom: 1, width: 300, height: 200, ratio: 1, isBrief: false };

function paint(changes: Partial<typeof view>) {
  const { filled, context } = notingContext();
  new Painting(drawing).paint(context as unknown as OffscreenCanvasRenderingContext2D, { ...view, ...changes });
  return { filled, stroked: context.stroked };
}

test("what is in the view is painted: hulls, each piece of a line once, and boxes in their colors", () => {
  const { filled, stroked } = paint({});
  const of = (color: string) => filled.filter((f) => f.color === color);
  expect(of("green")).toHaveLength(1);
  expect(of("gray")).toHaveLength(3);
  expect(stroked).toBe(1);
  expect(of("red").map(({ box }) => box)).toEqual([[0, 0, 40, 20]]);
  expect(of("blue")[0]?.alpha).toBeLessThan(of("red")[0]?.alpha ?? 0);
});

test("for the minimap boxes alone are painted, none smaller than a pixel", () => {
  const { filled } = paint({ zoom: 0.01, isBrief: true });
  expect(filled.map(({ color }) => color).sort()).toEqual(["blue", "red", "red"]);
  for (const { box } of filled) expect(Math.min(box[2] ?? 0, box[3] ?? 0)).toBeGreaterThanOrEqual(100);
});

test("boxes and hulls with a hatch have it over their color, unless they are too small for one", () => {
  const tile = { setTransform: () => undefined, toString: () => "hatch" };
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => ({ scale: () => undefined, stroke: () => undefined });
    },
  );
  vi.stubGlobal("Path2D", Object);
  const hatchedAt = (zoom: number) => {
    const { filled, context } = notingContext();
    const hatched = {
      ...drawing,
      hatches: [{ pattern: 1, color: "white" }],
      boxHatches: Int16Array.of(0, -1, 0),
      hullHatches: Int16Array.of(0),
    };
    const noting = { ...context, createPattern: () => tile };
    noting.fillRect = (...box) => filled.push({ color: String(noting.fillStyle), alpha: noting.globalAlpha, box });
    new Painting(hatched).paint(noting as unknown as OffscreenCanvasRenderingContext2D, { ...view, zoom });
    return filled.filter(({ color }) => color === "hatch").map(({ box }) => box);
  };
  expect(hatchedAt(1)).toEqual([
    [-10, 90, 60, 40],
    [0, 0, 40, 20],
  ]);
  expect(hatchedAt(0.02)).toEqual([]);
  vi.unstubAllGlobals();
});
