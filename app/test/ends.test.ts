import { type CauseCode, causes, endLine, endTexts, type GraphAnswer } from "@relayscope/engine";
import { hatchOf, paletteOf } from "@relayscope/palette";
import { expect, test } from "vitest";
import { coloringOf } from "../src/picture/colors/allColors.ts";
import { sharesColors, tintsOnLine, usualColoring } from "../src/picture/colors/colors.ts";
import { shownColors } from "../src/picture/colors/shownColors.ts";
import { endsOf } from "../src/picture/words/endsOf.ts";
import { pageOf } from "./makePage.ts";

const palette = paletteOf("light");
const value = "Tensor[(1, 8, 4, 4), float32]";
/** `exp`, which no rule takes, splits the first two regions; the third has the network's own input and output alone. */
const text = `def @main(%x: ${value}, %y: ${value}) {
  %0 = add(%x, 1f);
  %1 = exp(%0);
  %2 = add(%1, 1f);
  %3 = add(%y, 1f);
  (%2, %3)
}
`;

async function pictureOf(source: string, view: "map" | "operators") {
  const page = await pageOf(source);
  const { epoch, stages } = page.store.getState().run;
  const stage = stages.length - 1;
  const all = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const { graph } = await page.engine.graph({ ...all, epoch, stage, view });
  return { graph, ends: endsOf(await page.engine.regions(epoch, stage)) };
}

const cardsOf = ({ nodes }: GraphAnswer["graph"]) => nodes.flatMap((node, i) => (node.card === "region" ? [i] : []));

test("a card says the causes of its boundaries, and nothing if it has none", async () => {
  const { graph, ends } = await pictureOf(text, "map");
  const cards = cardsOf(graph);
  // Only the network's output is after the second.
  const input = "ends at its input: no rule, no pattern";
  expect(cards.map((i) => endTexts(graph, ends)[i])).toEqual(["ends: no rule, no pattern", input, ""]);
  const others = graph.nodes.flatMap((node, i) => (node.card === "region" ? [] : [endTexts(graph, ends)[i]]));
  expect(others.filter((t) => t !== "")).toEqual([]);
});

test("an exported picture says what the cards on the page say", async () => {
  const page = await pageOf(text);
  const { epoch, stages } = page.store.getState().run;
  const stage = stages.length - 1;
  const picture = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [], view: "map" } as const;
  const { graph } = await page.engine.graph({ ...picture, epoch, stage });
  const ends = endTexts(graph, endsOf(await page.engine.regions(epoch, stage)));
  const drawn = await page.engine.exportStage(epoch, stage, { format: "svg", title: "", picture });
  if (drawn.kind !== "text") throw new Error(drawn.reason);
  const cards = cardsOf(graph);
  expect(cards.filter((i) => (graph.nodes[i]?.summary?.endRoom ?? 0) > 0)).toEqual(cards);
  const texts = [...drawn.text.matchAll(/>([^<>]+)<\/text>/g)].map(([, words]) => words);
  expect(texts.filter((words) => ends.some((end) => end !== "" && words === end))).toEqual(cards.flatMap((i) => ends[i] || []));
});

test("an exported picture has the colors and the legend that are on screen", async () => {
  const page = await pageOf(text);
  const { epoch, stages } = page.store.getState().run;
  const stage = stages.length - 1;
  const flags = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  for (const view of ["map", "operators"] as const) {
    const picture = { ...flags, view, epoch, stage };
    const svgOf = async (colorBy: "cause" | "operator" | "target" | undefined) => {
      page.store.setState(({ preferences }) => ({ preferences: { ...preferences, colorBy } }));
      const colors = await shownColors(page, picture, palette);
      const answer = await page.engine.exportStage(epoch, stage, { format: "svg", title: "", picture, ...(colors ? { colors } : {}) });
      if (answer.kind !== "text") throw new Error(answer.reason);
      return answer.text;
    };
    const byCause = await svgOf(undefined);
    expect(byCause).toContain(">Why regions end</text>");
    expect(byCause).toContain(">no rule, no pattern: 2</text>");
    // Two regions have the cause's color and letter; the third has no cause, and is plain.
    expect(byCause.match(/>a<\/text>/g)).toHaveLength(3);
    expect(byCause).not.toMatch(/>A<\/text>|byoc-target: 3 regions/);
    expect(await svgOf("cause")).toBe(byCause);
    const byOperator = await svgOf("operator");
    expect(byOperator).toMatch(/>Operator \((cards|nodes)\)<\/text>/);
    expect(byOperator).toContain(view === "operators" ? ">add: 3</text>" : ">add: ");
    const byTarget = await svgOf("target");
    expect(byTarget).toMatch(/>byoc-target: 3 regions, 3 operators<\/text>/);
    expect(byTarget.match(/>A<\/text>/g)).toHaveLength(4);
  }
});

