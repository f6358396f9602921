import { holds } from "@relayscope/cases";
import { buildGraph, type DrawableGraph, fitRows, type GraphLayout, layoutGraph, square, wholeZoom, wrapLayout } from "@relayscope/graph";
import { type Expr, func, let_, moduleOf, tuple, variable } from "@relayscope/ir";
import { describe, expect, test } from "vitest";
import { apply, begin, convolution, draw, end, number, numbers, parameters } from "./build.ts";
import { box, checkGeometry, crossedNodes, overlapsIn } from "./geometry.ts";
import { modules } from "./modules.ts";

describe("geometry", () => {
  test("nodes never overlap, frames hold what is theirs, edges end at their nodes", () => {
    holds(60, [modules], (module) => {
      const graph = draw(module);
      checkGeometry(graph, layoutGraph(graph));
    });
  });

  test("the same graph has the same layout, and follows itself without a move", () => {
    holds(30, [modules], (module) => {
      const graph = draw(module);
      const layout = layoutGraph(graph);
      expect(layoutGraph(graph)).toEqual(layout);
      const following = layoutGraph(graph, { previous: { graph, layout } });
      checkGeometry(graph, following);
    });
  });
});

test("a node that passes leave alone stays where it is when composites are drawn around others", () => {
  const ids = numbers();
  const x = variable("x");
  const weights = [number(1), number(2), number(3)];
  const conv1 = apply("nn.conv2d", x, weights[0] as Expr);
  const plain = apply("exp", apply("nn.relu", conv1));
  const before = buildGraph(moduleOf([["main", func({ params: [x], body: apply("sigmoid", plain) })]]), { ids });
  const inner = convolution("t.conv", x, weights[0] as Expr);
  const exp = apply("exp", inner);
  const after = buildGraph(moduleOf([["main", func({ params: [x], body: apply("sigmoid", exp) })]]), { ids });
  const one = layoutGraph(before);
  const two = layoutGraph(after);
  const topOf = (graph: DrawableGraph, layout: GraphLayout, label: string) =>
    box(
      layout.nodes,
      graph.nodes.findIndex((n) => n.label === label),
    ).y;
  for (const label of ["conv2d", "relu", "exp", "sigmoid", "output"]) expect(topOf(after, two, label)).toBe(topOf(before, one, label));
});

test("unconnected nodes are close together", () => {
  const x = variable("x");
  const first = apply("exp", x);
  // The edge past `abs` draws at the chain with each round of the layout, and nothing holds the other part by it.
  const chain = apply("tanh", apply("add", first, apply("abs", first)));
  const graph = draw(moduleOf([["main", func({ params: [x], body: apply("erf", let_(variable("v"), chain, apply("sigmoid", x))) })]]));
  const { nodes } = layoutGraph(graph);
  const sides = graph.nodes.map((node, i) => ({ label: node.label, ...box(nodes, i) }));
  const other = sides.find(({ label }) => label === "sigmoid");
  const right = Math.max(...sides.filter(({ label }) => label === "exp" || label === "abs").map((side) => side.right));
  expect((other?.x ?? 0) - right).toBeGreaterThan(0);
  expect((other?.x ?? 0) - right).toBeLessThan(120);
});

test("long edges run next to what they pass", () => {
  const x = variable("x");
  const first = apply("exp", x);
  let at = first;
  for (let i = 0; i < 5; i++) at = apply("abs", at);
  const graph = draw(moduleOf([["main", func({ params: [x], body: apply("add", at, first) })]]));
  const layout = layoutGraph(graph);
  const skip = graph.edges.findIndex((e) => graph.nodes[e.from]?.label === "exp" && graph.nodes[e.to]?.label === "add");
  const first2 = layout.edgeOffsets[skip] ?? 0;
  expect((layout.edgeOffsets[skip + 1] ?? 0) - first2).toBe(4);
  const laneX = layout.edgePoints[(first2 + 1) * 2] ?? 0;
  graph.nodes.forEach((node, i) => {
    if (node.label !== "abs") return;
    const { x: left, right } = box(layout.nodes, i);
    expect(laneX < left || laneX > right).toBe(true);
  });
});

