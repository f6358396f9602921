/** How edges run: square to the boxes, each with room beside it, and never back upon themselves. */
import { holds } from "@relayscope/cases";
import { type DrawableGraph, edgePath, edgeWidth, fitRows, type GraphLayout, layoutGraph, square, widthIn } from "@relayscope/graph";
import { fitMap, planMap } from "@relayscope/graph/map";
import { type Expr, func, moduleOf, variable } from "@relayscope/ir";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { apply, begin, draw, end } from "./build.ts";
import { crossedNodes, pointsOn } from "./geometry.ts";
import { branches, modules } from "./modules.ts";

const panes = [
  { width: 930, height: 630 },
  { width: 1570, height: 870 },
  { width: 430, height: 600 },
];

/** A chain of regions and host stretches in which values are also used so many calls later. */
const residuals = fc
  .array(fc.record({ isRegion: fc.boolean(), back: fc.integer({ min: 0, max: 30 }) }), { minLength: 12, maxLength: 60 })
  .map((steps) => {
    const values: Expr[] = [variable("x")];
    steps.forEach(({ isRegion, back }, i) => {
      const last = values.at(-1) ?? variable("x");
      const earlier = back < 24 ? undefined : values.at(20 - back);
      const call = (value: Expr) => (earlier ? apply("add", value, earlier) : apply(i % 3 === 0 ? "exp" : "tanh", value));
      values.push(isRegion ? end(call(begin(last, "t")), "t") : call(last));
    });
    return moduleOf([["main", func({ params: [values[0] as ReturnType<typeof variable>], body: values.at(-1) ?? variable("x") })]]);
  });

/** The graph with tensors of any size. */
const weighed = (graph: DrawableGraph, seed: number): DrawableGraph => ({
  ...graph,
  edges: graph.edges.map((edge) => ({ ...edge, bytes: 2 ** (10 + ((edge.from * 7 + seed) % 14)) })),
});

type Point = readonly [number, number];

function routesOf(layout: GraphLayout): readonly (readonly Point[])[] {
  return Array.from({ length: layout.edgeOffsets.length - 1 }, (_, e) => {
    const points = layout.edgePoints.subarray(2 * (layout.edgeOffsets[e] ?? 0), 2 * (layout.edgeOffsets[e + 1] ?? 0));
    return Array.from({ length: points.length / 2 }, (_, p): Point => [points[2 * p] ?? 0, points[2 * p + 1] ?? 0]);
  });
}

function checkSquare(graph: DrawableGraph, layout: GraphLayout): void {
  const broken = routesOf(layout).flatMap((points, e) => {
    const pieces = points.slice(1).map(([x, y], p) => [x - (points[p]?.[0] ?? 0), y - (points[p]?.[1] ?? 0)] as const);
    const isSquare = pieces.every(([dx, dy]) => Math.min(Math.abs(dx), Math.abs(dy)) < 1);
    const ends = [pieces[0], pieces.at(-1)].filter((piece) => piece !== undefined);
    const areStraight = ends.every(([dx, dy]) => Math.abs(dx) < 1 && dy > 0);
    const neverTurnsBack = pieces.slice(1).every(([dx, dy], p) => {
      const [beforeX, beforeY] = pieces[p] ?? [0, 0];
      return dx * beforeX + dy * beforeY >= -1;
    });
    if (isSquare && areStraight && neverTurnsBack) return [];
    return [`${graph.nodes[graph.edges[e]?.from ?? 0]?.label} to ${graph.nodes[graph.edges[e]?.to ?? 0]?.label}: ${points.join(" ")}`];
  });
  expect(broken).toEqual([]);
}

