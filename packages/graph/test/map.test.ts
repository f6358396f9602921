/** What every map keeps. */
import { holds } from "@relayscope/cases";
import { type DrawableGraph, targetsOf } from "@relayscope/graph";
import { fitMap, planMap } from "@relayscope/graph/map";
import { call, type Expr, func, globalVar, if_, let_, moduleOf, tuple, tupleGetItem, variable } from "@relayscope/ir";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textWidth } from "../src/textWidth.ts";
import { apply, begin, convolution, draw, end, number } from "./build.ts";
import { box, checkGeometry } from "./geometry.ts";
import { moduleOfSteps, modules } from "./modules.ts";

const panes = [
  { width: 870, height: 600 },
  { width: 435, height: 600 },
];

const callsOf = (graph: DrawableGraph) => graph.nodes.filter((n) => n.operator !== "").map((n) => n.id);

function checkMap(map: DrawableGraph, full: DrawableGraph): void {
  const held = map.nodes.flatMap((node) => node.summary?.members ?? (node.operator === "" ? [] : [node.id]));
  expect(held.sort((a, b) => a - b)).toEqual(callsOf(full).sort((a, b) => a - b));
  const waiting = map.nodes.map(() => 0);
  for (const edge of map.edges) waiting[edge.to] = (waiting[edge.to] ?? 0) + 1;
  const ready = map.nodes.map((_, i) => i).filter((i) => waiting[i] === 0);
  let done = 0;
  for (let at = ready.pop(); at !== undefined; at = ready.pop()) {
    done++;
    for (const edge of map.edges) {
      if (edge.from !== at) continue;
      waiting[edge.to] = (waiting[edge.to] ?? 0) - 1;
      if (waiting[edge.to] === 0) ready.push(edge.to);
    }
  }
  expect(done).toBe(map.nodes.length);
}

function checkLabels(map: DrawableGraph, nodes: Float32Array): void {
  map.nodes.forEach((node, i) => {
    if (!node.summary) return;
    const { w, h } = box(nodes, i);
    expect(textWidth(node.label, 13)).toBeLessThan(w);
    for (const line of node.summary.lines) expect(textWidth(line, 12)).toBeLessThan(w);
    expect(18 + 16 * node.summary.lines.length).toBeLessThan(h);
  });
}

describe("laws of maps", () => {
  test("every call is in one card, what flows between cards makes no circle, and cards are apart with their texts inside", () => {
    holds(60, [modules, fc.constantFrom(...panes)], (module, pane) => {
      const full = draw(module);
      const { graph, layout } = fitMap(planMap(full), pane, { isWrapped: false });
      checkMap(graph, full);
      checkGeometry(graph, layout);
      checkLabels(graph, layout.nodes);
    });
  });

  test("in columns nothing overlaps, and frames' pieces hold what is theirs", () => {
    holds(60, [modules, fc.constantFrom(...panes)], (module, pane) => {
      const { graph, layout } = fitMap(planMap(draw(module)), pane);
      const nodes = graph.nodes.map((_, i) => box(layout.nodes, i));
      nodes.forEach((a, i) => {
        expect(a.right).toBeLessThanOrEqual(layout.width);
        expect(a.bottom).toBeLessThanOrEqual(layout.height);
        for (const b of nodes.slice(i + 1)) expect(a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom).toBe(false);
        const frame = graph.nodes[i]?.frame ?? -1;
        if (frame < 0) return;
        const pieces = Array.from({ length: (layout.frameOffsets[frame + 1] ?? 0) - (layout.frameOffsets[frame] ?? 0) }, (_, p) =>
          box(layout.framePieces, (layout.frameOffsets[frame] ?? 0) + p),
        );
        expect(pieces.some((p) => p.x <= a.x && p.y <= a.y && p.right >= a.right && p.bottom >= a.bottom)).toBe(true);
      });
    });
  });

  /** Opens a card, and closes it again. */
  function checkOpened(module: Parameters<typeof draw>[0], pick: number): void {
    const plan = planMap(draw(module));
    const pane = { width: 870, height: 600 };
    const closed = fitMap(plan, pane);
    const cards = closed.graph.nodes.filter((node) => node.summary);
    const card = cards[pick % Math.max(1, cards.length)];
    if (!card?.summary) return;
    const { graph, layout } = fitMap(plan, pane, { opened: new Set([-card.id]), isWrapped: false });
    // If one run represents all, its operators do, or cards of all runs.
    const shown = graph.nodes.flatMap((node) => node.summary?.members ?? (node.operator === "" ? [] : [node.id]));
    expect(new Set(shown).size).toBe(shown.length);
    const ofFirst = graph.nodes.flatMap(
      ({ id, operator, summary }) => summary?.members.slice(0, summary.calls) ?? (operator === "" ? [] : [id]),
    );
    const { members, calls } = card.summary;
    expect(ofFirst.filter((id) => members.includes(id))).toEqual(members.slice(0, calls));
    checkGeometry(graph, layout);
    expect(graph.frames.some((frame) => frame.id === -card.id)).toBe(true);
    expect(fitMap(plan, pane)).toEqual(closed);
  }

  test("an opened card shows its operators, and closes to what it was", () => {
    holds(40, [modules, fc.nat()], checkOpened);
  });

  test("an opened stack whose cards represent all of its runs shows the operators of the first", () => {
    const steps = [
      [5, 0, 0],
      [0, 1, 0],
      [4, 1, 0],
      [5, 3, 0],
      [5, 2, 1],
      [0, 5, 0],
      [5, 3, 2],
      [0, 7, 0],
      [4, 2, 0],
      [2, 9, 0],
      [0, 3, 0],
    ] as const;
    for (let pick = 0; pick < 20; pick++) checkOpened(moduleOfSteps(steps), pick);
  });
});

