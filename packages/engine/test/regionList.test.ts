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

test("a boundary names both sides by their composites", async () => {
  const engine = createEngine();
  const bias = (at: number, from: string) =>
    `  %${at} = nn.dense(${from}, %w, units=8);\n  %${at + 1} = nn.bias_add(%${at}, %b);\n  %${at + 2} = tanh(%${at + 1});\n`;
  const types = "%x: Tensor[(1, 8), float32], %w: Tensor[(8, 8), float32], %b: Tensor[(8), float32]";
  const text = `def @main(${types}) {\n${bias(0, "%x")}${bias(3, "%2")}${bias(6, "%5")}  exp(%8)\n}\n`;
  const pattern = 'is_op("nn.bias_add")(is_op("nn.dense")(wildcard(), wildcard()), wildcard())';
  const customTargets = [{ name: "acc", operators: [], patterns: [{ name: "acc.dense_bias", pattern }] }];
  await collect(engine, request(1, { text, target: "acc", customTargets }));
  for (const stage of [0, 4]) {
    const { boundaries } = await engine.why(1, stage);
    const sides = boundaries.map(({ from, to, kind }) => `${kind}: ${from.label}, ${to.label}`);
    expect(sides).toEqual([
      "between: acc.dense_bias, acc.dense_bias",
      "between: acc.dense_bias, acc.dense_bias",
      "end: acc.dense_bias, tanh",
    ]);
  }
});
