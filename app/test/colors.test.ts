import { paletteOf } from "@relayscope/palette";
import { expect, test } from "vitest";
import { hasMark } from "../src/picture/changes.ts";
import { coloringOf } from "../src/picture/colors/allColors.ts";
import { needsLegend } from "../src/picture/colors/colors.ts";
import { Elements } from "../src/picture/elements.ts";
import { saidBy } from "../src/picture/Legend.tsx";
import { sceneOf } from "../src/picture/scene.ts";
import { legendTitle } from "../src/picture/words/legendTitle.ts";
import { targetsOfRun } from "../src/state/model.ts";
import { WordPlaces } from "../src/state/wordPlaces.ts";
import { targetLook } from "../src/ui/TargetMark.tsx";
import { pageOf } from "./makePage.ts";
import { noMarks } from "./picture/pictures.ts";

const palette = paletteOf("light");
const text = `def @main(%x: Tensor[(1, 8), float32]) {
  %0 = add(%x, 1f);
  %1 = exp(%0);
  %2 = cast(%1, dtype="int8");
  add(%2, 1i8)
}
`;

async function pictureOf(view: "map" | "operators") {
  const page = await pageOf(text);
  const { epoch, stages } = page.store.getState().run;
  const all = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  return page.engine.graph({ ...all, epoch, stage: stages.length - 1, view });
}

test("cards have the color of the dtype they give, operators of their own", async () => {
  for (const view of ["map", "operators"] as const) {
    const { legend } = coloringOf((await pictureOf(view)).graph, "dtype", palette, undefined);
    expect(legend.map(({ label }) => label).sort()).toEqual(["float32", "int8"]);
  }
});

test("legends of two panes that say the same are one", async () => {
  const { graph } = await pictureOf("operators");
  const said = (colorBy: "dtype" | "operator") => saidBy("Colors", coloringOf(graph, colorBy, palette, undefined));
  expect(said("dtype")).toBe(said("dtype"));
  expect(said("dtype")).not.toBe(said("operator"));
});

test("an operator keeps its color from stage to stage, whichever is the most frequent", () => {
  const places = new WordPlaces();
  const first = places.of(["conv2d", "batch_norm", "relu"], 6);
  const next = places.of(["add", "relu", "conv2d", "multiply"], 6);
  for (const word of ["conv2d", "relu"]) expect(next.get(word)).toBe(first.get(word));
  expect(new Set(next.values()).size).toBe(4);
  const back = places.of(["batch_norm", "conv2d"], 6);
  expect([back.get("batch_norm"), back.get("conv2d")]).toEqual([first.get("batch_norm"), first.get("conv2d")]);
});

test("more operators than colors: the most frequent have one each, and take those of what is no longer there", () => {
  const places = new WordPlaces();
  const first = places.of(["a", "b", "c"], 2);
  expect([...first.keys()]).toEqual(["a", "b"]);
  const next = places.of(["c", "b", "a"], 2);
  expect(next.get("b")).toBe(first.get("b"));
  expect(next.get("c")).toBe(first.get("a"));
});

test("the legend of regions names those of each color, and says which differ", async () => {
  const { graph } = await pictureOf("operators");
  const { legend, note } = coloringOf(graph, "region", palette, undefined);
  expect(legend.flatMap(({ label }) => label.split(", "))).toHaveLength(graph.regions.length);
  expect(note).not.toBe("");
});

test("a hull that only has another name has the color of that change", async () => {
  const { graph } = await pictureOf("operators");
  const plain = { ...graph, nodes: graph.nodes.map(({ change: _, ...node }) => node) };
  const [first, ...others] = plain.regions.map(({ change: _, ...region }) => region);
  const none = { ...plain, regions: first ? [first, ...others] : [] };
  expect(coloringOf(none, "change", palette, undefined).legend).toEqual([]);
  const renamed = coloringOf({ ...none, regions: first ? [{ ...first, change: "renamed" }, ...others] : [] }, "change", palette, undefined);
  expect(renamed.legend.map(({ label, count }) => [label, count])).toEqual([["renamed", 1]]);
  expect(renamed.ofRegion(0)).toBeDefined();
});

test("a region of which a pass makes a function has a line in the legend of changes, seen from either stage, and no mark", async () => {
  const page = await pageOf(text);
  const { epoch, stages } = page.store.getState().run;
  const made = stages.findIndex(({ summary }, i) => i > 0 && summary.functions > (stages[i - 1]?.summary.functions ?? 0));
  expect(made).toBeGreaterThan(0);
  const all = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [], epoch };
  for (const view of ["map", "operators"] as const) {
    for (const [stage, against] of [[made, made - 1] as const, [made - 1, made] as const]) {
      const { graph } = await page.engine.graph({ ...all, stage, against, view });
      const labels = coloringOf(graph, "change", palette, undefined).legend.map(({ label }) => label);
      expect(labels, `${view} ${stage} ${against}`).toContain("extracted");
    }
  }
  expect(hasMark({ isNew: false, change: "extracted" })).toBe(false);
});