const mapOf = (module: Parameters<typeof draw>[0], pane = { width: 870, height: 600 }) => fitMap(planMap(draw(module)), pane).graph;
const titles = (graph: DrawableGraph) => graph.nodes.map((node) => `${node.card} ${node.label}`);

test("regions and host stretches are cards; a stretch is split where a region is between its ends", () => {
  const x = variable("x");
  const first = apply("abs", x);
  const region = end(apply("exp", begin(first, "t")), "t");
  const graph = mapOf(moduleOf([["main", func({ params: [x], body: apply("add", apply("negative", first), region) })]]));
  expect(titles(graph)).toEqual(["variable %x", "host host · 1 op", "region t 0 · 1 op", "host host · 2 ops", "variable output"]);
  expect(graph.edges.map((edge) => `${graph.nodes[edge.from]?.label} > ${graph.nodes[edge.to]?.label}`).sort()).toEqual([
    "%x > host · 1 op",
    "host · 1 op > host · 2 ops",
    "host · 1 op > t 0 · 1 op",
    "host · 2 ops > output",
    "t 0 · 1 op > host · 2 ops",
  ]);
});

test("before there are regions, composites are cards", () => {
  const x = variable("x");
  const graph = mapOf(moduleOf([["main", func({ params: [x], body: apply("sigmoid", convolution("dnnl.conv2d_relu", x, number(1))) })]]));
  expect(titles(graph)).toEqual(["variable %x", "region dnnl · 2 ops", "host host · 1 op", "variable output"]);
});

test("a stack of composites is called that, and has no target's color: none has taken them", () => {
  const x = variable("x");
  let at = apply("exp", x);
  for (let i = 0; i < 40; i++) at = convolution("dnnl.conv2d_relu", at, number(i));
  const graph = mapOf(moduleOf([["main", func({ params: [x], body: at })]]), { width: 120, height: 100 });
  const stack = graph.nodes.find((node) => node.kind === "stack");
  expect(stack?.summary?.what).toBe("40 composites");
  expect(targetsOf(stack?.summary)).toEqual([]);
});