test("several causes are all listed, or as many as fit and how many more", () => {
  const text = "ends: no rule, no pattern · a pattern misses · it would form a cycle";
  const lines = [80, 52, 40, 10].map((most) => endLine(text, (line) => line.length <= most));
  expect(lines).toEqual([
    text,
    "ends: no rule, no pattern · a pattern misses, 1 more",
    "ends: no rule, no pattern, 2 more",
    "ends: no rule, no pattern +2",
  ]);
});

test("colors by cause are one a family, plain where there is no cause, and silent while causes are not known", async () => {
  for (const view of ["map", "operators"] as const) {
    const { graph, ends } = await pictureOf(text, view);
    const { legend, ofRegion, ofNode } = coloringOf(graph, "cause", palette, ends);
    expect(legend.map(({ label, count, tint }) => [label, count, tint?.letter, tint?.place])).toEqual([["no rule, no pattern", 2, "a", 0]]);
    expect(legend.map(({ unit }) => unit)).toEqual(
      ["2 regions"].map((n) => `${n}, each by its boundary to a region after it, else to one before it, else to the host`),
    );
    expect(graph.regions.map((_, i) => ofRegion(i)?.letter)).toEqual(["a", "a", ""]);
    const ofHost = graph.nodes.flatMap((node, i) => (node.region < 0 ? [ofNode(i)] : []));
    expect(ofHost.filter((tint) => tint !== undefined)).toEqual([]);
    // A pressed line of the legend fades the other regions in the picture, and leaves them out of the list.
    const isOnLine = tintsOnLine({ legend }, "no rule, no pattern");
    expect(graph.regions.map((_, i) => isOnLine?.(ofRegion(i)))).toEqual([true, true, false]);
    expect([tintsOnLine({ legend }, undefined), tintsOnLine({ legend }, "another line")]).toEqual([undefined, undefined]);
    const before = coloringOf(graph, "cause", palette, undefined);
    expect([before.legend, ...graph.regions.map((_, i) => before.ofRegion(i)?.letter)]).toEqual([[], "…", "…", "…"]);
  }
});

test("a card of several regions has their color if they share one, and counts them by their first cause as the legend does", async () => {
  const { graph, ends } = await pictureOf(text, "map");
  const [first = -1] = cardsOf(graph);
  const joined = { ...graph, regions: graph.regions.map((region) => ({ ...region, nodes: [first] })) };
  expect(endTexts(joined, ends)[first]).toBe("ends: no rule, no pattern ×2");
  expect(coloringOf(joined, "cause", palette, ends).ofNode(first)).toBeUndefined();
  const [known] = ends.values();
  const missed = "a pattern misses";
  const further = new Map(
    [...ends].map(([r, end], i) => [r, i === 0 ? { ...end, others: [missed] } : { ...end, name: missed, others: [end.name] }]),
  );
  expect(endTexts(joined, further)[first]).toBe("ends: no rule, no pattern ×1 · a pattern misses ×1");
  const counted = coloringOf(joined, "cause", palette, ends).legend.map(({ label, count }) => `${label} ×${count}`);
  expect(endTexts(joined, ends)[first]).toBe(`ends: ${counted.join(" · ")}`);
  const alike = new Map(graph.regions.flatMap((_, i) => (known ? [[i, known] as const] : [])));
  expect(endTexts(joined, alike)[first]).toBe("ends: no rule, no pattern");
  expect(coloringOf(joined, "cause", palette, alike).ofNode(first)?.letter).toBe("a");
});

