/**
 * Maps of whole flows: the numbers agree with the counts, nodes that a pass leaves alone keep their place, and changes
 * are marked.
 */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEngine, type GraphAnswer } from "@relayscope/engine";
import { countsOf } from "@relayscope/regions";
import { finishedRun } from "@relayscope/run";
import { describe, expect, test } from "vitest";
import { collect, engineAfter, flow, request, stagesOf } from "./modules.ts";

const folder = fileURLToPath(new URL("../../../public/examples/", import.meta.url));
const examples = readdirSync(folder).filter((name) => name.endsWith(".relay"));
const view = { epoch: 1, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] } as const;
const paneSize = { width: 870, height: 600 };

async function mapsOf(text: string): Promise<readonly GraphAnswer[]> {
  const engine = createEngine();
  const stages = stagesOf(
    await collect(engine, request(1, { text, target: "dnnl", pipeline: [{ pass: "InferType", options: {} }, ...flow] })),
  );
  return Promise.all(stages.map((_, stage) => engine.graph({ ...view, stage, view: "map", paneSize, against: Math.max(0, stage - 1) })));
}

describe.each(examples)("%s", (name) => {
  const text = readFileSync(`${folder}${name}`, "utf8");

  test("cards of regions have the bytes of the stage's counts", async () => {
    const run = await finishedRun(request(1, { text, target: "dnnl", pipeline: flow }));
    const maps = await mapsOf(text);
    const last = run.stages.at(-1);
    if (!last) throw new Error("no stage");
    const counts = countsOf(last.module).byRegion;
    for (const { summary, region, kind } of maps.at(-1)?.graph.nodes ?? []) {
      const own = counts[region];
      if (kind !== "region" || !summary || !own || summary.repeat > 1 || summary.isLayer) continue;
      if (summary.bytesIn !== undefined) expect(summary.bytesIn).toBe(own.inputs.bytes);
      if (summary.bytesOut !== undefined) expect(summary.bytesOut).toBe(own.outputs.bytes);
    }
  });

  test("the map fits its pane at a size that can be read, and a card that a pass leaves alone stays", async () => {
    const maps = await mapsOf(text);
    for (const { graph, layout } of maps) {
      expect(graph.nodes.length).toBeLessThanOrEqual(60);
      expect(Math.min(paneSize.width / layout.width, paneSize.height / layout.height)).toBeGreaterThan(0.75);
    }
    const [before, after] = maps.slice(-2);
    if (!before || !after) throw new Error("no maps");
    const words = ({ graph }: GraphAnswer) => [
      ...graph.nodes.map(({ id, label, summary }) => `${id} ${label} ${summary?.members.join()} ${summary?.lines.join()}`),
      ...graph.frames.map(({ id, label }) => `${id} ${label}`),
    ];
    if (words(before).join() === words(after).join()) expect(after.layout.nodes).toEqual(before.layout.nodes);
  });
});

const residual = `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {
  %0 = nn.conv2d(%x, %w, padding=[1, 1, 1, 1]);
  %1 = nn.relu(%0);
  %2 = floor(%1);
  add(%2, %1)
}
`;

test("nodes, cards and regions say what passes did", async () => {
  const engine = await engineAfter({ text: residual, target: "dnnl", pipeline: flow });
  const map = (stage: number, against: number) => engine.graph({ ...view, stage, against, view: "map", paneSize });
  const told = ({ graph, changes }: GraphAnswer) => ({
    cards: changes.map((i) => `${graph.nodes[i]?.label}: ${graph.nodes[i]?.change}`),
    regions: graph.regions.filter((region) => region.change).map((region) => `${region.label}: ${region.change} ${region.was}`),
  });
  expect(told(await map(2, 1))).toMatchInlineSnapshot(`
    {
      "cards": [
        "dnnl 0 · 2 ops marked: renamed",
        "dnnl 1 · 1 op marked: new",
      ],
      "regions": [
        "dnnl 0 · 2 ops marked: renamed dnnl",
        "dnnl 1 · 1 op marked: new ",
      ],
    }
  `);
  expect(told(await map(3, 2))).toMatchInlineSnapshot(`
    {
      "cards": [],
      "regions": [],
    }
  `);
  expect(told(await map(2, 3))).toMatchInlineSnapshot(`
    {
      "cards": [],
      "regions": [],
    }
  `);
  expect(told(await map(4, 3))).toMatchInlineSnapshot(`
    {
      "cards": [
        "dnnl 0 · 2 ops: extracted",
        "dnnl 2 · 1 op: renamed",
      ],
      "regions": [
        "dnnl 0 · 2 ops: extracted ",
        "dnnl 2 · 1 op: renamed dnnl 1",
      ],
    }
  `);
});

