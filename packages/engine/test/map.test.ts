/** Maps of whole flows: numbers agree with the counts, what passes leave alone stays where it is, and changes are told. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEngine, type GraphAnswer } from "@relayscope/engine";
import { countsOf } from "@relayscope/regions";
import { describe, expect, test } from "vitest";
import { createRun } from "../src/run/run.ts";
import { collect, flow, request, stagesOf } from "./modules.ts";

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

  test("cards of regions tell the bytes that the stage's counts tell", async () => {
    const run = createRun(request(1, { text, target: "dnnl", pipeline: flow }));
    await run.start(
      () => undefined,
      () => false,
    );
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

test("what passes did is told of nodes, cards and regions", async () => {
  const engine = createEngine();
  await collect(engine, request(1, { text: residual, target: "dnnl", pipeline: flow }));
  const map = (stage: number, against: number) => engine.graph({ ...view, stage, against, view: "map", paneSize });
  const told = ({ graph, changes }: GraphAnswer) => ({
    cards: changes.map((i) => `${graph.nodes[i]?.label}: ${graph.nodes[i]?.change}`),
    regions: graph.regions.filter((region) => region.change).map((region) => `${region.label}: ${region.change} ${region.was}`),
  });
  expect(told(await map(2, 1))).toMatchInlineSnapshot(`
    {
      "cards": [
        "dnnl 0 · 2 ops: renamed",
        "dnnl 1 · 1 op: new",
      ],
      "regions": [
        "dnnl 0 · 2 ops: renamed dnnl",
        "dnnl 1 · 1 op: new ",
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
        "dnnl 2 · 1 op: renamed",
      ],
      "regions": [
        "dnnl 2 · 1 op: renamed dnnl 1",
      ],
    }
  `);
});
