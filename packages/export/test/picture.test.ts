/** Pictures and reports of hostile runs: what strangers wrote is text in each of them. */
import { spawnSync } from "node:child_process";
import { type DrawableGraph, type DrawableNode, type GraphLayout, textWidth } from "@relayscope/graph";
import { drawnOf, labelSize, placeLabels } from "@relayscope/graph/titles";
import { paletteOf, regionColor } from "@relayscope/palette";
import { describe, expect, test } from "vitest";
import { dotGraph, markdownReport, svgPicture } from "../src/index.ts";

const evil = `"/><script>alert(1)</script><g onload='x()'>]]> \\"; } \\\\" a -> b [URL="javascript:x"] \u0000\u000b\ud800 \`\`\` | [x](javascript:x) @all http://evil <!-- --> &lt;\n# x`;

const node = (kind: DrawableNode["kind"], card: DrawableNode["card"], region: number): DrawableNode => ({
  id: 1,
  kind,
  card,
  label: evil,
  detail: evil,
  type: evil,
  dtype: evil,
  shape: evil,
  bytes: 4,
  operator: evil,
  operatorKind: "",
  frame: 0,
  region,
  isNew: false,
});

const graph: DrawableGraph = {
  nodes: [node("call", "operator", 0), node("constant", "constant", -1), node("variable", "variable", -1)],
  frames: [{ id: 9, kind: "function", label: evil, detail: evil, parent: -1, isCollapsed: false, region: -1 }],
  edges: [{ from: 1, to: 0, argument: 0, type: evil, dtype: evil, shape: evil, bytes: 4, tensors: 1, producer: 2, consumer: 1 }],
  regions: [{ id: 0, target: evil, label: evil, color: 0, nodes: [0], operators: 1, inputs: 1, outputs: 1, tint: 0 }],
};

const layout: GraphLayout = {
  width: 400,
  height: 200,
  nodes: new Float32Array([10, 100, 160, 34, 10, 30, 60, 22, 100, 30, 60, 22]),
  frames: new Float32Array([0, 0, 400, 200]),
  framePieces: new Float32Array([0, 0, 400, 200]),
  frameOffsets: new Uint32Array([0, 1]),
  edgePoints: new Float32Array([40, 52, 90, 100]),
  edgeOffsets: new Uint32Array([0, 2]),
  hulls: new Float32Array([5, 90, 170, 60]),
  hullOffsets: new Uint32Array([0, 1]),
  hullJoins: new Uint32Array([0]),
};

describe.each(["light", "dark"] as const)("SVG, %s", (theme) => {
  const svg = svgPicture(graph, layout, { theme, title: evil });

  test("has shapes and text alone, each tag closed", () => {
    const open: string[] = [];
    const names = new Set<string>();
    for (const [, end, name = "", , empty] of svg.matchAll(/<(\/?)([A-Za-z]+)((?: [\w:-]+="[^"<]*")*)(\/?)>/g)) {
      names.add(name);
      if (end) expect(open.pop()).toBe(name);
      else if (!empty) open.push(name);
    }
    expect(open).toEqual([]);
    expect([...names].sort()).toEqual(["defs", "g", "path", "pattern", "rect", "svg", "text", "title"]);
    const rest = svg.replace(/<\/?[A-Za-z]+(?: [\w:-]+="[^"<]*")*\/?>/g, "");
    expect(rest).not.toMatch(/[<>]/);
    expect(rest.replace(/&(?:amp|lt|gt|quot|apos);/g, "")).not.toMatch(/&/);
    expect(svg).not.toMatch(/ on\w+="/);
  });

  test("holds no character that XML forbids", () => {
    expect(svg).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f]/);
    expect(svg).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/);
  });
});

test("a composite is seen within its region, and titles are where the page has them", () => {
  const within: DrawableGraph = {
    ...graph,
    nodes: [{ ...node("call", "operator", 0), frame: 1 }, ...graph.nodes.slice(1)],
    frames: [
      { id: 9, kind: "function", label: "@main", detail: "", parent: -1, isCollapsed: false, region: -1 },
      { id: 10, kind: "composite", label: "own.relu", detail: "", parent: 0, isCollapsed: false, region: -1 },
    ],
    regions: [{ id: 0, target: "own", label: "own 0 · 1 op", color: 0, nodes: [0], operators: 1, inputs: 1, outputs: 1, tint: 0 }],
  };
  const placed: GraphLayout = {
    ...layout,
    frames: new Float32Array([0, 0, 400, 200, 8, 84, 164, 54]),
    framePieces: new Float32Array([0, 0, 400, 200, 8, 84, 164, 54]),
    frameOffsets: new Uint32Array([0, 1, 2]),
    hulls: new Float32Array([5, 70, 170, 80]),
  };
  const svg = svgPicture(within, placed, { theme: "light", title: "" });
  const palette = paletteOf("light");
  const fill = regionColor(palette, 0)?.fill ?? "";
  expect(svg.indexOf(`stroke="${palette.compositeLine}"`)).toBeGreaterThan(svg.indexOf(`fill="${fill}"`));
  const texts = Array.from(svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>([^<]*)</g), ([, x, y, text]) => `${x} ${y} ${text}`);
  const titles = placeLabels(drawnOf({ graph: within, layout: placed }), () => ({ letter: "A" }), {
    zoom: 1,
    most: 9,
    narrowest: 0,
    holds: () => true,
    textWidth,
    isStill: true,
  });
  expect(titles.map(({ text }) => text)).toEqual(["own 0 · 1 op", "@main", "own.relu"]);
  for (const { x, y, height, text, letter } of titles) {
    const start = x + labelSize / 2;
    if (letter !== "") expect(texts).toContain(`${start} ${y + 9.8} ${letter}`);
    expect(texts).toContain(`${start + (letter === "" ? 0 : height)} ${y + 9.8} ${text}`);
  }
});