test("an operator whose own color is its region's by chance is drawn in it, though it was not before", async () => {
  const answer = await pictureOf("operators");
  const shown = {
    nodes: answer.graph.nodes.map((_, i) => i),
    inPane: [],
    edges: [],
    far: [],
    frames: [],
    regions: [],
    labels: [],
    tensors: () => new Map(),
    zoom: 1,
    isPainted: false,
  };
  const elements = new Elements("after");
  const drawnBy = (by: "target" | "operator") => {
    const coloring = coloringOf(answer.graph, by, palette, undefined);
    const { nodes } = elements.make(sceneOf(answer), shown, { coloring, marks: noMarks, ends: [] });
    return nodes.flatMap((node) => (node.type === "box" && node.data.isRegionColor ? [node.data.node.label] : []));
  };
  expect(drawnBy("target")).not.toEqual([]);
  expect(drawnBy("operator")).toEqual([]);
});

test("regions keep an outline in the colors of operators, dtypes and changes; composites have none", async () => {
  const { graph } = await pictureOf("operators");
  for (const by of ["operator", "dtype", "change"] as const) {
    const { ofRegion, isByRegion } = coloringOf(graph, by, palette, undefined);
    expect(isByRegion).toBe(false);
    graph.regions.forEach((region, i) => {
      expect(ofRegion(i) !== undefined, region.label).toBe(region.kind !== "composite");
    });
  }
});

test("another document has the colors that its regions ask for", async () => {
  const page = await pageOf(text);
  page.actions.setPreferences({ colorBy: "operator" });
  page.actions.paste("def @main(%x: Tensor[(1, 8), float32]) { tanh(%x) }");
  expect(page.store.getState().preferences.colorBy).toBeUndefined();
});

test("a region that is only numbered again has no mark", () => {
  expect(hasMark({ isNew: false, change: "renamed" })).toBe(false);
  expect(hasMark({ isNew: true })).toBe(true);
  expect(hasMark({ isNew: false, change: "merged" })).toBe(true);
  expect(hasMark({ isNew: false })).toBe(false);
});

test("a card of repeated regions shows their causes, though they differ", async () => {
  const { graph } = await pictureOf("operators");
  const [node] = graph.nodes;
  const [region] = graph.regions;
  if (!node || !region) throw new Error("The picture is empty.");
  const two = { ...graph, nodes: [{ ...node, region: 0 }], regions: [0, 1].map((id) => ({ ...region, id, color: 0, nodes: [0] })) };
  const end = (code: "no-rule" | "check-refused", place: number, letter: string) => ({
    code,
    name: code,
    place,
    letter,
    shade: 0,
    others: [],
    isAtInputs: false,
  });
  const ends = new Map([
    [0, end("no-rule", 0, "A")],
    [1, end("check-refused", 1, "B")],
  ]);
  const { ofNode, barOf } = coloringOf(two, "cause", palette, ends);
  expect(ofNode(0)).toBeUndefined();
  expect(barOf(0).map(({ tint }) => tint?.letter)).toEqual(["A", "B"]);
});

test("a legend's title names what its numbers count", async () => {
  const titles = (["target", "region", "cause", "operator", "dtype", "change"] as const).map((by) => legendTitle(by, "operators"));
  expect(titles).toEqual(["Target (regions)", "Region (regions)", "Why regions end", "Operator (nodes)", "Dtype (nodes)", "Change"]);
  expect(legendTitle("operator", "map")).toBe("Operator (cards)");
  for (const view of ["map", "operators"] as const) {
    const { graph } = await pictureOf(view);
    const sumBy = (by: "target" | "region" | "operator") =>
      coloringOf(graph, by, palette, undefined).legend.reduce((sum, { count }) => sum + count, 0);
    expect([sumBy("target"), sumBy("region")]).toEqual([graph.regions.length, graph.regions.length]);
    expect(sumBy("operator")).toBe(graph.nodes.filter(({ operator, summary }) => operator !== "" || summary).length);
  }
});

test("letters of several targets are explained: by the legend of colors, or next to it where colors show something else", async () => {
  const page = await pageOf(text);
  const state = page.store.getState();
  const [stage] = state.run.stages.slice(-1);
  if (!stage) throw new Error("no stage");
  const own = stage.summary.regions;
  const other = own.map((region) => ({ ...region, target: "other", color: 1 }));
  const run = { ...state.run, stages: [...state.run.stages, { ...stage, summary: { ...stage.summary, regions: [...own, ...other] } }] };
  expect(targetsOfRun(run)).toEqual([
    { target: "byoc-target", color: 0 },
    { target: "other", color: 1 },
  ]);
  const looks = (colorBy: "cause" | "target" | undefined) =>
    [state.run, run].map((shown) => targetLook({ ...state, run: shown, preferences: { ...state.preferences, colorBy } }));
  expect(looks("target")).toEqual(["color", "color"]);
  expect(looks(undefined)).toEqual(["dot", "color"]);
  expect(looks("cause")).toEqual(["dot", "letter"]);
  const { graph } = await pictureOf("operators");
  const { legend } = coloringOf(graph, "target", palette, undefined);
  expect(needsLegend("target", { legend })).toBe(false);
  expect(needsLegend("target", { legend: [...legend, { tint: undefined, label: "default", count: 1 }] })).toBe(false);
  expect(needsLegend("target", { legend: [...legend, ...legend] })).toBe(true);
  expect(needsLegend("cause", { legend: [] })).toBe(true);
});
