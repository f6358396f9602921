import { call, func, globalVar, if_, let_, moduleOf, tuple, tupleGetItem, variable } from "@relayscope/ir";
import { describe, expect, test } from "vitest";
import { apply, begin, contents, convolution, draw, end, flows, number, numbers, parameters } from "./build.ts";

describe("frames", () => {
  test("a composite is drawn in place of its call, its parameters joined to the arguments", () => {
    const [x, w] = parameters("x", "w");
    if (!x || !w) throw new Error("no parameters");
    const module = moduleOf([["main", func({ params: [x, w], body: apply("sigmoid", convolution("dnnl.conv2d_relu", x, w)) })]]);
    const graph = draw(module);
    expect(contents(graph)).toEqual({
      "function @main": ["%x", "%w", "sigmoid", "output"],
      "composite dnnl.conv2d_relu": ["conv2d", "relu"],
    });
    expect(flows(graph)).toEqual(["%x>conv2d", "%w>conv2d", "conv2d>relu", "relu>sigmoid", "sigmoid>output"]);
    expect(graph.regions.map((r) => [r.target, r.kind, r.label, r.inputs, r.outputs])).toEqual([
      ["dnnl", "composite", "dnnl · 2 ops", 2, 1],
    ]);
  });

  test("a partitioned function that is called once is drawn in place, with its number", () => {
    const [x, p] = parameters("x", "p");
    if (!x || !p) throw new Error("no parameters");
    const attrs = new Map([
      ["Compiler", "tinyai"],
      ["global_symbol", "tvmgen_default_tinyai_main_5"],
    ]);
    const module = moduleOf([
      ["main", func({ params: [x], body: apply("less", call(globalVar("tvmgen_default_tinyai_main_5"), [x])) })],
      ["tvmgen_default_tinyai_main_5", func({ params: [p], body: apply("add", p, number(1)), attrs })],
    ]);
    const graph = draw(module);
    expect(flows(graph)).toEqual(["%x>add", "1>add", "add>less", "less>output"]);
    expect(graph.frames.map((f) => [f.kind, f.parent, f.region])).toEqual([
      ["function", -1, -1],
      ["external-function", 0, 0],
    ]);
    expect(graph.regions.map((r) => [r.id, r.label, r.inputs])).toEqual([[5, "tinyai 5 · 1 op", 1]]);
  });

  test("a partitioned function that is called twice is drawn by itself", () => {
    const [x, p] = parameters("x", "p");
    if (!x || !p) throw new Error("no parameters");
    const f = globalVar("f");
    const module = moduleOf([
      ["main", func({ params: [x], body: call(f, [call(f, [x])]) })],
      ["f", func({ params: [p], body: apply("add", p, p), attrs: new Map([["Compiler", "tinyai"]]) })],
    ]);
    expect(contents(draw(module))).toEqual({
      "function @main": ["%x", "@f", "@f", "output"],
      "external-function @f": ["%p", "add", "output"],
    });
  });

  test("a function that only calls itself is drawn", () => {
    const [p] = parameters("p");
    if (!p) throw new Error("no parameters");
    const module = moduleOf([["f", func({ params: [p], body: call(globalVar("f"), [p]), attrs: new Map([["Compiler", "x"]]) })]]);
    expect(contents(draw(module))).toEqual({ "external-function @f": ["%p", "@f", "output"] });
  });

  test("branches are frames; what both use is outside of them", () => {
    const [c, x] = parameters("c", "x");
    if (!c || !x) throw new Error("no parameters");
    const shared = apply("exp", x);
    const body = if_(c, apply("nn.relu", shared), apply("negative", apply("abs", shared)));
    const graph = draw(moduleOf([["main", func({ params: [c, x], body })]]));
    expect(contents(graph)).toEqual({
      "function @main": ["%c", "%x", "exp", "if", "output"],
      "then then": ["relu"],
      "else else": ["abs", "negative"],
    });
    expect(graph.edges.filter((e) => graph.nodes[e.to]?.label === "if").map((e) => e.argument)).toEqual([0, 1, 2]);
  });

  test("a let is another name of its value, and a recursive closure is a frame without an edge into itself", () => {
    const [data, i] = parameters("data", "i");
    if (!data || !i) throw new Error("no parameters");
    const loop = variable("loop");
    const closure = func({ params: [i], body: call(loop, [apply("add", i, number(1))]) });
    const module = moduleOf([["main", func({ params: [data], body: let_(loop, closure, call(loop, [data])) })]]);
    const graph = draw(module);
    expect(contents(graph)).toEqual({
      "function @main": ["%data", "%loop", "output"],
      "closure %loop": ["%i", "1", "add", "%loop", "result"],
    });
    expect(flows(graph)).toEqual(["%i>add", "1>add", "add>%loop", "%loop>result", "result>%loop", "%data>%loop", "%loop>output"]);
  });

  test("a collapsed frame is one node that its edges lead to", () => {
    const [x, w] = parameters("x", "w");
    if (!x || !w) throw new Error("no parameters");
    const body = apply("sigmoid", convolution("dnnl.conv2d_relu", x, w));
    const module = moduleOf([["main", func({ params: [x, w], body })]]);
    const ids = numbers();
    const open = draw(module, { ids });
    const frame = open.frames[1];
    if (!frame) throw new Error("no frame");
    const graph = draw(module, { ids, collapsed: [frame.id] });
    expect(flows(graph)).toEqual(["%x>dnnl.conv2d_relu", "%w>dnnl.conv2d_relu", "dnnl.conv2d_relu>sigmoid", "sigmoid>output"]);
    expect(graph.frames[1]?.isCollapsed).toBe(true);
    expect(graph.regions[0]?.operators).toBe(2);
  });

  test("variables and constants can be left out", () => {
    const [x] = parameters("x");
    if (!x) throw new Error("no parameters");
    const module = moduleOf([["main", func({ params: [x], body: apply("exp", apply("add", x, number(2))) })]]);
    expect(flows(draw(module, { hideVariables: true, hideConstants: true }))).toEqual(["add>exp"]);
  });
});