/**
 * Forty convolutions. The operators after each one differ from those after its neighbors, and the result of every
 * third layer is added ten layers later.
 */
function unlike(): string {
  const after = ["relu", "exp", "tanh", "sigmoid", "floor", "ceil", "abs"];
  const lines: string[] = [];
  let now = "%x";
  for (let layer = 0; layer < 40; layer++) {
    lines.push(`  %c${layer} = nn.conv2d(${now}, %w, padding=[1, 1, 1, 1]);`);
    now = `%c${layer}`;
    for (let i = 0; i < 3; i++) {
      const op = after[(layer * (i + 1) + i * i) % 7] ?? "abs";
      lines.push(`  %o${layer}_${i} = ${op === "relu" ? "nn.relu" : op}(${now});`);
      now = `%o${layer}_${i}`;
    }
    if (layer >= 10 && layer % 3 === 0) {
      lines.push(`  %a${layer} = add(${now}, %c${layer - 10});`);
      now = `%a${layer}`;
    }
  }
  const named = lines.map((line) => line.replace(/^ {2}(%\w+)/, "  let $1"));
  return `def @main(%x: Tensor[(1, 8, 4, 4), float32], %w: Tensor[(8, 8, 3, 3), float32]) {\n${named.join("\n")}\n  ${now}\n}\n`;
}

test("without regions, layers that are not alike are not repeats: a map of a network is more than one card", async () => {
  const engine = await engineAfter({ text: unlike(), target: "cutlass", pipeline: [{ pass: "ToGraphNormalForm", options: {} }] });
  const { graph } = await engine.graph({ ...view, stage: 1, view: "map", paneSize: { width: 600, height: 400 } });
  const cards = graph.nodes.filter((node) => node.summary);
  expect(cards.length).toBeGreaterThan(6);
  for (const { summary } of cards) if (summary && summary.repeat > 1) expect(summary.lines.length).toBeGreaterThan(0);
});

test("a variable that looks something up in a table of weights is data", async () => {
  const text = `def @main(%ids: Tensor[(1, 64), int64], %table: Tensor[(500, 16), float32], %w: Tensor[(16, 16), float32]) {
  %0 = take(%table, %ids, axis=0);
  %1 = reshape(%0, newshape=[-1, 16]);
  nn.dense(%1, %w, units=None)
}
`;
  const engine = await engineAfter({ text, target: "cutlass", bindParameters: true, pipeline: [{ pass: "InferType", options: {} }] });
  const { graph } = await engine.graph({ ...view, stage: 1, view: "map", paneSize });
  expect(graph.nodes.filter(({ kind }) => kind === "variable").map(({ label }) => label)).toEqual(["%ids"]);
});

/** Alike layers, with a pool after each of these many. */
function pooled(counts: readonly number[]): string {
  const lines: string[] = [];
  let now = "%x";
  const put = (value: string) => {
    lines.push(`  %${lines.length} = ${value};`);
    now = `%${lines.length - 1}`;
  };
  for (const count of counts) {
    for (let i = 0; i < count; i++) {
      put(`nn.conv2d(${now}, %w, padding=[1, 1, 1, 1]${i === count - 1 ? ", strides=[2, 2]" : ""})`);
      put(`nn.relu(${now})`);
    }
  }
  return `def @main(%x: Tensor[(1, 8, 64, 64), float32], %w: Tensor[(8, 8, 3, 3), float32]) {\n${lines.join("\n")}\n  ${now}\n}\n`;
}

test("a map of few cards deals alike layers out by the size of what comes out of them", async () => {
  const engine = await engineAfter({ text: pooled([4, 5, 6, 12]), target: "cutlass", pipeline: [{ pass: "InferType", options: {} }] });
  const { graph } = await engine.graph({ ...view, stage: 1, view: "map", paneSize });
  const cards = graph.nodes.flatMap(({ summary }) => (summary ? [summary] : []));
  // What a layer with strides gives is what the next ones take.
  expect(cards.map(({ repeat }) => repeat)).toEqual([3, 5, 6, 12, 1]);
  expect(cards.reduce((sum, { calls }) => sum + calls, 0)).toBe(54);
});