test("where nobody chose, one target with causes is colored by them; several targets, or none that is known, by target", async () => {
  const { graph, ends } = await pictureOf(text, "map");
  const usual = (drawn: typeof graph, known: typeof ends | undefined, isAwaited = false, isLate = false) =>
    usualColoring(drawn, { ends: known, isAwaited, isLate });
  expect(usual(graph, ends)).toBe("cause");
  expect(usual(graph, undefined)).toBe("target");
  expect(usual(graph, new Map())).toBe("target");
  const [first, ...others] = graph.regions;
  if (!first) throw new Error("there are regions");
  const several = { ...graph, regions: [{ ...first, target: "other" }, ...others] };
  expect(usual(several, ends)).toBe("target");
  expect(usual({ ...graph, regions: [] }, ends)).toBe("target");
  // No color is taken before they are known, and none changes where they come late.
  expect(usual(graph, undefined, true)).toBe("cause");
  const waiting = coloringOf(graph, "cause", palette, undefined);
  expect(new Set(graph.regions.map((_, i) => waiting.ofRegion(i)?.place))).toEqual(new Set([-1]));
  expect(usual(graph, ends, false, true)).toBe("target");
  expect(usual(several, undefined, true)).toBe("target");
});

test("the bar of a stack shows the causes of its regions in proportion to their operators", async () => {
  const { graph, ends } = await pictureOf(text, "map");
  const [first = -1] = cardsOf(graph);
  const stack = {
    ...graph,
    nodes: graph.nodes.map((node, i) => (i === first ? { ...node, kind: "stack" as const } : node)),
    regions: graph.regions.map((region, i) => ({ ...region, nodes: [first], operators: i + 1 })),
  };
  const bar = coloringOf(stack, "cause", palette, ends).barOf(first);
  const whole = graph.regions.reduce((sum, _, i) => sum + i + 1, 0);
  const share = (letter: string) =>
    stack.regions.reduce((sum, { operators }, r) => sum + ((ends.get(r)?.letter ?? "") === letter ? operators : 0), 0) / whole;
  expect(bar.map(({ tint, length }) => [tint?.letter, length])).toEqual(
    ["a", ""].map((letter) => [letter, share(letter)] as const).sort((a, b) => b[1] - a[1]),
  );
  expect(bar.reduce((end, { start, length }) => (Math.abs(start - end) < 1e-9 ? end + length : Number.NaN), 0)).toBeCloseTo(1);
  expect(coloringOf(graph, "cause", palette, ends).barOf(first)).toEqual([]);
});

const line = {
  region: 0,
  name: "dnnl 0",
  target: "dnnl",
  color: 0,
  kind: "region",
  operators: [],
  calls: 1,
  inputs: 1,
  outputs: 1,
  bytesIn: 4,
  bytesOut: 4,
  isAtInputs: false,
} as const;

test("an unknown cause is said to be unknown and has no color", () => {
  const ends = endsOf([{ ...line, causes: ["unknown", "cycle"] }]);
  const others = ["it would form a cycle"];
  expect(ends.get(0)).toEqual({ code: "unknown", name: "cause unknown", place: -1, letter: "?", shade: 0, others, isAtInputs: false });
});

test("causes of one family share a color and differ in their hatches, in the picture, its bars and its legend", async () => {
  const { graph } = await pictureOf(text, "operators");
  const all = Object.keys(causes).filter((code): code is CauseCode => code in causes);
  const found = endsOf(all.map((code, region) => ({ ...line, region, causes: [code] })));
  const [region] = graph.regions;
  if (!region) throw new Error("no region");
  const many = { ...graph, regions: all.map(() => region) };
  const { ofRegion, legend } = coloringOf(many, "cause", palette, found);
  const looks = all.flatMap((_, i) => {
    const tint = ofRegion(i);
    return tint && tint.place >= 0 ? [`${tint.place} ${hatchOf(tint.pattern).path}`] : [];
  });
  expect(looks.length).toBeGreaterThan(20);
  expect(new Set(looks).size).toBe(looks.length);
  expect(sharesColors({ legend })).toBe(true);
  expect(sharesColors({ legend: legend.slice(0, 1) })).toBe(false);
});