test("runs that repeat fold to a stack, which opens to one of them", () => {
  const x = variable("x");
  let at = apply("exp", x);
  for (let i = 0; i < 40; i++) {
    at = end(apply("nn.conv2d", begin(at, "t"), number(i)), "t");
    at = apply("cast", apply("add", at, number(i)));
  }
  const plan = planMap(draw(moduleOf([["main", func({ params: [x], body: call(func({ params: [x], body: at }), [x]) })]])));
  const small = fitMap(plan, { width: 120, height: 100 }).graph;
  const stack = small.nodes.find((node) => node.kind === "stack");
  expect(stack?.summary?.repeat).toBe(40);
  expect(stack?.summary?.parts.map((part) => part.title)).toEqual(["t", "host"]);
  expect(stack?.summary?.members).toHaveLength(120);
  expect(stack?.summary?.runs).toEqual(Array.from({ length: 40 }, () => 3));
  const id = -(stack?.id ?? 0);
  const openAt = (at: number) =>
    fitMap(plan, { width: 120, height: 100 }, { opened: new Set([id]), repetitions: new Map([[id, at]]) }).graph;
  const cardsAt = (at: number) => openAt(at).nodes.flatMap(({ kind, label, summary }) => (summary ? [`${kind} ${label}`] : []));
  expect(cardsAt(0).slice(1)).toEqual(["region t 0 · 1 op", "host host · 2 ops", "stack blocks 2–40: conv2d, 2 more"]);
  expect(cardsAt(12).slice(1)).toEqual([
    "stack blocks 1–12: conv2d, 2 more",
    "region t 12 · 1 op",
    "host host · 2 ops",
    "stack blocks 14–40: conv2d, 2 more",
  ]);
  expect(cardsAt(1_000)[2]).toBe("region t 39 · 1 op");
  const frame = openAt(12).frames.find(({ kind }) => kind === "stack");
  expect(frame?.label).toBe("block 13 of 40 · 1 region, 1 host part · 1 of 3 ops");
  expect(frame?.repetition).toEqual({ at: 12, of: 40 });
  expect(frame?.members).toEqual(stack?.summary?.members);
  expect(openAt(12).nodes.flatMap(({ summary }) => (summary?.rest ? [summary.rest] : []))).toEqual([
    { stack: id, at: 11 },
    { stack: id, at: 13 },
  ]);
  const roomy = fitMap(plan, { width: 870, height: 600 }).graph;
  expect(roomy.frames.find((frame) => frame.kind === "stack")?.repeat).toBe(40);
  expect(roomy.nodes.filter((node) => node.kind === "region").map((node) => node.summary?.repeat)).toEqual([40]);
});

const steps = fc.array(fc.record({ name: fc.constantFrom("nn.conv2d", "nn.relu", "add"), a: fc.nat(), b: fc.nat() }), {
  minLength: 30,
  maxLength: 60,
});

/** Of operators, convolutions begin layers. */
const heavy = { operatorKind: (name: string) => (name === "nn.conv2d" ? "out_elemwise_fusable" : "elemwise") };

/** One region of so many calls, each of which takes what some of the last ones made. */
function regionOf(calls: readonly { readonly name: string; readonly a: number; readonly b: number }[]): Parameters<typeof draw>[0] {
  const x = variable("x");
  const made: Expr[] = [begin(x, "t")];
  for (const { name, a, b } of calls) {
    const [left, right] = [made.at(-1 - (a % Math.min(3, made.length))), made.at(-1 - (b % Math.min(3, made.length)))];
    if (left && right) made.push(name === "nn.relu" ? apply(name, left) : apply(name, left, name === "add" ? right : number(a)));
  }
  const all = made.slice(1).reduce((sum, value) => apply("add", sum, value));
  return moduleOf([["main", func({ params: [x], body: end(all, "t") })]]);
}

test("the only region is open: its layers hold every call once, in no circle, and it closes to one card", () => {
  let opened = 0;
  holds(60, [steps, fc.constantFrom(...panes)], (calls, pane) => {
    const full = draw(regionOf(calls), heavy);
    const plan = planMap(full);
    const open = fitMap(plan, pane);
    checkMap(open.graph, full);
    checkGeometry(open.graph, fitMap(plan, pane, { isWrapped: false }).layout);
    checkLabels(open.graph, open.layout.nodes);
    const frame = open.graph.frames.find(({ kind }) => kind === "region");
    opened += frame ? 1 : 0;
    if (!frame) return;
    expect(open.graph.nodes.filter((node) => node.summary).every((node) => node.summary?.isLayer)).toBe(true);
    // The outline around a layer says whose it is.
    for (const { kind, label } of open.graph.nodes) if (kind === "region") expect(label).not.toMatch(/^t\b/);
    const closed = fitMap(plan, pane, { folded: new Set([frame.id]) }).graph;
    checkMap(closed, full);
    expect(closed.nodes.filter((node) => node.summary).map((node) => node.id)).toEqual([-frame.id]);
    expect(fitMap(plan, pane, { folded: new Set([frame.id]), opened: new Set([frame.id]) }).graph).toEqual(open.graph);
  });
  expect(opened).toBeGreaterThan(30);
});