test("regions of the same target that would wait for each other get no common box", () => {
  const x = variable("x");
  const a = apply("exp", begin(x, "t"));
  const other = end(apply("abs", begin(end(a, "t"), "u")), "u");
  // One region by its annotations although a path leaves and re-enters it: such a text can be pasted.
  const body = end(apply("add", a, begin(other, "t")), "t");
  const graph = draw(moduleOf([["main", func({ params: [x], body })]]));
  const layout = layoutGraph(graph);
  checkGeometry(graph, layout);
  expect((layout.hullOffsets[1] ?? 0) - (layout.hullOffsets[0] ?? 0)).toBe(2);
});

test("a chain of 100,000 calls is laid out", () => {
  const x = variable("x");
  let at = apply("exp", x);
  for (let i = 0; i < 100_000; i++) at = apply("exp", at);
  const graph = draw(moduleOf([["main", func({ params: [x], body: at })]]));
  expect(layoutGraph(graph).nodes).toHaveLength(graph.nodes.length * 4);
});

test("rows that are wider than they may be go on below, and edges past them share a lane", () => {
  const x = variable("x");
  const parts = Array.from({ length: 30 }, () => apply("exp", apply("abs", x)));
  const graph = draw(moduleOf([["main", func({ params: [x], body: tuple(parts) })]]));
  const plain = layoutGraph(graph);
  const layout = layoutGraph(graph, { widest: 700 });
  checkGeometry(graph, layout);
  expect(crossedNodes(graph, square(graph, layout))).toEqual([]);
  expect(plain.width).toBeGreaterThan(3000);
  expect(layout.width).toBeLessThan(1600);
});

test("edges of what many layers take run on one line, and columns fill the pane", () => {
  const [x, w] = parameters("x", "w");
  let at = apply("exp", x ?? number(0));
  for (let i = 0; i < 120; i++) at = apply("exp", apply("nn.dense", at, w ?? number(0)));
  const graph = draw(moduleOf([["main", func({ params: [x, w].filter((v) => v !== undefined), body: at })]]));
  const layout = layoutGraph(graph);
  checkGeometry(graph, layout);
  expect(crossedNodes(graph, square(graph, layout))).toEqual([]);
  expect(layout.width).toBeLessThan(400);
  const { layout: wrapped } = wrapLayout(graph, layout, { width: 900, height: 600 });
  expect(wrapped.width / wrapped.height).toBeGreaterThan(1.2);
  expect(wrapped.width / wrapped.height).toBeLessThan(1.9);
});

test("edges of what takes from many layers run on one line, and end in one head", () => {
  const x = variable("x");
  const parts = [apply("exp", x)];
  for (let i = 0; i < 60; i++) parts.push(apply("abs", parts.at(-1) ?? x));
  const body = apply("add", apply("concatenate", tuple(parts)), parts[3] ?? x);
  const graph = draw(moduleOf([["main", func({ params: [x], body })]]));
  for (const layout of [layoutGraph(graph), layoutGraph(graph, { previous: { graph, layout: layoutGraph(graph) } })]) {
    checkGeometry(graph, layout);
    const drawn = square(graph, layout);
    expect(crossedNodes(graph, drawn)).toEqual([]);
    expect(layout.width).toBeLessThan(500);
    const all = graph.edges.find(({ argument }) => argument === 60)?.to;
    const ends = graph.edges.flatMap(({ to }, e) => (to === all ? [drawn.edgePoints[2 * (drawn.edgeOffsets[e + 1] ?? 0) - 2]] : []));
    expect(ends).toHaveLength(61);
    expect(new Set(ends).size).toBe(1);
  }
  const { layout: wrapped } = wrapLayout(graph, layoutGraph(graph), { width: 900, height: 600 });
  expect(wrapped.width / wrapped.height).toBeGreaterThan(1.2);
  expect(wrapped.width / wrapped.height).toBeLessThan(1.9);
});

