/** Bands between the pieces of a region: around what is not of the region. */
import { holds } from "@relayscope/cases";
import { layoutGraph, wrapLayout } from "@relayscope/graph";
import { drawnLayout } from "@relayscope/graph/map";
import { func, moduleOf, variable } from "@relayscope/ir";
import fc from "fast-check";
import { expect, test } from "vitest";
import { routeAround } from "../src/layout/bandRoute.ts";
import { joinHulls } from "../src/layout/joins.ts";
import { closeGaps, outlineOf } from "../src/layout/regionShape.ts";
import { apply, begin, draw, end } from "./build.ts";
import { bandsOverNodes, checkApart, edgesOutside, splitRegions } from "./geometry.ts";
import { network } from "./networks.ts";

test("a band between pieces that no edge joins goes around the cards between them", () => {
  const graph = draw(network("host a\ndnnl b\nhost c d e\ndnnl f\nhost g"));
  const flat = layoutGraph(graph);
  // Both regions as one: its pieces have no edge between them, and the host is in the way.
  const [first] = graph.regions;
  if (!first) throw new Error("no region");
  const one = { ...graph, regions: [first], nodes: graph.nodes.map((node) => ({ ...node, region: node.region < 0 ? -1 : 0 })) };
  expect(flat.hullOffsets).toHaveLength(3);
  const layout = { ...flat, hullOffsets: Uint32Array.of(0, flat.hulls.length / 4), hullJoins: new Uint32Array(1) };
  const joined = joinHulls(one, layout);
  expect(joined.hullJoins[0]).toBeGreaterThan(1);
  expect(splitRegions(one, joined)).toEqual([]);
  expect(bandsOverNodes(one, joined)).toEqual([]);
});

test("a route runs through no box, at right angles, wherever boxes are", () => {
  const box = fc.tuple(
    fc.integer({ min: 0, max: 900 }),
    fc.integer({ min: 60, max: 800 }),
    fc.integer({ min: 20, max: 300 }),
    fc.integer({ min: 20, max: 90 }),
  );
  holds(100, [fc.array(box, { maxLength: 25 })], (boxes) => {
    const way = routeAround([400, -60, 60, 40], [420, 960, 60, 40], boxes, 8);
    // Nothing shuts in a piece that is above or below all boxes.
    expect(way?.[0]).toEqual([430, -40]);
    expect(way?.at(-1)).toEqual([450, 980]);
    way?.forEach(([x, y], p) => {
      const before = way[p - 1];
      if (!before) return;
      expect(before[0] === x || before[1] === y).toBe(true);
      const [x0, y0, x1, y1] = [Math.min(x, before[0]), Math.min(y, before[1]), Math.max(x, before[0]), Math.max(y, before[1])];
      for (const [left, top, width, height] of boxes)
        expect(x0 < left + width + 8 && x1 > left - 8 && y0 < top + height + 8 && y1 > top - 8).toBe(false);
    });
  });
});

/** A region of blocks of `conv2d` and `relu`, each with a shortcut around it. */
function residual(blocks: number) {
  const x = variable("x");
  let value = apply("nn.relu", begin(x, "dnnl"));
  for (let block = 0; block < blocks; block++) {
    const inner = apply("nn.conv2d", apply("nn.relu", apply("nn.conv2d", value)));
    value = apply("nn.relu", apply("add", value, inner));
  }
  return moduleOf([["main", func({ params: [x], body: apply("tanh", end(value, "dnnl")) })]]);
}

test("each edge between two columns of a region is in a band of it, the shortcut and the one next to it", () => {
  const graph = draw(residual(8));
  for (const height of [300, 350, 400, 450, 500, 550, 600, 700]) {
    const { layout } = wrapLayout(graph, layoutGraph(graph), { width: 900, height });
    const drawn = drawnLayout(graph, layout);
    expect(edgesOutside(graph, drawn)).toEqual([]);
    checkApart(graph, drawn);
    // One closed line, with no slit within.
    if (drawn.hullOutlines) expect(drawn.hullOutlines[0]?.match(/M/g)).toHaveLength(1);
  }
});

test("gaps between pieces and bands are filled but where something else is", () => {
  const pieces = [
    [0, 40, 100, 300],
    [140, 20, 100, 300],
  ] as const;
  const joins = [
    [44, 348, 82, 12],
    [114, 0, 12, 360],
    [114, 0, 82, 12],
  ] as const;
  const whole = closeGaps({ pieces, joins }, () => true);
  expect(whole.pieces).toEqual([
    [0, 40, 100, 320],
    [140, 0, 100, 320],
  ]);
  expect(outlineOf([...whole.pieces, ...whole.joins]).match(/Q/g)).toHaveLength(8);
  const card = [102, 100, 8, 8] as const;
  const isFree = ([x, y, width, height]: readonly [number, number, number, number]) =>
    x >= card[0] + card[2] || x + width <= card[0] || y >= card[1] + card[3] || y + height <= card[1];
  const around = closeGaps({ pieces, joins }, isFree);
  expect(around.joins.every(isFree)).toBe(true);
  expect(outlineOf([...around.pieces, ...around.joins]).match(/M/g)).toHaveLength(1);
});