test("layers that repeat fold within their region, and open to their operators", () => {
  const x = variable("x");
  let at: Expr = begin(x, "t");
  for (let i = 0; i < 60; i++) at = apply("nn.relu", apply("add", convolution("t.conv", at, number(i)), number(i)));
  const plan = planMap(draw(moduleOf([["main", func({ params: [x], body: end(at, "t") })]]), heavy));
  const pane = { width: 870, height: 600 };
  const stack = fitMap(plan, pane).graph.nodes.find((node) => node.kind === "stack");
  expect(stack?.label).toBe("60 layers · 240 ops");
  const opened = new Set([-(stack?.id ?? 0)]);
  const layers = fitMap(plan, pane, { opened }).graph.nodes.filter((node) => node.summary);
  expect(layers.map((node) => node.label)).toEqual(["layer · 4 ops", "layers 2–60 · 236 ops"]);
  const operators = fitMap(plan, pane, { opened: opened.add(-(layers[0]?.id ?? 0)) }).graph;
  expect(operators.nodes.filter((node) => node.operator !== "").map((node) => node.label)).toEqual(["conv2d", "relu", "add", "relu"]);
  expect(operators.frames.map(({ kind }) => kind)).toEqual(["function", "region", "stack", "region", "composite"]);
});

test("an open stack holds every call once, in no circle, whichever of its repetitions it shows", () => {
  holds(20, [fc.integer({ min: 3, max: 9 }), fc.integer({ min: 4, max: 12 }), fc.nat(), fc.nat()], (count, period, seed, at) => {
    const full = draw(repeating(count, period, seed));
    const plan = planMap(full);
    const stacks = fitMap(plan, { width: 300, height: 200 }).graph.nodes.filter(
      ({ kind, summary }) => kind === "stack" && (summary?.runs.length ?? 0) > 1,
    );
    fc.pre(stacks.length > 0);
    for (const node of stacks) {
      const choices = { opened: new Set([-node.id]), repetitions: new Map([[-node.id, at % count]]) };
      const { graph, layout } = fitMap(plan, { width: 300, height: 200 }, { ...choices, isWrapped: false });
      checkMap(graph, full);
      checkGeometry(graph, layout);
      checkLabels(graph, layout.nodes);
      expect(new Set(graph.nodes.map(({ id }) => id)).size).toBe(graph.nodes.length);
    }
  });
});

/** Layers that repeat, with a value that passes around each. */
function repeating(count: number, period: number, seed: number): Parameters<typeof draw>[0] {
  const x = variable("x");
  const names = ["exp", "tanh", "abs", "sigmoid"];
  let value = apply("nn.dense", x, number(1));
  for (let i = 0; i < count; i++) {
    const around = value;
    for (let k = 0; k < period; k++) {
      const name = names[(seed + k * k) % names.length] ?? "exp";
      value = k % 3 === 0 ? end(apply(name, begin(value, "t")), "t") : apply(name, value);
    }
    value = apply("add", value, around);
  }
  return moduleOf([["main", func({ params: [x], body: value })]]);
}

test("a chain of 50,000 calls has a map", () => {
  const x = variable("x");
  let at = apply("exp", x);
  for (let i = 0; i < 50_000; i++) at = apply(i % 3 === 0 ? "nn.conv2d" : "abs", at);
  expect(mapOf(moduleOf([["main", func({ params: [x], body: at })]])).nodes.length).toBeLessThan(60);
});

test("branches that repeat more often than a pane holds fold with what is around them", () => {
  const [x, c] = [variable("x"), variable("c")];
  let at: Expr = x;
  for (let i = 0; i < 40; i++) at = if_(c, apply("exp", apply("add", at, x)), apply("negative", at));
  const full = draw(moduleOf([["main", func({ params: [x, c], body: at })]]));
  const { graph, layout } = fitMap(planMap(full), { width: 900, height: 600 });
  checkMap(graph, full);
  checkGeometry(graph, layout);
  expect(Math.min(884 / layout.width, 584 / layout.height)).toBeGreaterThan(0.77);
});

