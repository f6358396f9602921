/** Searches of the engine: what helps against each cause, and what becomes of a search that another one ends. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type CauseGain, standardFlow, type TargetLine } from "../src/index.ts";
import { chain, engineAfter, flow, taking } from "./modules.ts";

const diamond = readFileSync(new URL("../../../public/examples/diamond.relay", import.meta.url), "utf8");

/** The diamond under a target that lacks what stands between. */
const withoutSigmoid = taking(diamond, "nn.conv2d", "nn.relu", "add");

test("each cause comes with the best change that was tried, in the order of the list", async () => {
  const engine = await engineAfter(withoutSigmoid);
  const { lines } = await engine.why(1, flow.length);
  // At an earlier stage the list is of the same boundaries, and says so.
  expect((await engine.why(1, 1)).stage).toBe(flow.length);
  const gains: CauseGain[] = [];
  await engine.causeGains(1, (gain) => gains.push(gain));
  expect(gains.map((gain) => gain.line)).toEqual(lines.map((_, i) => i));
  for (const { best } of gains) {
    expect(best?.edits.length).toBeGreaterThan(0);
    expect(best?.after.regions).toBeLessThanOrEqual(best?.before.regions ?? 0);
  }
});

test("a search that another one ends says so, and does not pass for finished", async () => {
  const engine = await engineAfter(withoutSigmoid);
  const first = engine.compareTargets(1, () => {});
  const second = engine.bestChanges(1, () => {});
  await expect(first).rejects.toThrow("replaced this one");
  await second;
});

test("targets are compared with the run on the page first, and with the document's other targets", async () => {
  const pipeline = standardFlow.map((pass) => ({ pass, options: {} }));
  const engine = await engineAfter({ ...taking(chain, "nn.conv2d", "nn.relu"), pipeline });
  const lines: TargetLine[] = [];
  await engine.compareTargets(1, (line) => lines.push(line));
  const [first, ...others] = lines;
  expect(first).toMatchObject({ target: "acc", isInUse: true, run: { target: "acc", text: chain }, outcome: { regions: 2, offloaded: 2 } });
  expect(others.length).toBeGreaterThan(5);
  expect(others.filter(({ isInUse }) => isInUse)).toEqual([]);
  // Its standard flow is the present run.
  expect(others.map(({ target }) => target)).not.toContain("acc");
});

test("a pipeline that was edited is compared with the flow of its target, and with the document's own target", async () => {
  const engine = await engineAfter({ ...taking(chain, "nn.conv2d", "nn.relu"), target: "dnnl", pipeline: flow.slice(0, 1) });
  const lines: TargetLine[] = [];
  await engine.compareTargets(1, (line) => lines.push(line));
  const said = lines.map(({ target, isInUse, outcome }) => [target, isInUse, outcome.regions] as const);
  expect(said[0]).toEqual(["dnnl", true, 0]);
  expect(said.filter(([target]) => target === "acc")).toEqual([["acc", false, 2]]);
  const [own] = said.filter(([target, isInUse]) => target === "dnnl" && !isInUse);
  expect(own?.[2]).toBeGreaterThan(0);
});

test("what helps at a stop_fusion is what brings together the two sides of it, a text without it, too", async () => {
  const stopped = readFileSync(new URL("../../../public/examples/stop-fusion.relay", import.meta.url), "utf8");
  const engine = await engineAfter(taking(stopped, "nn.conv2d", "nn.bias_add", "nn.relu"));
  const { boundaries } = await engine.why(1, flow.length);
  expect(boundaries.length).toBeGreaterThan(0);
  for (const { from, to } of boundaries) {
    const labels: string[] = [];
    await engine.cures(1, { from: [from.id], to: [to.id] }, (part) => part.kind === "cure" && labels.push(part.cure.label));
    expect(labels.sort()).toEqual(["add-rule annotation.stop_fusion", "rewrite-text without stop_fusion"]);
  }
});
