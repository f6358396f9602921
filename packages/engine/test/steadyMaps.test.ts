/** What passes leave alone stands where it stood on the map, too: a map that is asked for follows the one beside it. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { createEngine, type GraphAnswer } from "@relayscope/engine";
import { expect, test } from "vitest";
import { collect, flow, request, stagesOf } from "./modules.ts";

const folder = fileURLToPath(new URL("../../../public/examples/", import.meta.url));
const examples = readdirSync(folder).filter((name) => name.endsWith(".relay"));
const view = { epoch: 1, hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] } as const;
const paneSize = { width: 933, height: 590 };

/** How far a card may move and still stand where it stood: less than its height. */
const near = 30;
/**
 * Of the cards that hold the same calls before and after a pass, how many stand where they stood; more of them is
 * better.
 */
const leastShare = 0.8;

/** By the calls that it holds, or its own id: where a card's center is. */
function placesOf({ graph, layout }: GraphAnswer): ReadonlyMap<string, readonly [number, number]> {
  return new Map(
    graph.nodes.map((node, i) => {
      const [x = 0, y = 0, width = 0, height = 0] = layout.nodes.subarray(4 * i, 4 * i + 4);
      const calls = node.summary?.members.toSorted((a, b) => a - b).join();
      return [calls || `${node.kind} ${node.id}`, [x + width / 2, y + height / 2]];
    }),
  );
}

/** How many cards are in both pictures, and how many of these stand at the same place. */
function steadyCards(before: GraphAnswer, after: GraphAnswer) {
  const [was, is] = [placesOf(before), placesOf(after)];
  const shared = [...is].flatMap(([calls, [x, y]]) => {
    const [left, top] = was.get(calls) ?? [];
    return left === undefined || top === undefined ? [] : [Math.hypot(x - left, y - top)];
  });
  const all = new Set([...was.keys(), ...is.keys()]).size;
  return { shared: shared.length, steady: shared.filter((distance) => distance < near).length, isSame: shared.length === all };
}

const total = { shared: 0, steady: 0 };

test.each(examples)("cards of %s that a pass leaves all as they are do not move", async (name) => {
  const text = readFileSync(`${folder}${name}`, "utf8");
  const engine = createEngine();
  const stages = stagesOf(
    await collect(engine, request(1, { text, target: "dnnl", pipeline: [{ pass: "InferType", options: {} }, ...flow] })),
  );
  // As one looks at them: the last one first, then back.
  const backward = await Promise.all(
    stages.map((_, i) => engine.graph({ ...view, stage: stages.length - 1 - i, view: "map", paneSize, wrap: true })),
  );
  const maps = backward.toReversed();
  maps.forEach((after, stage) => {
    const before = maps[stage - 1];
    if (!before) return;
    const { shared, steady, isSame } = steadyCards(before, after);
    if (isSame) expect(steady, stages[stage]?.pass).toBe(shared);
    if (stages[stage]?.status === "unchanged") return;
    total.shared += shared;
    total.steady += steady;
  });
});

test("most cards that a pass does not change stay in place", () => {
  expect(total.steady / total.shared).toBeGreaterThanOrEqual(leastShare);
});