test("tuples and items between cards are not cards: what they hold is drawn from where it is made to where it is used", () => {
  const x = variable("x");
  const [left, right] = ["t", "u"].map((target) => end(apply("exp", begin(x, target)), target));
  const pair = tuple([left ?? x, tuple([right ?? x, x])]);
  const use = end(apply("abs", begin(tupleGetItem(tupleGetItem(pair, 1), 0), "t")), "t");
  const graph = mapOf(moduleOf([["main", func({ params: [x], body: tuple([use, pair]) })]]));
  expect(titles(graph)).toEqual(["variable %x", "region t 0 · 1 op", "region u 1 · 1 op", "region t 2 · 1 op", "variable output"]);
  expect(graph.edges.map((edge) => `${graph.nodes[edge.from]?.label} > ${graph.nodes[edge.to]?.label}`).sort()).toEqual([
    "%x > output",
    "%x > t 0 · 1 op",
    "%x > u 1 · 1 op",
    "t 0 · 1 op > output",
    "t 2 · 1 op > output",
    "u 1 · 1 op > output",
    "u 1 · 1 op > t 2 · 1 op",
  ]);
});

test("closures that are alike fold to one stack with what is between them", () => {
  const x = variable("x");
  let state: Expr = tuple([x, x]);
  const steps: [ReturnType<typeof variable>, Expr][] = [];
  for (let i = 0; i < 10; i++) {
    const s = variable("s");
    const next = end(apply("exp", begin(apply("nn.dense", tupleGetItem(s, 0), number(1)), "t")), "t");
    const step = func({ params: [s], body: tuple([next, apply("add", next, tupleGetItem(s, 1))]) });
    const result = variable(`r${i}`);
    steps.push([result, call(step, [state])]);
    state = result;
  }
  const body = steps.reduceRight<Expr>((rest, [name, value]) => let_(name, value, rest), tupleGetItem(state, 0));
  const graph = mapOf(moduleOf([["main", func({ params: [x], body })]]), { width: 400, height: 320 });
  expect(graph.frames.filter((frame) => frame.kind === "stack").map((frame) => frame.repeat)).toEqual([10]);
  expect(graph.nodes.filter((node) => node.summary).map((node) => node.kind)).toEqual(["host", "region", "host"]);
});

/** A module whose `@main` calls as many functions, of so many kinds, one after the other. */
function functionsModule(count: number, kinds: number) {
  const x = variable("x");
  let value: Expr = x;
  const functions: [string, ReturnType<typeof func>][] = [];
  for (let i = 0; i < count; i++) {
    const p = variable("p");
    let body: Expr = p;
    for (let k = 0; k <= i % kinds; k++) body = apply(k % 2 === 0 ? "exp" : "tanh", body);
    functions.push([`f${i}`, func({ params: [p], body })]);
    value = call(globalVar(`f${i}`), [value]);
  }
  return moduleOf([["main", func({ params: [x], body: value })], ...functions]);
}

test("functions of a module that are alike share a card, and so do the calls of them", () => {
  const pane = { width: 933, height: 590 };
  expect(mapOf(functionsModule(40, 1), pane).nodes.map((node) => node.label)).toEqual([
    "%x",
    "40 calls",
    "output",
    "40 alike functions · 40 ops",
  ]);
});

test.each([
  [40, 7],
  [40, 40],
  [120, 60],
])("a module of %i functions of %i kinds can be read, all calls in one card each", (count, kinds) => {
  const full = draw(functionsModule(count, kinds));
  for (const pane of [
    { width: 933, height: 590 },
    { width: 460, height: 590 },
  ]) {
    const { graph, layout } = fitMap(planMap(full), pane);
    checkMap(graph, full);
    expect(graph.nodes.length).toBeLessThanOrEqual(60);
    expect(Math.min((pane.width - 16) / layout.width, (pane.height - 16) / layout.height)).toBeGreaterThan(0.76);
  }
});

test("functions that share a card open to a card each", () => {
  const plan = planMap(draw(functionsModule(20, 1)));
  const pane = { width: 933, height: 590 };
  const shared = fitMap(plan, pane).graph.nodes.find((node) => node.label.startsWith("20 alike functions"));
  const open = fitMap(plan, pane, { opened: new Set([-(shared?.id ?? 0)]) }).graph;
  expect(open.nodes.filter((node) => node.kind === "stack" && node.label.startsWith("@f"))).toHaveLength(20);
});