test("given colors replace those of targets in boxes, hulls, cards, bars and legend", () => {
  const tint = { line: "#111111", fill: "#222222", hatch: "#333333", onLine: "#444444", pattern: 4, letter: "q" };
  const plain = { line: "#555555", fill: "transparent", hatch: "transparent", onLine: "#666666", pattern: -1, letter: "" };
  const summary = {
    part: "stack",
    lines: [],
    operators: [],
    regions: [],
    refused: [],
    times: "",
    parts: [
      { part: "region", color: 0, operators: [] },
      { part: "region", color: 1, operators: [] },
    ],
  };
  const stack = { ...node("stack", "stack", -1), summary } as unknown as DrawableNode;
  const many: DrawableGraph = { ...graph, nodes: [graph.nodes[0] ?? stack, stack, ...graph.nodes.slice(2)] };
  const colors = {
    isByRegion: false,
    nodes: [tint, undefined, undefined],
    regions: [plain],
    bars: [
      [],
      [
        { tint, isHost: false, start: 0, length: 0.5 },
        { tint: undefined, isHost: true, start: 0.5, length: 0.5 },
      ],
      [],
    ],
    title: "What colors mean",
    legend: [{ tint, text: "first: 2" }],
    note: "",
  };
  const svg = svgPicture(many, layout, { theme: "light", title: "", colors });
  const texts = Array.from(svg.matchAll(/<text [^>]*>([^<]*)</g), ([, text]) => text);
  expect(texts.slice(-3)).toEqual(["What colors mean", "q", "first: 2"]);
  for (const color of regionColor(paletteOf("light"), 0) ? Object.values(regionColor(paletteOf("light"), 0) ?? {}) : []) {
    if (color !== "#ffffff") expect(svg).not.toContain(color);
  }
  // The box, and the half of the stack that is the region's.
  expect(svg.match(/fill="#222222"/g)).toHaveLength(2);
  expect(svg.match(/fill="url\(#hatch-0\)"/g)).toHaveLength(2);
  expect(svg).toContain('stroke="#555555"');
});

const hasGraphviz = spawnSync("dot", ["-V"]).status === 0;

