/**
 * What is folded at first: deep frames, and pictures of too many boxes; nothing is lost by it, and its work grows with
 * what is there.
 */
import { holds } from "@relayscope/cases";
import { growthOf } from "@relayscope/cases/work";
import { buildGraph, type DrawableGraph, layoutGraph, mostBoxes } from "@relayscope/graph";
import { type Expr, func, if_, type Module, moduleOf, tuple, tupleGetItem, type Var, variable } from "@relayscope/ir";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { FrameTree } from "../src/frameTree.ts";
import { apply, draw, numbers, parameters } from "./build.ts";
import { checkGeometry } from "./geometry.ts";
import { modules } from "./modules.ts";

const main = (body: Expr, params: Var[] = []): Module => moduleOf([["main", func({ params, body })]]);

function nestedIfs(depth: number): Module {
  const [c, x] = parameters("c", "x");
  if (!c || !x) throw new Error("no parameters");
  let body: Expr = x;
  for (let i = 0; i < depth; i++) body = if_(c, apply("exp", x), body);
  return main(body, [c, x]);
}

function chain(calls: number): Module {
  const x = variable("x");
  let body: Expr = x;
  for (let i = 0; i < calls; i++) body = apply(i % 2 === 0 ? "exp" : "sigmoid", body);
  return main(body, [x]);
}

function manyFunctions(count: number): Module {
  return moduleOf(
    Array.from({ length: count }, (_, i) => {
      const x = variable("x");
      return [`f${i}`, func({ params: [x], body: apply("exp", x) })];
    }),
  );
}

function wideTuple(items: number): Module {
  const x = variable("x");
  const all = tuple(Array.from({ length: items }, () => apply("exp", x)));
  return main(tuple(Array.from({ length: items }, (_, i) => apply("abs", tupleGetItem(all, i)))), [x]);
}

/** A frame's depth among frames. */
function depthOf({ frames }: DrawableGraph, frame: number): number {
  let depth = 0;
  for (let at = frames[frame]?.parent ?? -1; at >= 0; at = frames[at]?.parent ?? -1) depth++;
  return depth;
}

describe("deep frames", () => {
  test("are open to a depth of 32; the one below says how much it holds", () => {
    const graph = draw(nestedIfs(100));
    const closed = graph.frames.flatMap((frame, f) => (frame.isCollapsed ? [{ ...frame, depth: depthOf(graph, f) }] : []));
    expect(Math.max(...graph.frames.map((_, f) => depthOf(graph, f)))).toBe(33);
    expect(closed.map(({ kind, depth }) => [kind, depth])).toEqual([
      ["then", 33],
      ["else", 33],
    ]);
    expect(closed.map(({ detail }) => detail)).toEqual(["1 node", "134 nodes"]);
  });

  test("open where they are turned, and change nothing else", () => {
    const ids = numbers();
    const module = nestedIfs(40);
    const before = buildGraph(module, { ids });
    const closed = before.frames.find(({ kind, isCollapsed }) => kind === "else" && isCollapsed);
    if (!closed) throw new Error("nothing is closed");
    const after = buildGraph(module, { ids, collapsed: [closed.id] });
    expect(after.frames.find(({ id }) => id === closed.id)?.isCollapsed).toBe(false);
    const known = new Map(after.frames.map((frame) => [frame.id, frame.isCollapsed]));
    for (const frame of before.frames) if (frame !== closed) expect(known.get(frame.id)).toBe(frame.isCollapsed);
  });
});

describe("long rows", () => {
  const module = chain(mostBoxes + 5_000);

  test("fold in parts that hold everything once", () => {
    const graph = draw(module, { most: mostBoxes });
    const parts = graph.frames.filter(({ kind }) => kind === "part");
    expect(parts.map(({ label }) => label)).toEqual(parts.map((_, i) => `part ${i + 1} of ${parts.length}`));
    const held = parts.reduce((sum, { detail }) => sum + Number.parseInt(detail, 10), 0);
    // The calls and the parameter; the output closes its function.
    expect(held).toBe(mostBoxes + 5_001);
    expect(graph.nodes.length).toBeLessThan(100);
    checkGeometry(graph, layoutGraph(graph));
  });

  test("open one part at a time", () => {
    const ids = numbers();
    const before = buildGraph(module, { ids, most: mostBoxes });
    const part = before.frames.find(({ label }) => label.startsWith("part 2 "));
    if (!part) throw new Error("no parts");
    const after = buildGraph(module, { ids, most: mostBoxes, collapsed: [part.id] });
    expect(after.nodes.length).toBe(before.nodes.length - 1 + Number.parseInt(part.detail, 10));
  });

  test("stay whole where a picture has room for them, and where nothing limits it", () => {
    expect(draw(chain(2_000), { most: mostBoxes }).frames.map(({ kind }) => kind)).toEqual(["function"]);
    expect(draw(module).frames.map(({ kind }) => kind)).toEqual(["function"]);
  });
});

test("what is folded by a limit opens to the same picture as without one", () => {
  holds(60, [modules, fc.integer({ min: 1, max: 12 })], (module, most) => {
    const ids = numbers();
    const whole = buildGraph(module, { ids });
    const turned = new Set<number>();
    let graph = buildGraph(module, { ids, most });
    checkGeometry(graph, layoutGraph(graph));
    for (let round = 0; round <= whole.frames.length; round++) {
      const closed = graph.frames.filter(({ isCollapsed }) => isCollapsed);
      if (closed.length === 0) break;
      for (const { id } of closed) turned.add(id);
      graph = buildGraph(module, { ids, most, collapsed: turned });
    }
    const words = ({ nodes, edges }: DrawableGraph) => [
      nodes.map(({ id, label }) => `${id} ${label}`),
      edges.map((e) => `${nodes[e.from]?.id} ${nodes[e.to]?.id} ${e.argument}`),
    ];
    expect(words(graph)).toEqual(words(whole));
  });
});

test("the common frame of two is the one that a walk to the root finds", () => {
  const trees = fc
    .array(fc.nat(), { minLength: 1, maxLength: 60 })
    .map((picks) => picks.map((pick, i) => (i === 0 ? -1 : (pick % (i + 1)) - 1)));
  holds(100, [trees, fc.nat(), fc.nat()], (parents, a, b) => {
    const tree = new FrameTree();
    for (const parent of parents) tree.add(parent);
    const pathOf = (frame: number) => {
      const path = [];
      for (let at = frame; at >= 0; at = parents[at] ?? -1) path.push(at);
      return path;
    };
    const [x, y] = [a % parents.length, b % parents.length];
    const path = pathOf(x);
    expect(tree.common(x, y)).toBe(pathOf(y).find((frame) => path.includes(frame)) ?? -1);
    expect(tree.isWithin(x, y)).toBe(path.includes(y));
  });
});

describe("the work to draw grows with what is drawn", () => {
  const drawn = (module: Module) => {
    // As a picture of the usual limit, but small: what is freed while work is counted is not counted.
    const graph = draw(module, { most: mostBoxes / 10 });
    layoutGraph(graph);
  };

  test.each([
    ["nested branches", nestedIfs, 100],
    ["calls in a row", chain, 1_000],
    ["functions beside each other", manyFunctions, 300],
    ["fields of a tuple", wideTuple, 400],
  ])("%s", async (_, make, size) => {
    // Made anew for each count: what is measured of a type is kept with it.
    expect(await growthOf((count: number) => drawn(make(count)), size, 4 * size)).toBeLessThan(5);
  });
});