describe("regions", () => {
  test("annotations draw regions; their nodes are left out, and values flow through", () => {
    const [x] = parameters("x");
    if (!x) throw new Error("no parameters");
    const a = apply("nn.relu", apply("exp", begin(x, "one")));
    const left = end(apply("abs", begin(end(a, "one"), "default")), "default");
    const right = end(apply("sqrt", begin(end(a, "one"), "two")), "two");
    const body = end(apply("add", begin(left, "one"), begin(right, "one")), "one");
    const module = moduleOf([["main", func({ params: [x], body })]]);
    const graph = draw(module);
    expect(flows(graph)).toEqual(["%x>exp", "exp>relu", "relu>abs", "relu>sqrt", "abs>add", "sqrt>add", "add>output"]);
    expect(graph.regions.map((r) => [r.target, r.id, r.color, r.operators, r.inputs, r.outputs])).toEqual([
      ["one", 0, 0, 2, 1, 1],
      ["default", 0, -1, 1, 1, 1],
      ["two", 1, 1, 1, 1, 1],
      ["one", 2, 0, 1, 2, 1],
    ]);
    const shown = draw(module, { showAnnotations: true });
    expect(shown.nodes.filter((n) => n.kind === "annotation")).toHaveLength(10);
  });

  test("of the annotations only a region's begin and end are chips: what quantization stops fusion at gives a tensor", () => {
    const [x] = parameters("x");
    if (!x) throw new Error("no parameters");
    const body = apply("exp", begin(apply("annotation.stop_fusion", end(apply("abs", x), "one")), "one"));
    const shown = draw(moduleOf([["main", func({ params: [x], body })]]), { showAnnotations: true });
    expect(shown.nodes.flatMap((n) => (n.kind === "call" ? [n.label] : []))).toContain("stop_fusion");
    expect(shown.nodes.filter((n) => n.kind === "annotation")).toHaveLength(2);
  });

  test("targets keep the colors they are given", () => {
    const [x] = parameters("x");
    if (!x) throw new Error("no parameters");
    const body = end(apply("exp", begin(x, "two")), "two");
    const graph = draw(moduleOf([["main", func({ params: [x], body })]]), { targets: ["one", "two"] });
    expect(graph.regions[0]?.color).toBe(1);
  });

  test("a tuple with several outputs counts each", () => {
    const [x, p] = parameters("x", "p");
    if (!x || !p) throw new Error("no parameters");
    const attrs = new Map([["Compiler", "t"]]);
    const site = call(globalVar("t_0"), [x]);
    const body = apply("add", tupleGetItem(site, 0), tupleGetItem(site, 1));
    const module = moduleOf([
      ["main", func({ params: [x], body })],
      ["t_0", func({ params: [p], body: tuple([apply("exp", p), apply("abs", p)]), attrs })],
    ]);
    expect(draw(module).regions[0]).toMatchObject({ id: 0, operators: 2, inputs: 1, outputs: 2 });
  });
});

test("a chain of 100,000 calls and as many lets are drawn", () => {
  const x = variable("x");
  let at = apply("exp", x);
  for (let i = 0; i < 100_000; i++) at = apply("exp", at);
  expect(draw(moduleOf([["main", func({ params: [x], body: at })]])).nodes).toHaveLength(100_003);
  let body = apply("exp", x);
  for (let i = 0; i < 100_000; i++) {
    const v = variable("v");
    body = let_(v, apply("exp", x), body);
  }
  expect(draw(moduleOf([["main", func({ params: [x], body })]])).frames).toHaveLength(1);
});
