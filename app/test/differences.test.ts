/** Going from change to change, and what pictures say of themselves in words. */
import { readFileSync } from "node:fs";
import { isOpenedCard } from "@relayscope/engine/titles";
import { expect, test } from "vitest";
import { sceneOf } from "../src/picture/scene.ts";
import { turnedBetween } from "../src/picture/turned.ts";
import { spoken } from "../src/picture/words/spoken.ts";
import { differencesOf } from "../src/state/differences.ts";
import { graphRequest } from "../src/state/graphRequests.ts";
import { type PageState, shownStage } from "../src/state/model.ts";
import type { Page } from "../src/state/page.ts";
import { pageOf, until } from "./makePage.ts";

const resnet = readFileSync(new URL("../../public/examples/resnet18-float.relay", import.meta.url), "utf8");

async function pictureOf(page: Page) {
  const state = page.store.getState();
  return page.graphs.load(graphRequest(state, shownStage(state), "after"));
}

async function opened(text: string): Promise<Page> {
  const page = await pageOf(text);
  page.actions.setPaneSize(870, 640);
  await pictureOf(page);
  return page;
}

const place = ({ difference }: PageState) => difference && [difference.at, difference.words];

test("next and previous go around all changes of a stage, and say which one is selected", async () => {
  const page = await opened(resnet);
  const state = page.store.getState();
  let bare = 0;
  for (const mode of ["map", "operators"] as const) {
    page.actions.setMode(mode);
    for (let stage = 1; stage < state.run.stages.length; stage++) {
      page.actions.showStage(stage);
      page.actions.select(stage, []);
      const answer = await pictureOf(page);
      const found = differencesOf(answer);
      // What is marked in the picture is gone to: a node, a card, or a region of which nothing else says it.
      const marked = answer.graph.regions.flatMap(({ change, nodes }, r) =>
        change && nodes.some((i) => !answer.graph.nodes[i]?.summary) ? [r] : [],
      );
      const reached = new Set(found.flatMap(({ region, nodes }) => [region, answer.graph.nodes.find(({ id }) => id === nodes[0])?.region]));
      for (const region of marked) expect(reached).toContain(region);
      if (mode === "operators") bare += found.filter(({ region }) => region !== undefined).length;
      if (found.length === 0) continue;
      for (let i = 0; i <= found.length; i++) {
        await page.actions.goToChange(1);
        const now = page.store.getState();
        const at = i % found.length;
        expect(place(now)).toEqual([at, `Change ${at + 1} of ${found.length}: ${found[at]?.words}`]);
        expect(now.view.selection?.nodes).toEqual(found[at]?.nodes);
      }
      await page.actions.goToChange(-1);
      expect(place(page.store.getState())?.[0]).toBe(found.length - 1);
      page.actions.select(stage, []);
      expect(page.store.getState().difference).toBeUndefined();
    }
  }
  expect(bare).toBeGreaterThan(0);
});

test("where a pass changed nothing, the picture of that stage says so, and that of another stage does not", async () => {
  const page = await opened(resnet);
  const stage = page.store.getState().run.stages.findIndex(({ pass }) => pass === "InferType");
  page.actions.showStage(stage);
  await pictureOf(page);
  await page.actions.goToChange(1);
  const { difference, notices } = page.store.getState();
  expect(difference).toEqual({ stage, at: -1, words: expect.stringContaining("nothing") });
  expect(notices.map(({ id }) => id)).not.toContain("changes");
});

test("a card says all that it holds, whatever its box has room for, and what it is once", async () => {
  const page = await opened(resnet);
  page.actions.setMode("map");
  const scene = sceneOf(await pictureOf(page));
  scene.answer.graph.nodes.forEach((node, i) => {
    const words = spoken(scene, i, "");
    expect(words).not.toMatch(/^(\w+) \1\b/);
    if (!node.summary) return;
    if (node.summary.parts.length === 0) for (const { name } of node.summary.operators) expect(words).toContain(name);
    if (node.summary.bytesIn !== undefined) expect(words).toMatch(/ → /);
  });
});

test("each card that opens, and closes again, is found in both pictures", async () => {
  const page = await opened(resnet);
  page.actions.setMode("map");
  const closed = sceneOf(await pictureOf(page));
  for (const [i, node] of closed.answer.graph.nodes.entries()) {
    if (!node.summary) continue;
    page.actions.openCard(-node.id);
    const open = sceneOf(await pictureOf(page));
    expect(open.answer.graph.frames.some((frame) => isOpenedCard(frame) && frame.id === -node.id)).toBe(true);
    const [x, y, width, height] = closed.answer.layout.nodes.subarray(4 * i, 4 * i + 4);
    expect(turnedBetween(closed, open)?.from).toEqual({ x, y, width, height });
    expect(turnedBetween(open, closed)?.to).toEqual({ x, y, width, height });
    page.actions.toggleFrame(-node.id);
  }
});

test("a region whose operators the text lacks is not new after passes that keep it", async () => {
  const page = await pageOf(
    "def @main(%x: Tensor[(1, 8), float32]) {\n  %0 = @tinyai_0(%x) /* ty=Tensor[(1, 8), float32] */;\n  add(%0, %0)\n}\n",
  );
  page.actions.partitionAgain();
  await until(page, (s) => s.run.status === "finished" && s.run.stages.every(({ status }) => status !== "offered"));
  for (let stage = 1; stage < page.store.getState().run.stages.length; stage++) {
    page.actions.showStage(stage);
    const { regions } = (await pictureOf(page)).graph;
    expect(regions.find(({ target }) => target === "tinyai")).not.toHaveProperty("change");
  }
});
