import { paletteOf } from "@relayscope/palette";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { coloringOf } from "../src/picture/colors/allColors.ts";
import type { PictureNode, TensorEdge } from "../src/picture/elementData.ts";
import { Elements } from "../src/picture/elements.ts";
import { Mounting } from "../src/picture/mounting.ts";
import { sceneOf } from "../src/picture/scene.ts";
import { Turns } from "../src/state/turns.ts";
import { pageOf } from "./makePage.ts";
import { noMarks } from "./picture/pictures.ts";

const frames: (() => void)[] = [];
beforeEach(() => {
  frames.length = 0;
  vi.stubGlobal("requestAnimationFrame", (act: () => void) => frames.push(act));
});
afterEach(() => vi.unstubAllGlobals());

/** A chain of so many operators. */
const chain = (length: number) =>
  `def @main(%x: Tensor[(1, 8), float32]) {\n${Array.from({ length }, (_, i) => `  %${i} = exp(%${i === 0 ? "x" : i - 1});\n`).join("")}  %${length - 1}\n}\n`;

/** What stands after each turn of a picture's mounting, and when its edges' labels were placed. */
async function turnsOf(length: number, far: readonly number[] = []) {
  const page = await pageOf(chain(length));
  const { epoch, stages } = page.store.getState().run;
  const all = { hideVariables: false, hideConstants: false, showAnnotations: false, collapsed: [] };
  const answer = await page.engine.graph({ ...all, epoch, stage: stages.length - 1, view: "operators" });
  const { graph } = answer;
  const turns: { readonly nodes: number; readonly edges: number; readonly isLabeled: boolean }[] = [];
  let held: { nodes: PictureNode[]; edges: TensorEdge[] } = { nodes: [], edges: [] };
  let isLabeled = false;
  let isWhole = false;
  const store = {
    setNodes: (nodes: PictureNode[]) => (held = { ...held, nodes }),
    setEdges: (edges: TensorEdge[]) => (held = { ...held, edges }),
  };
  const mounting = new Mounting(
    new Elements("after"),
    () => store as never,
    new Turns(),
    true,
    ({ isBegun, whole }) => {
      expect(isBegun).toBe(held.nodes.some((node) => !node.hidden));
      isWhole = whole !== undefined;
    },
  );
  mounting.place({
    scene: sceneOf(answer),
    goal: {
      nodes: graph.nodes.map((_, i) => i).filter((i) => !far.includes(i)),
      inPane: [],
      edges: graph.edges.map((_, i) => i),
      far,
      frames: [],
      regions: [],
      labels: [],
      tensors: () => {
        isLabeled = true;
        return new Map();
      },
      zoom: 1,
      isPainted: false,
    },
    look: { coloring: coloringOf(graph, "target", paletteOf("light"), undefined), marks: noMarks, ends: [] },
  });
  while (!isWhole && turns.length < 500) {
    for (const act of frames.splice(0)) act();
    await new Promise((done) => setTimeout(done, 2));
    turns.push({ nodes: held.nodes.length, edges: held.edges.length, isLabeled });
  }
  return { turns, graph };
}

test("a picture is mounted in parts, nodes before edges, until it is complete", async () => {
  const { turns, graph } = await turnsOf(200);
  const last = turns.at(-1);
  expect(last).toEqual({ nodes: graph.nodes.length, edges: graph.edges.length, isLabeled: true });
  expect(turns[0]?.nodes).toBeLessThan(graph.nodes.length);
  for (const { nodes, edges } of turns) if (edges > 0) expect(nodes).toBe(graph.nodes.length);
});

test("labels of edges are placed in a turn that brings nothing else, after the nodes and before the first edge", async () => {
  for (const length of [3, 200]) {
    const { turns } = await turnsOf(length);
    const at = turns.findIndex((turn) => turn.isLabeled);
    const [before, then] = [turns[at - 1] ?? { nodes: 0, edges: 0 }, turns[at]];
    expect(then).toEqual({ ...before, isLabeled: true });
    expect(then?.edges).toBe(0);
    expect(turns[at + 1]?.edges).toBeGreaterThan(0);
  }
});

test("a picture is not begun while only far ends of its edges are held, which are out of sight", async () => {
  const { turns } = await turnsOf(20, [0, 1]);
  expect(turns.at(-1)?.isLabeled).toBe(true);
});
