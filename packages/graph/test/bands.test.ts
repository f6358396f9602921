/** Bands between the pieces of a region: around what is not of the region. */

import { layoutGraph } from "@relayscope/graph";
import fc from "fast-check";
import { expect, test } from "vitest";
import { routeAround } from "../src/layout/bandRoute.ts";
import { joinHulls } from "../src/layout/joins.ts";
import { draw } from "./build.ts";
import { bandsOverNodes, splitRegions } from "./geometry.ts";
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
  fc.assert(
    fc.property(fc.array(box, { maxLength: 25 }), (boxes) => {
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
    }),
  );
});
