/** What passes leave alone stands where it stood. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEngine, type GraphAnswer } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, flow, request, stagesOf } from "./modules.ts";

const folder = fileURLToPath(new URL("../../../public/examples/", import.meta.url));
const examples = readdirSync(folder).filter((name) => name.endsWith(".relay"));
const view = { epoch: 1, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] } as const;

/** How far a node may move and still stand where it stood: less than half a box. */
const near = 30;
/** Chips hang above what uses them and may follow it by a row; all else is to stay. */
const leastSteady = 0.8;

const callsOf = ({ graph }: GraphAnswer) =>
  graph.nodes
    .filter((node) => node.operator !== "")
    .map((node) => node.id)
    .sort((a, b) => a - b);

/** The share of the nodes of both pictures that stand at the same place. */
function steadyShare(before: GraphAnswer, after: GraphAnswer): number {
  const placeIn = ({ layout }: GraphAnswer, i: number) => {
    const [x = 0, y = 0, width = 0, height = 0] = layout.nodes.subarray(4 * i, 4 * i + 4);
    return [x + width / 2, y + height / 2] as const;
  };
  const places = new Map(before.graph.nodes.map((node, i) => [node.id, placeIn(before, i)]));
  let [shared, steady] = [0, 0];
  after.graph.nodes.forEach((node, i) => {
    const was = places.get(node.id);
    if (!was) return;
    const [x, y] = placeIn(after, i);
    shared++;
    if (Math.hypot(x - was[0], y - was[1]) < near) steady++;
  });
  return shared === 0 ? 1 : steady / shared;
}

const plain = (pass: string) => ({ pass, options: {} });
const steps = flow.map(({ pass }) => pass);

test.each(examples)("from a stage of %s to the next with the same calls", async (name) => {
  const text = readFileSync(`${folder}${name}`, "utf8");
  const engine = createEngine();
  const stages = stagesOf(
    await collect(engine, request(1, { text, target: "dnnl", pipeline: ["InferType", ...steps, "PruneDnnlSubgraphs"].map(plain) })),
  );
  for (const pane of [{}, { wrap: true, paneSize: { width: 930, height: 630 } }]) {
    const pictures = await Promise.all(stages.map((_, stage) => engine.graph({ ...view, ...pane, stage, view: "operators" })));
    pictures.forEach((after, stage) => {
      const before = pictures[stage - 1];
      if (!before || callsOf(before).join() !== callsOf(after).join()) return;
      expect(steadyShare(before, after), `stage ${stage}`).toBeGreaterThanOrEqual(leastSteady);
    });
  }
});

/** A node's label and result: what its box is made for. */
const wordsOf = ({ label, dtype, shape }: GraphAnswer["graph"]["nodes"][number]) => `${label} ${dtype} ${shape}`;

test.each(examples)("both panes of %s have boxes of the same size, also where letters are drawn larger", async (name) => {
  const text = readFileSync(`${folder}${name}`, "utf8");
  const engine = createEngine();
  const stages = stagesOf(await collect(engine, request(1, { text, target: "dnnl", pipeline: flow })));
  for (const paneSize of [
    { width: 460, height: 590 },
    { width: 930, height: 590 },
  ]) {
    const picture = (stage: number, against: number) => engine.graph({ ...view, wrap: true, paneSize, stage, against, view: "operators" });
    for (let stage = 1; stage < stages.length; stage++) {
      const [before, after] = await Promise.all([picture(stage - 1, stage), picture(stage, stage - 1)]);
      expect(before.isCut).toBe(after.isCut);
      const sizes = ({ graph, layout }: GraphAnswer) =>
        new Map(graph.nodes.map((node, i) => [`${node.id} ${wordsOf(node)}`, layout.nodes.subarray(4 * i + 2, 4 * i + 4).join("x")]));
      const earlier = sizes(before);
      for (const [node, size] of sizes(after)) expect(earlier.get(node) ?? size, `stage ${stage}: ${node}`).toBe(size);
    }
  }
});

/** The coordinates of a picture that are not within its extent. */
function outside({ layout: { nodes, edgePoints, width, height } }: GraphAnswer): readonly number[] {
  const extents = [width, height];
  return [...nodes, ...edgePoints].filter((value, i) => !(value >= -1 && value <= 1 + (extents[i % 2] ?? 0)));
}

/** Its variables, which are in a row of their own, are the first column of other stages' pictures. */
const oneCall = `def @main(%x: Tensor[(1, 4), uint8], %y: Tensor[(1, 4), uint8]) {
  qnn.add(%x, %y, 0.125f, 0, 0.25f, 0, 0.125f, 0)
}
`;

test.each([
  ["one call", oneCall, "arm_compute_lib"],
  ...examples.map((name) => [name, readFileSync(`${folder}${name}`, "utf8"), "dnnl"] as const),
] as const)("all of %s is within its picture, however small the pane", async (_, text, target) => {
  const engine = createEngine();
  const stages = stagesOf(await collect(engine, request(1, { text, target, pipeline: flow })));
  for (const paneSize of [
    { width: 930, height: 90 },
    { width: 90, height: 590 },
  ]) {
    for (let stage = 0; stage < stages.length; stage++) {
      expect(outside(await engine.graph({ ...view, wrap: true, paneSize, stage, view: "operators" })), `stage ${stage}`).toEqual([]);
    }
  }
});
