/** The list of a stage's regions: what the picture and the answers to "why" say, region by region. */
import { createEngine } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, request } from "./modules.ts";

test("regions are listed with operators, bytes and the causes of their boundaries, without what default keeps", async () => {
  const engine = createEngine();
  await collect(engine, request(1));
  const lines = await engine.regions(1, 4);
  expect(lines).toMatchObject([
    {
      region: 0,
      name: "byoc-target 0",
      target: "byoc-target",
      kind: "region",
      operators: [
        { name: "conv2d", count: 1 },
        { name: "bias_add", count: 1 },
        { name: "relu", count: 1 },
      ],
      calls: 3,
      bytesOut: 512,
      causes: ["no-rule"],
    },
    { calls: 2, bytesIn: 512, bytesOut: 512, causes: ["no-rule"] },
  ]);
  const annotated = await engine.regions(1, 2);
  expect(annotated.length).toBeGreaterThan(0);
  expect(annotated.filter((line) => line.target === "default")).toEqual([]);
});

test("boundaries name their regions by the place and the name that the list of their stage has", async () => {
  const engine = createEngine();
  const { pipeline } = request(1);
  await collect(engine, request(1));
  for (const [stage] of [...pipeline.entries(), [pipeline.length]]) {
    const lines = (await engine.regions(1, stage)).filter((line) => line.kind === "region");
    const { boundaries } = await engine.why(1, stage);
    const named = boundaries.flatMap(({ fromRegion, toRegion }) => [fromRegion ?? [], toRegion ?? []].flat());
    expect(named.length).toBeGreaterThan(0);
    for (const { place, name } of named) {
      if (lines.length === 0) expect([place, name]).toEqual([undefined, expect.stringMatching(/^byoc-target \d$/)]);
      else expect(lines.find((line) => line.region === place)?.name).toBe(name);
    }
  }
});
