/** What is fitted: each repetition that is stepped to, however the view was zoomed before; and a map in a smaller pane. */
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { giveWay } from "../../src/center/giveWay.ts";
import { type Fitted, Fitting } from "../../src/picture/Fitting.ts";
import { steppedStack } from "../../src/picture/repetitions.ts";
import { boxOfFrame, sceneOf } from "../../src/picture/scene.ts";
import type { PaneViewport } from "../../src/state/boxes.ts";
import { graphRequest } from "../../src/state/graphRequests.ts";
import { shownStage } from "../../src/state/model.ts";
import { leastTitled } from "../../src/state/pictureSizes.ts";
import { makePage, run } from "../makePage.ts";

const size = { width: 320, height: 240 };
const large = { width: 700, height: 560 };

beforeAll(() => vi.stubGlobal("matchMedia", () => ({ matches: true })));
afterAll(() => vi.unstubAllGlobals());

/** Blocks of which each is longer than the one before. */
function growing(): string {
  const calls = [1, 3, 5, 7].flatMap((layers) => [
    ...Array.from({ length: layers }, () => ["nn.relu", "tan"]).flat(),
    ...["sigmoid", "atan", "exp"],
  ]);
  const lines = calls.map((op, i) => `  %${i} = ${op}(${i === 0 ? "%x" : `%${i - 1}`});`);
  return `def @main(%x: Tensor[(1, 8), float32]) {\n${lines.join("\n")}\n  cosh(%${calls.length - 1})\n}\n`;
}

/** The map of a page, and a function that shows the picture that the page asks for now in a pane of a size. */
async function mapOf(size: { readonly width: number; readonly height: number }) {
  const page = makePage();
  const { actions, requests, store, viewports } = page;
  actions.setPaneSize(size.width, size.height);
  actions.chooseTarget("dnnl");
  await run(page, growing());
  actions.setMode("map");
  let inPane = size;
  const pane: PaneViewport = { set: () => undefined, size: () => inPane };
  let fitting: Fitting | undefined;
  const show = async (own = size) => {
    inPane = own;
    const state = store.getState();
    const stage = shownStage(state);
    const answer = await page.graphs.load(graphRequest(state, stage, "after"));
    const now: Fitted = {
      pane: "after",
      scene: sceneOf(answer),
      shown: { answer, stage, epoch: state.run.epoch, document: state.documentNumber, view: "map", isCurrent: true },
      ...own,
      paneSize: state.paneSize,
      mode: "map",
      isWrapped: true,
      selected: new Set(),
      pointed: new Set(),
      isInspectorOpen: false,
      fit: requests.latest("fit"),
      opened: requests.latest("opened"),
      reveal: requests.latest("reveal"),
    };
    fitting ??= new Fitting(viewports, { pane, onMove: () => () => undefined }, now);
    fitting.place(now);
    fitting.show(now);
    return now.scene;
  };
  return { actions, viewports, show };
}

test("a map stays as large as it was where its cards would lose their words in a smaller pane", async () => {
  const { viewports, show } = await mapOf(large);
  await show();
  const { zoom } = viewports.current;
  expect(zoom).toBeGreaterThan(leastTitled);
  await show({ ...large, height: 0.9 * large.height });
  expect(viewports.current.zoom).toBeLessThan(zoom);
  await show();
  expect(viewports.current.zoom).toBe(zoom);
  await show({ ...large, height: 0.4 * large.height });
  expect(viewports.current.zoom).toBe(zoom);
});

test("a map is not fitted again where its pane gives its head to a banner", async () => {
  const { viewports, show } = await mapOf(large);
  await show();
  const { x, y, zoom } = viewports.current;
  const end = giveWay(viewports, 41, true);
  await show({ ...large, height: large.height - 41 });
  expect(viewports.current).toEqual({ x, y: y - 41, zoom });
  end?.();
  await show();
  expect(viewports.current).toEqual({ x, y, zoom });
});

test("a repetition that is stepped to is fitted to the pane", async () => {
  const { actions, viewports, show } = await mapOf(size);
  const first = await show();
  const stack = first.answer.graph.nodes.find(({ kind }) => kind === "stack");
  const opened = steppedStack(first.answer.graph, [], [])?.stack ?? -(stack?.id ?? 0);
  const zooms: number[] = [];
  for (const at of [0, 1, 0]) {
    actions.showRepetition(opened, at);
    const scene = await show();
    const index = scene.answer.graph.frames.findIndex(({ id, repetition }) => id === opened && repetition?.at === at);
    const box = boxOfFrame(scene, index);
    const { x, y, zoom } = viewports.current;
    const [left, top] = [box.x * zoom + x, box.y * zoom + y];
    expect(index).toBeGreaterThanOrEqual(0);
    expect(
      [left, top].every((from) => from >= -1),
      `repetition ${at} begins in sight`,
    ).toBe(true);
    expect(left + box.width * zoom <= size.width + 1 && top + box.height * zoom <= size.height + 1, `repetition ${at} ends in sight`).toBe(
      true,
    );
    zooms.push(zoom);
    // By hand.
    viewports.zoomBy(3);
  }
  expect(new Set(zooms).size).toBeGreaterThan(1);
});