describe("DOT", () => {
  const dot = dotGraph(graph, evil);

  test("strings end where they should, and none of the user's text is outside of a string", () => {
    const outside = dot.replace(/"(?:[^"\\]|\\.)*"/g, "");
    expect(outside).not.toMatch(/["\\]|script|URL|javascript/);
    expect(outside.match(/->/g)).toHaveLength(1);
  });

  test.skipIf(!hasGraphviz)("Graphviz draws it", () => {
    const { status, stderr } = spawnSync("dot", ["-Tsvg"], { input: dot, encoding: "utf8" });
    expect(`${status} ${stderr}`).toMatch(/^0 /);
  });
});

const noWhy = { stage: "", causes: [], remarks: [], nothing: "" };

test("Markdown: what a title says is what is read", () => {
  const none = { regions: [], why: noWhy };
  const report = { link: undefined, target: "", optLevel: 3, stages: [], stage: "Input", input: "", text: "", ...none };
  const heading = (title: string) => markdownReport({ ...report, title }).split("\n")[0];
  expect(heading("a < b & c > d")).toBe("## a &#60; b &#38; c &#62; d");
  expect(heading("#1: *x* at http://y, www.z")).toBe("## \\#1: \\*x\\* at http&#58;//y, www&#46;z");
});

test("Markdown: a row says what is marked and what is a region, and names in sentences are code", () => {
  const regions = [
    { target: "own", count: 3, marked: 2 },
    { target: "other", count: 2 },
  ];
  const stages = [{ pass: "AnnotateTarget", outcome: "failed: `a|b` is not a type, nor is `c", operators: 5, offloaded: 4, regions }];
  const report = { title: "", link: undefined, target: "", optLevel: 3, stages, stage: "", regions: [], why: noWhy, input: "", text: "" };
  const rows = markdownReport(report).split("\n");
  expect(rows.find((row) => row.includes("AnnotateTarget"))).toBe(
    "| `AnnotateTarget` | failed: `a\\|b` is not a type, nor is \\`c | 4 of 5 | `own` 1, `own` 2 marked, `other` 2 |",
  );
});

test("Markdown: tables keep their columns, text is fenced, nothing is a link but the one given", () => {
  const text = markdownReport({
    title: evil,
    link: "http://page/#s=1r.AAA",
    target: evil,
    optLevel: 3,
    stages: [{ pass: evil, outcome: evil, operators: 2, offloaded: 1, regions: [{ target: evil, count: 1 }] }],
    stage: evil,
    regions: [{ name: evil, operators: [evil], inputs: "1 tensor", outputs: "1 tensor", ends: [evil] }],
    why: {
      stage: evil,
      causes: [{ subject: evil, names: [evil], boundaries: "1 boundary", cost: "4 B", reasons: [{ of: "", sentence: evil }] }],
      remarks: [evil],
      nothing: evil,
    },
    input: `${evil}\n\`\`\`\`\n`,
    text: evil,
  });
  const lines = text.split("\n");
  const rows = lines.filter((line) => line.startsWith("| `"));
  expect(rows.map((row) => row.replaceAll("\\|", "").split("|").length)).toEqual([6, 7]);
  expect(lines.filter((line) => /^`{5}$/.test(line))).toHaveLength(2);
  expect(lines[0]?.replaceAll(/\\./g, "")).not.toMatch(/[<>[\]`]|:\/\/|@/);
});

test("Markdown: the regions and what splits them, as many as are short to read", () => {
  const region = {
    name: "own 0",
    operators: ["conv2d ×2", "relu"],
    inputs: "2 tensors, 8 B",
    outputs: "1 tensor, 4 B",
    ends: ["no rule, no pattern"],
  };
  const cause = {
    subject: "exp",
    names: ["no rule, no pattern"],
    boundaries: "2 boundaries",
    cost: "8 B",
    reasons: [
      { of: "1 boundary", sentence: "`own` has no rule for `exp`." },
      { of: "1 boundary", sentence: "No pattern of `own` holds `exp`." },
    ],
  };
  const text = markdownReport({
    title: "t",
    link: undefined,
    target: "own",
    optLevel: 3,
    stages: [],
    stage: "PartitionGraph",
    regions: Array.from({ length: 32 }, () => region),
    why: { ...noWhy, stage: "MergeCompilerRegions", causes: Array.from({ length: 31 }, () => cause) },
    input: "",
    text: "",
  });
  const lines = text.split("\n");
  expect(
    lines.filter((line) => line === "| `own 0` | conv2d ×2, relu | 2 tensors, 8 B | 1 tensor, 4 B | no rule, no pattern |"),
  ).toHaveLength(30);
  expect(text).toContain("\n\n2 more regions.\n\n### What splits the regions after `MergeCompilerRegions`\n\n");
  expect(text).toContain(
    "- **2 boundaries, 8 B**: `exp`, no rule, no pattern\n  - 1 boundary: `own` has no rule for `exp`.\n  - 1 boundary: No pattern of `own` holds `exp`.\n",
  );
  expect(text).toContain("\n\n1 more cause.\n\n### Input\n");
});