test("what a picture has beyond the one that it follows goes on in further columns", () => {
  const chainOf = (length: number) => {
    const x = variable("x");
    let at = apply("exp", x);
    for (let i = 0; i < length; i++) at = apply("exp", at);
    const graph = draw(moduleOf([["main", func({ params: [x], body: at })]]));
    return { graph, flat: layoutGraph(graph) };
  };
  const pane = { width: 930, height: 590 };
  const [short, long] = [chainOf(60), chainOf(150)];
  const { wrapping, layout } = wrapLayout(short.graph, short.flat, pane);
  const further = wrapLayout(long.graph, long.flat, pane, { earlier: wrapping }).layout;
  expect(further.height).toBeLessThan(1.3 * layout.height);
  expect(further.width).toBeGreaterThan(2 * layout.width);
});

test("what continues from above is straight below it, whatever begins next to it", () => {
  const x = variable("x");
  let at = apply("exp", x);
  for (let i = 0; i < 5; i++) at = apply("add", apply("zeros"), at);
  const graph = draw(moduleOf([["main", func({ params: [x], body: at })]]));
  const layout = layoutGraph(graph);
  const centers = graph.nodes.flatMap((node, i) => {
    const { x: left, right } = box(layout.nodes, i);
    return node.label === "add" ? [(left + right) / 2] : [];
  });
  expect(new Set(centers).size).toBe(1);
});

/** Branches of three calls beside each other. */
function branches(count: number, value: (x: Expr, i: number) => Expr = (x) => apply("abs", x)) {
  const x = variable("x");
  const parts = Array.from({ length: count }, (_, i) => apply("exp", apply("tanh", value(x, i))));
  return moduleOf([["main", func({ params: [x], body: tuple(parts) })]]);
}

/** A call in a region of its own, wider than one of the host. */
const regional = (x: Expr): Expr => end(apply("abs", begin(x, "t")), "t");
/** A region of as many calls as its place asks for, so that some are higher than others. */
const uneven = (x: Expr, i: number): Expr => {
  let value: Expr = begin(x, "t");
  for (let k = 0; k <= i % 4; k++) value = apply("abs", value);
  return end(value, "t");
};

test.each([
  ["of calls", undefined],
  ["that begin in a region", regional],
  ["that begin in regions of one to four rows", uneven],
] as const)("where rows of branches %s are far wider than the pane they go on below, and a picture that follows keeps them", (_, value) => {
  const pane = { width: 930, height: 590 };
  for (const count of [3, 30, 60]) {
    const graph = draw(branches(count, value));
    const plain = wrapLayout(graph, layoutGraph(graph), pane).layout;
    const { flat, wrapped, widest } = fitRows(graph, pane);
    checkGeometry(graph, flat);
    expect(overlapsIn(graph, wrapped.layout)).toEqual([]);
    expect(crossedNodes(graph, square(graph, flat))).toEqual([]);
    expect(widest === undefined).toBe(count === 3);
    if (widest === undefined) continue;
    expect(wholeZoom(wrapped.layout, pane)).toBeGreaterThan(1.25 * wholeZoom(plain, pane));
    const following = layoutGraph(graph, { previous: { graph, layout: flat }, widest });
    checkGeometry(graph, following);
    const moved = graph.nodes.filter((_, i) => {
      const [was, is] = [box(flat.nodes, i), box(following.nodes, i)];
      return Math.hypot(is.x - was.x, is.y - was.y) >= 30;
    });
    expect(moved.map((node) => node.label)).toEqual([]);
  }
});

test("functions are side by side if that shows them larger than wrapped lines do", () => {
  const chain = (length: number) => {
    const x = variable("x");
    let value: Expr = x;
    for (let i = 0; i < length; i++) value = apply("exp", value);
    return func({ params: [x], body: value });
  };
  const graph = draw(
    moduleOf([
      ["main", chain(4)],
      ["first", chain(5)],
      ["second", chain(3)],
    ]),
  );
  const flat = layoutGraph(graph);
  const { layout, wrapping } = wrapLayout(graph, flat, { width: 930, height: 590 });
  expect([...layout.frameOffsets]).toEqual([0, 1, 2, 3]);
  expect(new Set(graph.frames.map((_, f) => box(layout.frames, f).y)).size).toBe(1);
  expect(wrapLayout(graph, flat, { width: 430, height: 900 }, { earlier: wrapping }).layout).toEqual(layout);
});