describe("edges run down and across, leave and arrive straight, and never double back", () => {
  test.each([
    ["modules with branches", fc.oneof({ weight: 5, arbitrary: modules }, { weight: 1, arbitrary: branches })],
    ["chains with bypasses", residuals],
  ] as const)("on maps of %s", (_, any) => {
    holds(30, [any, fc.constantFrom(...panes), fc.nat(), fc.boolean()], (module, pane, pick, isWrapped) => {
      const plan = planMap(weighed(draw(module), pick));
      const closed = fitMap(plan, pane, { isWrapped });
      checkSquare(closed.graph, closed.layout);
      if (closed.graph.edges.length < 60) expect(crossedNodes(closed.graph, closed.layout)).toEqual([]);
      const cards = closed.graph.nodes.filter((node) => node.summary);
      const card = cards[pick % Math.max(1, cards.length)];
      if (!card) return;
      const open = fitMap(plan, pane, { opened: new Set([-card.id]), isWrapped });
      checkSquare(open.graph, open.layout);
    });
  });
});

test("so do those between operators, in columns or not, and of a picture that follows another one", () => {
  holds(60, [fc.oneof(modules, branches, residuals), fc.constantFrom(...panes)], (module, pane) => {
    const graph = draw(module);
    const { flat, wrapped, widest } = fitRows(graph, pane);
    const following = layoutGraph(graph, { previous: { graph, layout: flat }, ...(widest === undefined ? {} : { widest }) });
    for (const layout of [flat, wrapped.layout, following]) checkSquare(graph, square(graph, layout));
  });
});

test("so do those of a map that follows another one", () => {
  holds(30, [residuals, fc.constantFrom(...panes), fc.nat()], (module, pane, seed) => {
    const full = weighed(draw(module), seed);
    const { graph, layout, columns } = fitMap(planMap(full), { width: pane.width * 0.8, height: pane.height });
    if (!columns) throw new Error("no columns");
    const follower = fitMap(planMap(full), pane, {}, { neighbor: { graph, layout, columns } });
    checkSquare(follower.graph, follower.layout);
  });
});

test("edges of two producers that run down side by side have room between them", () => {
  holds(60, [residuals, fc.constantFrom(...panes), fc.nat()], (module, pane, seed) => {
    const { graph, layout } = fitMap(planMap(weighed(draw(module), seed)), pane);
    const pieces = routesOf(layout).flatMap((points, e) =>
      points.slice(1).map((to, p) => ({ e, from: points[p] ?? to, to, width: widthIn(graph, e) })),
    );
    for (const [i, a] of pieces.entries()) {
      for (const b of pieces.slice(i + 1)) {
        if (graph.edges[a.e]?.from === graph.edges[b.e]?.from) continue;
        if (a.from[0] !== a.to[0] || b.from[0] !== b.to[0]) continue;
        const shared =
          Math.min(Math.max(a.from[1], a.to[1]), Math.max(b.from[1], b.to[1])) -
          Math.max(Math.min(a.from[1], a.to[1]), Math.min(b.from[1], b.to[1]));
        if (shared < 12) continue;
        const apart = Math.abs(a.from[0] - b.from[0]) - (a.width + b.width) / 2;
        expect(apart, `${a.from} ${a.to} and ${b.from} ${b.to}`).toBeGreaterThan(0.5);
      }
    }
  });
});

test("a head is wider than its edge, which ends within it", () => {
  const layout = { edgePoints: new Float32Array([0, 0, 0, 30, 40, 30, 40, 60]), edgeOffsets: new Uint32Array([0, 4]) } as GraphLayout;
  for (const bytes of [undefined, 2 ** 16, 2 ** 20, 2 ** 26]) {
    const width = edgeWidth({ bytes });
    const { path, head } = edgePath(layout, 0, width);
    const corners = [...head.matchAll(/[ML]([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
    const [xs, ys] = [corners.map(([x]) => x), corners.map(([, y]) => y)];
    const last = pointsOn(path).at(-1)?.[1] ?? 0;
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(width + 3);
    expect(Math.max(...ys)).toBe(60);
    expect(last).toBeGreaterThan(Math.min(...ys));
    expect(last).toBeLessThan(60);
  }
});
